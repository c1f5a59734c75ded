"""Who may not know: every route of the OpenAPI document, asked by everyone who has no business there."""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import UUID

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from tests.e2e.servers import Game, Served, bearer, key, organiser_of, served

NOWHERE = "00000000-0000-4000-8000-000000000000"
OPEN = {"live", "ready"}  # of these, nobody is asked who they are

# Which callers each route answers, beside those that everyone may ask.
PLAYERS = {"seat", "other seat"}
MAY = {
    "listChoices": PLAYERS,
    "command": PLAYERS,
    "openGame": {"organiser"},
    "inviteToSeat": {"organiser"},
    "rotateSeat": {"organiser", "seat"},
    "issueToken": {"organiser"},
    "endToken": {"organiser"},
    "listLooks": {"organiser", "arbiter"},
    "listProjections": {"organiser"},
    "rebuild": {"organiser"},
    "gameKnowledge": {"arbiter"},
    "ticket": {"organiser", "arbiter", "observer", "stranger", *PLAYERS},
}


class Setting:
    """A server, a game that is being played, and every kind of caller."""

    def __init__(self, server: Served, http: httpx.Client) -> None:
        self.server, self.http = server, http
        organiser = asyncio.run(organiser_of(server.store))
        body = {"ruleset": "dual_powers", "seats": {"white": {"invite": True}}}
        self.invited = Game(http, organiser, body)
        self.game, other = (Game(http, organiser, {"ruleset": "dual_powers"}) for _ in range(2))
        random = Random(3)
        for _ in range(12):
            self.game.step(random)
        self.callers = {
            "anyone": "",
            "observer": self.given("observer", organiser),
            "arbiter": self.given("arbiter", organiser),
            "organiser": organiser,
            "seat": self.game.tokens["red"],
            "other seat": self.game.tokens["white"],
            "stranger": other.tokens["red"],
        }
        revoked = http.post("/v1/tokens", json={"role": "arbiter"}, headers=bearer(organiser)).json()
        http.delete(f"/v1/tokens/{revoked['id']}", headers=bearer(organiser))
        rotated = other.tokens["white"]
        http.post(f"/v1/games/{other.id}/seats/white/token", headers=bearer(organiser))
        ticket = http.post("/v1/tickets", headers=bearer(organiser)).json()["ticket"]
        self.bad = {
            "wrong": "protokol_" + "x" * 43,
            "misspelled": "arbiter",
            "revoked": revoked["token"],
            "rotated": rotated,
            "invitation": self.invited.opened["seats"]["white"]["invitation"],
            "ticket": ticket,
        }
        self.routes = [
            (method, path, operation["operationId"])
            for path, methods in http.get("/schema/openapi.json").json()["paths"].items()
            for method, operation in methods.items()
        ]

    def given(self, role: str, organiser: str) -> str:
        made = self.http.post("/v1/tokens", json={"role": role}, headers=bearer(organiser))
        return str(made.json()["token"])

    def ask(
        self, method: str, path: str, token: str, game: str, *, accept: str = "", body: bytes = b"{}"
    ) -> httpx.Response:
        at = path.format(game=game, seat="red", token_id="0" * 12)
        headers = {**bearer(token), "Idempotency-Key": str(UUID(int=1)), "Content-Type": "application/json"}
        if accept:
            headers["Accept"] = accept
        sent = body if method != "get" else None
        return self.http.request(method, at, headers=headers, content=sent, params={"follow": "0"})


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setting]:
    folder = tmp_path_factory.mktemp("server")
    with served(folder) as server, httpx.Client(base_url=server.url) as http:
        yield Setting(server, http)


def told(answer: httpx.Response) -> tuple[int, dict[str, str], Any]:
    """An answer without its own name and time."""
    headers = {name: value for name, value in answer.headers.items() if name not in ("date", "x-request-id")}
    body: Any = answer.content
    if answer.headers.get("content-type") == "application/problem+json":
        body = {name: value for name, value in answer.json().items() if name != "request"}
    return answer.status_code, headers, body


def test_with_a_token_that_is_not_good_all_routes_say_the_same_of_everything(setting: Setting) -> None:
    """What there is and what there is not, a good question and nonsense: one answer, the same size."""
    said = set()
    for method, path, name in setting.routes:
        if name in OPEN:
            continue
        for token in setting.bad.values():
            for game in (setting.game.id, NOWHERE, "nonsense"):
                for body in (b"{}", b"nonsense"):
                    answer = setting.ask(method, path, token, game, body=body)
                    assert answer.status_code == 401, (name, game, body, answer.text)
                    assert answer.headers["www-authenticate"] == "Bearer"
                    said.add((answer.headers["content-length"], str(told(answer))))
    assert len(said) == 1


def test_with_a_token_that_is_not_good_no_socket_is_opened(setting: Setting) -> None:
    said = set()
    for token in setting.bad.values():
        for game in (setting.game.id, NOWHERE, "nonsense"):
            url = f"{setting.server.url.replace('http', 'ws')}/v1/games/{game}/socket"
            offered = [Subprotocol("protokol.v1+json")]
            with (
                pytest.raises(InvalidStatus) as refused,
                connect(url, subprotocols=offered, additional_headers=bearer(token)),
            ):
                pass
            said.add((refused.value.response.status_code, bytes(refused.value.response.body or b"")))
    assert len(said) == 1 and next(iter(said))[0] in (401, 403)


def test_who_has_no_right_to_a_route_is_told_so_and_of_unknown_things_nothing_else(setting: Setting) -> None:
    asked = 0
    for method, path, name in setting.routes:
        allowed = MAY.get(name)
        if allowed is None:
            continue
        for who, token in setting.callers.items():
            if who in allowed:
                continue
            here = setting.ask(method, path, token, setting.game.id)
            assert here.status_code == 403 and here.json()["code"] == "not_allowed", (who, name, here.text)
            nonsense = setting.ask(method, path, token, setting.game.id, body=b"[nonsense")
            assert told(nonsense) == told(here), (who, name)
            asked += 1
    assert asked > 30


def test_who_is_not_at_the_table_sees_exactly_what_everyone_sees(setting: Setting) -> None:
    """An observer, an organiser and a player of another game get the bytes that an anonymous caller gets."""
    for method, path, name in setting.routes:
        if method != "get" or name in MAY or name in OPEN or name == "whoAmI":
            continue
        for accept in ("application/json", "application/x-ndjson", "text/event-stream", "text/plain", ""):
            answers = {
                who: told(setting.ask(method, path, setting.callers[who], setting.game.id, accept=accept))
                for who in ("anyone", "observer", "organiser", "stranger")
            }
            for who, answer in answers.items():
                if name == "evidence":  # it is signed when it is made
                    assert answer[0] == 200 and "-public.evidence" in answer[1]["content-disposition"]
                else:
                    assert answer == answers["anyone"], (who, name, accept)


def test_the_other_seat_is_never_told_what_only_this_one_may_know(setting: Setting) -> None:
    lines = setting.game.get("/events", setting.callers["arbiter"]).json()["events"]
    mine: set[str] = set()
    for event in lines:
        for value in event["data"]["event"].values():
            if isinstance(value, dict) and value.get("to") == ["red"]:
                mine.add(value["salt"])
    assert len(mine) >= 2
    for method, path, name in setting.routes:
        if method != "get" or name == "evidence":
            continue
        for who in ("anyone", "observer", "organiser", "other seat", "stranger"):
            for accept in ("application/json", "application/x-ndjson", "text/event-stream", "text/plain"):
                text = setting.ask(method, path, setting.callers[who], setting.game.id, accept=accept).text
                assert not [salt for salt in mine if salt in text], (who, name)
    own = setting.game.get("/events", setting.callers["seat"]).text
    assert all(salt in own for salt in mine)


def test_unknown_used_and_foreign_invitations_and_tokens_are_not_told_apart(setting: Setting) -> None:
    http, invited = setting.http, setting.invited
    invitation = invited.opened["seats"]["white"]["invitation"]
    elsewhere = http.post(f"/v1/games/{setting.game.id}/join", json={"invitation": invitation})
    unknown = http.post(f"/v1/games/{invited.id}/join", json={"invitation": "protokol_" + "y" * 43})
    joined = http.post(f"/v1/games/{invited.id}/join", json={"invitation": invitation})
    used = http.post(f"/v1/games/{invited.id}/join", json={"invitation": invitation})
    assert joined.status_code == 201
    assert told(elsewhere) == told(unknown) == told(used)
    mine = bearer(setting.callers["stranger"])
    there = http.get("/v1/tokens/self", headers=bearer(setting.callers["seat"])).json()["id"]
    ends = [http.delete(f"/v1/tokens/{token}", headers=mine) for token in (there, "0" * 12, "x", "%20")]
    assert len({str(told(answer)) for answer in ends}) == 1 and ends[0].status_code == 403


def test_what_is_held_back_from_spectators_is_like_what_does_not_exist(setting: Setting) -> None:
    game = Game(setting.http, setting.game.organiser, {"ruleset": "dual_powers", "delay": {"events": 10}})
    random = Random(7)
    for _ in range(10):
        game.step(random)
    now = game.get("", game.tokens["red"]).json()["version"]
    hidden, never = now - 4, now + 50
    ndjson = {"Accept": "application/x-ndjson"}
    for path, query, headers in (
        ("", "at={}", {}),
        ("/events", "after={}", {}),
        ("/events", "until={}", {}),
        ("/events", "after={}&follow=0", ndjson),
        ("/timeline", "after={}", {}),
    ):
        answers = [
            game.get(f"{path}?{query.format(version)}", headers=headers) for version in (hidden, never)
        ]
        said = [
            str(told(answer)).replace(f'"after":{version}', "").replace(f"version {version}", "")
            for answer, version in zip(answers, (hidden, never), strict=True)
        ]
        assert said[0] == said[1], (path, query)
    feed = [setting.http.get(f"/v1/events?after={game.id}:{version}") for version in (1, hidden, never)]
    assert len({str(told(answer)) for answer in feed}) == 1 and feed[0].status_code == 400


def test_a_command_under_anothers_token_or_in_another_game_does_nothing(setting: Setting) -> None:
    game = setting.game
    before = game.get().json()["version"]
    for seat, found in ((seat, game.get("/choices", game.tokens[seat]).json()) for seat in ("red", "white")):
        for command in (found["choices"] or {}).get("commands", []):
            for who, token in {**setting.callers, **setting.bad}.items():
                if token != game.tokens[seat]:
                    answer = setting.http.post(
                        f"/v1/games/{game.id}/commands", json=command, headers={**bearer(token), **key()}
                    )
                    assert answer.status_code in (401, 403, 409), (who, answer.text)
    assert game.get().json()["version"] == before
