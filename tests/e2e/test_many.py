"""Three servers on one PostgreSQL and one Valkey: any of them takes any command, and any of them may go.

`make soak` plays fifty games where otherwise a few are played.
"""

import asyncio
import json
import os
import re
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
import yaml

from domain.core.game import choices
from domain.core.record import redact_line
from domain.core.replay import table_at
from domain.core.ruleset import installed, ruleset
from services.bots.remote import RemoteBot
from services.store.doctor import examine
from services.store.keys import SignedHead
from services.store.log import Finding
from services.store.reader import Reader, open_reader
from services.store.verify import verify_game
from tests.e2e.fleet import Fleet, Follower, a_fleet
from tests.e2e.servers import bearer, key

SOAK = int(os.environ.get("PROTOKOL_TEST_TIMES", "1")) > 1
GAMES = 50 if SOAK else 3
FIGHTS = 1_000
DEPLOY = Path(__file__).parents[2] / "deploy"
Receipts = dict[str, list[SignedHead]]


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    with a_fleet(tmp_path_factory.mktemp("fleet")) as running:
        yield running


async def begin(
    fleet: Fleet, organiser: str, names: Sequence[str], numbers: Sequence[int], pace: float = 0.0
) -> tuple[list[str], list["asyncio.Task[Receipts]"]]:
    """Games with a bot at each seat; every request of theirs goes to one of these servers at random."""
    games, tasks, random = [], [], Random(1917)
    async with fleet.client(organiser, numbers, random) as client:
        for name in names:
            opened = await client.open_game(name)
            games.append(opened.game)
            tasks += [
                asyncio.create_task(_seat(fleet, given.token or "", numbers, pace, random.randrange(1 << 30)))
                for given in opened.seats.values()
            ]
    return games, tasks


async def _seat(fleet: Fleet, token: str, numbers: Sequence[int], pace: float, seed: int) -> Receipts:
    async with fleet.client(token, numbers, Random(seed)) as client:
        await RemoteBot(client, "random", pace=pace, random=Random(seed)).play()
        return client.receipts


def is_whole(reader: Reader, game: str, receipts: Sequence[SignedHead] = ()) -> None:
    """Chain, signatures, fairness and rules, and every receipt that a player holds."""
    lines, heads = reader.lines_and_receipts(game)
    report = verify_game(lines, heads, reader.public_keys(), reader.origin, receipts)
    assert report.intact and report.fair and report.by_the_rules, report


def faults(reader: Reader) -> list[Finding]:
    """What the doctor objects to."""
    return [one for one in examine(reader) if not one.sound]


def saw_all(reader: Reader, follower: Follower, game: str) -> None:
    assert follower.ended() == [redact_line(line, "public") for line in reader.lines(game)]


def told(what: str, late: Sequence[float]) -> None:
    """Latencies are reported, not asserted: this machine has others to serve."""
    ordered = sorted(late)
    worst = f"p99 {1e3 * ordered[int(len(ordered) * 0.99)]:.0f} ms, most {1e3 * ordered[-1]:.0f} ms"
    print(f"{what}: {len(late)} events, p50 {1e3 * statistics.median(ordered):.0f} ms, {worst}")


def test_many_games_through_random_servers_are_whole_and_followers_elsewhere_miss_nothing(
    fleet: Fleet,
) -> None:
    async def play() -> tuple[list[str], list[Follower], list[Receipts]]:
        names = [installed()[number % len(installed())] for number in range(GAMES)]
        games, tasks = await begin(fleet, organiser, names, (0, 1))
        followers = [Follower(fleet.urls[2], game) for game in games]
        return games, followers, await asyncio.gather(*tasks)

    organiser = fleet.organiser()
    games, followers, receipts = asyncio.run(play())
    with open_reader(fleet.store) as reader:
        for game, follower in zip(games, followers, strict=True):
            saw_all(reader, follower, game)
            is_whole(reader, game, [head for one in receipts for head in one.get(game, [])])
        assert not faults(reader)
    told("across servers", [seconds for one in followers for _, seconds in one.late])
    scores = [httpx.get(f"{url}/v1/games/{games[0]}/scoreboard").json() for url in fleet.urls]
    assert scores[0]["over"] and scores[0] == scores[1] == scores[2]
    leads = [log.count("keeps the read models") for log in (one.log.read_text() for one in fleet.members)]
    assert sum(leads) == 0  # whoever was first still does


def test_every_metric_that_the_dashboard_and_the_alerts_name_is_told(fleet: Fleet) -> None:
    """By name and by the labels that they choose and group by."""
    assert httpx.get(f"{fleet.urls[0]}/v1/rulesets").status_code == 200  # so that a request was counted
    text = httpx.get(f"{fleet.urls[0]}/metrics").text
    families = set(re.findall(r"(?m)^# TYPE (\w+) ", text))
    labels = {
        name: set(re.findall(r'(\w+)="', inside))
        for name, inside in re.findall(r"(?m)^(\w+)(?:\{(.*)\})? [-+\d.einf]+$", text)
    }
    dashboard = json.loads((DEPLOY / "grafana/protokol.json").read_text())
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    rules = yaml.safe_load((DEPLOY / "prometheus/alerts.yaml").read_text())
    asked += [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    named = set()
    for expression in asked:
        for name, chosen in re.findall(
            r"\b((?:protokol|process)_\w+)(?:\{([^}]*(?:\{\w+\}[^}]*)*)\})?", expression
        ):
            named.add(name)
            assert name in labels or re.sub("_(bucket|total|sum|count)$", "", name) in families, name
            wanted = set(re.findall(r"(\w+)=~?\"", chosen)) - {
                "instance",
                "job",
            }  # these are Prometheus's own
            assert wanted <= labels.get(name, wanted), (name, wanted)
    assert len(named) > 15 and "protokol_bell_hearing" in named


def test_two_servers_fight_over_the_same_games_with_a_thousand_commands(fleet: Fleet) -> None:
    """Whatever is accepted is a legal game; whatever is refused was not possible where the game was then."""

    async def fight() -> tuple[set[str], int, list[tuple[str, str, Any, dict[str, Any]]]]:
        random, games, sent = Random(7), set(), 0
        refused: list[tuple[str, str, Any, dict[str, Any]]] = []
        servers = [httpx.AsyncClient(base_url=url, timeout=30) for url in fleet.urls[:2]]
        async with servers[0] as one, servers[1] as other:
            while sent < FIGHTS:
                answer = await one.post(
                    "/v1/games", json={"ruleset": "dual_powers"}, headers={**bearer(organiser), **key()}
                )
                opened = answer.json()
                game = opened["game"]
                games.add(game)
                tokens = {seat: given["token"] for seat, given in opened["seats"].items()}
                while sent < FIGHTS and (wishes := await _wishes(one, game, tokens, random)):
                    attempts = [
                        (seat, wish, http.post(f"/v1/games/{game}/commands", json=wish, headers=headers))
                        for seat, wish in wishes
                        for http in (one, other)
                        for headers in ({**bearer(tokens[seat]), **key()},)
                    ]
                    answers = await asyncio.gather(*(attempt for _, _, attempt in attempts))
                    sent += len(answers)
                    for (seat, wish, _), answer in zip(attempts, answers, strict=True):
                        assert answer.status_code in (200, 409, 412), answer.text
                        if answer.status_code != 200:
                            refused.append((game, seat, wish, answer.json()))
        return games, sent, refused

    async def _wishes(
        http: httpx.AsyncClient, game: str, tokens: dict[str, str], random: Random
    ) -> list[tuple[str, Any]]:
        """Commands that each seat may give now: of several only one can be."""
        found = []
        for seat, token in tokens.items():
            asked = (await http.get(f"/v1/games/{game}/choices", headers=bearer(token))).json()["choices"]
            if asked is not None and asked["needed"]:
                found += [(seat, random.choice(asked["commands"])) for _ in range(4)]
        return found

    organiser = fleet.organiser()
    games, sent, refused = asyncio.run(fight())
    assert sent >= FIGHTS and len(refused) > FIGHTS / 2
    with open_reader(fleet.store) as reader:
        accepted = sum(len(reader.receipts(game)) - 1 for game in games)
        assert accepted + len(refused) == sent
        for game in games:
            chained = verify_game(*reader.lines_and_receipts(game), reader.public_keys(), reader.origin)
            assert chained.intact, chained
        for game, seat, wish, problem in refused:
            if problem["code"] != "stale_version":
                assert not _possible(reader, game, seat, wish, problem["version"]), problem


def _possible(reader: Reader, game: str, seat: str, wish: Any, version: int) -> bool:
    """Whether a seat could give a command at a version, from what it could see there."""
    rules = ruleset("dual_powers")
    records = [rules.read(redact_line(line, seat)) for line in reader.lines(game, 0, version)]
    found = choices(rules, game, table_at(rules, records), seat)
    command = rules.commands.decode(msgspec.json.encode(wish))
    return found is not None and found.allows(command)


def test_valkey_is_killed_paused_and_restarted_in_play_and_nothing_is_lost(fleet: Fleet) -> None:
    valkey = fleet.valkey
    assert valkey is not None
    phases: list[tuple[str, float]] = []

    async def trouble(tasks: Sequence["asyncio.Task[Receipts]"]) -> None:
        seconds = 6.0 if SOAK else 2.0
        for what, happens in (
            ("with valkey", lambda: None),
            ("valkey killed", valkey.kill),
            ("valkey back, empty", valkey.start),
            ("valkey paused", valkey.pause),
            ("valkey resumed", valkey.resume),
        ):
            await asyncio.to_thread(happens)
            phases.append((what, time.time()))
            await asyncio.wait(tasks, timeout=seconds)

    async def play() -> tuple[list[str], list[Follower]]:
        games, tasks = await begin(fleet, organiser, ["dual_powers"] * (6 if SOAK else 2), (0, 1), 0.05)
        followers = [Follower(fleet.urls[2], game) for game in games]
        await trouble(tasks)
        await asyncio.gather(*tasks)
        return games, followers

    organiser = fleet.organiser()
    games, followers = asyncio.run(play())
    with open_reader(fleet.store) as reader:
        for game, follower in zip(games, followers, strict=True):
            saw_all(reader, follower, game)
            is_whole(reader, game)
    ends = [began for _, began in phases[1:]] + [float("inf")]
    for (what, began), end in zip(phases, ends, strict=True):
        if late := [seconds for one in followers for at, seconds in one.late if began <= at < end]:
            told(what, late)
            assert max(late) < 10, what
    assert fleet.logs().count('"redis lost"') >= 3


def test_a_server_is_killed_and_its_clients_go_on_at_another_one(fleet: Fleet) -> None:
    """The one that keeps the read models, twice; each time another one goes on with that."""
    leaders: list[int] = []

    def lead() -> int:
        until = time.monotonic() + 30
        while (number := fleet.leader()) is None:
            assert time.monotonic() < until
            time.sleep(0.1)
        return number

    async def play() -> tuple[list[str], list[Receipts]]:
        games, tasks = await begin(fleet, organiser, ["dual_powers", "revolution"], (0, 1, 2), 0.04)
        for _ in range(2):
            await asyncio.sleep(0.7)
            leaders.append(await asyncio.to_thread(lead))
            await asyncio.to_thread(fleet.members[leaders[-1]].kill)
            await asyncio.sleep(0.7)
            await asyncio.to_thread(fleet.restart, leaders[-1])
        return games, await asyncio.gather(*tasks)

    organiser = fleet.organiser()
    games, receipts = asyncio.run(play())
    with open_reader(fleet.store) as reader:
        for game in games:
            is_whole(reader, game, [head for one in receipts for head in one.get(game, [])])
        assert not faults(reader)
    until = time.monotonic() + 30
    while time.monotonic() < until:
        scores = [
            httpx.get(f"{url}/v1/games/{game}/scoreboard").json() for url in fleet.urls for game in games
        ]
        if all(score.get("over") for score in scores):
            break
    assert all(score["over"] for score in scores)
    assert leaders[0] != leaders[1] != lead()


def test_a_game_with_a_delay_is_never_in_the_feed_of_another_server(fleet: Fleet) -> None:
    """Its delay is known before the game is there, to whoever hears of it first."""
    organiser, seen, cursor = bearer(fleet.organiser()), "", ""
    delayed: list[str] = []
    shown: list[str] = []

    def look(http: httpx.Client) -> None:
        nonlocal seen, cursor
        page = http.get("/v1/events", params={"after": cursor, "limit": 500}, headers=organiser)
        seen, cursor = seen + page.text, page.json()["next"]

    with httpx.Client(base_url=fleet.urls[0]) as one, httpx.Client(base_url=fleet.urls[1]) as other:
        for number in range(12):
            body = {"ruleset": "dual_powers", **({"delay": {"seconds": 600}} if number % 2 else {})}
            opened = one.post("/v1/games", json=body, headers={**organiser, **key()})
            (delayed if number % 2 else shown).append(opened.json()["game"])
            look(other)
        until = time.monotonic() + 20
        while shown[-1] not in seen and time.monotonic() < until:
            look(other)
        look(other)
    assert all(game in seen for game in shown)
    assert not [game for game in delayed if game in seen]


def test_tokens_tickets_and_invitations_hold_on_every_server_and_once(fleet: Fleet) -> None:
    organiser = bearer(fleet.organiser())
    one, other, third = (httpx.Client(base_url=url) for url in fleet.urls)
    with one, other, third:
        body = {"ruleset": "dual_powers", "seats": {"red": {"invite": True}}}
        opened = one.post("/v1/games", json=body, headers={**organiser, **key()}).json()
        game, white = opened["game"], bearer(opened["seats"]["white"]["token"])
        invitation = opened["seats"]["red"]["invitation"]
        joined = [
            http.post(f"/v1/games/{game}/join", json={"invitation": invitation})
            for http in (other, third, one)
        ]
        assert [answer.status_code < 300 for answer in joined].count(True) == 1
        ticket = other.post("/v1/tickets", headers=white).json()["ticket"]
        used = [
            http.get(f"/v1/games/{game}/events", params={"ticket": ticket}) for http in (one, third, other)
        ]
        assert [answer.status_code for answer in used] == [200, 401, 401]
        assert third.get(f"/v1/games/{game}/choices", headers=white).status_code == 200
        mine = one.get("/v1/tokens/self", headers=white).json()["id"]
        assert one.delete(f"/v1/tokens/{mine}", headers=organiser).status_code < 300
        until = time.monotonic() + 5
        while third.get(f"/v1/games/{game}/choices", headers=white).status_code != 401:
            assert time.monotonic() < until
            time.sleep(0.1)
