"""Position: what the text board and the picture both say of a table, as far as a view holds it."""

from functools import lru_cache

from domain.core.event import Seat
from domain.games.prelude.cards.deck import Deck
from domain.games.prelude.cards.language import Card
from domain.games.prelude.cards.words import describe
from domain.games.prelude.components import CardId, PartyId, Place, SpecialId
from domain.games.prelude.effects.scope import prerequisite_met
from domain.games.prelude.rules.activities import mobilization_cost
from domain.games.prelude.rules.duma import track_modifier
from domain.games.prelude.table import GOV, OTHER, REV, SIDES, PreludeTable
from domain.games.prelude.words.english import REASONS
from domain.games.prelude.words.names import (
    COLOUR,
    FACTIONS,
    FEW,
    LETTER,
    LEVELS,
    SUBTYPES,
    TROOPS,
    begin,
    opportunity,
    plural,
    points,
    side,
    together,
)
from domain.games.prelude.words.questions import asked

DICE = {"rev": "Revolutionary's choice", "gov": "Government's choice", "all": "all four dice"}
SHORT_DICE = {"rev": "R's choice", "gov": "G's choice", "all": "all dice"}
PHASES = {"red_october": "Red October", "final": "final scoring"}


def spoken(language: str) -> None:
    if language != "en":
        raise ValueError(f"language: no {language!r}; there are en")


# Where the game is.


def progress(view: PreludeTable) -> list[str]:
    """Turn and Action Round, or what else is going on."""
    if view.turn < 0:
        return ["Start of Game"]
    parts = [view.now.name, f"Turn {view.turn + 1} of {view.options.last_turn}"]
    if view.phase in PHASES:
        return [*parts, PHASES[view.phase]]
    if not view.round:
        return [*parts, "Start of Turn"]
    parts.append(f"Action Round {view.round} of {view.now.rounds}")
    return parts if view.over else [*parts, f"{side(view.active)} is active"]


def first(view: PreludeTable) -> str:
    return f"First Player: {side(view.first)}"


def session(view: PreludeTable) -> str:
    """The Duma Sessions of this Turn, and whether one is going on."""
    rounds = [together(map(str, some)) for some in view.now.sessions]
    now = "in session" if view.session() is not None else "not in session"
    return f"{now}; sessions this Turn: Action Rounds {', '.join(rounds)}" if rounds else now


def outcome(view: PreludeTable) -> tuple[str, str]:
    """What the table waits for, or the result: a label and its text."""
    due = view.asks()
    if view.over:
        how = REASONS.get(view.reason, view.reason)
        won = f"{begin(view.winner)} wins" if view.winner else "Both players have lost"
        return "Result", f"{won} {how}"
    if due is None:
        return "Waiting for", "nobody"
    whom = together(side(seat) for seat in due.seats)
    return "Waiting for", f"{whom} {asked(due.what, view.agenda, view.components)}"


# Tracks.


def score(view: PreludeTable) -> str:
    ahead = view.ahead()
    return f"{points(abs(view.vp))} for {side(ahead)}" if ahead else "0, nobody is ahead"


def unrest(view: PreludeTable) -> str:
    most = view.components.board.limits.unrest
    return f"{view.unrest} of {most}; extremism of {side(REV)} {track_modifier(view, REV):+d}"


def prestige(view: PreludeTable) -> str:
    box = "the Tsar has abdicated"
    if not view.abdicated:
        box = f"{view.prestige} of {view.components.board.limits.prestige}"
    return f"{box}; extremism of {side(GOV)} {track_modifier(view, GOV):+d}"


def op(view: PreludeTable, seat: Seat) -> str:
    return f"{view.op[seat]} of {view.components.board.limits.opportunity}"


def troops(view: PreludeTable, seat: Seat) -> str:
    """The markers of Military Preparations, largest first."""
    markers = sorted(view.military[seat], reverse=True)
    worth = " + ".join(map(str, markers)) or "none"
    return f"{TROOPS[seat]}: {worth}{f' = {sum(markers)}' if len(markers) > 1 else ''}"


def advantage(view: PreludeTable, track: str) -> str:
    """Whom a track favours, by how much, and what that brings when it scores."""
    seat = view.favoured(track)
    if seat is None:
        return "favours nobody"
    worth = points(view.printed(track))
    if track == "duma":
        return f"{LEVELS[view.duma_level(seat)]} of {side(seat)}: {worth}"
    return f"favours {side(seat)} by {abs(view.advantage(track))}: {worth}"


def scoring(view: PreludeTable, track: str) -> str:
    return f"{view.scoring[track]} of {view.components.tracks[track].length}"


# Places.


def near(view: PreludeTable, place: Place) -> list[Place]:
    """The Urban Districts that arrows lead to; of an Urban one, those that they come from."""
    districts = view.components.districts
    if districts[place].subtype != "urban":
        return list(districts[place].adjacent)
    return [one.id for one in districts.values() if place in one.adjacent]


def named(view: PreludeTable, places: list[Place]) -> str:
    return ", ".join(view.components.name_of(one) for one in places)


def next_cube(view: PreludeTable, seat: Seat, place: Place) -> int | None:
    """What the next cube costs there; None without a free box."""
    return mobilization_cost(view, seat, place) if view.room(seat, place) > 0 else None


def held(view: PreludeTable, place: Place) -> str:
    """`red 2 of 9, blue 0 of 7`."""
    parts = []
    for seat in SIDES:
        boxes = view.components.boxes[seat].get(place)
        if boxes:
            parts.append(f"{COLOUR[seat]} {view.mv(seat, place)} of {len(boxes)}")
    return ", ".join(parts)


def organized(view: PreludeTable, place: Place) -> list[Seat]:
    return [seat for seat in SIDES if view.has_organization(seat, place)]


def district(view: PreludeTable, place: Place) -> str:
    """A District in a sentence."""
    found = view.components.districts[place]
    holder = view.controller(place)
    parts = [
        f"{found.name}, {SUBTYPES[found.subtype]} District: {held(view, place)}",
        f"controlled by {side(holder)}" if holder else "uncontrolled",
        *(f"Organization of {side(seat)}" for seat in organized(view, place)),
    ]
    costs = [(seat, next_cube(view, seat, place)) for seat in SIDES]
    parts += [f"the next {COLOUR[seat]} cube costs {cost} AP" for seat, cost in costs if cost is not None]
    around = near(view, place)
    return "; ".join([*parts, f"adjacent: {named(view, around)}"] if around else parts)


def sponsoring(view: PreludeTable, party: PartyId) -> str:
    """Where a Party can Sponsor Organizations."""
    kinds = view.sponsors[party]
    return f"sponsors {together(SUBTYPES[one] for one in kinds)}" if kinds else ""


def party(view: PreludeTable, party: PartyId) -> str:
    """A Party in a sentence."""
    found = view.components.parties[party]
    if party in view.out_of_play:
        return f"{found.name}: out of play"
    parts = [f"{found.name}, {found.wing}: {held(view, party)}"]
    parts += ["Organization"] if organized(view, party) else []
    cost = next_cube(view, found.faction, party)
    parts += [f"the next cube costs {cost} AP"] if cost is not None else []
    return "; ".join([*parts, sponsoring(view, party)] if view.sponsors[party] else parts)


def duma(view: PreludeTable) -> str:
    """Who leads in the Duma."""
    totals = f"red {view.duma_total(REV)}, blue {view.duma_total(GOV)}"
    for seat in SIDES:
        level = view.duma_level(seat)
        if level:
            return f"{LEVELS[level]} of {side(seat)}, {totals}"
    return f"no Majority, {totals}"


# Cards.


def title(view: PreludeTable, one: CardId) -> str:
    return f"#{one} {view.components.cards[one].title}"


def die(view: PreludeTable, one: CardId) -> str:
    """The Scoring Die that is printed on a card."""
    found = view.components.cards[one].die
    tracks = {track.die: track.name for track in view.components.tracks.values()}
    return DICE.get(found) or f"{tracks[found]} die"


def short_die(view: PreludeTable, one: CardId) -> str:
    found = view.components.cards[one].die
    return SHORT_DICE.get(found, found)


def card(view: PreludeTable, one: CardId) -> str:
    """A card with what is printed around its Event."""
    found = view.components.cards[one]
    kind = ", Key Event" if found.is_key_event else ""
    return f"{title(view, one)}, {FACTIONS[found.faction]}{kind}, {found.ap} AP, {die(view, one)}"


@lru_cache(maxsize=1024)
def _described(card: Card, deck: Deck) -> str:
    return describe(card, deck)


def event(view: PreludeTable, one: CardId) -> str:
    """What a card does, in words made from its data."""
    return _described(view.components.cards[one], view.components.deck)


def met(view: PreludeTable, one: CardId, seat: Seat) -> bool:
    """Whether a card's Event could be played by this seat now."""
    return prerequisite_met(view, one, seat)


def in_hand(view: PreludeTable, seat: Seat, one: CardId) -> str:
    """What becomes of a card's Event if it is played from hand now."""
    owner = view.owner(one)
    if owner == OTHER[seat]:
        if met(view, one, owner):
            return f"Event of {side(owner)}"
        gain = view.components.cards[one].ap // view.components.board.activities.unmet_divisor
        return f"to the Pool, {opportunity(gain)} for {side(owner)}"
    return "Event possible" if met(view, one, seat) else "Event not possible now"


def in_hand_short(view: PreludeTable, seat: Seat, one: CardId) -> str:
    """The same in a few letters."""
    owner = view.owner(one)
    if owner == OTHER[seat]:
        return f"Event by {LETTER[owner]}" if met(view, one, owner) else "to the Pool"
    return "Event: yes" if met(view, one, seat) else "Event: no"


def players(view: PreludeTable, one: CardId) -> list[Seat]:
    """Who could play a card of the Pool now: its faction, or either one; prerequisite met, and paid."""
    cost = view.components.cards[one].ap
    return [
        seat
        for seat in SIDES
        if view.owner(one) in (None, seat) and view.op[seat] >= cost and met(view, one, seat)
    ]


def in_pool(view: PreludeTable, one: CardId) -> str:
    seats = players(view, one)
    return f"playable by {together(side(seat) for seat in seats)}" if seats else "not playable now"


STAYS_SHORT = {"turn": "this Turn", "era": "this era", "game": "to the end", "none": "in play"}
STAYS = {"turn": "until the end of the Turn", "era": "until the end of the era", "game": "to the end"}


def staying(view: PreludeTable, one: CardId) -> str:
    return STAYS.get(view.components.cards[one].duration, "in play")


def hand(view: PreludeTable, seat: Seat) -> str:
    """How many cards, and how many of them are not seen."""
    pile = view.hands[seat]
    unseen = f", {pile.hidden} of them unseen" if pile.known and pile.hidden else ""
    return f"{plural(len(pile), 'card')}{unseen}"


def special(view: PreludeTable, one: SpecialId) -> str:
    """A Special Action with its cost, and whether it is still available or waits for a card."""
    found = view.components.specials[one]
    costs = found.costs
    cost = f"{costs[0]}-{costs[-1]}" if len(costs) > FEW else "/".join(map(str, costs))
    text = f"{found.name} ({cost} AP)"
    return text if one in view.specials[found.faction] else f"{text}, used"


WAITING = {
    "activities_and_event": "the next own card from hand brings AP and Event",
    "opposing_card_without_event": "the next opposing card from hand brings no Event",
}


def waiting(view: PreludeTable, seat: Seat) -> list[str]:
    """What will happen to the next cards and Action Rounds of a player."""
    found = [WAITING.get(effect, "a Special Action waits for a card") for effect in view.armed[seat]]
    if view.skips[seat]:
        found.append(f"skips {plural(view.skips[seat], 'Action Round')}")
    return found + [f"a card is worth {bonus.points} AP more" for bonus in view.bonuses if bonus.seat == seat]


def this_turn(view: PreludeTable, seat: Seat) -> str:
    used = "used" if view.special_used[seat] else "not used"
    return f"{len(view.specials[seat])} left, {used} this Turn"


def piles(view: PreludeTable) -> list[str]:
    """Cards that are out of sight or out of use, by number."""
    names = {"turmoil": "Years of Turmoil", "war": "Great War", "collapse": "The Collapse"}
    decks = [f"{names.get(era, era)} deck {len(pile)}" for era, pile in view.decks.items()]
    set_aside = [f"set aside {len(view.aside)}"] if view.aside else []
    return [*decks, f"discards {len(view.discard)}", *set_aside, f"removed {len(view.removed)}"]


def letters(seats: list[Seat]) -> str:
    return "".join(LETTER[seat] for seat in seats)
