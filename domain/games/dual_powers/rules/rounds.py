"""The sequence of play: rounds, phases and turns, from one decision to the next."""

from collections.abc import Iterator
from typing import Any

from domain.core.chance import Chance
from domain.core.event import Event, Seat
from domain.core.refusal import Refused
from domain.games.dual_powers import commands as ask
from domain.games.dual_powers.events import (
    CardsDiscarded,
    HandDiscarded,
    MarkersReturned,
    PhaseBegan,
    RoundBegan,
    TurnBegan,
    UnrestTileSet,
)
from domain.games.dual_powers.rules import actions, scoring, solitaire
from domain.games.dual_powers.rules.setup import draw_blockade_tile, draw_cards, set_up
from domain.games.dual_powers.table import OTHER, SIDES, TURNS
from domain.games.dual_powers.table import PetrogradTable as Table

Events = Iterator[Event[Any]]

ANSWERS: dict[type, tuple[frozenset[str], actions.Rule]] = {
    ask.ChooseObjective: (frozenset({"objective"}), actions.choose_objective),
    ask.PlayCard: (frozenset({"play_card"}), actions.play_card),
    ask.Recruit: (frozenset({"action", "bonus_action"}), actions.recruit),
    ask.Move: (frozenset({"action", "bonus_action"}), actions.move),
    ask.Refresh: (frozenset({"action", "bonus_action"}), actions.refresh),
    ask.RecruitLeader: (frozenset({"leader_action"}), actions.recruit_leader),
    ask.MobilizeProtest: (frozenset({"leader_action"}), actions.mobilize_protest),
    ask.Espionage: (frozenset({"leader_action"}), actions.espionage),
    ask.InspireThePeople: (frozenset({"leader_action"}), actions.inspire),
    ask.DrawCard: (frozenset({"bonus_action"}), actions.draw_card),
    ask.Organize: (frozenset({"bonus_action"}), actions.organize),
    ask.ScoreUnrest: (frozenset({"unrest"}), scoring.score_unrest),
    ask.TakeBonus: (frozenset({"unrest"}), scoring.take_bonus),
    ask.Decline: (frozenset({"action", "bonus_action", "leader_action"}), actions.decline),
}


def start(table: Table, chance: Chance) -> Events:
    """Set up, then play to the first decision."""
    yield from set_up(table, chance)
    yield from begin_round(table, chance)
    yield from go_on(table, chance)


def perform(table: Table, seat: Seat, command: Any, chance: Chance) -> Events:
    """Answer the decision that is due, then play on to the next one."""
    asked = table.asks()
    if asked is None:
        raise Refused("game_is_over", "Game end")
    if seat not in asked.seats:
        raise Refused("not_your_turn", asked.rule)
    fits, rule = ANSWERS[type(command)]
    if asked.what not in fits:
        raise Refused("not_asked_now", asked.rule, "type")
    yield from rule(table, seat, command, chance)
    yield from go_on(table, chance)


def go_on(table: Table, chance: Chance) -> Events:
    """As long as nobody has to decide anything, the game plays itself."""
    while not table.pending and not table.over:
        yield from NEXT[table.phase](table, chance)


def begin_round(table: Table, chance: Chance) -> Events:
    """Draw phase, then Objective phase."""
    yield RoundBegan(table.round + 1)
    yield PhaseBegan("draw")
    if table.opposition:
        player = OTHER[table.opposition]
        yield from solitaire.deal(table, chance, player, table.opposition)
        yield PhaseBegan("objective")
        yield from solitaire.opposition_leader(table, table.opposition)
    else:
        for seat in (table.will, OTHER[table.will]):  # C4
            yield from draw_cards(table, chance, seat, 5)
        yield PhaseBegan("objective")


def begin_actions(table: Table, chance: Chance) -> Events:
    yield PhaseBegan("action")
    yield from next_turn(table, chance)


def next_turn(table: Table, chance: Chance) -> Events:
    """Players alternate, four turns each; the opposition has a fifth and so the last (T1, O2)."""
    turns = 2 * TURNS + (1 if table.opposition else 0)
    if table.turn == turns:
        yield from score_round(table, chance)
        return
    first = table.opposition or table.first
    seat = first if table.turn % 2 == 0 else OTHER[first]
    yield TurnBegan(seat, table.turn + 1)
    if seat == table.opposition:
        yield from solitaire.opposition_turn(table, seat)


def score_round(table: Table, chance: Chance) -> Events:
    yield PhaseBegan("scoring")
    yield from scoring.resolve_unrest(table)


def finish_scoring(table: Table, chance: Chance) -> Events:
    """Once the region of unrest is resolved: objectives, exhaustion, perhaps the end, else Cleanup."""
    yield from scoring.score_objectives(table)
    if table.over:
        return
    yield from scoring.exhaust_tokens(table)
    yield from scoring.end_by_calendar(table)
    if not table.over:
        yield from clean_up(table, chance)
        yield from begin_round(table, chance)


def clean_up(table: Table, chance: Chance) -> Events:
    """Cleanup phase: tiles, blockade marker, objective markers, cards."""
    yield PhaseBegan("cleanup")
    yield UnrestTileSet(table.blockade_tile)
    yield from draw_blockade_tile(table, chance)
    yield MarkersReturned()
    played = [card for side in SIDES for card in table.played[side]]
    leaders = tuple(card for card in played if card in table.components.leaders)
    owners = [
        side for side in SIDES if side != table.opposition
    ]  # the opposition's is one of its played cards
    objectives = [table.objectives[side].card for side in owners]
    cards = [card for card in played if card not in leaders] + [card for card in objectives if card]
    yield CardsDiscarded(tuple(cards), leaders)
    if table.options.cleanup_discards_hands:
        for side in SIDES:
            left = tuple(card for card in table.hands[side].known if card not in table.components.leaders)
            if left:
                yield HandDiscarded(side, left)


NEXT = {
    "objective": begin_actions,
    "action": next_turn,
    "scoring": finish_scoring,
}
