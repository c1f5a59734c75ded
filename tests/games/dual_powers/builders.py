"""Small builders of positions: a table that lies as a test wants it, and what then happens."""

from typing import Any

import msgspec

from domain.core.chance import Chance
from domain.core.event import Event, Seat
from domain.core.game import happen
from domain.core.table import Pile
from domain.games.dual_powers.options import Options
from domain.games.dual_powers.ruleset import RULESET
from domain.games.dual_powers.table import ACT, BONUS, LEAD, PLAY, SIDES, PetrogradTable

CHANCE = Chance("test", bytes(range(32)), {}, SIDES)
MONTHS = ("mar_apr", "may_jun", "jul", "aug", "sep", "oct", "nov")


def a_table(
    *,
    city: dict[str, dict[str, bool]] | None = None,
    red: list[str] | None = None,
    white: list[str] | None = None,
    options: Options | None = None,
    active: Seat = "red",
    month: str = "mar_apr",
    **fields: Any,
) -> PetrogradTable:
    """Turn 1 of round 1, `active` to play a card; city and hands as given, the deck in file order."""
    table = RULESET.new_table(options or Options())
    parts = table.components
    table.round, table.turn, table.phase, table.active = 1, 1, "action", active
    table.unrest_tile, table.blockade_tile, table.blockade = "blue", "white", "white"
    table.tiles = Pile(["purple", "green", "red", "brown"])
    table.month = MONTHS.index(month)
    for side, cards in (("red", red), ("white", white)):
        if cards is not None:
            table.hands[side] = Pile(list(cards))
    for region, tokens in (city or {}).items():
        table.city[region] = dict(tokens)
        for token in tokens:
            for supply in table.supply.values():
                if token in supply:
                    supply.remove(token)
    held = {card for hand in table.hands.values() for card in hand.known}
    table.deck = Pile([card for card in parts.cards if card not in held])
    table.pending = [PLAY[active]]
    for name, value in fields.items():
        setattr(table, name, value)
    return table


def acting(table: PetrogradTable, card: str) -> PetrogradTable:
    """The active seat has just played this card and the date has moved."""
    table.card = card
    table.hands[table.active].lose(card)
    table.played[table.active].append(card)
    if card in table.components.leaders:
        table.leader_steps = ["recruit", "special"]
        table.pending = [LEAD[table.active]]
    else:
        table.pending = [ACT[table.active]]
    return table


def at_bonus(table: PetrogradTable) -> PetrogradTable:
    table.pending = [BONUS[table.active]]
    return table


def happened(table: PetrogradTable, seat: Seat, command: Any) -> list[Event[Any]]:
    """All that the command causes."""
    return happen(table, RULESET.perform(table, seat, command, CHANCE))


def allowed(table: PetrogradTable, seat: Seat, command: Any) -> bool:
    """What the choices say; tests of refusals compare it with what the rules say."""
    found = RULESET.choices(table, seat)
    return found is not None and found.allows(command)


def kinds(events: list[Event[Any]]) -> list[str]:
    return [str(event.__struct_config__.tag) for event in events]


def only(events: list[Event[Any]], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def facts(table: PetrogradTable) -> Any:
    """Everything on the table, for comparing before and after."""
    return msgspec.to_builtins(table, enc_hook=lambda _: "components")
