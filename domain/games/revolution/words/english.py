"""English: the words for what lies on the table, and one sentence for each event."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.core import frame
from domain.core.event import Event, Seat
from domain.games.revolution import events as e
from domain.games.revolution.components import KINDS, STANDARD, Bid, Tokens
from domain.games.revolution.table import COLOURS, Offer

KIND = {"force": "Force", "blackmail": "Blackmail", "gold": "Gold"}
PHASES = {
    "setup": "set-up",
    "espionage": "Espionage",
    "bidding": "Bidding",
    "resolution": "Resolution",
    "patronage": "Patronage",
    "scoring": "scoring",
    "over": "over",
}
POWER = {"replace": "the Spy", "swap": "the Apothecary"}
POWERS = {"replace": "replace a cube by your own", "swap": "let two cubes change places"}
ENDED = {"board_full": "now that the board is full", "round_limit": "at the limit of rounds"}
ASKED = {
    "bid": "a bid",
    "replace": "a cube for the Spy",
    "swap": "cubes for the Apothecary",
    "promise_entropy": "promise of entropy",
    "give_entropy": "entropy",
}


def side(seat: Seat) -> str:
    return seat.capitalize()


def title(name: str) -> str:
    """A character or an area by the name that stands on the board."""
    return name.replace("_", " ").title()


def together(words: Iterable[str]) -> str:
    *before, last = list(words) or ["nothing"]
    return f"{', '.join(before)} and {last}" if before else last


def sides(seats: Iterable[Seat]) -> str:
    return together(side(seat) for seat in seats)


def by_seat(some: dict[Seat, Tokens]) -> list[tuple[Seat, Tokens]]:
    """In the order of the table, however they were written down."""
    return [(seat, some[seat]) for seat in COLOURS if seat in some]


def tokens(some: Tokens) -> str:
    return together(f"{getattr(some, kind)} {KIND[kind]}" for kind in KINDS if getattr(some, kind))


def bid(some: Bid) -> str:
    """By character, in the order of the bid board."""
    named = [name for name in STANDARD.order if name in some]
    named += sorted(name for name in some if name not in STANDARD.order)
    return "; ".join(f"{tokens(some[name])} on the {title(name)}" for name in named) or "nothing"


def promises(some: dict[str, bool]) -> str:
    named = [name for name in STANDARD.order if name in some]
    named += sorted(name for name in some if name not in STANDARD.order)
    return together(f"{'bid on' if some[name] else 'stay away from'} the {title(name)}" for name in named)


def _opened(event: frame.GameOpened) -> str:
    header = event.header
    what = f"{header.ruleset}, version {header.ruleset_version}"
    return f"Game {header.game} opens: {what}, played by {sides(header.seats)}."


def _taken(event: e.TokensTaken) -> str:
    what = f"{side(event.seat)} takes {tokens(event.tokens)}"
    if event.by == "start":
        return f"{what} to start with."
    if event.by == "patronage":
        return f"{what} from secret patrons."
    return f"{what} from the {title(event.by)} and sets this aside."


def _shown(event: e.TokensShown) -> str:
    held = "; ".join(f"{side(seat)} has {tokens(some)}" for seat, some in by_seat(event.tokens))
    return f"All tokens are shown: {held}."


def _placed(event: e.BidPlaced) -> str:
    if event.bid.value is None:
        return f"{side(event.seat)} has bid."
    return f"{side(event.seat)} has bid, behind the screen: {bid(event.bid.value)}."


def _offered(event: e.OfferMade) -> str:
    to = sides(seat for seat in event.offer.to if seat != event.seat)
    offer: Offer | None = event.offer.value
    if offer is None:
        return f"{side(event.seat)} has a word with {to}."
    parts = [f"I would {promises(offer.mine)}"] if offer.mine else []
    parts += [f"you would {promises(offer.yours)}"] if offer.yours else []
    return f"{side(event.seat)} says to {to}: {', if '.join(parts)}."


def _answered(event: e.OfferAnswered) -> str:
    if event.agreed.value is None:
        return f"{side(event.seat)} answers."
    said = "agrees to" if event.agreed.value else "wants nothing of"
    return f"{side(event.seat)} {said} the offer made at version {event.offer}."


def _resolved(event: e.CharacterResolved) -> str:
    who = f"The {title(event.character)}"
    if not event.bids:
        return f"{who}: nobody has bid."
    shown = ", ".join(f"{side(seat)} {tokens(some)}" for seat, some in by_seat(event.bids))
    if event.winner is None:
        return f"{who}: {shown}; the highest bids are tied and nobody wins."
    return f"{who}: {shown}; {side(event.winner)} wins."


def _removed(event: e.TokensRemoved) -> str:
    gone = f"The tokens on the {title(event.character)} go to the bank"
    if not event.refunded:
        return f"{gone}."
    gets = "gets" if len(event.refunded) == 1 else "get"
    return f"{gone}, except that {sides(event.refunded)} {gets} theirs back."


def _no_influence(event: e.InfluenceLost) -> str:
    why = "there is no space left" if event.why == "full" else "no cube is left"
    return f"{side(event.seat)} gains no influence in the {title(event.area)}: {why}."


def _swapped(event: e.CubesSwapped) -> str:
    one = f"{side(event.owner)}'s cube in the {title(event.area)}"
    other = f"{side(event.other_owner)}'s in the {title(event.other_area)}"
    return f"{side(event.seat)} lets {one} and {other} change places."


def _area(event: e.AreaScored) -> str:
    if event.seat is None:
        return f"The {title(event.area)} is tied and brings nobody support."
    bonus = f", and {event.bonus} more for holding all of it" if event.bonus else ""
    points = f"{event.points} support{bonus}"
    return f"{side(event.seat)} has the most influence in the {title(event.area)}: {points}."


def _ended(event: e.GameEnded) -> str:
    verb = "wins" if len(event.winners) == 1 else "share the victory"
    return f"The game ends {ENDED.get(event.reason, event.reason)}: {sides(event.winners)} {verb}."


SENTENCES: dict[type[Event[Any]], Callable[[Any], str]] = {
    frame.GameOpened: _opened,
    frame.EntropyPromised: lambda x: f"{side(x.seat)} promises entropy under the digest {x.promise}.",
    frame.EntropyGiven: lambda x: f"{side(x.seat)} adds the entropy {x.entropy}.",
    frame.SeedOpened: lambda x: f"The seed of the game is laid open: {x.seed}.",
    e.TokensTaken: _taken,
    e.RoundBegan: lambda x: f"Round {x.round} begins.",
    e.TokensShown: _shown,
    e.PhaseBegan: lambda x: f"The {PHASES.get(x.phase, x.phase)} phase begins.",
    e.BidPlaced: _placed,
    e.BidRevealed: lambda x: f"{side(x.seat)}'s screen is removed: {bid(x.bid.value)}.",
    e.BarredTokensRemoved: lambda x: (
        f"Taken off {side(x.seat)}'s board, as these characters are immune: {bid(x.tokens)}."
    ),
    e.ExtraBidsDiscarded: lambda x: (
        f"Taken off {side(x.seat)}'s board, as it names too many characters: {bid(x.tokens)}."
    ),
    e.OfferMade: _offered,
    e.OfferAnswered: _answered,
    e.CharacterResolved: _resolved,
    e.SupportGained: lambda x: f"{side(x.seat)} gains {x.points} support from the {title(x.by)}.",
    e.InfluencePlaced: lambda x: f"{side(x.seat)} places a cube in the {title(x.area)}.",
    e.InfluenceLost: _no_influence,
    e.PowerOffered: lambda x: f"{side(x.seat)} may now use {POWER.get(x.power, x.power)}.",
    e.PowerLost: lambda x: f"{side(x.seat)} has no use for {POWER.get(x.power, x.power)}.",
    e.CubeReplaced: lambda x: (
        f"{side(x.seat)} replaces a cube of {side(x.owner)} in the {title(x.area)} with one of their own."
    ),
    e.CubesSwapped: _swapped,
    e.Declined: lambda x: f"{side(x.seat)} does without {POWER.get(x.power, x.power)}.",
    e.TokensRemoved: _removed,
    e.TokensScored: lambda x: f"{side(x.seat)} gains {x.points} support for tokens of the last round.",
    e.AreaScored: _area,
    e.GameEnded: _ended,
}  # fmt: skip
