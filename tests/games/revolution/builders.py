"""Small builders of positions: a town as a test wants it, bids in a few letters, and what then happens."""

from typing import Any

import msgspec

from domain.core.chance import Chance
from domain.core.event import Event, Seat
from domain.core.game import happen
from domain.core.table import Pending
from domain.games.revolution.commands import PlaceBid
from domain.games.revolution.components import NOTHING, Bid, Tokens
from domain.games.revolution.events import CharacterResolved
from domain.games.revolution.options import Options
from domain.games.revolution.ruleset import RULESET
from domain.games.revolution.table import POWER_RULE, BidBoard, TownTable

CHANCE = Chance("test", bytes(range(32)), {}, ())
KIND = {"F": "force", "B": "blackmail", "G": "gold"}
Town = dict[str, dict[Seat, int]]


def tokens(text: str) -> Tokens:
    """`1F 2G`: one Force, two Gold."""
    return Tokens(**{KIND[word[-1]]: int(word[:-1]) for word in text.split()})


def bid(**characters: str) -> Bid:
    """`bid(general="1B 2G")`: a Blackmail and two Gold on the General."""
    return {character: tokens(text) for character, text in characters.items()}


def a_table(
    *,
    options: Options | None = None,
    town: Town | None = None,
    hold: dict[Seat, str] | None = None,
    **fields: Any,
) -> TownTable:
    """Round 1, Bidding; the town as given; each seat with the start tokens unless `hold` says otherwise."""
    table = RULESET.new_table(options or Options())
    table.round, table.phase = 1, "bidding"
    for seat in table.seats:
        held = tokens(hold[seat]) if hold is not None and seat in hold else table.components.tokens.start
        table.tokens[seat] = held
        table.bank -= held
    for area, cubes in (town or {}).items():
        table.town[area].update(cubes)
    table.pending = [Pending("bid", table.seats, "2. Bidding")]
    for name, value in fields.items():
        setattr(table, name, value)
    return table


def happened(table: TownTable, seat: Seat, command: Any) -> list[Event[Any]]:
    """All that the command causes."""
    return happen(table, RULESET.perform(table, seat, command, CHANCE))


def with_bids(table: TownTable, **bids: Bid) -> list[Event[Any]]:
    """All seats bid, each holding just what it bids, or nothing; what happens at the last bid."""
    events: list[Event[Any]] = []
    for seat in table.seats:
        table.bank += table.tokens[seat]
        table.tokens[seat] = sum(bids.get(seat, {}).values(), NOTHING)
        table.bank -= table.tokens[seat]
    for seat in table.seats:
        events = happened(table, seat, PlaceBid(bids.get(seat, {})))
    return events


def winner_of(character: str, **bids: str) -> Seat | None:
    """Who wins a character if these are the bids on it."""
    events = with_bids(a_table(), **{seat: bid(**{character: text}) for seat, text in bids.items()})
    resolved = between(events, character)[0]
    assert isinstance(resolved, CharacterResolved)
    return resolved.winner


def deciding(table: TownTable, seat: Seat, power: str) -> TownTable:
    """The seat has won the Spy (`replace`) or the Apothecary (`swap`) and is asked."""
    table.phase = "resolution"
    table.character = {"replace": "spy", "swap": "apothecary"}[power]
    for other in table.seats:
        table.boards[other] = BidBoard({}, 1)
        table.bank += table.tokens[other]
        table.tokens[other] = NOTHING
    table.pending = [Pending(power, (seat,), POWER_RULE)]
    return table


def allowed(table: TownTable, seat: Seat, command: Any) -> bool:
    """What the choices say; tests of refusals compare it with what the rules say."""
    found = RULESET.choices(table, seat)
    return found is not None and found.allows(command)


def kinds(events: list[Event[Any]]) -> list[str]:
    return [str(event.__struct_config__.tag) for event in events]


def only(events: list[Event[Any]], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def between(events: list[Event[Any]], character: str) -> list[Event[Any]]:
    """What happens from the moment a character is resolved to the next one."""
    start = next(
        n for n, e in enumerate(events) if isinstance(e, CharacterResolved) and e.character == character
    )
    end = next(
        (n for n, e in enumerate(events) if n > start and isinstance(e, CharacterResolved)), len(events)
    )
    return events[start:end]


def facts(table: TownTable) -> Any:
    """Everything on the table, for comparing before and after."""
    return msgspec.to_builtins(table, enc_hook=lambda _: "components")


FULL: Town = {
    "plantation": {"red": 6},
    "tavern": {"blue": 4},
    "cathedral": {"green": 7},
    "town_hall": {"yellow": 4, "red": 3},
    "fortress": {"blue": 5, "green": 3},
    "market": {"yellow": 5},
    "harbor": {"red": 3, "blue": 3},
}
