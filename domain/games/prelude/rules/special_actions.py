"""10.3 Special Actions: each once in a game, one a Turn for each player."""

from collections.abc import Callable
from typing import Any

from domain.core.event import Seat
from domain.games.prelude import agenda, commands
from domain.games.prelude.components import Special, SpecialId
from domain.games.prelude.events import (
    CardExchanged,
    ExchangeArranged,
    PointsScored,
    SideChosen,
    SpecialArmed,
    SpecialUsed,
    WasDone,
)
from domain.games.prelude.rules.checks import question_name
from domain.games.prelude.rules.duma import extremism
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.rules.tracks import change_opportunity
from domain.games.prelude.table import PreludeTable as Table

PROVOKED = 6  # what the die shows, before modifiers
AP_EACH_CARD = 2  # Revolutionary Diplomacy
AP_FIRST_TRACK, AP_MORE_TRACKS = 4, 2  # Show of Force: one for 4, two for 6


def use_special(play: Play, seat: Seat, special: SpecialId, points: int, by_card: bool = False) -> Events:
    """Pay, mark it used, and do what it says, whoever uses it (#122)."""
    yield SpecialUsed(seat, special, points, by_card)
    rule = play.table.components.specials[special]
    yield from EFFECTS[rule.effect](play, seat, rule, points)


def usable(table: Table, seat: Seat, points: int) -> list[tuple[SpecialId, int]]:
    """A player's own Special Actions and what they may cost, while none was used this Turn."""
    return [] if table.special_used[seat] else available(table, seat, seat, points)


def available(table: Table, of: Seat, seat: Seat, points: int) -> list[tuple[SpecialId, int]]:
    """Special Actions of one player, used by the same or by the other, that do something for these points."""
    found = []
    for special in table.specials[of]:
        rule = table.components.specials[special]
        found += [
            (special, cost) for cost in rule.costs if cost <= points and possible(table, seat, rule, cost)
        ]
    return found


def possible(table: Table, seat: Seat, rule: Special, points: int) -> bool:
    """Diplomacy needs enough cards on both sides; the others can always be used."""
    if rule.effect != "exchange_with_pool":
        return True
    count = points // AP_EACH_CARD
    return len(table.hands[seat]) >= count and len(exchangeable(table)) >= count


def exchangeable(table: Table) -> list[str]:
    """Cards of the Pool that are no Key Events."""
    return [card for card in table.pool if not table.components.cards[card].is_key_event]


def arm(play: Play, seat: Seat, rule: Special, points: int) -> Events:
    """It waits for the next card of its kind from hand; the card that paid for it is not meant (30)."""
    yield SpecialArmed(seat, rule.effect)


def corruption(play: Play, seat: Seat, rule: Special, points: int) -> Events:
    """As many Scoring Dice as AP."""
    play.then(agenda.DeclareDie(seat=seat, left=points, tracks=tuple(play.table.components.tracks)))
    yield from ()


def provocation(play: Play, seat: Seat, rule: Special, points: int) -> Events:
    """Either player (27)."""
    play.then(agenda.Provoke(seat=seat))
    yield from ()


def provoke(play: Play, question: agenda.Provoke, command: commands.ChooseSide) -> Events:
    """Growing Extremism with a die that shows 6."""
    yield SideChosen(question.seat, command.side)
    yield from extremism(play, command.side, die=PROVOKED)


def show_of_force(play: Play, seat: Seat, rule: Special, points: int) -> Events:
    count = 1 + (points - AP_FIRST_TRACK) // AP_MORE_TRACKS
    play.then(agenda.ResetTrack(seat=seat, left=count, tracks=tuple(play.table.components.tracks)))
    yield from ()


def maneuver(play: Play, seat: Seat, rule: Special, points: int) -> Events:
    """Hands change sides after this Action Round."""
    yield ExchangeArranged(seat)


def diplomacy(play: Play, seat: Seat, rule: Special, points: int) -> Events:
    play.then(agenda.Exchange(seat=seat, left=points // AP_EACH_CARD))
    yield from ()


def exchange(play: Play, question: agenda.Exchange, command: commands.AnyCommand) -> Events:
    """A card from hand, any (26), for one of the Pool; what was exchanged before stays exchanged."""
    if not isinstance(command, commands.ExchangeCard):
        yield WasDone(question.seat, question_name(question))
        return
    yield CardExchanged(question.seat, command.card, command.for_card)
    if (frame := play.frame()) is not None:
        play.note(result=frame.result + 1)
    if question.left > 1:
        given, taken = (*question.given, command.card), (*question.taken, command.for_card)
        play.then(agenda.replaced(question, left=question.left - 1, given=given, taken=taken))


def fervor(play: Play, seat: Seat, rule: Special, points: int) -> Events:
    play.then(agenda.PickScoring(seat=seat, left=1, tracks=tuple(play.table.components.tracks)))
    yield from ()


def all_power(play: Play, seat: Seat, rule: Special, points: int) -> Events:
    """A point for each of one's Worker and Military Districts whose boxes are all filled."""
    table = play.table
    full = [
        place
        for kind in ("worker", "military")
        for place in table.components.of_subtype[kind]
        if table.room(seat, place) == 0
    ]
    if full:
        yield PointsScored(seat, len(full), rule.id)


def opportunism(play: Play, seat: Seat, rule: Special, points: int) -> Events:
    yield from change_opportunity(play.table, seat, rule.amount)


EFFECTS: dict[str, Callable[[Play, Seat, Special, int], Any]] = {
    "activities_and_event": arm,
    "opposing_card_without_event": arm,
    "roll_scoring_dice": corruption,
    "provoke_extremism": provocation,
    "reset_tracks": show_of_force,
    "exchange_hands": maneuver,
    "exchange_with_pool": diplomacy,
    "score_track": fervor,
    "score_mobilized": all_power,
    "gain_opportunity": opportunism,
}
