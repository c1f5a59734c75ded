"""Non-interference over the wire: games that differ only in hidden things are the same to who may not know.

Answers, streams, refusals, headers and sizes are compared byte by byte; blanked are digests of secrets, the
chain and the signatures over them, ids of requests and times, of which only the sizes must agree.
"""

import asyncio
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import httpx
import msgspec
import pytest

from domain.core.event import PUBLIC
from domain.core.ruleset import ruleset
from domain.games.revolution.choices import BidForm
from domain.games.revolution.commands import PlaceBid
from tests.e2e.servers import bearer
from tests.e2e.twins import FORMS, Listener, Side, Twins, twin_servers
from tests.laws.games import VARIANTS
from tests.laws.hidden import HIDDEN

OF_NO_GAME = {"/v1/keys", "/v1/tokens/self"}  # each server has keys and tokens of its own
ACCEPTS = ("application/json", "text/plain", "image/svg+xml", "application/x-ndjson", "text/event-stream")
MOMENTS = ("start", "r1", "9", "9999", "nonsense")
STOPS = {"dual_powers": (1, 9, 24), "revolution-3": (2, 7), "revolution-deals": (3, 10), "prelude": (1, 60)}


def wanted(*variants: str) -> list[tuple[str, str, int]]:
    found = []
    for variant in variants:
        name, given, preset = VARIANTS[variant]
        seats = ruleset(name).seats(ruleset(name).options(given, preset))
        found += [(variant, who, stop) for who, stop in product((PUBLIC, *seats), STOPS[variant])]
    return found


def requests(paths: dict[str, Any], twins: Twins) -> list[tuple[str, str, dict[str, str], Any]]:
    """Every route of the document, with what it can be asked: method, address, headers and body."""
    found: list[tuple[str, str, dict[str, str], Any]] = []
    for path, methods in paths.items():
        if path in OF_NO_GAME:
            continue
        at = path.format(game=twins.game, seat=twins.seats[0], token_id="0" * 12)
        for method in methods:
            if method != "get":
                headers = {"Idempotency-Key": str(UUID(int=7)), "Content-Type": "application/json"}
                found.append((method, at, headers, b"{}"))
            elif path.endswith(("/events", "/games/{game}")):
                found += [(method, f"{at}?follow=0", {"Accept": accept}, None) for accept in ACCEPTS]
                found.append((method, f"{at}?follow=0&after=3&limit=4", {}, None))
            else:
                found.append((method, at, {}, None))
        if path == "/v1/games/{game}":
            found += [("get", f"{at}?at={moment}", {}, None) for moment in MOMENTS]
            found.append(("get", f"{at}?at=9&language=de", {"Accept": "text/plain"}, None))
    return found


async def compare_answers(
    sides: tuple[Side, Side], twins: Twins, who: str, paths: dict[str, Any], *, plainly: bool = False
) -> int:
    """Every route, asked as one caller, in every form or in one: how many answers were compared."""
    asked = [one for one in requests(paths, twins) if not _changes(one, who)]
    if plainly:
        asked = [one for one in asked if one[0] == "get" and not one[2]]
    for method, at, headers, body in asked:
        answers = [
            await side.ask(method, at, side.token(twins, who), headers, content=body) for side in sides
        ]
        assert answers[0] == answers[1], (twins, who, method, at, headers)
        assert answers[0][0] < 500, (method, at, answers[0])
    return len(asked)


def _changes(request: tuple[str, str, dict[str, str], Any], who: str) -> bool:
    """What a caller may do and what would end or make tokens: there is nothing hidden in it."""
    return request[0] != "get" and (who == "organiser" or request[1].endswith(("/token", "/tickets")))


async def probe(sides: tuple[Side, Side], twins: Twins) -> int:
    """Commands of the audience's own seat whose answer could betray something: how many were refused."""
    hidden = HIDDEN[VARIANTS[twins.variant][0]]
    for number, command in enumerate(hidden.probes):
        headers = {"Idempotency-Key": str(UUID(int=100 + number))}
        answers = [
            await side.ask(
                "post",
                f"/v1/games/{twins.game}/commands",
                side.token(twins, twins.audience),
                headers,
                json=command,
            )
            for side in sides
        ]
        if answers[0][0] == 200:
            return number
        assert answers[0] == answers[1], (twins, command)
    return len(hidden.probes)


async def listening(sides: tuple[Side, Side], twins: Twins, who: str) -> list[list[Listener]]:
    """The three live streams of a caller, from where the game is, on both sides."""
    found = []
    for side in sides:
        token = side.token(twins, who)
        version = (await side.http.get(f"/v1/games/{twins.game}", headers=bearer(token))).json()["version"]
        found.append([Listener(side, twins.game, token, form, version) for form in FORMS])
    await asyncio.gather(*(one.open.wait() for some in found for one in some))
    return found


async def compare_streams(listeners: list[list[Listener]], count: int) -> None:
    for here, there in zip(*listeners, strict=True):
        assert await here.heard(count) == await there.heard(count), (here.game, here.form)
    for one in [one for some in listeners for one in some]:
        await one.close()


async def choices_of(side: Side, twins: Twins, seat: str) -> dict[str, Any] | None:
    at = f"/v1/games/{twins.game}/choices"
    found = (await side.http.get(at, headers=bearer(side.token(twins, seat)))).json()["choices"]
    return None if found is None else dict(found)


async def send(side: Side, twins: Twins, seat: str, command: Any, number: int) -> httpx.Response:
    headers = {**bearer(side.token(twins, seat)), "Idempotency-Key": str(UUID(int=number))}
    return await side.http.post(f"/v1/games/{twins.game}/commands", json=command, headers=headers)


async def answer_alike(sides: tuple[Side, Side], twins: Twins, who: str, random: Random) -> int:
    """The audience's seat gives the same command on both sides; up to what rightly shows something."""
    found = await choices_of(sides[0], twins, who)
    if found is None or not found.get("commands"):
        return 0
    rules = ruleset(VARIANTS[twins.variant][0])
    opens = HIDDEN[rules.name].opens
    listeners = await listening(sides, twins, who)
    command = random.choice(found["commands"])
    answers = [await send(side, twins, who, command, 500) for side in sides]
    assert [answer.status_code for answer in answers] == [200, 200]
    shown = 0
    for record in answers[0].json()["records"]:
        if opens(rules.read(msgspec.json.encode(record)).event, shown == 0):
            break
        shown += 1
    records = [answer.json()["records"] for answer in answers]
    if shown == len(records[0]) == len(records[1]):
        assert len(answers[0].content) == len(answers[1].content)
        assert answers[0].headers.keys() == answers[1].headers.keys()
        await compare_streams(listeners, shown)
        return shown
    for some in listeners:
        for one in some:
            await one.close()
    return shown


async def decide_in_secret(
    sides: tuple[Side, Side], twins: Twins, who: str, paths: dict[str, Any], random: Random
) -> int:
    """Another seat chooses otherwise on each side, in secret: nothing that the audience gets tells of it."""
    rules = ruleset(VARIANTS[twins.variant][0])
    alike = HIDDEN[rules.name].alike
    done = 0
    for number, seat in enumerate(seat for seat in twins.seats if seat != who):
        found = [await choices_of(side, twins, seat) for side in sides]
        if found[0] is None or found[1] is None:
            continue
        pair = two_secrets(rules, found, alike, who, random)
        if pair is None or (isinstance(pair[0], PlaceBid) and await is_last_bidder(sides[0], twins, seat)):
            continue
        listeners = await listening(sides, twins, who)
        answers = [
            await send(side, twins, seat, msgspec.to_builtins(command), 600 + number)
            for side, command in zip(sides, pair, strict=True)
        ]
        assert [answer.status_code for answer in answers] == [200, 200], answers[0].text + answers[1].text
        await compare_streams(listeners, len(answers[0].json()["records"]))
        await compare_answers(sides, twins, who, paths, plainly=True)
        done += 1
    return done


def two_secrets(rules: Any, found: list[Any], alike: Any, who: str, random: Random) -> tuple[Any, Any] | None:
    """A command for each side that others may not tell apart: as different as can be."""
    here, there = (samples(rules, one, random) for one in found)
    pairs = [
        (one, other)
        for one in here
        for other in there
        if one != other and alike(one, other) and who not in getattr(one, "to", ())
    ]
    return max(pairs, key=lambda pair: abs(size(pair[0]) - size(pair[1])), default=None)


def size(command: Any) -> int:
    return len(msgspec.json.encode(command))


def samples(rules: Any, found: dict[str, Any], random: Random) -> list[Any]:
    """What choices list, or what a form gives: bids and offers of many sizes."""
    if "accepts" not in found:
        return [rules.commands.decode(msgspec.json.encode(command)) for command in found["commands"]]
    form = msgspec.convert({**found, "commands": []}, BidForm)
    return [form.sample(random.randrange) for _ in range(20)]


async def is_last_bidder(side: Side, twins: Twins, seat: str) -> bool:
    view = (await side.http.get(f"/v1/games/{twins.game}")).json()
    asked = view["asked"]
    return asked is not None and list(asked["seats"]) == [seat]


@pytest.mark.parametrize("variants", [("dual_powers",), ("revolution-3", "revolution-deals"), ("prelude",)])
def test_twin_games_are_the_same_on_the_wire_to_who_may_not_know(
    tmp_path: Path, variants: tuple[str, ...]
) -> None:
    async def play(sides: tuple[Side, Side], pairs: list[Twins]) -> list[int]:
        random, counts = Random(5), [0] * 4
        paths = (await sides[0].http.get("/schema/openapi.json")).json()["paths"]
        for twins in pairs:
            callers = (PUBLIC, "observer", "organiser") if twins.audience == PUBLIC else (twins.audience,)
            for who in callers:
                counts[0] += await compare_answers(sides, twins, who, paths)
            counts[1] += await decide_in_secret(sides, twins, callers[0], paths, random)
        for twins in pairs:  # last, because from here on something may rightly be shown
            if twins.audience != PUBLIC:
                refused = await probe(sides, twins)
                counts[2] += refused
                if refused == len(HIDDEN[VARIANTS[twins.variant][0]].probes):
                    counts[3] += await answer_alike(sides, twins, twins.audience, random)
        for side in sides:
            await side.http.aclose()
        return counts

    with twin_servers(tmp_path, wanted(*variants)) as (here, there, pairs):
        assert sum(twins.moved for twins in pairs) > 20
        answers, secrets, refused, shown = asyncio.run(play((here, there), pairs))
    assert answers > 400
    in_secret = any(HIDDEN[VARIANTS[variant][0]].in_secret for variant in variants)
    assert secrets >= 2 or not in_secret, (answers, secrets, refused, shown)
    assert refused > 20
    assert shown >= (2 if variants == ("dual_powers",) else 0)
