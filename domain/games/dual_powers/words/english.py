"""English: the words for what lies on the table, and one sentence for each event."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.core import frame
from domain.core.event import Event, Seat
from domain.games.dual_powers import events as e
from domain.games.dual_powers.components import REGIONS

SIDE = {"red": "Red", "white": "White"}
LEADERS = {
    "lenin": "Lenin",
    "stalin": "Stalin",
    "kollontai": "Kollontai",
    "kerensky": "Kerensky",
    "lvov": "Prince Lvov",
    "kornilov": "Kornilov",
    "trotsky": "Trotsky",
}
MONTHS = ("March/April", "May/June", "July", "August", "September", "October", "November")
PHASES = {
    "draw": "draw",
    "objective": "objective",
    "action": "action",
    "scoring": "scoring",
    "cleanup": "cleanup",
}
DECLINED = {
    "action": "the action",
    "leader_action": "the leader's special action",
    "bonus_action": "the bonus action",
}
WILL = {
    "month": "{} takes the will of the people as the month turns.",
    "inspired": "{} inspires the people and takes the will of the people.",
    "solitaire": "By the solitaire rules, the will of the people goes to {}.",
}
REVEALED = {"espionage": " through espionage", "organize": " by organizing", "scoring": " for scoring"}
JUDGED = {
    "strength": "is stronger",
    "tokens": "is ahead with more tokens",
    "will": "is ahead by the will of the people",
}
FOUND = {
    "days": "its region has the highest sum of days",
    "cards": "of the regions with equal days, its own has the most cards",
    "last": "of the regions with equal days and cards, its own had the last card",
}
ENDED = {
    "track": " by reaching the end of the support track",
    "october": " as the calendar runs out",
    "third_round": " after the third round",
}


def side(seat: Seat) -> str:
    return SIDE.get(seat, seat)


def region(name: str) -> str:
    return f"the {name} region"


def connection(name: str) -> str:
    """A connection by its colour: which regions it joins is a matter of the board that is played on."""
    return f"the {name} connection"


def card(name: str) -> str:
    return LEADERS.get(name, name)


def cards(names: Iterable[str]) -> str:
    return ", ".join(card(name) for name in names)


def token(name: str) -> str:
    if name.startswith("opposing-"):
        return f"the opposition's unit {name.removeprefix('opposing-')}"
    colour, found, code = name.partition("-unit-")
    return f"the {colour} unit {code}" if found else LEADERS.get(name, name)


def together(words: Iterable[str]) -> str:
    *before, last = list(words) or ["nothing"]
    return f"{', '.join(before)} and {last}" if before else last


def tokens(names: Iterable[str]) -> str:
    return together(token(name) for name in names)


def many(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


def month(index: int) -> str:
    return MONTHS[index] if 0 <= index < len(MONTHS) else f"month {index + 1}"


def _stack(what: str, count: int, order: tuple[str, ...] | None) -> str:
    shown = "" if order is None else f", from the top {cards(order)}"
    return f"{count} {what} are shuffled into a face-down stack{shown}."


def _opened(event: frame.GameOpened) -> str:
    header = event.header
    who = together(side(seat) for seat in header.seats)
    if header.options.get("solitaire"):
        who += f" against the opposition at difficulty {header.options['solitaire']}"
    return f"Game {header.game} opens: {header.ruleset}, version {header.ruleset_version}, played by {who}."


def _neutrals(event: e.NeutralsPlaced) -> str:
    placed = zip(event.tokens, REGIONS, strict=True)
    places = (f"{name.removeprefix('neutral-unit-')} in {colour}" for name, colour in placed)
    return f"A neutral unit takes its place in each region: {together(places)}."


def _drawn(event: e.CardsDrawn) -> str:
    what = many(event.count, "card", "cards") if event.cards.value is None else cards(event.cards.value)
    return f"{side(event.seat)} draws {what}{' as a bonus action' if event.bonus else ''}."


def _chosen(event: e.ObjectiveChosen) -> str:
    return f"{side(event.seat)} lays {event.card.value or 'a card'} face down as a secret objective."


def _dealt(event: e.ObjectiveDealt) -> str:
    return f"{side(event.seat)} is dealt {event.card.value or 'a card'} face down as a secret objective."


def _opposition(event: e.OppositionDealt) -> str:
    shown = "" if event.cards.value is None else f", from the top {cards(event.cards.value)}"
    stack = many(event.count, "card", "cards")
    return f"The opposition, {side(event.seat)}, gets a face-down stack of {stack}{shown}."


def _moved(event: e.TokenMoved) -> str:
    via = "".join(f" by way of {region(step)}" for step in event.path[:-1])
    start, end = region(event.start), region(event.path[-1])
    return f"{side(event.seat)} moves {token(event.token)} from {start} to {end}{via}."


def _judged(event: e.RegionJudged) -> str:
    red, white = (
        f"{event.strength.get(s, 0)} with {many(event.tokens.get(s, 0), 'token', 'tokens')}"
        for s in ("red", "white")
    )
    ahead = "nobody is stronger"
    if event.stronger is not None:
        ahead = f"{side(event.stronger)} {JUDGED.get(event.by, 'is stronger')}"
    where = f"In {region(event.region)} (marker {event.marker})"
    return f"{where} Red has strength {red}, White {white}: {ahead}."


def _exhausted(event: e.TokensExhausted) -> str:
    parts = [
        f"{tokens(some)} {one if len(some) == 1 else more}"
        for some, one, more in (
            (event.exhausted, "becomes exhausted", "become exhausted"),
            (event.to_supply, "returns to the supply", "return to the supply"),
            (event.out_of_game, "leaves the game", "leave the game"),
        )
        if some
    ]
    return f"In {region(event.region)}, {'; '.join(parts) or 'no token tires'}."


def _discarded(event: e.CardsDiscarded) -> str:
    gone = f"; these leader cards leave the game: {cards(event.leaders)}" if event.leaders else ""
    return f"These cards go onto the discard pile: {cards(event.cards) or 'none'}{gone}."


def _ended(event: e.GameEnded) -> str:
    reason = event.reason.removesuffix("_will")
    will = ", decided by the will of the people" if reason != event.reason else ""
    return f"{side(event.winner)} wins the game{ENDED.get(reason, f' ({reason})')}{will}."


SENTENCES: dict[type[Event[Any]], Callable[[Any], str]] = {
    frame.GameOpened: _opened,
    frame.EntropyPromised: lambda x: f"{side(x.seat)} promises entropy under the digest {x.promise}.",
    frame.EntropyGiven: lambda x: f"{side(x.seat)} adds the entropy {x.entropy}.",
    frame.SeedOpened: lambda x: f"The seed of the game is laid open: {x.seed}.",
    e.NeutralsPlaced: _neutrals,
    e.TilesShuffled: lambda x: _stack("region tiles", x.count, x.order.value),
    e.UnrestTileSet: lambda x: f"Unrest now stirs in {region(x.region)}.",
    e.BlockadeTileSet: lambda x: f"The {x.region} tile is drawn: the blockade shuts {connection(x.region)}.",
    e.DeckShuffled: lambda x: _stack("command cards", x.count, x.order.value),
    e.LeadersShuffled: lambda x: _stack("leader cards of the opposition", x.count, x.order.value),
    e.RoundBegan: lambda x: f"Round {x.round} begins.",
    e.PhaseBegan: lambda x: f"The {PHASES.get(x.phase, x.phase)} phase begins.",
    e.CardsDrawn: _drawn,
    e.ObjectiveChosen: _chosen,
    e.ObjectiveDealt: _dealt,
    e.OppositionDealt: _opposition,
    e.TurnBegan: lambda x: f"Turn {x.turn} is {side(x.seat)}'s.",
    e.CardPlayed: lambda x: f"{side(x.seat)} plays {card(x.card)}.",
    e.DateAdvanced: lambda x: f"The calendar now shows {month(x.month)}, day {x.day}.",
    e.WillTaken: lambda x: WILL[x.by].format(side(x.seat)),
    e.TrotskyReturned: lambda x: f"Trotsky returns, neutral and fresh, to {region(x.region)}.",
    e.TrotskyJoined: lambda x: f"Trotsky, in {region(x.region)}, sides with Red from now on.",
    e.TrotskyStayedAway: lambda _: "Trotsky has already left the city and does not join Red.",
    e.BonusEarned: lambda x: f"{side(x.seat)} earns a bonus action.",
    e.UnitsRecruited: lambda x: f"{side(x.seat)} recruits {tokens(x.tokens)} into {region(x.region)}.",
    e.TokenMoved: _moved,
    e.TokenRefreshed: lambda x: f"{side(x.seat)} refreshes {token(x.token)} in {region(x.region)}.",
    e.LeaderRecruited: lambda x: f"{side(x.seat)} brings {token(x.leader)} into {region(x.region)}.",
    e.NeutralsRefreshed: lambda x: (
        f"The leader's arrival in {region(x.region)} refreshes {tokens(x.tokens)}."
    ),
    e.BlockadeMoved: lambda x: f"{side(x.seat)} moves the blockade to {connection(x.connection)}.",
    e.ObjectiveRevealed: lambda x: (
        f"{side(x.owner)}'s secret objective is turned face up{REVEALED.get(x.by, '')}: {card(x.card.value)}."
    ),
    e.Declined: lambda x: f"{side(x.seat)} does without {DECLINED.get(x.what, x.what)}.",
    e.MarkerPlaced: lambda x: f"Objective marker {x.marker} is placed in {region(x.region)}.",
    e.RegionJudged: _judged,
    e.PointsScored: lambda x: (
        f"{side(x.seat)} scores {many(x.points, 'point', 'points')} for objective marker {x.marker}."
    ),
    e.UnrestBonusChosen: lambda x: f"{side(x.seat)} prefers a bonus action to points for the unrest.",
    e.OppositionObjectiveFound: lambda x: (
        f"The objective of the opposition, {side(x.seat)}, is {card(x.card)}: {FOUND.get(x.by, x.by)}."
    ),
    e.TokensExhausted: _exhausted,
    e.MarkersReturned: lambda _: "The objective markers go back beside the support track.",
    e.CardsDiscarded: _discarded,
    e.HandDiscarded: lambda x: f"{side(x.seat)} discards from hand: {cards(x.cards) or 'nothing'}.",
    e.GameEnded: _ended,
}
