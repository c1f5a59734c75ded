"""Rulesets: what can be played here."""

from functools import cache

import msgspec
from litestar import Controller, get
from litestar.di import NamedDependency

from domain.core.ruleset import installed, ruleset
from services.accounts import Caller
from services.api.callers import known
from services.api.shapes import Keys, RulesetShape
from services.server import Server


class RulesetController(Controller):
    path = "/v1"
    tags = ["rules and keys"]
    guards = [known]

    @get(
        "/rulesets",
        operation_id="listRulesets",
        summary="The games that can be played here",
        sync_to_thread=False,
    )
    def rulesets(self, caller: NamedDependency[Caller]) -> list[RulesetShape]:
        return shapes()

    @get("/keys", operation_id="listKeys", summary="The public keys that sign the heads of games")
    async def keys(self, server: NamedDependency[Server], caller: NamedDependency[Caller]) -> Keys:
        return Keys(server.store.origin, server.store.public_keys())


@cache
def shapes() -> list[RulesetShape]:
    """They do not change while a server runs."""
    return [_shape(name) for name in installed()]


def _shape(name: str) -> RulesetShape:
    rules = ruleset(name)
    seats = {preset: rules.seats(options) for preset, options in rules.presets.items()}
    return RulesetShape(
        name,
        rules.version,
        rules.languages,
        seats or {"": rules.seats(rules.options())},
        {preset: msgspec.to_builtins(chosen) for preset, chosen in rules.presets.items()},
        msgspec.json.schema(rules.options_type),
    )
