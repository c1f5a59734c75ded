"""Position: what the text board and the picture both say of a table, as far as a view holds it."""

from collections.abc import Callable

from domain.core.event import Audience, Seat
from domain.games.revolution.components import Area, CharacterId, Tokens
from domain.games.revolution.table import Outcome, TownTable
from domain.games.revolution.words.english import ASKED, ENDED, PHASES, side, sides, title


def spoken(language: str) -> None:
    if language != "en":
        raise ValueError(f"language: no {language!r}; there are en")


def letter(seat: Seat) -> str:
    return seat[0].upper()


def progress(view: TownTable, audience: Audience) -> list[str]:
    """Round and phase, the character that is being resolved, and who looks."""
    parts = [f"Round {view.round}", f"phase: {PHASES.get(view.phase, view.phase)}"]
    if view.phase == "resolution" and view.character:
        parts.append(f"resolved: {title(view.character)}")
    return [*parts, f"(seen by: {side(audience)})"]


def rows(view: TownTable) -> list[list[Area]]:
    """The areas by rows, as on the town board."""
    found: dict[int, list[Area]] = {}
    for area in view.components.file.areas:
        found.setdefault(area.row, []).append(area.id)
    return [areas for _, areas in sorted(found.items())]


def area(view: TownTable, area: Area) -> str:
    """An area with what it is worth, the character that gives influence there, and whether it is locked."""
    who = next(c.id for c in view.components.file.characters if c.area == area)
    lock = " locked" if view.locked(area) else ""
    return f"{title(area)} {view.components.areas[area].support} ({title(who)}){lock}"


def bids(view: TownTable, name: CharacterId) -> Outcome:
    """What this audience sees lying on a character, by seat; or how it was resolved."""
    outcome = view.outcomes.get(name)
    if outcome is not None and view.phase != "bidding":
        return outcome
    lying = {
        seat: board.bid[name]
        for seat, board in view.boards.items()
        if board.bid is not None and name in board.bid
    }
    return Outcome(lying)


def support(view: TownTable, seat: Seat) -> str:
    """A lap is a hundred."""
    laps, place = divmod(view.support[seat], view.components.lap)
    turned = f"  ({laps * view.components.lap} + {place})" if laps else ""
    return f"{view.support[seat]}{turned}"


def holdings(view: TownTable, seat: Seat, told: Callable[[Tokens], str]) -> list[str]:
    """Tokens in the words that are asked for, cubes, and whether the seat has bid."""
    parts = [f"tokens {told(view.tokens[seat])}"]
    if view.aside[seat]:
        parts.append(f"set aside {told(view.aside[seat])}")
    parts.append(f"cubes left {view.cubes_left(seat)}")
    if view.phase == "bidding":
        parts.append("has bid" if seat in view.boards else "is bidding")
    return parts


def offers(view: TownTable) -> str:
    return "; ".join(f"{side(made.seat)} to {sides(made.to)}" for made in view.offers.values())


def outcome(view: TownTable) -> tuple[str, str]:
    """What the table waits for, or the result: a label and its text."""
    due = view.asks()
    if view.over:
        verb = "wins" if len(view.winners) == 1 else "share the victory"
        return "Result", f"{sides(view.winners)} {verb} {ENDED.get(view.reason, view.reason)}"
    if due is None:
        return "Waiting for", "nobody"
    return "Waiting for", f"{sides(due.seats)}: {ASKED.get(due.what, due.what)}"
