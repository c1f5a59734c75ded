"""The API page in a real browser: it shows the document, can be tried, and asks for nothing outside."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from tests.e2e.servers import served
from tests.replay_cli.browser import browser

__all__ = ["browser"]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("server")) as server:
        yield server.url


def test_the_page_shows_every_route_and_can_be_tried(browser: Browser, url: str, tmp_path: Path) -> None:
    complaints: list[str] = []
    asked: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{url}/schema")
    document = httpx.get(f"{url}/schema/openapi.json").json()
    for path, methods in document["paths"].items():
        for operation in methods.values():
            where = page.locator(
                f"#operations-{operation['tags'][0].replace(' ', '_')}-{operation['operationId']}"
            )
            assert path in where.inner_text().replace("\u200b", ""), path
    where = page.locator("#operations-rules_and_keys-listRulesets")
    where.click()
    where.get_by_role("button", name="Try it out").click()
    where.get_by_role("button", name="Execute").click()
    answer = where.locator(".live-responses-table .response .microlight").first
    assert "dual_powers" in answer.inner_text()
    context.close()
    assert complaints == []
    assert all(one.startswith((url, "data:", "blob:")) for one in asked), asked
