"""How long a jump takes inside `replay step`, in a game of 10,000 events."""

import asyncio
import time
from random import Random
from statistics import quantiles

from domain.core.event import PUBLIC
from domain.core.replay import as_seen_by, table_at
from domain.core.ruleset import ruleset
from replay_cli.course import STRIDE, Course, Records
from replay_cli.viewer import Viewer
from tests.bench.measure import long_components, long_log

EVENTS, JUMPS = 10_000, 2_000
RULES = ruleset("dual_powers")
LONG = long_components(RULES, 1200)


def main() -> None:
    """Random positions through all eyes: table, board, story, score, and the screen."""
    records = [RULES.read(line) for line in long_log(RULES, LONG, EVENTS)]
    eyes = ("red", "white", PUBLIC)

    def seen_by(audience: str) -> Records:
        return list(as_seen_by(records, audience))

    course = Course(eyes, seen_by, rules=RULES, components=LONG)
    started = time.perf_counter()
    course.sight(PUBLIC)
    opened = (time.perf_counter() - started) * 1000
    viewer = Viewer(course, PUBLIC, 1, find=int, command=lambda at, who: f"{at} {who}")
    jumps = asyncio.run(_jumps(viewer, eyes))
    started = time.perf_counter()
    table_at(RULES, records, components=LONG)
    from_start = (time.perf_counter() - started) * 1000
    place, screen, worked = (quantiles(taken, n=100) for taken in zip(*jumps, strict=True))
    print(
        f"replay step, {EVENTS:,} events, {JUMPS:,} random jumps: "
        f"position p50 {place[49]:.2f} ms, p99 {place[98]:.2f} ms; with the whole 120x40 screen drawn "
        f"p50 {screen[49]:.2f} ms, p99 {screen[98]:.2f} ms, of it processor time p99 {worked[98]:.2f} ms "
        f"(a checkpoint every {STRIDE} events; folding from the start: {from_start:.1f} ms; "
        f"a viewpoint's first look: {opened:.0f} ms)"
    )


async def _jumps(viewer: Viewer, eyes: tuple[str, ...]) -> list[tuple[float, float, float]]:
    """Milliseconds of each jump: until the position is there, until it is drawn, and of work in all."""
    random, taken = Random(1917), []
    async with viewer.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        for who in eyes:
            viewer.course.sight(who)
        for number in range(JUMPS):
            viewer.eyes = random.choice(eyes)
            version = random.randint(1, EVENTS)
            started, worked = time.perf_counter(), time.thread_time()
            viewer.go(version)
            there = time.perf_counter()
            viewer.screen._compositor.render_strips()  # the whole screen, as the terminal would get it
            drawn, done = time.perf_counter(), time.thread_time()
            taken.append(((there - started) * 1e3, (drawn - started) * 1e3, (done - worked) * 1e3))
            if number % 50 == 0:
                await pilot.pause()
    return taken
