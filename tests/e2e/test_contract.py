"""The contract's small print: who may what, what is sent again, what is refused and how."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import jsonschema
import pytest

from services.store.reader import open_reader
from tests.e2e.servers import Game, Served, bearer, key, organiser_of, served

OUTSIDE = re.compile(r"""(src|href)=["'](https?:)?//""")


class Setting:
    """A server, an organiser and a game that has begun."""

    def __init__(self, server: Served, http: httpx.Client, organiser: str) -> None:
        self.server, self.http, self.organiser = server, http, organiser
        self.game = Game(http, organiser, {"ruleset": "dual_powers", "seats": {"white": {"invite": True}}})


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setting]:
    folder = tmp_path_factory.mktemp("server")
    with served(folder) as server, httpx.Client(base_url=server.url) as http:
        yield Setting(server, http, asyncio.run(organiser_of(server.store)))


def problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()
    assert found["code"] == code and found["status"] == status, found
    return found


def test_a_token_that_is_not_good_is_refused_and_never_taken_for_nobody(setting: Setting) -> None:
    for said in ("Bearer protokol_" + "x" * 43, "Bearer", "Basic abc"):
        answer = setting.http.get("/v1/games", headers={"Authorization": said})
        problem(answer, 401, "bad_token")
        assert answer.headers["www-authenticate"] == "Bearer"


def test_an_invitation_seats_one_player_once_and_the_token_can_be_rotated_and_ended(setting: Setting) -> None:
    game = Game(
        setting.http, setting.organiser, {"ruleset": "dual_powers", "seats": {"white": {"invite": True}}}
    )
    invitation = game.opened["seats"]["white"]["invitation"]
    joined = setting.http.post(f"/v1/games/{game.id}/join", json={"invitation": invitation, "name": "Boris"})
    assert joined.status_code == 201 and joined.json()["seat"] == "white"
    again = setting.http.post(f"/v1/games/{game.id}/join", json={"invitation": invitation})
    problem(again, 403, "bad_invitation")
    token = joined.json()["token"]
    assert game.get("/seats").json()[1] == {"seat": "white", "name": "Boris", "taken": True}
    fresh = setting.http.post(f"/v1/games/{game.id}/seats/white/token", headers=bearer(token)).json()
    problem(game.get("/choices", token), 401, "bad_token")
    assert game.get("/choices", fresh["token"]).status_code == 200
    ended = setting.http.delete(f"/v1/tokens/{fresh['id']}", headers=bearer(setting.organiser))
    assert ended.status_code == 204
    problem(game.get("/choices", fresh["token"]), 401, "bad_token")


def test_only_an_organiser_opens_games_and_an_opening_sent_again_finds_its_game(setting: Setting) -> None:
    body = {"ruleset": "dual_powers"}
    problem(setting.http.post("/v1/games", json=body, headers=key()), 403, "not_allowed")
    headers = {**bearer(setting.organiser), **key()}
    first = setting.http.post("/v1/games", json=body, headers=headers)
    second = setting.http.post("/v1/games", json=body, headers=headers)
    assert (first.status_code, second.status_code) == (201, 200)
    assert second.json()["repeated"] and second.json()["game"] == first.json()["game"]
    assert second.json()["seats"] == {"red": {}, "white": {}}
    other = setting.http.post("/v1/games", json={**body, "preset": "de"}, headers=headers)
    problem(other, 409, "command_reused")


def test_bad_openings_name_the_field_at_fault(setting: Setting) -> None:
    for body, field in (
        ({"ruleset": "chess"}, "ruleset"),
        ({"ruleset": "dual_powers", "preset": "fr"}, "preset"),
        ({"ruleset": "dual_powers", "options": {"solitaire": 9}}, "options.solitaire"),
        ({"ruleset": "dual_powers", "seats": {"blue": {}}}, "seats"),
        ({"ruleset": "dual_powers", "colour": "red"}, None),
    ):
        answer = setting.http.post("/v1/games", json=body, headers={**bearer(setting.organiser), **key()})
        found = problem(answer, 400, "bad_request")
        if field:
            assert found["field"] == field, found
    headers = bearer(setting.organiser)
    answer = setting.http.post("/v1/games", json={"ruleset": "dual_powers"}, headers=headers)
    assert problem(answer, 400, "bad_request")["field"] == "Idempotency-Key"


def test_a_command_sent_again_gives_the_same_answer_and_another_under_its_id_is_refused(
    setting: Setting,
) -> None:
    game = Game(setting.http, setting.organiser, {"ruleset": "dual_powers"})
    due = game.due()
    assert due is not None
    seat, found = due
    once = key()
    first = game.send(seat, found["commands"][0], **once)
    again = game.send(seat, found["commands"][0], **once)
    assert first.status_code == again.status_code == 200
    assert {**first.json(), "repeated": True} == again.json()
    problem(game.send(seat, found["commands"][1], **once), 409, "command_reused")
    problem(game.send(seat, found["commands"][0], **{"If-Match": '"1"'}), 412, "stale_version")


def test_a_refused_command_says_why_and_what_is_allowed_and_changes_nothing(setting: Setting) -> None:
    game = setting.game
    before = game.get().json()["version"]
    told = problem(game.send("red", {"type": "play_card", "card": "purple-4c"}), 409, "not_asked_now")
    assert told["rule"] and told["version"] == before and "commands" in told["choices"]
    for body in (b"", b"null", b"[]", b'{"type":"fly"}', b'{"type":"play_card"}', b"\xff", b"{" * 5000):
        answer = setting.http.post(
            f"/v1/games/{game.id}/commands", content=body, headers={**bearer(game.tokens["red"]), **key()}
        )
        assert problem(answer, 400, "bad_request")
    assert game.get().json()["version"] == before
    huge = setting.http.post(
        f"/v1/games/{game.id}/commands",
        content=b" " * 100_000,
        headers={**bearer(game.tokens["red"]), **key()},
    )
    problem(huge, 413, "body_too_large")


def test_who_may_not_learns_nothing(setting: Setting) -> None:
    game = setting.game
    for token in ("", setting.organiser):
        problem(game.get("/choices", token), 403, "not_allowed")
        answer = setting.http.post(
            f"/v1/games/{game.id}/commands", json={}, headers={**bearer(token), **key()}
        )
        problem(answer, 403, "not_allowed")
        problem(game.get("/knowledge", token), 403, "not_allowed")
    problem(game.get("/access"), 403, "not_allowed")
    other = Game(setting.http, setting.organiser, {"ruleset": "dual_powers"})
    assert game.get("", other.tokens["red"]).json()["audience"] == "public"
    problem(game.get("/choices", other.tokens["red"]), 403, "not_allowed")
    problem(setting.http.get("/v1/games/00000000-0000-4000-8000-000000000000"), 404, "no_such_game")
    problem(setting.http.get("/v1/games/x"), 404, "no_such_game")


def test_an_arbiter_sees_all_and_every_look_is_on_record(setting: Setting) -> None:
    game = setting.game
    made = setting.http.post(
        "/v1/tokens", json={"role": "arbiter", "name": "Judge"}, headers=bearer(setting.organiser)
    ).json()
    assert game.get("", made["token"]).json()["audience"] == "arbiter"
    with open_reader(setting.server.store) as reader:
        lines = reader.lines(game.id)
    page = game.get("/events", made["token"], headers={"Accept": "application/json"}).json()
    assert [event["data"] for event in page["events"]] == [json.loads(line) for line in lines]
    assert game.get("/knowledge", made["token"]).status_code == 200
    looks = game.get("/access", setting.organiser).json()
    assert [(one["name"], one["what"]) for one in looks] == [
        ("Judge", "view"), ("Judge", "events"), ("Judge", "knowledge"),
    ]  # fmt: skip


def test_pages_of_events_have_an_etag_and_nothing_new_is_304(setting: Setting) -> None:
    game = setting.game
    first = game.get("/events", params={"limit": 3})
    assert first.headers["etag"] == f'W/"{first.json()["version"]}"' and len(first.json()["events"]) == 3
    version = first.json()["version"]
    rest = game.get("/events", params={"after": version}, headers={"If-None-Match": first.headers["etag"]})
    assert rest.status_code == 304
    problem(game.get("/events", headers={"Accept": "image/png"}), 406, "not_acceptable")
    problem(game.get("/events", headers={"Last-Event-ID": "abc"}), 400, "bad_request")


def test_a_board_is_to_be_had_as_text_and_as_a_picture(setting: Setting) -> None:
    game = setting.game
    text = game.get("", game.tokens["red"], headers={"Accept": "text/plain"})
    assert text.status_code == 200 and "Hand" in text.text
    picture = game.get("", headers={"Accept": "image/svg+xml"}, params={"language": "de"})
    assert picture.text.startswith("<svg") and picture.headers["content-type"].startswith("image/svg+xml")
    problem(game.get("", headers={"Accept": "text/plain"}, params={"language": "fr"}), 400, "bad_request")
    problem(game.get("", params={"at": "r9.t9"}), 404, "no_such_moment")


def test_spectators_who_are_kept_behind_learn_of_nothing_later(setting: Setting) -> None:
    body = {"ruleset": "dual_powers", "delay": {"events": 10}}
    game = Game(setting.http, setting.organiser, body)
    random = Random(2)
    for _ in range(8):
        game.step(random)
    now = game.get("", setting.organiser).json()["version"]
    for path, params in (("", {}), ("/events", {"limit": 1}), ("/timeline", {}), ("/scoreboard", {})):
        assert game.get(path, params=params).json()["version"] == now - 10, path
    listed = {one["game"]: one for one in setting.http.get("/v1/games?limit=200").json()["games"]}
    assert listed[game.id]["version"] == now - 10
    problem(game.get("", params={"at": str(now)}), 404, "no_such_moment")
    problem(game.get("/evidence"), 403, "not_allowed")
    feed = setting.http.get("/v1/events?limit=500").json()["events"]
    assert feed and not [event for event in feed if event["source"].endswith(game.id)]
    assert game.get("", game.tokens["red"]).json()["version"] == now


def test_numbers_in_addresses_have_bounds_and_the_document_tells_them(setting: Setting) -> None:
    for query in ("limit=0", "limit=501", "after=-1", "after=9999999999", "until=x", "follow=2"):
        found = problem(setting.game.get(f"/events?{query}"), 400, "bad_request")
        assert found["field"] == query.partition("=")[0]
    document = setting.http.get("/schema/openapi.json").json()
    asked = document["paths"]["/v1/games/{game}/events"]["get"]["parameters"]
    bounds = {one["name"]: one["schema"] for one in asked}
    assert (bounds["limit"]["minimum"], bounds["limit"]["maximum"]) == (1, 500)
    assert {"Last-Event-ID", "If-None-Match", "ticket"} <= set(bounds)


def test_the_feed_goes_on_from_the_id_of_an_event(setting: Setting) -> None:
    everything = setting.http.get("/v1/events?limit=500").json()["events"]
    page = setting.http.get("/v1/events", params={"after": everything[4]["id"], "limit": 3}).json()
    assert page["events"] == everything[5:8] and page["next"] == everything[7]["id"]
    problem(setting.http.get("/v1/events?after=nonsense"), 400, "bad_request")


def test_a_ticket_opens_one_stream(setting: Setting) -> None:
    game = setting.game
    made = setting.http.post("/v1/tickets", headers=bearer(game.tokens["red"])).json()
    assert made["expires_in"] == 60
    params = {"ticket": made["ticket"], "follow": "0"}
    headers = {"Accept": "application/x-ndjson"}
    mine = game.get("/events", params=params, headers=headers)
    assert mine.text == game.get("/events", game.tokens["red"], params={"follow": "0"}, headers=headers).text
    problem(game.get("/events", params=params, headers=headers), 401, "bad_token")


def test_the_documents_are_there_and_the_one_for_streams_is_valid(setting: Setting) -> None:
    schema = json.loads(
        (Path(__file__).parent.parent / "services/api/asyncapi-3.0.0.schema.json").read_text()
    )
    document = setting.http.get("/schema/asyncapi.json").json()
    jsonschema.Draft7Validator(schema).validate(document)
    assert "dual_powers.card_played" in document["components"]["messages"]
    routes = setting.http.get("/schema/openapi.json").json()["paths"]
    assert {"/v1/games", "/v1/games/{game}/commands", "/v1/games/{game}/events"} <= set(routes)
    page = setting.http.get("/schema")
    assert page.status_code == 200 and not OUTSIDE.search(page.text)
    for name in ("swagger-ui-bundle.js", "swagger-ui.css", "swagger-ui-standalone-preset.js"):
        assert setting.http.get(f"/schema/assets/{name}").status_code == 200


def test_the_metrics_tell_of_events_commits_streams_and_lag(setting: Setting) -> None:
    text = setting.http.get("/metrics").text
    for name in (
        "appended_events_total", "commit_batch_size_count", "queue_depth", "open_streams",
        "stream_lag_seconds_count", "projection_lag_events", "requests_total",
    ):  # fmt: skip
        assert f"protokol_{name}" in text, name
    assert (
        setting.http.get("/health/live").json()
        == setting.http.get("/health/ready").json()
        == {"status": "ok"}
    )
