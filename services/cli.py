"""The `protokol` command."""

import sys
from itertools import count
from pathlib import Path
from random import Random
from typing import Annotated, Literal, NoReturn

import msgspec
from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.table import Table as Grid

from domain.core.ruleset import installed, ruleset
from services.selfplay import Played, play_game
from services.store.commands import doctor, keys

app = App(name="protokol", help="An event-sourced server for hidden-information, card-driven board games.")
app.command(doctor)
app.command(keys)
BotKind = Literal["random", "sound"]


@app.command
def selfplay(
    name: str,
    /,
    *,
    games: Annotated[int, Parameter(validator=Number(gte=1))] = 10,
    seed: int = 1,
    red: BotKind = "random",
    white: BotKind = "random",
    solitaire: Annotated[int, Parameter(validator=Number(gte=0, lte=6))] = 0,
    edition: str = "en",
    output: Annotated[Path | None, Parameter(name=["-o", "--output"])] = None,
) -> None:
    """Let bots play whole games and print how they went.

    Example: protokol selfplay dual_powers --games 20 --seed 7 --red sound -o logs

    Parameters
    ----------
    name
        The ruleset, for instance dual_powers.
    games
        How many games.
    seed
        The same seed plays the same games.
    red
        Who plays red.
    white
        Who plays white.
    solitaire
        Play the solitaire variant at this difficulty, 1 to 6.
    edition
        The preset of options: en, de, ru or publisher.
    output
        A folder; each game's log is written there as NDJSON, all secrets open.
    """
    if name not in installed():
        _fail(f"no ruleset {name!r}; installed: {', '.join(installed())}")
    rules = ruleset(name)
    try:
        options = rules.options({"solitaire": solitaire} if solitaire else {}, preset=edition)
    except (ValueError, msgspec.ValidationError) as error:
        _fail(str(error))
    if output:
        output.mkdir(parents=True, exist_ok=True)
    random = Random(seed)
    played: list[Played] = []
    for number in range(1, games + 1):
        clock = count(number * 1_000_000_000, 1000).__next__  # made-up times: the same seed, the same bytes
        one = play_game(rules, options, {"red": red, "white": white}, random, clock)
        if output:
            lines = b"".join(record.line() + b"\n" for record in one.records)
            (output / f"{one.records[0].game}.ndjson").write_bytes(lines)
        one.records = one.records[-1:]
        played.append(one)
    _report(name, played)
    if output:
        print(f"{games} logs in {output}", file=sys.stderr)


def _report(name: str, played: list[Played]) -> None:
    grid = Grid(title=f"{name}: {len(played)} games")
    for heading in ("winner", "games", "share", "rounds", "events", "points"):
        grid.add_column(heading, justify="left" if heading == "winner" else "right")
    for side in sorted({winner for one in played for winner in one.standing.winners}):
        won = [one for one in played if side in one.standing.winners]
        grid.add_row(
            side,
            str(len(won)),
            f"{100 * len(won) / len(played):.1f} %",
            _mean([one.table.round for one in won]),
            _mean([one.records[-1].version for one in won]),
            _mean([one.standing.points[side] for one in won]),
        )
    console = Console()
    console.print(grid)
    reasons = sorted({one.standing.reason for one in played})
    counted = (f"{reason} {sum(one.standing.reason == reason for one in played)}" for reason in reasons)
    console.print("ended by: " + ", ".join(counted))


def _mean(numbers: list[int]) -> str:
    return f"{sum(numbers) / len(numbers):.1f}"


def _fail(message: str) -> NoReturn:
    print(f"protokol: {message}", file=sys.stderr)
    raise SystemExit(2)


def main() -> None:
    app()


if __name__ == "__main__":
    main()
