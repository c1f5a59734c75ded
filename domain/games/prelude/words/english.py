"""English: the words for what lies on the table, and one sentence for each event."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.core import frame
from domain.core.event import Event, Seat
from domain.games.prelude import events as e
from domain.games.prelude.components import STANDARD, CardId, Place
from domain.games.prelude.table import SIDES

SIDE = {"revolutionary": "the Revolutionary", "government": "the Government"}
ASKED = {
    "choose_first": "the First Player",
    "choose_play": "a card to play",
    "spend_points": "activities",
    "choose_die": "a Scoring Die",
    "declare_die": "a Scoring Die",
    "reset_track": "a track to reset",
    "pick_scoring": "a track to score",
    "move_marker": "a Scoring Marker to move",
    "provoke": "a player to provoke",
    "exchange": "cards to exchange",
    "rescue": "Opportunity Points for the check",
    "spend_any": "Opportunity Points to spend",
    "spend_some": "Opportunity Points to spend",
    "choose_event": "the next Event",
    "add_cube": "a place for a cube",
    "remove_cube": "a cube to remove",
    "move_cube": "a cube to move",
    "match_cubes": "a District to catch up in",
    "pick_place": "a place",
    "pick_option": "one of the possibilities",
    "discard_card": "a card to discard",
    "pick_from_pool": "a card of the Opportunity Pool",
    "pick_special": "a Special Action",
    "promise_entropy": "promise of entropy",
    "give_entropy": "entropy",
}
PUT = {
    "discard": "is discarded",
    "pool": "goes to the Opportunity Pool",
    "in_play": "stays in play",
    "removed": "leaves the game",
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
REASONS = {
    "points": "with 20 Victory Points or more",
    "red_october": "after Red October",
    "last_turn": "at the end of the last Turn",
    "autocracy": "as autocracy is restored",
}


def side(seat: Seat) -> str:
    return SIDE.get(seat, seat)


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def sides(seat: Seat) -> str:
    """The possessive."""
    return f"{side(seat)}'s"


def together(words: Iterable[str]) -> str:
    *before, last = list(words) or ["nothing"]
    return f"{', '.join(before)} and {last}" if before else last


def plural(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def card(one: CardId) -> str:
    """A card by number and title."""
    found = STANDARD.cards.get(one)
    return f"#{one} {found.title}" if found else f"#{one}"


def cards(some: Iterable[CardId]) -> str:
    return together(card(one) for one in some)


def place(one: Place) -> str:
    return STANDARD.name_of(one)


def track(one: str) -> str:
    found = STANDARD.tracks.get(one)
    return found.name if found else one


def turn(number: int) -> str:
    return STANDARD.turns[number].name if 0 <= number < len(STANDARD.turns) else f"Turn {number + 1}"


def special(one: str) -> str:
    found = STANDARD.specials.get(one)
    return found.name if found else one


def points(number: int) -> str:
    return f"{number} VP"


def opportunity(number: int) -> str:
    return plural(number, "Opportunity Point")


def _opened(event: frame.GameOpened) -> str:
    header = event.header
    what = f"{header.ruleset}, version {header.ruleset_version}"
    return f"Game {header.game} opens: {what}, played by {together(side(seat) for seat in header.seats)}."


def _promised(event: frame.EntropyPromised) -> str:
    return f"{upper(side(event.seat))} promises entropy under the digest {event.promise}."


def _shuffled(event: e.DeckShuffled) -> str:
    of = " from its discards" if event.from_discards else ""
    return f"The deck of the {era(event.era)} is shuffled{of}: {plural(event.count, 'card')}."


def era(one: str) -> str:
    names = {"turmoil": "Years of Turmoil", "war": "Great War", "collapse": "Collapse"}
    return names.get(one, one)


def _filled(event: e.PoolFilled) -> str:
    return f"Into the Opportunity Pool come {cards((*event.cards, *event.key_events))}."


def _drawn(event: e.CardsDrawn) -> str:
    shown = event.cards.value
    what = plural(event.count, "card") if shown is None else cards(shown)
    return f"{upper(side(event.seat))} draws {what}."


def _named(event: e.FirstPlayerNamed) -> str:
    if event.seat == event.first:
        return f"{upper(side(event.seat))} is behind and will be First Player."
    return f"{upper(side(event.seat))} is behind and lets {side(event.first)} be First Player."


def _exchanged(event: e.HandsExchanged) -> str:
    seen = [seat for seat in SIDES if getattr(event, seat).value is not None]
    got = [f"{side(seat)} now holds {cards(getattr(event, seat).value)}" for seat in seen]
    return f"The hands change sides{'; ' + '; '.join(got) if got else ''}."


def _hands(hands: dict[Seat, tuple[CardId, ...]]) -> str:
    held = [f"{side(seat)} held {cards(hands[seat])}" for seat in SIDES if hands.get(seat)]
    return "; ".join(held)


def _era_ended(event: e.EraEnded) -> str:
    held = _hands(event.hands)
    return f"The era ends: hands, cards in play and the Pool are discarded{'; ' + held if held else ''}."


def _turn_ended(event: e.TurnEnded) -> str:
    gone = f"; discarded: {cards(event.cards)}" if event.cards else ""
    return f"{turn(event.turn)} is over{gone}."


def _removed_cards(event: e.CardsRemoved) -> str:
    gone = [*event.in_play, *event.pool, *event.aside, *event.deck]
    gone += [one for seat in SIDES for one in event.hands.get(seat, ())]
    return (
        f"With the Tsar these cards leave the game: {cards(gone)}." if gone else "No card goes with the Tsar."
    )


def _round(event: e.RoundBegan) -> str:
    what = f"Action Round {event.round} of {side(event.seat)}"
    return f"{what} is skipped." if event.skipped else f"{what}."


def _played(event: e.CardPlayed) -> str:
    who = upper(side(event.seat))
    if event.origin == "pool":
        paid = f" for {opportunity(event.cost)}" if event.cost else ""
        return f"{who} plays {card(event.card)} from the Opportunity Pool{paid}."
    use = {"event": "for its Event", "both": "for its Activity Points and its Event"}
    return f"{who} plays {card(event.card)} {use.get(event.use, 'for its Activity Points')}."


def _not_met(event: e.EventNotMet) -> str:
    text = f"The prerequisite of {card(event.card)} is not met"
    if event.seat is None or not event.points:
        return f"{text}."
    return f"{text}: {side(event.seat)} gains {opportunity(event.points)}."


def _began(event: e.EventBegan) -> str:
    if event.hook:
        return f"{card(event.card)}, in play, takes effect."
    return f"The Event of {card(event.card)} happens, played by {side(event.seat or '')}."


def _discarded(event: e.CardDiscarded) -> str:
    how = " at random" if event.roll else ""
    return f"{upper(side(event.seat))} discards {card(event.card)}{how}."


def _cubes(number: int, seat: Seat) -> str:
    colour = "red" if seat == "revolutionary" else "blue"
    return plural(number, f"{colour} cube")


def _added(event: e.CubesAdded) -> str:
    return f"{_cubes(event.count, event.seat)} {_is(event.count)} added: {place(event.place)}."


def _cubes_gone(event: e.CubesRemoved) -> str:
    return f"{_cubes(event.count, event.seat)} {_is(event.count)} removed: {place(event.place)}."


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _check(event: e.CheckRolled) -> str:
    where = f" in {place(event.place)}" if event.place else ""
    total = sum(event.dice)
    came = "a success" if total <= event.target else "too much"
    dice = "+".join(map(str, event.dice))
    who = upper(side(event.seat))
    return f"{who} makes a Mobilization Check{where} against {event.target}: {dice} = {total}, {came}."


def _opportunity(event: e.OpportunityChanged) -> str:
    verb = "gains" if event.points > 0 else "loses"
    return f"{upper(side(event.seat))} {verb} {opportunity(abs(event.points))}."


def _scored(event: e.PointsScored) -> str:
    by = "Duma Vote" if event.by == "vote" else special(event.by)
    if event.by in STANDARD.cards:
        by = card(event.by)
    return f"{upper(side(event.seat))} scores {points(event.points)}{f' ({by})' if by else ''}."


def _moved(name: str, boxes: int) -> str:
    return f"{name} {'rises' if boxes > 0 else 'falls'} by {abs(boxes)}."


def _die(event: e.ScoringDieRolled) -> str:
    who = upper(side(event.seat))
    return f"{who} rolls the {track(event.die)} Scoring Die: {track(event.track)} advances."


def _track_scored(event: e.TrackScored) -> str:
    who = "nobody is favoured" if event.seat is None else f"{side(event.seat)} gains {points(event.points)}"
    more = [f"{side(s)} {points(event.empty[s])} for empty Parties" for s in SIDES if event.empty.get(s)]
    return f"{track(event.track)} scores: {'; '.join([who, *more])}."


def _extremism(event: e.ExtremismRolled) -> str:
    shown = f"{event.die}{f' + {event.modifier}' if event.modifier else ''}"
    parts = []
    if event.removed:
        parts.append(f"{plural(event.removed, 'moderate cube')} leave{'s' if event.removed == 1 else ''}")
    if event.moved:
        parts.append(f"{event.moved} goes over to the extremists")
    if event.points:
        parts.append(f"the opponent scores {points(event.points)}")
    return f"Growing Extremism of {side(event.seat)}, {shown}: {together(parts or ['nothing happens'])}."


def _vote(event: e.VoteHeld) -> str:
    if event.seat is None:
        return "The Duma has voted; nobody holds a Majority."
    return f"The Duma has voted; {side(event.seat)} holds the Majority and scores {points(event.points)}."


def _marker(event: e.MarkersAdded) -> str:
    name = "Red Guards" if event.seat == "revolutionary" else "Loyal Troops"
    return f"{name} of {points(event.value)} join the Military Preparations{times(event.count)}."


def times(number: int) -> str:
    return "" if number == 1 else f", {number} times"


def _tested(event: e.MarkerTested) -> str:
    lost = "they desert" if event.lost else "they stay"
    return f"A {event.die} for troops of {points(event.value)} of {side(event.seat)}: {lost}."


def _abdicated(event: e.TsarAbdicated) -> str:
    if event.jump is None:
        return "The Tsar abdicates."
    held = _hands(event.hands)
    text = f"The Tsar abdicates: all cards are discarded and {turn(event.jump)} begins"
    return f"{text}{'; ' + held if held else ''}."


def _formed(event: e.GovernmentFormed) -> str:
    lost = [f"{place(x)} loses {event.lost[x]}" for x in STANDARD.parties if event.lost.get(x)]
    return f"The Provisional Government is formed: {'; '.join(lost) or 'no cube is lost'}."


def _vanguard(event: e.VanguardScored) -> str:
    if event.seat is None:
        return "Red Guards and Loyal Troops are even."
    return f"The Military Preparations bring {side(event.seat)} {points(event.points)}."


def _ended(event: e.GameEnded) -> str:
    if event.winner is None:
        return f"The game ends {REASONS.get(event.reason, event.reason)}: both players have lost."
    return f"The game ends {REASONS.get(event.reason, event.reason)}: {side(event.winner)} wins."


def _organization(event: e.OrganizationCreated) -> str:
    return f"{upper(side(event.seat))} creates an Organization: {place(event.place)}."


SENTENCES: dict[type[Event[Any]], Callable[[Any], str]] = {
    frame.GameOpened: _opened,
    frame.EntropyPromised: _promised,
    frame.EntropyGiven: lambda x: f"{upper(side(x.seat))} adds the entropy {x.entropy}.",
    frame.SeedOpened: lambda x: f"The seed of the game is laid open: {x.seed}.",
    e.Asked: lambda x: f"{upper(side(x.seat))} is asked for {ASKED.get(x.what, x.what)}.",
    e.DeckShuffled: _shuffled,
    e.TurnBegan: lambda x: f"{turn(x.turn)} begins.",
    e.PoolFilled: _filled,
    e.CardsDrawn: _drawn,
    e.FirstPlayerNamed: _named,
    e.HandsExchanged: _exchanged,
    e.EraEnded: _era_ended,
    e.TurnEnded: _turn_ended,
    e.CardsRemoved: _removed_cards,
    e.CollapseDeckFormed: lambda x: f"A new deck of the Collapse is shuffled: {plural(x.count, 'card')}.",
    e.RoundBegan: _round,
    e.CardPlayed: _played,
    e.Passed: lambda x: f"{upper(side(x.seat))} passes.",
    e.SpecialSpent: lambda x: f"The Special Action that {side(x.seat)} had prepared takes effect.",
    e.BonusSpent: lambda x: (
        f"The {x.points} AP more for {side(x.seat)} {'are lost' if x.wasted else 'are used'}."
    ),
    e.EventNotMet: _not_met,
    e.EventBegan: _began,
    e.CardPutAway: lambda x: f"{card(x.card)} {PUT.get(x.to, x.to)}.",
    e.CardMoved: lambda x: f"{card(x.card)}, {FROM.get(x.origin, x.origin)}, {PUT.get(x.to, x.to)}.",
    e.CardDiscarded: _discarded,
    e.CardExchanged: lambda x: (
        f"{upper(side(x.seat))} gives {card(x.card)} to the Opportunity Pool for {card(x.for_card)}."
    ),
    e.ExchangeArranged: lambda x: "The hands will change sides after this Action Round.",
    e.RoundSkippedNext: lambda x: f"{upper(side(x.seat))} will skip the next Action Round.",
    e.BonusPromised: lambda x: (
        f"A card from hand will be worth {x.points} AP more in the next Action Round of {side(x.seat)}."
    ),
    e.LaterPromised: lambda x: (
        f"{card(x.card)} will take effect after the next Action Round of {side(x.of)}."
    ),
    e.LaterBegan: lambda x: f"Now {card(x.card)} takes effect.",
    e.EventChosen: lambda x: f"{upper(side(x.seat))} lets {card(x.card)} come next.",
    e.Mobilized: lambda x: (
        f"{upper(side(x.seat))} mobilizes {_cubes(1, x.seat)} for {x.cost} AP: {place(x.place)}."
    ),
    e.OrganizationTried: lambda x: (
        f"{upper(side(x.seat))} spends {x.points} AP on an Organization: {place(x.place)}."
    ),
    e.SpecialUsed: lambda x: f"{upper(side(x.seat))} uses {special(x.special)} for {x.points} AP.",
    e.SpecialArmed: lambda x: f"It waits for the next card that {side(x.seat)} plays from hand.",
    e.WasDone: lambda x: f"{upper(side(x.seat))} lets it be.",
    e.CubesAdded: _added,
    e.CubesRemoved: _cubes_gone,
    e.CubeMoved: lambda x: f"{_cubes(1, x.seat)} moves: {place(x.origin)} to {place(x.place)}.",
    e.PlaceChosen: lambda x: f"{upper(side(x.seat))} chooses {place(x.place)}.",
    e.OptionChosen: lambda x: f"{upper(side(x.seat))} chooses possibility {x.option}.",
    e.TrackChosen: lambda x: f"{upper(side(x.seat))} chooses {track(x.track)}.",
    e.SideChosen: lambda x: f"{upper(side(x.seat))} chooses {side(x.side)}.",
    e.OrganizationCreated: _organization,
    e.OrganizationRemoved: lambda x: f"{upper(sides(x.seat))} Organization is removed: {place(x.place)}.",
    e.SponsorChanged: lambda x: f"The {place(x.party)} can now Sponsor {together(x.subtypes)} Districts.",
    e.CheckRolled: _check,
    e.CheckRescued: lambda x: (
        f"{upper(side(x.seat))} spends {opportunity(x.points)}: the check is a success."
    ),
    e.OpportunitySpent: lambda x: f"{upper(side(x.seat))} spends {opportunity(x.points)}.",
    e.OpportunityChanged: _opportunity,
    e.PointsScored: _scored,
    e.UnrestMoved: lambda x: _moved("Revolutionary Unrest", x.boxes),
    e.PrestigeMoved: lambda x: _moved("The Tsar's Prestige", x.boxes),
    e.WorldAffairsMoved: lambda x: f"World Affairs moves {x.boxes} toward {side(x.seat)}.",
    e.ScoringDieRolled: _die,
    e.ScoringMarkerMoved: lambda x: f"The {track(x.track)} Scoring Marker moves {x.boxes:+d}.",
    e.TrackScored: _track_scored,
    e.TrackReset: lambda x: f"The {track(x.track)} Scoring Marker goes back to Start.",
    e.ExtremismRolled: _extremism,
    e.SessionEnded: lambda x: "This Duma Session is over, without a Vote.",
    e.VoteHeld: _vote,
    e.DieRolled: lambda x: (
        f"{upper(side(x.seat))} rolls {x.die}{f', with {x.plus:+d} {x.die + x.plus}' if x.plus else ''}."
    ),
    e.DistrictRolled: lambda x: f"A random District, red {x.red} and blue {x.blue}: {place(x.district)}.",
    e.MarkersAdded: _marker,
    e.MarkerTested: _tested,
    e.TsarAbdicated: _abdicated,
    e.PoolJoined: lambda x: f"Into the Opportunity Pool come {cards(x.cards)}.",
    e.GovernmentFormed: _formed,
    e.RedOctoberBegan: lambda x: "Red October! All Opportunity Points are gone.",
    e.VanguardScored: _vanguard,
    e.WorldRolled: lambda x: (
        f"Call for World Revolution: Revolutionary {x.revolutionary}, Government {x.government}."
    ),
    e.FinalScoringBegan: lambda x: "The last Turn is over: every track scores.",
    e.GameEnded: _ended,
}  # fmt: skip
