"""`replay step`: every key, pressed; and what is then on the screen."""

import re
import shlex
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from replay_cli import cli
from replay_cli.keys import BINDINGS, HINT, KEYS, Help
from replay_cli.match import Match
from replay_cli.panes import Board, LastLine, Score, Story
from replay_cli.source import open_source
from replay_cli.viewer import SPEEDS, Viewer
from tests.replay_cli.stepper import DUEL, TOWN, board, current_line, last_line, screen, status, step, typed


def test_it_opens_at_the_end_of_the_set_up_as_the_public() -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        assert "version 6/119  setup  as public  paused 1/s" in status(viewer)
        assert "seen by the public" in board(viewer)
        assert re.fullmatch(r"  6  setup +48 command cards are shuffled into a .*", current_line(viewer))
        assert last_line(viewer) == HINT
        assert any("48 command cards" in row for row in screen(viewer)[:2])

    step(play, DUEL)


@pytest.mark.parametrize(
    ("key", "version", "moment"),
    [
        ("right", 18, "r1.t1"),
        ("left", 16, "r1.t1"),
        ("shift+right", 19, "r1.t1"),
        ("shift+left", 14, "r1.action"),
        ("right_square_bracket", 55, "r1.t8"),
        ("left_square_bracket", 13, "r1.objective"),
        ("pagedown", 73, "r1.cleanup"),
        ("pageup", 6, "setup"),
        ("home", 1, "setup"),
        ("end", 119, "over"),
    ],
)
def test_keys_that_move(key: str, version: int, moment: str) -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        await pilot.press(key)
        assert f"version {version}/119  {moment}  " in status(viewer)
        assert current_line(viewer).split()[:2] == [str(version), moment]
        expected = Match(open_source(DUEL)).rules.draw(viewer.sight.table(version), "public")
        assert board(viewer) == expected

    step(play, DUEL, "--at", "17")


def test_steps_stop_at_both_ends() -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        for key in ("left", "shift+left", "pageup", "home"):
            await pilot.press("home", key)
            assert viewer.at == 1
        for key in ("right", "shift+right", "pagedown", "end"):
            await pilot.press("end", key)
            assert viewer.at == 537

    step(play, TOWN)


def test_rounds_of_another_game() -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        seen = []
        for _ in range(4):
            seen.append(viewer.sight.moments[viewer.at - 1])
            await pilot.press("pagedown")
        assert seen == ["setup", "r1.patronage", "r2.patronage", "r3.patronage"]
        await pilot.press("shift+right")
        assert "r5.espionage" in status(viewer)

    step(play, TOWN)


@pytest.mark.parametrize(
    ("address", "version"),
    [("17", 17), ("r1", 73), ("r1.t3", 29), ("start", 6), ("end", 119), ("2025-11-18T07:13:45", None)],
)
def test_go_to_takes_all_that_at_takes(address: str, version: int | None) -> None:
    wanted = version or Match(open_source(DUEL)).version(address)

    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        if not address[0].isdigit():
            await pilot.press("g")
        await typed(pilot, address)
        assert viewer.at == wanted
        assert last_line(viewer) == HINT

    step(play, DUEL, "--at", "2")


def test_an_address_that_means_nothing_is_an_error_line() -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        await pilot.press("9", "9")
        assert last_line(viewer) == "go to: 99▏"
        await pilot.press("9", "enter")
        assert last_line(viewer) == "999: this game has versions 1 to 119"
        assert viewer.query_one(LastLine).has_class("wrong")
        await pilot.press("g")
        await typed(pilot, "r9.t1")
        assert last_line(viewer).startswith("r9.t1: no such moment; a version (1 to 119)")
        assert viewer.at == 6
        await pilot.press("right")
        assert last_line(viewer) == HINT

    step(play, DUEL)


def test_what_is_typed_can_be_corrected_and_given_up() -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        await pilot.press("1", "8", "backspace", "7", "left", "v", "backspace", "enter")
        assert (viewer.at, viewer.eyes) == (17, "public")
        await pilot.press("3", "escape")
        assert (viewer.at, last_line(viewer)) == (17, HINT)
        await pilot.press("3", "backspace", "backspace", "right")
        assert viewer.at == 18
        await pilot.press("3", "ctrl+u", "4", "enter")
        assert viewer.at == 4

    step(play, DUEL)


def test_search_goes_from_hit_to_hit_and_round_again() -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        assert last_line(viewer) == "search with / first"
        await pilot.press("slash")
        await typed(pilot, "LENIN")
        hits = [v for v in range(1, 120) if "Lenin" in viewer.sight.told(v)]
        assert hits[0] == 16 and len(hits) > 3
        assert viewer.at == hits[0]
        assert last_line(viewer).startswith(f"“LENIN”: 1 of {len(hits)}")
        shown = [row for row in screen(viewer) if row.startswith("• ")]
        assert shown and all("Lenin" in row for row in shown)
        await pilot.press("n")
        assert viewer.at == hits[1]
        await pilot.press("N", "N")
        assert viewer.at == hits[-1]
        await pilot.press("n")
        assert viewer.at == hits[0]
        await pilot.press("slash")
        await typed(pilot, "Napoleon")
        assert last_line(viewer) == "nothing in the story has “Napoleon”"
        assert viewer.at == hits[0]

    step(play, DUEL)


@pytest.mark.parametrize("words", [(), ("--lang", "de"), ("--game", "9482")])
def test_the_copied_command_prints_what_is_on_the_screen(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    seen = []

    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        await pilot.press("right", "y")
        seen.extend([viewer.clipboard, board(viewer)])
        assert last_line(viewer) == f"copied: {viewer.clipboard}"

    step(play, DUEL, "--at", "29", "--as", "red", *words)
    copied, drawn = seen
    assert copied.startswith(f"replay show {DUEL} --at 30 --as red")
    assert cli.run(shlex.split(copied)[1:]) == 0
    assert drawn in capsys.readouterr().out


def test_autoplay_goes_on_by_itself_at_the_speed_that_is_set_and_stops_at_the_end() -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        await pilot.press("less_than_sign", "less_than_sign")
        assert "paused 0.5/s" in status(viewer)
        await pilot.press(*["greater_than_sign"] * (len(SPEEDS) + 1))
        assert "paused 16/s" in status(viewer)
        await pilot.press("space")
        assert "playing 16/s" in status(viewer)
        await until(pilot, lambda: viewer.at > 102)
        await pilot.press("space")
        at = viewer.at
        await pilot.pause(0.2)
        assert viewer.at == at < 119
        assert "paused" in status(viewer)
        await pilot.press("end", "left", "space")
        await until(pilot, lambda: viewer.at == 119)
        assert "version 119/119" in status(viewer) and "paused" in status(viewer)
        await pilot.press("space")
        assert viewer.at < 10

    assert len(SPEEDS) >= 5
    step(play, DUEL, "--at", "100")


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end
        await pilot.pause(0.05)


def test_help_lists_every_key_and_holds_the_others_back() -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        shown = "\n".join(screen(viewer))
        assert all(keys in shown and does in shown for keys, does in KEYS)
        await pilot.press("right", "v", "3")
        assert (viewer.at, viewer.eyes) == (6, "public")
        await pilot.press("question_mark")
        assert not isinstance(viewer.screen, Help)
        await pilot.press("right")
        assert viewer.at == 7

    step(play, DUEL, size=(80, 24))


def test_help_names_every_binding() -> None:
    """Whoever binds a key writes it into the help."""
    names = {
        "left": "←", "right": "→", "up": "↑", "down": "↓", "left_square_bracket": "[",
        "right_square_bracket": "]", "pageup": "PageUp", "pagedown": "PageDown",
        "home": "Home", "end": "End", "space": "Space", "less_than_sign": "<", "greater_than_sign": ">",
        "slash": "/", "question_mark": "?",
    }  # fmt: skip
    listed = " ".join(f"{keys} {does}" for keys, does in KEYS)
    for binding in BINDINGS:
        key = binding.key.split("+")[-1]  # type: ignore[union-attr]
        if not key.isdigit() and key != "c":
            assert names.get(key, key) in listed


def test_a_click_on_the_story_or_the_line_below_goes_there() -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        story = viewer.query_one(Story)
        row = next(n for n, text in enumerate(screen(viewer)) if " 9  r1.draw" in text)
        await pilot.click(story, offset=(20, row - story.region.y))
        assert viewer.at == 9
        await pilot.press("end")
        assert viewer.at == 119
        score = viewer.query_one(Score)
        await pilot.click(score, offset=(score.size.width // 2, score.size.height - 1))
        assert 55 <= viewer.at <= 65

    step(play, DUEL)


def test_scrolling_moves_the_board_and_not_the_game() -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        pane = viewer.query_one(Board)
        await pilot.press("down", "down", "ctrl+right")
        await pilot.pause()
        assert tuple(pane.scroll_offset) == (8, 2)
        await pilot.press("up", "ctrl+left")
        await pilot.pause()
        assert tuple(pane.scroll_offset) == (0, 1)
        assert viewer.at == 6

    step(play, DUEL, size=(80, 24))


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 50)])
@pytest.mark.parametrize("source", [DUEL, TOWN])
def test_every_size_shows_board_story_score_and_status(size: tuple[int, int], source: str) -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        for key in ("end", "home", "pagedown", "shift+right", "right", "z", "z", "z"):
            await pilot.press(key)
            await pilot.pause()
        rows = screen(viewer)
        assert len(rows) == size[1] and max(map(len, rows)) <= size[0]
        assert rows[-2].startswith((" dual_powers", " revolution")) and rows[-1] == HINT
        assert "●" in rows[-3]
        assert current_line(viewer).split()[0] == str(viewer.at)
        assert any(row in "\n".join(rows) for row in [viewer.query_one(Board).rows[1][:70]])

    step(play, source, size=size)


def test_rows_that_changed_are_marked_and_brought_into_view() -> None:
    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        pane = viewer.query_one(Board)
        await pilot.press("right")
        await pilot.pause()
        changed = [pane.rows[number] for number in pane.changed]
        assert any("white-5e (5" in row for row in changed)
        assert any(row[:70] in text for row in changed for text in screen(viewer))

    step(play, DUEL, "--at", "8", "--as", "red", size=(80, 24))


def test_the_screen_is_saved_without_an_outside_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        await pilot.press("s")
        assert last_line(viewer) == "saved: replay-9482313b-6-public.svg"
        drawn = (tmp_path / "replay-9482313b-6-public.svg").read_text(encoding="utf-8")
        assert "PURPLE" in drawn
        assert set(re.findall(r"https?://[^\"' )<]+", drawn)) <= {
            "http://www.w3.org/2000/svg", "https://www.textualize.io", "http://www.w3.org/1999/xlink",
        }  # fmt: skip
        assert "font-face" not in drawn

    step(play, DUEL)


def test_a_game_that_plays_goes_on_under_the_help_and_can_be_left_at_any_time() -> None:
    """At the highest speed a tick may come while help lies over the board, or while the screen goes down."""

    async def play(viewer: Viewer, pilot: Pilot[None]) -> None:
        await pilot.press(*(">" for _ in SPEEDS), "space", "question_mark")
        assert isinstance(viewer.screen, Help)
        before = viewer.at
        await until(pilot, lambda: viewer.at > before + 1)
        viewer._tick()
        for widget in viewer.page.query(LastLine):
            await widget.remove()
        left = viewer.at
        viewer._tick()
        viewer.show()
        assert viewer.at == left, "nothing moves where nothing can be shown"

    step(play, DUEL)
