"""The `protokol` command."""

import sys
from itertools import count
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NoReturn

import msgspec
from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.table import Table as Grid

from domain.core.ruleset import installed, ruleset
from services.accounts.commands import token
from services.bots import KINDS
from services.bots.commands import bot
from services.projector.commands import rebuild_command
from services.selfplay import Played, keep, play_game
from services.store.address import shown
from services.store.commands import copy, doctor, fail, keys
from services.store.errors import StoreError
from services.store.heads_commands import heads
from services.store.store import open_store

app = App(name="protokol", help="An event-sourced server for hidden-information, card-driven board games.")
app.command(bot)
app.command(copy)
app.command(doctor)
app.command(heads)
app.command(keys)
app.command(token)
app.command(rebuild_command, name="rebuild")
# These are loaded only when they run, as a server takes its time; so what they are for stands here.
app.command(
    "services.deck.commands:deck",
    help="The cards of Prelude to Revolution: check your own, show them in words.",
)
app.command(
    "services.serving:serve",
    help="""Serve games over HTTP until told to stop (SIGTERM, Ctrl-C).

    All settings come from the environment (PROTOKOL_STORE, PROTOKOL_PORT, …; README lists them); what is
    given here goes first.

    Example: protokol serve sqlite:///protokol.db --port 8000
    """,
)
app.command(
    "services.demo:demo",
    help="""Serve games of every ruleset with bots playing, and say where to look; Ctrl-C ends it.

    Example: protokol demo --port 8000
    """,
)
BotKind = Literal["random", "sound"]
BEGAN, HOUR = 1_767_225_600_000_000, 3_600_000_000  # 2026, in microseconds


@app.command
def selfplay(
    name: str,
    /,
    *,
    games: Annotated[int, Parameter(validator=Number(gte=1))] = 10,
    seed: int = 1,
    bots: str = "random",
    red: BotKind | None = None,
    white: BotKind | None = None,
    preset: Annotated[str | None, Parameter(name=["--preset", "--edition"])] = None,
    option: Annotated[list[str] | None, Parameter(name="--option", negative=())] = None,
    solitaire: Annotated[int, Parameter(validator=Number(gte=0, lte=6))] = 0,
    output: Annotated[Path | None, Parameter(name=["-o", "--output"])] = None,
    store: str | None = None,
) -> None:
    """Let bots play whole games and print how they went.

    Example: protokol selfplay dual_powers --games 20 --seed 7 --red sound -o logs

    Example: protokol selfplay revolution --bots red=sound,blue=random --option players=3

    Parameters
    ----------
    name
        The ruleset, for instance dual_powers.
    games
        How many games.
    seed
        The same seed plays the same games.
    bots
        Who plays: one bot for all seats (sound), or bots by seat (red=sound,blue=random); the rest is random.
    red
        Who plays red: the same as --bots red=...
    white
        Who plays white: the same as --bots white=...
    preset
        The preset of options; for dual_powers an edition: en, de, ru or publisher.
    option
        An option of the ruleset, as name=value; may be given several times.
    solitaire
        Dual Powers alone, at this difficulty, 1 to 6: the same as --option solitaire=...
    output
        A folder; each game's log is written there as NDJSON, all secrets open.
    store
        The URL of a store, for instance sqlite:///protokol.db; each game is kept there.
    """
    if name not in installed():
        _fail(f"no ruleset {name!r}; installed: {', '.join(installed())}")
    rules = ruleset(name)
    given = dict(_option(text) for text in option or [])
    if solitaire:
        given["solitaire"] = solitaire
    try:
        options = rules.options(given, preset=preset)
    except (ValueError, msgspec.ValidationError) as error:
        _fail(str(error))
    shorthands = {seat: bot for seat, bot in (("red", red), ("white", white)) if bot is not None}
    kinds = {**_bots(bots, rules.seats(options)), **shorthands}
    strangers = [seat for seat in kinds if seat not in rules.seats(options)]
    if strangers:
        _fail(f"no seat {strangers[0]!r} in this game; there are {', '.join(rules.seats(options))}")
    if output:
        output.mkdir(parents=True, exist_ok=True)
    try:
        kept = open_store(store) if store else None
    except StoreError as error:
        fail(error)
    random = Random(seed)
    played: list[Played] = []
    for number in range(1, games + 1):
        clock = count(
            BEGAN + number * HOUR, 7_000_000
        ).__next__  # made-up times: the same seed, the same bytes
        one = play_game(rules, options, kinds, random, clock)
        if output:
            lines = b"".join(record.line() + b"\n" for record in one.records)
            (output / f"{one.records[0].game}.ndjson").write_bytes(lines)
        if kept:
            try:
                keep(kept, one)
            except StoreError as error:
                fail(error)
        one.records = one.records[-1:]
        played.append(one)
    _report(name, played, {seat: kinds.get(seat, "random") for seat in rules.seats(options)})
    if output:
        print(f"{games} logs in {output}", file=sys.stderr)
    if kept:
        kept.close()
        print(f"{games} games in {shown(store or '')}", file=sys.stderr)


def _option(text: str) -> tuple[str, Any]:
    """`players=3` as a name and a value: JSON where it is JSON, else the text itself."""
    option, equals, value = text.partition("=")
    if not equals:
        _fail(f"--option {text}: give it as name=value")
    try:
        return option, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return option, value


def _bots(text: str, seats: tuple[str, ...]) -> dict[str, str]:
    """`sound` for all seats, or `red=sound,blue=random`."""
    kinds: dict[str, str] = {}
    for part in text.split(","):
        seat, equals, bot = part.rpartition("=")
        if bot not in KINDS:
            _fail(f"--bots {text}: no bot {bot!r}; there are {', '.join(KINDS)}")
        kinds.update({seat: bot} if equals else dict.fromkeys(seats, bot))
    return kinds


def _report(name: str, played: list[Played], kinds: dict[str, str]) -> None:
    """A row for each seat, and for a side that has won without being one (the opposition in solitaire)."""
    grid = Grid(title=f"{name}: {len(played)} games")
    for heading in ("winner", "bot", "games", "share", "rounds", "decisions", "events", "points"):
        grid.add_column(heading, justify="left" if heading in ("winner", "bot") else "right")
    others = sorted({side for one in played for side in one.standing.winners if side not in kinds})
    for side in (*kinds, *others):
        won = [one for one in played if side in one.standing.winners]
        grid.add_row(
            side,
            kinds.get(side, "–"),
            str(len(won)),
            f"{100 * len(won) / len(played):.1f} %",
            _mean([one.rounds for one in won]),
            _mean([one.decisions for one in won]),
            _mean([one.records[-1].version for one in won]),
            _mean([one.standing.points[side] for one in won]),
        )
    console = Console()
    console.print(grid)
    reasons = sorted({one.standing.reason for one in played})
    counted = (f"{reason} {sum(one.standing.reason == reason for one in played)}" for reason in reasons)
    console.print("ended by: " + ", ".join(counted))
    shared = sum(len(one.standing.winners) > 1 for one in played)
    if shared:
        console.print(f"shared victories: {shared}, counted for each of the winners")


def _mean(numbers: list[int]) -> str:
    return f"{sum(numbers) / len(numbers):.1f}" if numbers else "–"


def _fail(message: str) -> NoReturn:
    print(f"protokol: {message}", file=sys.stderr)
    raise SystemExit(2)


def main() -> None:
    app()


if __name__ == "__main__":
    main()
