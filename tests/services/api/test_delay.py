"""Spectators who are kept behind are kept behind from the first event on, whatever happens meanwhile."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from services.accounts import Accounts, Delay
from tests.services.api.inside import Inside, finished, inside

ASKED = {"ruleset": "dual_powers", "delay": {"seconds": 600, "events": 20}}


async def shown_of(there: Inside, game: str) -> list[Any]:
    """Everything that could tell a spectator how far a game is."""
    at = f"/v1/games/{game}"
    page = (await there.http.get(f"{at}/events")).json()
    view = await there.http.get(at)
    told = (await there.http.get(f"{at}/timeline")).json()
    score = (await there.http.get(f"{at}/scoreboard")).json()
    listed = {one["game"]: one for one in (await there.http.get("/v1/games?limit=200")).json()["games"]}
    feed = (await there.http.get("/v1/events?limit=500")).json()["events"]
    stream = await there.http.get(f"{at}/events?follow=0", headers={"Accept": "application/x-ndjson"})
    return [
        page["version"], page["events"], view.json()["version"], view.headers["etag"], told["version"],
        told["told"], score["version"], score["course"], listed[game]["version"],
        [event for event in feed if event["source"].endswith(game)], stream.content,
    ]  # fmt: skip


NOTHING = [0, [], 0, 'W/"0"', 0, [], 0, [], 0, [], b""]


def test_the_delay_is_on_disk_before_the_first_event_is_visible(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as there:
            found: list[Delay] = []

            def moved(game: str, version: int) -> None:
                found.append(there.server.accounts._ledger.delay(game))

            there.server.play.listeners.insert(0, moved)
            opened = await there.http.post("/v1/games", json=ASKED, headers=there.as_organiser)
            assert opened.status_code == 201
            assert found == [Delay(600, 20)]
            assert await shown_of(there, opened.json()["game"]) == NOTHING

    asyncio.run(play())


def test_after_a_crash_between_the_commit_and_the_answer_spectators_are_still_kept_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Crash(BaseException):
        """The process is gone."""

    async def crashes(*_: object) -> None:
        raise Crash

    async def play() -> None:
        async with inside(tmp_path) as there:
            headers = there.as_organiser
            with monkeypatch.context() as patched:
                patched.setattr(Accounts, "seat_tokens", crashes)
                with pytest.raises(Crash):
                    await there.http.post("/v1/games", json=ASKED, headers=headers)
            (game,) = [one.game for one in await there.server.play.games()]
        async with inside(tmp_path, there.organiser) as there:
            assert await shown_of(there, game) == NOTHING
            again = await there.http.post("/v1/games", json=ASKED, headers=headers)
            assert again.status_code == 200 and again.json()["game"] == game
            assert all(given["token"] for given in again.json()["seats"].values())
            assert await shown_of(there, game) == NOTHING

    asyncio.run(play())


def test_an_opening_sent_again_with_another_delay_is_another_request_and_changes_nothing(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with inside(tmp_path) as there:
            headers = there.as_organiser
            opened = await there.http.post("/v1/games", json=ASKED, headers=headers)
            game = opened.json()["game"]
            for other in ({**ASKED, "delay": {}}, {**ASKED, "seats": {"red": {"invite": True}}}):
                again = await there.http.post("/v1/games", json=other, headers=headers)
                assert (again.status_code, again.json()["code"]) == (409, "command_reused")
            named = {**ASKED, "seats": {"red": {"name": "Anna"}}}
            assert (await there.http.post("/v1/games", json=named, headers=headers)).status_code == 200
            assert await shown_of(there, game) == NOTHING

    asyncio.run(play())


def test_how_a_game_ended_counts_in_no_record_before_spectators_may_know(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as there:
            random, records = Random(4), []
            for delay in ({}, {"seconds": 600}):
                body = {"ruleset": "dual_powers", "seats": {"red": {"name": "Anna"}}, "delay": delay}
                opened = (await there.http.post("/v1/games", json=body, headers=there.as_organiser)).json()
                await finished(there, opened, random)
                records.append((await there.http.get("/v1/scoreboard")).json())
            score = (await there.http.get(f"/v1/games/{opened['game']}/scoreboard")).json()
            assert not score["over"]
            assert records[0] == records[1]
            assert records[0]["rulesets"][0]["games"] == records[0]["players"][0]["games"] == 1
            organiser = await there.server.accounts.caller(there.organiser)
            await there.server.accounts.set_game(opened["game"], Delay(), organiser)
            after = (await there.http.get("/v1/scoreboard")).json()
            assert after["rulesets"][0]["games"] == after["players"][0]["games"] == 2

    asyncio.run(play())
