"""English: one sentence for each event."""

from collections.abc import Callable
from typing import Any

from domain.core import frame
from domain.core.event import Event, Seat
from domain.games.prelude import events as e
from domain.games.prelude.components import STANDARD, CardId
from domain.games.prelude.table import OTHER, SIDES
from domain.games.prelude.words.names import (
    SUBTYPES,
    TROOPS,
    a_cube,
    activity,
    begin,
    card,
    cards,
    cubes,
    era,
    opportunity,
    place,
    plural,
    points,
    side,
    sides,
    special,
    together,
    track,
    turn,
    upper,
)
from domain.games.prelude.words.questions import DONE, asked

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
ARMED = {
    "activities_and_event": "The next {own} card from hand brings {who} its Activity Points and its Event.",
    "opposing_card_without_event": "The next {other} card that {who} plays from hand brings no Event.",
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
ADJECTIVE = {"revolutionary": "Revolutionary", "government": "Government"}


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


def _armed(event: e.SpecialArmed) -> str:
    other = ADJECTIVE.get(OTHER.get(event.seat, ""), "opposing")
    own = ADJECTIVE.get(event.seat, "own")
    text = ARMED.get(event.effect, "It waits for the next card that {who} plays from hand.")
    return text.format(who=side(event.seat), own=own, other=other)


def _added(event: e.CubesAdded) -> str:
    where = place(event.place)
    if event.by is not None:
        return f"{begin(event.by)} adds {_some_cubes(event.count, event.seat)} in {where}."
    return f"{cubes(event.count, event.seat)} {_is(event.count)} added in {where}."


def _cubes_gone(event: e.CubesRemoved) -> str:
    where = place(event.place)
    if event.by is not None:
        return f"{begin(event.by)} removes {_some_cubes(event.count, event.seat)} from {where}."
    return f"{cubes(event.count, event.seat)} {_is(event.count)} removed from {where}."


def _cube_moved(event: e.CubeMoved) -> str:
    way = f"from {place(event.origin)} to {place(event.place)}"
    if event.by is not None:
        return f"{begin(event.by)} moves {a_cube(event.seat)} {way}."
    return f"{upper(a_cube(event.seat))} moves {way}."


def _some_cubes(number: int, seat: Seat) -> str:
    return a_cube(seat) if number == 1 else cubes(number, seat)


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _check(event: e.CheckRolled) -> str:
    where = f" in {place(event.place)}" if event.place else ""
    total = sum(event.dice)
    over = total - event.target
    came = "success" if over <= 0 else f"{over} too many"
    dice = " + ".join(map(str, event.dice))
    return (
        f"Mobilization Check of {side(event.seat)}{where}: {dice} = {total} against {event.target}, {came}."
    )


def _opportunity(event: e.OpportunityChanged) -> str:
    verb = "gains" if event.points > 0 else "loses"
    return f"{begin(event.seat)} {verb} {opportunity(abs(event.points))}."


def _scored(event: e.PointsScored) -> str:
    by = "in the Duma Vote" if event.by == "vote" else f"for {special(event.by)}"
    if event.by in STANDARD.cards:
        by = f"for {card(event.by)}"
    return f"{begin(event.seat)} scores {points(event.points)}{f' {by}' if event.by else ''}."


def _moved(name: str, boxes: int) -> str:
    return f"{name} {'rises' if boxes > 0 else 'falls'} by {abs(boxes)}."


def _die(event: e.ScoringDieRolled) -> str:
    own = event.die == event.track
    went = "its Scoring Marker advances" if own else f"the {track(event.track)} Scoring Marker advances"
    return f"{begin(event.seat)} rolls the {track(event.die)} die: {went}."


def _marker_moved(event: e.ScoringMarkerMoved) -> str:
    way = "forward" if event.boxes > 0 else "back"
    boxes = plural(abs(event.boxes), "box", "boxes")
    return f"{begin(event.seat)} moves the {track(event.track)} Scoring Marker {boxes} {way}."


def _track_scored(event: e.TrackScored) -> str:
    who = "nobody is favoured" if event.seat is None else f"{side(event.seat)} gains {points(event.points)}"
    more = [
        f"{side(seat)} gains {points(event.empty[seat])} for empty Parties of {side(OTHER[seat])}"
        for seat in SIDES
        if event.empty.get(seat)
    ]
    return f"The {track(event.track)} Track scores: {'; '.join([who, *more])}."


def _extremism(event: e.ExtremismRolled) -> str:
    shown = str(event.die)
    if event.modifier:
        sign = "+" if event.modifier > 0 else "-"
        shown += f" {sign} {abs(event.modifier)} = {event.die + event.modifier}"
    moderate, extremist = (place(STANDARD.wing[event.seat, wing]) for wing in ("moderate", "extremist"))  # type: ignore[index]
    parts = []
    if event.removed:
        parts.append(f"{moderate} loses {plural(event.removed, 'cube')}")
    if event.moved:
        what = f"{event.moved} more" if event.removed else f"{plural(event.moved, 'cube')} of {moderate}"
        parts.append(f"{what} go{_es(event.moved)} over to {extremist}")
    if event.points:
        parts.append(f"{side(OTHER[event.seat])} scores {points(event.points)}")
    how = "rolls" if event.roll else "is given"
    return f"Growing Extremism: {side(event.seat)} {how} {shown}; {together(parts or ['nothing happens'])}."


def _s(number: int) -> str:
    return "s" if number == 1 else ""


def _es(number: int) -> str:
    return "es" if number == 1 else ""


def _vote(event: e.VoteHeld) -> str:
    if event.seat is None:
        return "The Duma has voted; neither side holds a Majority."
    return f"The Duma has voted; {side(event.seat)} holds the Majority and scores {points(event.points)}."


def _rolled(event: e.DieRolled) -> str:
    if not event.plus:
        return f"{begin(event.seat)} rolls {event.die}."
    sign = "+" if event.plus > 0 else "-"
    return f"{begin(event.seat)} rolls {event.die} {sign} {abs(event.plus)} = {event.die + event.plus}."


def _troops(seat: Seat, value: int) -> str:
    return f"{TROOPS.get(seat, 'troops')} worth {points(value)}"


def _marker(event: e.MarkersAdded) -> str:
    times = "" if event.count == 1 else f", {event.count} times"
    return f"{_troops(event.seat, event.value)} join the Military Preparations{times}."


def _tested(event: e.MarkerTested) -> str:
    lost = "they desert" if event.lost else "they stand firm"
    return f"{_troops(event.seat, event.value)}: the die shows {event.die}, {lost}."


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


def _sponsor(event: e.SponsorChanged) -> str:
    kinds = together(SUBTYPES.get(one, one) for one in event.subtypes)
    return f"{upper(place(event.party))} can now Sponsor Organizations in {kinds} Districts."


SENTENCES: dict[type[Event[Any]], Callable[[Any], str]] = {
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
    e.Mobilized: lambda x: (
        f"{begin(x.seat)} mobilizes {a_cube(x.seat)} in {place(x.place)} for {activity(x.cost)}."
    ),
    e.OrganizationTried: lambda x: (
        f"{begin(x.seat)} spends {activity(x.points)} to create an Organization in {place(x.place)}."
    ),
    e.SpecialUsed: lambda x: (
        f"{begin(x.seat)} uses the Special Action {special(x.special)} for {activity(x.points)}."
    ),
    e.SpecialArmed: _armed,
    e.WasDone: lambda x: f"{begin(x.seat)} {DONE.get(x.what, 'lets it be')}.",
    e.CubesAdded: _added,
    e.CubesRemoved: _cubes_gone,
    e.CubeMoved: _cube_moved,
    e.PlaceChosen: lambda x: f"{begin(x.seat)} chooses {place(x.place)}.",
    e.OptionChosen: lambda x: f"{begin(x.seat)} chooses ({x.option}).",
    e.TrackChosen: lambda x: f"{begin(x.seat)} chooses {track(x.track)}.",
    e.SideChosen: lambda x: f"{begin(x.seat)} chooses {side(x.side)}.",
    e.OrganizationCreated: lambda x: f"{begin(x.seat)} creates an Organization in {place(x.place)}.",
    e.OrganizationRemoved: lambda x: f"{upper(sides(x.seat))} Organization in {place(x.place)} is removed.",
    e.SponsorChanged: _sponsor,
    e.CheckRolled: _check,
    e.CheckRescued: lambda x: f"{begin(x.seat)} spends {opportunity(x.points)}: the check succeeds.",
    e.OpportunitySpent: lambda x: f"{begin(x.seat)} spends {opportunity(x.points)}.",
    e.OpportunityChanged: _opportunity,
    e.PointsScored: _scored,
    e.UnrestMoved: lambda x: _moved("Revolutionary Unrest", x.boxes),
    e.PrestigeMoved: lambda x: _moved("The Tsar's Prestige", x.boxes),
    e.WorldAffairsMoved: lambda x: (
        f"World Affairs turns toward {side(x.seat)} by {plural(x.boxes, 'box', 'boxes')}."
    ),
    e.ScoringDieRolled: _die,
    e.ScoringMarkerMoved: _marker_moved,
    e.TrackScored: _track_scored,
    e.TrackReset: lambda x: f"{begin(x.seat)} sends the {track(x.track)} Scoring Marker back to Start.",
    e.ExtremismRolled: _extremism,
    e.SessionEnded: lambda x: "The Duma Session is over, without a Vote.",
    e.VoteHeld: _vote,
    e.DieRolled: _rolled,
    e.DistrictRolled: lambda x: f"Random District: red {x.red} and blue {x.blue} give {place(x.district)}.",
    e.MarkersAdded: _marker,
    e.MarkerTested: _tested,
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
