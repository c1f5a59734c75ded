"""The documents: OpenAPI with a page that asks for nothing outside, and AsyncAPI for the streams."""

from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import Any

import msgspec
from litestar import Controller, Request, Response, Router, get
from litestar.datastructures import ResponseHeader
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, SwaggerRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath

from services.api.asyncapi import asyncapi_document
from services.api.openapi import completed

ASSETS = {
    "swagger-ui-bundle.js": "text/javascript",
    "swagger-ui-standalone-preset.js": "text/javascript",
    "swagger-ui.css": "text/css",
}
PAGE_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"
)


class _Json(JsonRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, completed(_plain(openapi_schema)))


class _Page(SwaggerRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, completed(_plain(openapi_schema)))


def _plain(document: dict[str, Any]) -> dict[str, Any]:
    """Litestar keeps its document, with structs as defaults; ours is made of a copy."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))
    return plain


def openapi_config() -> OpenAPIConfig:
    """What the document says of itself; the routes and their structs say the rest."""
    swagger = _Page(
        js_url="/schema/assets/swagger-ui-bundle.js",
        css_url="/schema/assets/swagger-ui.css",
        standalone_preset_js_url="/schema/assets/swagger-ui-standalone-preset.js",
        favicon="<link rel='icon' href='data:,'>",
        path="/",
    )
    return OpenAPIConfig(
        title="Protokol",
        version=version("protokol"),
        description="An event-sourced server for hidden-information, card-driven board games.",
        openapi_router=Router(
            "/schema",
            route_handlers=[],
            response_headers=[ResponseHeader(name="Content-Security-Policy", value=PAGE_POLICY)],
            include_in_schema=False,
        ),
        render_plugins=[_Json(), swagger],
        use_handler_docstrings=True,
        components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
        security=[{}, {"token": []}],
    )


class SchemaController(Controller):
    path = "/schema"
    include_in_schema = False

    @get("/asyncapi.json", sync_to_thread=False)
    def asyncapi(self) -> Response[bytes]:
        return Response(asyncapi_document(), media_type="application/json")

    @get("/assets/{name:str}", sync_to_thread=False)
    def asset(self, name: FromPath[str]) -> Response[bytes]:
        if name not in ASSETS:
            raise NotFoundException(f"no file {name}")
        headers = {"Cache-Control": "public, max-age=86400", "Content-Encoding": "gzip"}
        return Response(_read(name), media_type=ASSETS[name], headers=headers)


@cache
def _read(name: str) -> bytes:
    """They are kept compressed, and every browser takes them so."""
    return (files("services.api") / "assets" / f"{name}.gz").read_bytes()
