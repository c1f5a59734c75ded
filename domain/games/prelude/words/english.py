"""English: a sentence for each event; those of the board are in a file of their own."""

from collections.abc import Callable
from typing import Any

from domain.core import frame
from domain.core.event import Event, Seat
from domain.games.prelude import events as e
from domain.games.prelude.components import STANDARD, CardId
from domain.games.prelude.table import SIDES
from domain.games.prelude.words.english_board import BOARD
from domain.games.prelude.words.names import (
    TROOPS,
    activity,
    begin,
    card,
    cards,
    era,
    opportunity,
    place,
    plural,
    points,
    side,
    together,
    turn,
)
from domain.games.prelude.words.questions import asked

PUT = {
    "discard": "is discarded",
    "pool": "goes to the Opportunity Pool",
    "in_play": "stays in play",
    "removed": "leaves the game",
}
TO = {
    "discard": "to the discards",
    "pool": "to the Opportunity Pool",
    "in_play": "into play",
    "removed": "out of the game",
}
FROM = {
    "in_play": "from play",
    "pool": "from the Opportunity Pool",
    "aside": "from the cards set aside",
    "discard": "from the discards",
    "deck": "from its deck",
    "revolutionary": "from the Revolutionary's hand",
    "government": "from the Government's hand",
}
USES = {
    "event": "for its Event",
    "activities": "for its Activity Points",
    "both": "for its Activity Points and its Event",
}
SPENT = {
    "activities_and_event": "By a Special Action both count: first the Activity Points, then the Event.",
    "opposing_card_without_event": "By a Special Action the card is discarded without its Event.",
}
REASONS = {
    "points": f"with {STANDARD.board.limits.victory} Victory Points or more",
    "red_october": "after Red October",
    "last_turn": "at the end of the last Turn",
    "autocracy": "as autocracy is restored",
}


def _opened(event: frame.GameOpened) -> str:
    header = event.header
    what = f"Prelude to Revolution, version {header.ruleset_version}"
    return f"Game {header.game} opens: {what}, played by {together(side(seat) for seat in header.seats)}."


def _asked(event: e.Asked) -> str:
    return f"{begin(event.seat)} is asked {asked(event.what, event.agenda)}."


def _shuffled(event: e.DeckShuffled) -> str:
    of = " from its discards" if event.from_discards else ""
    return f"The {era(event.era)} deck is shuffled{of}: {plural(event.count, 'card')}."


def _filled(event: e.PoolFilled) -> str:
    came = f"{cards(event.cards)} from the {era(event.era)} deck"
    if event.key_events:
        kind = "Key Event" if len(event.key_events) == 1 else "Key Events"
        came += f", and the {kind} {cards(event.key_events)}"
    return f"Into the Opportunity Pool: {came}."


def _drawn(event: e.CardsDrawn) -> str:
    shown = event.cards.value
    what = plural(event.count, "card") if shown is None else cards(shown)
    return f"{begin(event.seat)} draws {what}."


def _named(event: e.FirstPlayerNamed) -> str:
    if event.seat == event.first:
        return f"{begin(event.seat)} takes the initiative and is First Player."
    return f"{begin(event.seat)} lets {side(event.first)} be First Player."


def _exchanged(event: e.HandsExchanged) -> str:
    seen = [seat for seat in SIDES if getattr(event, seat).value is not None]
    got = [f"{side(seat)} now holds {cards(getattr(event, seat).value)}" for seat in seen]
    return f"The hands change sides{'; ' + '; '.join(got) if got else ''}."


def _hands(hands: dict[Seat, tuple[CardId, ...]]) -> str:
    held = [f"{side(seat)} held {cards(hands[seat])}" for seat in SIDES if hands.get(seat)]
    return f"; {'; '.join(held)}" if held else ""


def _turn_ended(event: e.TurnEnded) -> str:
    gone = f"; discarded: {cards(event.cards)}" if event.cards else ""
    return f"{turn(event.turn)} is over{gone}."


def _removed_cards(event: e.CardsRemoved) -> str:
    gone = [*event.in_play, *event.pool, *event.aside, *event.deck]
    gone += [one for seat in SIDES for one in event.hands.get(seat, ())]
    if not gone:
        return "No card leaves the game with the Tsar."
    return f"With the Tsar {plural(len(gone), 'card')} leave{_s(len(gone))} the game: {cards(gone)}."


def _round(event: e.RoundBegan) -> str:
    if event.skipped:
        return f"Action Round {event.round}: {side(event.seat)} has to skip it."
    return f"Action Round {event.round}: {side(event.seat)} is active."


def _played(event: e.CardPlayed) -> str:
    who, what = begin(event.seat), card(event.card)
    if event.origin != "pool":
        return f"{who} plays {what} {USES.get(event.use, USES['activities'])}."
    paid = f" for {opportunity(event.cost)}" if event.cost else ""
    return f"{who} plays the Event of {what} from the Opportunity Pool{paid}."


def _special_spent(event: e.SpecialSpent) -> str:
    if event.wasted:
        return f"{begin(event.seat)} has prepared a Special Action in vain."
    return SPENT.get(event.effect, "A Special Action that was prepared takes effect.")


def _bonus(event: e.BonusSpent) -> str:
    if event.wasted:
        return f"{begin(event.seat)} has not used the {activity(event.points)} that were promised."
    return f"The card is worth {activity(event.points)} more."


def _not_met(event: e.EventNotMet) -> str:
    text = f"The Event of {card(event.card)} cannot happen now"
    if event.seat is None or not event.points:
        return f"{text}."
    return f"{text}: {side(event.seat)} gains {opportunity(event.points)}."


def _began(event: e.EventBegan) -> str:
    if event.hook:
        return f"In play, {card(event.card)} takes effect."
    return f"The Event of {card(event.card)} follows, resolved by {side(event.seat or '')}."


def _discarded(event: e.CardDiscarded) -> str:
    how = " at random" if event.roll else ""
    return f"{begin(event.seat)} discards {card(event.card)}{how}."


def _later(event: e.LaterPromised) -> str:
    return f"{card(event.card)} goes on after the next Action Round of {side(event.of)}."


def _s(number: int) -> str:
    return "s" if number == 1 else ""


def _abdicated(event: e.TsarAbdicated) -> str:
    if event.jump is None:
        return "The Tsar abdicates."
    text = f"The Tsar abdicates: all cards are discarded, {turn(event.jump)} begins at once"
    return f"{text}{_hands(event.hands)}."


def _formed(event: e.GovernmentFormed) -> str:
    lost = [
        f"{place(x)} loses {plural(event.lost[x], 'cube')}" for x in STANDARD.parties if event.lost.get(x)
    ]
    gone = "the extremist Parties are out of play, all Party Organizations are gone"
    return f"The Provisional Government is formed: {'; '.join([*lost, gone])}."


def _vanguard(event: e.VanguardScored) -> str:
    if event.seat is None:
        return "Military Preparations: Red Guards and Loyal Troops are even."
    name = TROOPS.get(event.seat, "troops")
    return f"Military Preparations: the {name} bring {side(event.seat)} {points(event.points)}."


def _ended(event: e.GameEnded) -> str:
    how = REASONS.get(event.reason, event.reason)
    if event.winner is None:
        return f"The game ends {how}: both players have lost."
    return f"The game ends {how}: {side(event.winner)} wins."


SENTENCES: dict[type[Event[Any]], Callable[[Any], str]] = {
    **BOARD,
    frame.GameOpened: _opened,
    frame.EntropyPromised: lambda x: f"{begin(x.seat)} promises entropy under the digest {x.promise}.",
    frame.EntropyGiven: lambda x: f"{begin(x.seat)} adds the entropy {x.entropy}.",
    frame.SeedOpened: lambda x: f"The seed of the game is laid open: {x.seed}.",
    e.Asked: _asked,
    e.DeckShuffled: _shuffled,
    e.TurnBegan: lambda x: f"Turn {x.turn + 1}, {turn(x.turn)}, begins.",
    e.PoolFilled: _filled,
    e.CardsDrawn: _drawn,
    e.FirstPlayerNamed: _named,
    e.HandsExchanged: _exchanged,
    e.EraEnded: lambda x: f"The era ends: hands, Pool and cards in play are discarded{_hands(x.hands)}.",
    e.TurnEnded: _turn_ended,
    e.CardsRemoved: _removed_cards,
    e.CollapseDeckFormed: lambda x: (
        f"A new Collapse deck is shuffled, with the Provisional Government: {plural(x.count, 'card')}."
    ),
    e.RoundBegan: _round,
    e.CardPlayed: _played,
    e.Passed: lambda x: f"{begin(x.seat)} has no card and passes.",
    e.SpecialSpent: _special_spent,
    e.BonusSpent: _bonus,
    e.EventNotMet: _not_met,
    e.EventBegan: _began,
    e.CardPutAway: lambda x: f"{card(x.card)} {PUT.get(x.to, x.to)}.",
    e.CardMoved: lambda x: f"{card(x.card)} goes {FROM.get(x.origin, x.origin)} {TO.get(x.to, x.to)}.",
    e.CardDiscarded: _discarded,
    e.CardExchanged: lambda x: (
        f"{begin(x.seat)} gives {card(x.card)} to the Opportunity Pool and takes {card(x.for_card)}."
    ),
    e.ExchangeArranged: lambda x: "The hands will change sides after this Action Round.",
    e.RoundSkippedNext: lambda x: f"{begin(x.seat)} will skip the next Action Round.",
    e.BonusPromised: lambda x: (
        f"In the next Action Round of {side(x.seat)} a card from hand is worth {activity(x.points)} more."
    ),
    e.LaterPromised: _later,
    e.LaterBegan: lambda x: f"{card(x.card)} goes on now.",
    e.EventChosen: lambda x: f"{begin(x.seat)} lets {card(x.card)} come next.",
    e.TsarAbdicated: _abdicated,
    e.PoolJoined: lambda x: f"Into the Opportunity Pool: {cards(x.cards)}.",
    e.GovernmentFormed: _formed,
    e.RedOctoberBegan: lambda x: "Red October! All Opportunity Points are gone.",
    e.VanguardScored: _vanguard,
    e.WorldRolled: lambda x: (
        f"World Revolution: the Revolutionary rolls {x.revolutionary}, the Government {x.government}."
    ),
    e.FinalScoringBegan: lambda x: "The last Turn is over: every track scores.",
    e.GameEnded: _ended,
}  # fmt: skip
