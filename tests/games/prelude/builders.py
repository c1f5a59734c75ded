"""Small builders of positions: a board as a test wants it, loaded dice, and what then happens."""

from typing import Any

from domain.core.chance import Chance
from domain.core.event import Event, Seat
from domain.core.game import happen
from domain.core.table import Pending, Pile
from domain.games.prelude import agenda
from domain.games.prelude import commands as ask
from domain.games.prelude.choices import choices
from domain.games.prelude.components import Components, read_components
from domain.games.prelude.options import Options
from domain.games.prelude.rules.game import go_on
from domain.games.prelude.rules.play import Play
from domain.games.prelude.rules.turns import END_OF_ROUND
from domain.games.prelude.ruleset import RULESET
from domain.games.prelude.table import GOV, OTHER, REV, PreludeTable

FEBRUARY, JULY, OCTOBER = 4, 5, 6  # Turns, counted from 0
SIDES = (REV, GOV)


class Loaded(Chance):
    """Dice that fall as told, one after the other; then as they like."""

    def __init__(self, *dice: int) -> None:
        super().__init__("test", bytes(range(32)), {}, ())
        self.dice = list(dice)

    def roll(self, label: str, sides: int) -> int:
        return self.dice.pop(0) if self.dice else super().roll(label, sides)


def a_table(
    *,
    active: Seat = REV,
    hand: tuple[int, ...] = (),
    other_hand: tuple[int, ...] = (),
    pool: tuple[int, ...] = (),
    in_play: tuple[int, ...] = (),
    cubes: dict[str, tuple[int, int]] | None = None,
    parties: dict[str, int] | None = None,
    organizations: dict[Seat, list[str]] | None = None,
    last_turn: int = 7,
    components: Components | None = None,
    **fields: Any,
) -> PreludeTable:
    """The first Action Round, and the active player is to play; cards by number, cubes as (red, blue)."""
    table = RULESET.new_table(Options(last_turn=last_turn), components)
    table.turn, table.round, table.phase, table.rounds_begun = 0, 1, "rounds", 1
    table.first = table.active = active
    for district, (red, blue) in (cubes or {}).items():
        table.cubes[district] = {REV: red, GOV: blue}
    table.parties.update(parties or {})
    table.organizations = {REV: [], GOV: [], **(organizations or {})}
    for name, value in fields.items():
        setattr(table, name, value)
    for numbers, here in ((hand, active), (other_hand, OTHER[active])):
        table.hands[here] = Pile([taken(table, number) for number in numbers])
    table.pool = [taken(table, number) for number in pool]
    table.in_play = [taken(table, number) for number in in_play]
    return asking(table, agenda.ChoosePlay(seat=active), *END_OF_ROUND)


def a_card(event: str = "[]", *, number: int = 1, more: str = "", faction: str = "rev") -> Components:
    """The standard components, but with another card of that number."""
    return read_components(
        'name = "test"\nentry = "turmoil"\nsource = "reconstructed"\n[[cards]]\n'
        f'number = {number}\ntitle = "A Test"\nfaction = "{faction}"\nap = 4\ndie = "DI"\n'
        f"event = {event}\n{more}\n"
    )


def taken(table: PreludeTable, number: int) -> str:
    """A card leaves its deck, or the cards that were set aside."""
    card = str(number)
    for pile in (table.aside, *(deck.known for deck in table.decks.values())):
        if card in pile:
            pile.remove(card)
    return card


def asking(table: PreludeTable, question: agenda.Question, *after: Any) -> PreludeTable:
    """The game waits for an answer to this question; these tasks come after it."""
    table.agenda = [*reversed(after), question]  # type: ignore[list-item]
    table.pending = [Pending("asked", (question.seat,), "test")]
    return table


def spending(points: int, seat: Seat = REV, **fields: Any) -> PreludeTable:
    """So many Activity Points are to be spent; then the Action Round ends."""
    table = a_table(active=seat, **fields)
    return asking(table, agenda.SpendPoints(seat=seat, points=points), *END_OF_ROUND)


def happened(table: PreludeTable, command: Any, *dice: int) -> list[Event[Any]]:
    """All that a command of the seat that is asked causes."""
    due = table.asks()
    assert due is not None
    return happen(table, RULESET.perform(table, due.seats[0], command, Loaded(*dice)))


def works(table: PreludeTable, *tasks: Any, dice: tuple[int, ...] = ()) -> list[Event[Any]]:
    """These tasks are done, up to the next decision."""
    play = Play(table, Loaded(*dice))
    play.agenda = [agenda.Finish("test")]
    table.pending.clear()
    play.then(*tasks)
    return happen(table, stopping(play))


def stopping(play: Play) -> Any:
    """As the game goes on, but not beyond these tasks."""
    for event in go_on(play):
        if type(event).__name__ == "GameEnded" and event.reason == "test":  # type: ignore[attr-defined]
            return
        yield event


def may(table: PreludeTable, kind: type | None = None) -> list[Any]:
    """What the seat that is asked may answer, of one kind."""
    due = table.asks()
    assert due is not None
    found = choices(table, due.seats[0])
    assert found is not None
    return [command for command in found.commands if kind is None or isinstance(command, kind)]


def question(table: PreludeTable) -> Any:
    return table.agenda[-1]


def kinds(events: list[Event[Any]]) -> list[str]:
    """Events by name, without the questions."""
    return [name for event in events if (name := type(event).__name__) != "Asked"]


def one(events: list[Event[Any]], kind: type) -> Any:
    """The one event of a kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def some(events: list[Event[Any]], kind: type) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


__all__ = [
    "FEBRUARY",
    "GOV",
    "JULY",
    "OCTOBER",
    "REV",
    "SIDES",
    "Loaded",
    "a_card",
    "a_table",
    "ask",
    "asking",
    "happened",
    "kinds",
    "may",
    "one",
    "question",
    "some",
    "spending",
    "taken",
    "works",
]
