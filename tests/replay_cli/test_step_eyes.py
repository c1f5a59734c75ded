"""`replay step` shows what its copy may show: viewpoints, and nothing beyond them."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from domain.core.event import ARBITER, secrets_of
from domain.core.replay import as_seen_by
from replay_cli import cli
from replay_cli.match import Match
from replay_cli.panes import Story
from replay_cli.source import open_source
from replay_cli.viewer import Viewer
from tests.replay_cli.stepper import DUEL, board, last_line, status, step, typed


def copy_for(seat: str, tmp_path: Path) -> Path:
    records = Match(open_source(DUEL)).records
    file = tmp_path / f"{seat}.ndjson"
    file.write_bytes(b"\n".join(record.line() for record in as_seen_by(records, seat)))
    return file


def test_reds_copy_never_shows_whites_hand(tmp_path: Path) -> None:
    """On every position, through every viewpoint that the copy offers; the board and the whole story."""
    whole = Match(open_source(DUEL))
    secrets = {
        record.version: value if isinstance(value, tuple) else (value,)
        for record in whole.records
        for name in secrets_of(type(record.event))
        if (secret := getattr(record.event, name)).to == ("white",) and (value := secret.value)
    }
    assert len(secrets) >= 4

    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        checked = 0
        for eyes in ("red", "public"):
            assert viewer.eyes == eyes
            for version in range(1, 120):
                viewer.go(version)
                table = whole.table(ARBITER, version)
                really = whole.rules.draw(table, ARBITER)
                hand = [card for card in table.hands["white"].known if card in really]  # type: ignore[attr-defined]
                assert not [card for card in hand if card in board(viewer)], version
                told = str(viewer.query_one("#told").render()) + viewer.query_one(Story).line(version)
                assert not [card for card in secrets.get(version, ()) if str(card) in told], version
                checked += len(hand)
            await pilot.press("v")
        assert viewer.eyes == "red"
        assert checked > 500

    step(play, str(copy_for("red", tmp_path)))


@pytest.mark.parametrize(
    ("asked", "round_trip"),
    [
        ((), ["public", "red", "white", "public"]),
        (("--as", "white"), ["white", "public", "red", "white"]),
        (("--as", "arbiter"), ["arbiter", "red", "white", "public", "arbiter"]),
    ],
)
def test_viewpoints_are_those_of_the_copy_the_arbiters_only_if_asked_for(
    asked: tuple[str, ...], round_trip: list[str]
) -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        seen = []
        for _ in round_trip:
            seen.append(viewer.eyes)
            assert f"as {viewer.eyes}  " in status(viewer)
            assert board(viewer) == viewer.sight.rules.draw(viewer.sight.table(20), viewer.eyes)
            await pilot.press("v")
        assert seen == round_trip
        assert viewer.at == 20

    step(play, DUEL, "--at", "20", *asked)


def test_search_finds_only_what_the_viewpoint_was_told() -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        await pilot.press("slash")
        await typed(pilot, "draws white-5e")
        assert (viewer.at, viewer.hits) == (9, [9])
        await pilot.press("v")
        assert (viewer.eyes, viewer.hits) == ("white", [])
        await pilot.press("n")
        assert last_line(viewer) == "nothing in the story has “draws white-5e”"

    step(play, DUEL, "--as", "red")


def test_a_copy_refuses_the_eyes_that_it_does_not_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(copy_for("red", tmp_path))
    for who in ("white", "arbiter"):
        assert cli.run(["step", file, "--as", who]) == 3
        assert f"--as {who}: this is the copy of red" in capsys.readouterr().err
