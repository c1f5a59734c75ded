"""The list of games: all of them, a page at a time, also those that cannot be played here any more."""

import asyncio

import pytest

from services.play import live
from tests.services.api.inside import inside


def test_pages_follow_each_other_and_together_hold_every_game_once() -> None:
    async def play() -> None:
        async with inside() as there:
            body = {"ruleset": "dual_powers"}
            opened = [
                (await there.http.post("/v1/games", json=body, headers=there.as_organiser)).json()["game"]
                for _ in range(5)
            ]
            listed: list[str] = []
            query = "limit=2"
            for pages in (2, 1, 0):
                page = (await there.http.get(f"/v1/games?{query}")).json()
                listed += [one["game"] for one in page["games"]]
                assert (page["next"] is not None) == (pages > 0)
                query = f"limit=2&after={page['next']}"
            assert listed == opened
            nowhere = await there.http.get("/v1/games?after=00000000-0000-4000-8000-000000000000")
            assert (nowhere.status_code, nowhere.json()["code"]) == (404, "no_such_game")

    asyncio.run(play())


def test_a_game_of_rules_that_are_gone_is_listed_with_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with inside() as there:
            games = {}
            for name in ("dual_powers", "revolution"):
                answer = await there.http.post(
                    "/v1/games", json={"ruleset": name}, headers=there.as_organiser
                )
                games[name] = answer.json()
            for opened in games.values():
                kept = there.server.play._kept.get(opened["game"])
                assert kept is not None
                there.server.play._kept.drop(kept)
            monkeypatch.setattr(live, "is_installed", lambda name: name != "revolution")
            listed = (await there.http.get("/v1/games")).json()["games"]
            assert [one["ruleset"] for one in listed] == ["dual_powers", "revolution"]
            assert listed[1]["version"] == games["revolution"]["version"] and listed[1]["moment"] == ""
            assert listed[0]["moment"] != ""
            gone = await there.http.get(f"/v1/games/{games['revolution']['game']}")
            assert (gone.status_code, gone.json()["code"]) == (409, "not_playable")

    asyncio.run(play())
