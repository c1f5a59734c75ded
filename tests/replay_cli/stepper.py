"""A viewer to press keys on, and what its screen then shows."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot

from replay_cli import cli
from replay_cli.panes import Board, LastLine
from replay_cli.stepping import prepared
from replay_cli.viewer import Viewer

GOLDEN = Path(__file__).parent.parent / "golden"
DUEL, TOWN = str(GOLDEN / "dual_powers.ndjson"), str(GOLDEN / "revolution-4.ndjson")
Play = Callable[[Viewer, Pilot[None]], Awaitable[None]]


def step(play: Play, *words: str, size: tuple[int, int] = (120, 40)) -> None:
    """Open the viewer as the command line would, and press keys."""
    viewer = prepared(cli.parser().parse_args(["step", *words]))

    async def run() -> None:
        async with viewer.run_test(size=size) as pilot:
            await pilot.pause()
            await play(viewer, pilot)

    asyncio.run(run())


def board(viewer: Viewer) -> str:
    return "\n".join(viewer.query_one(Board).rows)


def status(viewer: Viewer) -> str:
    return str(viewer.query_one("#status").render())


def last_line(viewer: Viewer) -> str:
    return str(viewer.query_one(LastLine).render())


def screen(viewer: Viewer) -> list[str]:
    """What the terminal shows, row by row."""
    widgets = viewer.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in widgets]


def current_line(viewer: Viewer) -> str:
    """The one line of the story that is marked on the screen."""
    (found,) = [row for row in screen(viewer) if row.startswith("▸") or "│▸" in row]
    return found.partition("▸")[2]


async def typed(pilot: Pilot[None], text: str) -> None:
    await pilot.press(*("full_stop" if sign == "." else sign for sign in text), "enter")
