"""Holdings: cards, hands and Special Actions in words, for the text board and the picture."""

from functools import lru_cache

from domain.core.event import Seat
from domain.games.prelude.cards.deck import Deck
from domain.games.prelude.cards.language import Card
from domain.games.prelude.cards.words import describe
from domain.games.prelude.components import CardId, SpecialId
from domain.games.prelude.effects.scope import prerequisite_met
from domain.games.prelude.table import OTHER, SIDES, PreludeTable
from domain.games.prelude.words.names import FACTIONS, FEW, LETTER, opportunity, plural, side, together

SHORT_DICE = {"rev": "R's choice", "gov": "G's choice", "all": "all dice"}
DICE = {"rev": "Revolutionary's choice", "gov": "Government's choice", "all": "all four dice"}


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
