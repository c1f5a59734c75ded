"""Names: what things and players are called, as on the printed board."""

from collections.abc import Iterable

from domain.core.event import ARBITER, PUBLIC, Audience, Seat
from domain.games.prelude.components import STANDARD, CardId, Place

SIDE = {"revolutionary": "the Revolutionary", "government": "the Government"}
SHORT = {"revolutionary": "Revolutionary", "government": "Government"}
COLOUR = {"revolutionary": "red", "government": "blue"}
LETTER = {"revolutionary": "R", "government": "G"}
TROOPS = {"revolutionary": "Red Guards", "government": "Loyal Troops"}
ERAS = {"turmoil": "Years of Turmoil", "war": "Great War", "collapse": "Collapse"}
SUBTYPES = {"worker": "Worker", "military": "Military", "urban": "Urban"}
LEVELS = {"dominance": "Dominance", "majority": "Majority"}
FACTIONS = {"rev": "Revolutionary", "gov": "Government", "neutral": "neutral"}
WATCHING = {PUBLIC: "a spectator", ARBITER: "the arbiter"}
FEW = 4  # so many things are named one by one


def side(seat: Seat) -> str:
    return SIDE.get(seat, seat)


def sides(seat: Seat) -> str:
    """The possessive."""
    return f"{side(seat)}'s"


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def begin(seat: Seat) -> str:
    """At the beginning of a sentence."""
    return upper(side(seat))


def eyes(audience: Audience) -> str:
    """Who looks."""
    return WATCHING.get(audience) or side(audience)


def together(words: Iterable[str], last: str = "and") -> str:
    *before, end = list(words) or ["nothing"]
    return f"{', '.join(before)} {last} {end}" if before else end


def plural(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def card(one: CardId) -> str:
    """A card by number and title."""
    found = STANDARD.cards.get(one)
    return f"#{one} {found.title}" if found else f"#{one}"


def cards(some: Iterable[CardId]) -> str:
    return together(card(one) for one in some)


def place(one: Place) -> str:
    """As a place is called in a sentence."""
    name = STANDARD.name_of(one)
    return f"the {name}" if one in STANDARD.parties else name


def places(some: Iterable[Place]) -> str:
    """One of some places: all of a subtype as such, others by name if they are few."""
    here = list(dict.fromkeys(some))
    for subtype, every in STANDARD.of_subtype.items():
        if here and set(here) == set(every):
            name = SUBTYPES[subtype]
            return f"{'an' if name[0] in 'AEIOU' else 'a'} {name} District"
    if len(here) <= FEW:
        return together((place(one) for one in here), "or")
    kinds = {"Party" if one in STANDARD.parties else "District" for one in here}
    return f"one of {len(here)} {'Districts and Parties' if len(kinds) > 1 else _many(kinds.pop())}"


def _many(kind: str) -> str:
    return "Parties" if kind == "Party" else "Districts"


def track(one: str) -> str:
    found = STANDARD.tracks.get(one)
    return found.name if found else one


def tracks(some: Iterable[str]) -> str:
    return together((track(one) for one in some), "or")


def turn(number: int) -> str:
    return STANDARD.turns[number].name if 0 <= number < len(STANDARD.turns) else f"Turn {number + 1}"


def era(one: str) -> str:
    return ERAS.get(one, one)


def special(one: str) -> str:
    found = STANDARD.specials.get(one)
    return found.name if found else one


def cubes(number: int, seat: Seat) -> str:
    return plural(number, f"{COLOUR.get(seat, seat)} cube")


def a_cube(seat: Seat) -> str:
    return f"a {COLOUR.get(seat, seat)} cube"


def points(number: int) -> str:
    return f"{number} VP"


def opportunity(number: int) -> str:
    return plural(number, "Opportunity Point")


def activity(number: int) -> str:
    return plural(number, "Activity Point")
