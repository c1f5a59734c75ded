"""The OpenAPI document is true: whatever is sent to a server, by anyone, it answers as the document says."""

import asyncio
import os
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from domain.core.choices import Choices
from domain.core.ruleset import ruleset
from domain.games.revolution.choices import BidForm
from services.store.reader import Reader, open_reader
from tests.e2e.servers import Game, Served, bearer, key, organiser_of, served

TIMES = int(os.environ.get("PROTOKOL_TEST_TIMES", "1"))  # `make soak` asks so many times more
QUIET: Any = {
    "deadline": None,
    "database": None,
    "derandomize": TIMES == 1,
    "suppress_health_check": list(HealthCheck),
}
WITH_VALUES = {
    "listGames", "openGame", "viewGame", "command", "listEvents", "listAllEvents", "joinGame", "issueToken",
    "gameTimeline",
}  # fmt: skip
SENSIBLE: dict[str, dict[str, Any]] = {  # what nobody would hit on by chance
    "openGame": {"ruleset": "revolution", "options": {}, "preset": None, "seats": {"red": {"name": "A"}}},
    "issueToken": {"game": None},
}
RULESETS = ("dual_powers", "revolution")


class Setting:
    """A server with games that are being played, and every kind of caller."""

    def __init__(self, server: Served, http: httpx.Client) -> None:
        self.server, self.http = server, http
        self.organiser = asyncio.run(organiser_of(server.store))
        self.games = {name: Game(http, self.organiser, {"ruleset": name}) for name in RULESETS}
        random = Random(3)
        for game in self.games.values():
            for _ in range(12 if game is self.games["dual_powers"] else 0):
                game.step(random)
        self.finished = Game(http, self.organiser, {"ruleset": "dual_powers"})
        while self.finished.step(random):
            pass
        self.tokens = {
            "anyone": "",
            "observer": self.given("observer"),
            "arbiter": self.given("arbiter"),
            "organiser": self.organiser,
            **{name: game.tokens["red"] for name, game in self.games.items()},
            "revoked": self.revoked(),
        }

    def given(self, role: str) -> str:
        made = self.http.post("/v1/tokens", json={"role": role}, headers=bearer(self.organiser))
        return str(made.json()["token"])

    def revoked(self) -> str:
        made = self.http.post("/v1/tokens", json={"role": "arbiter"}, headers=bearer(self.organiser)).json()
        self.http.delete(f"/v1/tokens/{made['id']}", headers=bearer(self.organiser))
        return str(made["token"])


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setting]:
    folder = tmp_path_factory.mktemp("server")
    free = {"PROTOKOL_ADDRESSES_PER_SECOND": "0"}
    with served(folder, **free) as server, httpx.Client(base_url=server.url) as http:
        yield Setting(server, http)


def test_whatever_is_sent_is_answered_as_the_document_says(setting: Setting) -> None:
    import schemathesis  # loads for a second, which other tests need not wait for
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.core.result import Ok
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
        status_code_conformance,
        unsupported_method,
    )

    checks: list[Any] = [
        not_a_server_error,
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
        status_code_conformance,
        unsupported_method,
    ]
    document = setting.http.get("/schema/openapi.json").json()
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=setting.server.url)
    games = [game.id for game in (*setting.games.values(), setting.finished)]
    seen: dict[str, set[int]] = {}

    def ask_all(operation: Any, name: str, mode: GenerationMode, examples: int) -> None:
        @settings(max_examples=examples * TIMES, phases=[Phase.explicit, Phase.generate], **QUIET)
        @given(
            case=operation.as_strategy(generation_mode=mode),
            who=st.sampled_from([*setting.tokens, *["organiser"] * 4]),
            game=st.sampled_from(games),
            real=st.integers(0, 6),
        )
        def ask(case: Any, who: str, game: str, real: int) -> None:
            if real and "game" in (case.path_parameters or {}):
                case.path_parameters["game"] = setting.games[who].id if who in setting.games else game
            if real > 2 and isinstance(case.body, dict):
                case.body = {**case.body, **SENSIBLE.get(name, {})}
            if name in ("endToken", "rotateSeat") and who == "organiser":
                who = "observer"  # the tokens of this test are needed to its end
            answer = case.call_and_validate(headers=bearer(setting.tokens[who]), checks=checks, timeout=10)
            seen.setdefault(name, set()).add(answer.status_code)

        ask()

    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        name = result.ok().definition.raw["operationId"]
        ask_all(result.ok(), name, GenerationMode.POSITIVE, 40)
        if name in WITH_VALUES:
            ask_all(result.ok(), name, GenerationMode.NEGATIVE, 20)
    assert seen["command"] >= {400, 401, 403} and seen["viewGame"] >= {200, 401, 404}
    assert all(401 in found for name, found in seen.items() if name not in ("live", "ready"))
    assert [name for name, found in seen.items() if not found & {200, 201, 204}] == [
        "command", "inviteToSeat", "joinGame", "rotateSeat", "endToken",
    ]  # fmt: skip


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def mutated(command: Any, random: Random, junk: Any) -> Any:
    """A legal command with something in it changed, at any depth."""
    if isinstance(command, dict) and command and random.random() < 0.8:
        name = random.choice(sorted(command))
        how = random.randrange(5)
        if how == 0:
            return {other: value for other, value in command.items() if other != name}
        if how == 1:
            return {**command, f"{name}_": junk}
        return {**command, name: mutated(command[name], random, junk)}
    if isinstance(command, int) and not isinstance(command, bool):
        return command + random.choice((-2, -1, 1, 2))
    return junk if random.random() < 0.5 else command


def choices_of(name: str, found: dict[str, Any]) -> Choices:
    """The choices of an answer, as the rules have them."""
    rules = ruleset(name)
    commands = tuple(rules.commands.decode(msgspec.json.encode(one)) for one in found["commands"])
    form = msgspec.convert({**found, "commands": []}, BidForm if "accepts" in found else Choices)
    return msgspec.structs.replace(form, commands=commands)


def allowed(name: str, body: bytes, found: dict[str, Any] | None) -> bool:
    """Whether a body is a command that the choices allow."""
    try:
        command = ruleset(name).commands.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return found is not None and choices_of(name, found).allows(command)


def check_command(setting: Setting, reader: Reader, name: str, random: Random, junk: Any) -> bool:
    """One body, sent for one seat: the game moves if and only if the choices allow it."""
    game = setting.games[name]
    seat = random.choice(sorted(game.tokens))
    found = game.get("/choices", game.tokens[seat]).json()["choices"]
    legal: list[Any] = list(found["commands"]) if found else []
    if found is not None and "accepts" in found:
        legal += [msgspec.to_builtins(choices_of(name, found).sample(random.randrange)) for _ in range(3)]
    how = random.random()
    if not legal or how < 0.2:
        body = junk if isinstance(junk, bytes) else msgspec.json.encode(junk)
    elif how > 0.9:
        body = msgspec.json.encode(random.choice(legal))
    else:
        body = msgspec.json.encode(mutated(random.choice(legal), random, None if how < 0.3 else str(junk)))
    before = reader.head(game.id)
    answer = setting.http.post(
        f"/v1/games/{game.id}/commands", content=body, headers={**bearer(game.tokens[seat]), **key()}
    )
    accepted = answer.status_code == 200
    assert accepted or answer.status_code in (400, 409), answer.text
    assert (reader.head(game.id) != before) == accepted
    assert accepted == allowed(name, body, found), (seat, body, found, answer.text)
    return accepted


@pytest.mark.parametrize("name", RULESETS)
def test_no_body_changes_a_game_unless_it_is_a_command_that_the_choices_allow(
    setting: Setting, name: str
) -> None:
    counts = [0, 0]

    @settings(max_examples=250 * TIMES, phases=[Phase.generate], **QUIET)
    @given(seed=st.integers(0, 2**32), junk=JSON | st.binary(max_size=30))
    def send(seed: int, junk: Any) -> None:
        counts[check_command(setting, reader, name, Random(seed), junk)] += 1

    with open_reader(setting.server.store) as reader:
        send()
    assert counts[False] > 100 and counts[True] > 5, counts
