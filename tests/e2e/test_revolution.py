"""Revolution! over the wire: all seats bid at once, in any order; scores, story, knowledge, and `replay`."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from domain.core.event import PUBLIC
from domain.core.record import redact_record
from domain.core.replay import fold
from domain.core.ruleset import ruleset
from services.store.reader import open_reader
from tests.e2e.servers import Game, Served, bearer, decision, key, organiser_of, served
from tests.replay_cli.support import replay


class Setting:
    def __init__(self, server: Served, http: httpx.Client) -> None:
        self.server, self.http = server, http
        self.organiser = asyncio.run(organiser_of(server.store))
        made = http.post("/v1/tokens", json={"role": "arbiter"}, headers=bearer(self.organiser)).json()
        self.arbiter = made["token"]

    def game(self, **options: Any) -> Game:
        return Game(self.http, self.organiser, {"ruleset": "revolution", "options": options})


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setting]:
    folder = tmp_path_factory.mktemp("server")
    with served(folder) as server, httpx.Client(base_url=server.url) as http:
        yield Setting(server, http)


async def bid_together(url: str, game: Game, random: Random) -> dict[int, Any]:
    """Every seat bids, and perhaps once or twice more, all at the same time: what was heard, by version."""
    heard: dict[int, Any] = {}

    async def ask(http: httpx.AsyncClient, seat: str) -> None:
        mine = bearer(game.tokens[seat])
        await asyncio.sleep(random.random() / 50)
        for _ in range(random.randrange(1, 4)):
            found = (await http.get(f"/v1/games/{game.id}/choices", headers=mine)).json()["choices"]
            if found is None or "accepts" not in found:
                return  # the others have bid and it goes on
            bid = decision(found, random)
            path = f"/v1/games/{game.id}/commands"
            answer = await http.post(path, json=bid, headers={**mine, **key()})
            assert answer.status_code in (200, 409), answer.text  # the round may be over meanwhile
            if answer.status_code == 200:
                first = answer.json()["records"][0]
                assert (first["by"], first["event"]["type"]) == (seat, "bid_placed")
                heard[first["version"]] = bid["bid"]

    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        await asyncio.gather(*(ask(http, seat) for seat in game.tokens))
    return heard


@pytest.mark.parametrize("options", [{"players": 3}, {}], ids=["three", "four"])
def test_of_seats_that_bid_at_once_each_has_its_last_bid_revealed(
    setting: Setting, options: dict[str, Any]
) -> None:
    random = Random(6)
    game = setting.game(**options)
    heard: dict[int, Any] = {}
    for _ in range(5):
        heard |= asyncio.run(bid_together(setting.server.url, game, random))
        while (due := game.due()) is not None and "accepts" not in due[1]:
            assert game.send(due[0], random.choice(due[1]["commands"])).status_code == 200
    events = [one["data"] for one in game.get("/events", params={"limit": 500}).json()["events"]]
    assert [one["version"] for one in events] == list(range(1, len(events) + 1))
    assert [one["version"] for one in events if one["event"]["type"] == "bid_placed"] == sorted(heard)
    last: dict[str, int] = {}
    orders, revealed = set(), 0
    for one in events:
        event = one["event"]
        if event["type"] == "bid_placed":
            last[event["seat"]] = one["version"]
        if event["type"] == "bid_revealed":
            orders.add(tuple(sorted(last, key=last.__getitem__)))
            assert event["bid"]["opens"] == last[event["seat"]]
            assert tokens(event["bid"]["value"]) == tokens(heard[last[event["seat"]]])
            revealed += 1
    assert revealed >= 5 * len(game.tokens) and len(orders) > 1


def tokens(bid: dict[str, Any]) -> dict[str, dict[str, int]]:
    return {name: {kind: count for kind, count in one.items() if count} for name, one in bid.items()}


@pytest.fixture(scope="module")
def finished(setting: Setting) -> Game:
    game, random = setting.game(players=3, round_limit=5), Random(8)
    while game.step(random):
        pass
    return game


def test_scores_story_and_knowledge_are_what_the_log_says(setting: Setting, finished: Game) -> None:
    rules = ruleset("revolution")
    with open_reader(setting.server.store) as reader:
        records = [rules.read(line) for line in reader.lines(finished.id)]
    table = rules.table_for(records[0].event.header)
    course: list[tuple[int, dict[str, int]]] = []
    for record in records:
        fold(table, [record])
        points = rules.standing(table).points
        if not course or course[-1][1] != points:
            course.append((record.version, dict(points)))
    standing = rules.standing(table)
    score = finished.get("/scoreboard").json()
    assert [(one["version"], one["points"]) for one in score["course"]] == course
    assert (score["over"], tuple(score["winners"]), score["reason"]) == (
        True,
        standing.winners,
        standing.reason,
    )
    story = finished.get("/timeline", params={"limit": 500}).json()["told"]
    public = [redact_record(record, PUBLIC) for record in records]
    assert [one["told"] for one in story] == [rules.tell(record.event) for record in public]
    secrets = finished.get("/knowledge", setting.arbiter).json()["secrets"]
    bids = {record.version: record for record in records if type(record.event).__name__ == "BidPlaced"}
    assert [one["version"] for one in secrets if one["type"] == "bid_placed"] == list(bids)
    for one in secrets:
        seat = bids[one["version"]].event.seat
        others = [version for who, version in one["known_to"].items() if who not in (seat, "arbiter")]
        assert one["known_to"][seat] == one["version"] < min(others, default=one["version"] + 1)
        assert tokens(one["value"]) == tokens(msgspec.to_builtins(bids[one["version"]].event.bid.value))


def test_replay_shows_judges_and_exports_it_from_the_server(
    setting: Setting, finished: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = (setting.server.url, "--game", finished.id)
    seats = {"red": finished.tokens["red"], "public": "", "arbiter": setting.arbiter}
    for seat, token in seats.items():
        monkeypatch.setenv("PROTOKOL_TOKEN", token)
        shown = replay("show", *where, "--at", "r2.bidding", "--as", seat)
        assert shown.code == 0 and "TOWN BOARD" in shown.out, shown
        story = replay("log", *where, "--as", seat)
        assert story.code == 0 and "Bidding" in story.out
        judged = replay("verify", *where, "--json")
        (report,) = json.loads(judged.out)["reports"]
        assert judged.code == 0 and report["audience"] == seat
        assert {report[name]["answer"] for name in ("intact", "fair", "by_the_rules")} == {"fine"}
        if seat not in ("red", "public"):
            continue
        page = tmp_path / f"{seat}.html"
        assert replay("export", where[0], "html", *where[1:], "--as", seat, "-o", page).code == 0
        assert "<svg" in page.read_text() and "http://" not in page.read_text().replace(
            "http://www.w3.org/2000/svg", ""
        )
    monkeypatch.setenv("PROTOKOL_TOKEN", finished.tokens["red"])
    knew = replay("knew", *where, "--as", "red", "--at", "r2.bidding")
    assert knew.code == 0 and "bid_placed.bid" in knew.out
    later = replay("knew", *where, "--as", "red", "--at", "r3.bidding")
    assert later.out.count("bid_placed.bid") > knew.out.count("bid_placed.bid")
