"""What is hidden in each ruleset: twins of a log that differ only there, and events that rightly open it."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from domain.core.event import Event, Secret, secrets_of
from domain.core.frame import GameOpened
from domain.core.record import Record, redact_record
from domain.core.replay import fold
from domain.core.ruleset import ruleset
from domain.games.dual_powers import events as dp
from domain.games.dual_powers.commands import ChooseObjective
from domain.games.prelude import events as pre
from domain.games.revolution import events as rev
from domain.games.revolution.choices import BidForm
from domain.games.revolution.commands import AnswerOffer, MakeOffer, PlaceBid
from domain.games.revolution.sampling import a_bid, an_offer
from domain.games.revolution.table import Offer

Records = list[Record[Any]]
PLAYS = ("play_event", "play_activities", "play_from_pool")


class Hidden(Struct, frozen=True):
    """How one ruleset hides things."""

    twin: Callable[[str, Records, Random], Records]
    """The same log, but with other hidden things, as far as an audience may think."""
    opens: Callable[[Event[Any], bool], bool]
    """Whether an event (the first of a command or not) rightly shows what was hidden."""
    alike: Callable[[Any, Any], bool]
    """Whether two commands of a seat must look the same to all others."""
    probes: tuple[dict[str, Any], ...]
    """Commands whose answer could betray something."""
    in_secret: bool = True
    """Whether seats choose something that others do not see."""


def with_secrets(record: Record[Any], changed: dict[str, Any]) -> Record[Any]:
    """The record with other values in some of its secrets."""
    secrets = {}
    for name, value in changed.items():
        secret = getattr(record.event, name)
        secrets[name] = Secret(secret.to, value, secret.digest, secret.salt)
    event = msgspec.structs.replace(record.event, **secrets) if secrets else record.event
    return msgspec.structs.replace(record, event=event)


def closed_to(audience: str, event: Event[Any]) -> Iterator[tuple[str, Any]]:
    """The secrets of an event that an audience may not know: name and value."""
    for name in secrets_of(type(event)):
        secret = getattr(event, name)
        if not secret.open_to(audience):
            yield name, secret.value


# Dual Powers: cards, tiles and leaders that the audience has never seen change places with each other.


def leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from leaves(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from leaves(part)


def exchanged(value: Any, swap: dict[str, str]) -> Any:
    if isinstance(value, str):
        return swap.get(value, value)
    return tuple(exchanged(part, swap) for part in value)


def unseen_by(audience: str, records: Records) -> list[list[str]]:
    """What is in closed secrets and nowhere in what the audience has seen: cards, tiles, leaders apart.

    A tile has the name of a region, and red and white are sides, too: it is seen only where tiles are laid.
    """
    seen: set[str] = set()
    laid: set[str] = set()
    shut: dict[str, dict[str, None]] = {}
    for record in records:
        event = record.event
        seen.update(leaves(msgspec.to_builtins(redact_record(record, audience).event)))
        if isinstance(event, dp.UnrestTileSet | dp.BlockadeTileSet):
            laid.add(event.region)
        for _, value in closed_to(audience, event):
            kind = type(event).__name__ if "huffled" in type(event).__name__ else "DeckShuffled"
            shut.setdefault(kind, {}).update(dict.fromkeys(leaves(value)))
    seen_of = {"TilesShuffled": laid}
    return [[one for one in some if one not in seen_of.get(kind, seen)] for kind, some in shut.items()]


def cards_exchanged(audience: str, records: Records, random: Random) -> Records:
    swap: dict[str, str] = {}
    for kind in unseen_by(audience, records):
        swap.update(zip(kind, random.sample(kind, len(kind)), strict=True))
    return [
        with_secrets(r, {name: exchanged(value, swap) for name, value in closed_to(audience, r.event)})
        for r in records
    ]


def cards_open(event: Event[Any], first: bool) -> bool:
    if isinstance(event, dp.ObjectiveRevealed | dp.HandDiscarded | dp.BlockadeTileSet):
        return True  # and a card that is not the seat's own: the opposition turned it over
    return isinstance(event, dp.CardPlayed | dp.LeaderRecruited) and not first


# Revolution!: bids that are not revealed (yet, or never: they were replaced), offers between others.


def bids_exchanged(audience: str, records: Records, random: Random) -> Records:
    rules = ruleset("revolution")
    revealed = {r.event.bid.opens for r in records if isinstance(r.event, rev.BidRevealed)}
    table = rules.table_for(records[0].event.header)
    twins = []
    for record in records:
        changed: dict[str, Any] = {}
        for name, _ in closed_to(audience, record.event):
            if isinstance(record.event, rev.BidPlaced) and record.version not in revealed:
                form = rules.choices(table, record.event.seat)
                assert isinstance(form, BidForm)
                changed[name] = a_bid(random.randrange, form.tokens, form.accepts, form.most)
            elif isinstance(record.event, rev.OfferMade):
                _, mine, yours = an_offer(random.randrange, ("nobody",), table.components.order)
                changed[name] = Offer(mine, yours)
            elif isinstance(record.event, rev.OfferAnswered):
                changed[name] = random.random() < 0.5
        twins.append(with_secrets(record, changed))
        fold(table, [record])
    return twins


def bids_alike(one: Any, other: Any) -> bool:
    """Two bids; two offers to the same seats; two answers to the same offer."""
    if type(one) is not type(other):
        return False
    if isinstance(one, MakeOffer):
        return bool(one.to == other.to)
    return isinstance(one, PlaceBid) or (isinstance(one, AnswerOffer) and one.offer == other.offer)


def bids_open(event: Event[Any], first: bool) -> bool:
    return isinstance(event, rev.BidRevealed)


# Prelude to Revolution: cards that an audience has never seen change places with others of the same deck.


def deck_cards_exchanged(audience: str, records: Records, random: Random) -> Records:
    entries = {card.id: card.entry for card in ruleset("prelude").components().cards.values()}
    seen: set[str] = set()
    shut: dict[str, dict[str, None]] = {}
    for record in records:
        if not isinstance(record.event, GameOpened):
            seen.update(leaves(msgspec.to_builtins(redact_record(record, audience).event)))
        for _, value in closed_to(audience, record.event):
            for card in leaves(value):
                shut.setdefault(entries[card], {})[card] = None
    swap: dict[str, str] = {}
    for cards in shut.values():
        unseen = [card for card in cards if card not in seen]
        swap.update(zip(unseen, random.sample(unseen, len(unseen)), strict=True))
    return [
        with_secrets(r, {name: exchanged(value, swap) for name, value in closed_to(audience, r.event)})
        for r in records
    ]


def deck_cards_open(event: Event[Any], first: bool) -> bool:
    """Cards come into the Pool, are discarded at random, or all are laid open: an era ends, the Tsar goes."""
    if isinstance(event, pre.CardDiscarded):
        return event.roll > 0
    return isinstance(event, pre.PoolFilled | pre.EraEnded | pre.TsarAbdicated | pre.CardsRemoved)


HIDDEN = {
    "prelude": Hidden(
        twin=deck_cards_exchanged,
        opens=deck_cards_open,
        alike=lambda one, other: False,
        probes=(
            *({"type": kind, "card": card} for card in ("1", "46", "250", "404") for kind in PLAYS),
            {"type": "mobilize", "place": "smolny"},
            {"type": "choose_card", "card": "3"},
            {"type": "exchange_card", "card": "3", "for_card": "4"},
            {"type": "spend_opportunity", "points": 1},
        ),
        in_secret=False,
    ),
    "revolution": Hidden(
        twin=bids_exchanged,
        opens=bids_open,
        alike=bids_alike,
        probes=(
            {"type": "place_bid", "bid": {"printer": {"force": 1, "blackmail": 1, "gold": 3}}},
            {"type": "place_bid", "bid": {"general": {"force": 1}}},
            {"type": "replace_cube", "area": "tavern", "owner": "red"},
            {"type": "make_offer", "to": ["blue"], "mine": {"spy": True}, "yours": {}},
            {"type": "answer_offer", "offer": 12, "agreed": True},
        ),
    ),
    "dual_powers": Hidden(
        twin=cards_exchanged,
        opens=cards_open,
        alike=lambda one, other: type(one) is type(other) is ChooseObjective,
        probes=tuple(
            {"type": kind, "card": card}
            for card in ("purple-4c", "red-2a", "lenin", "brown-6h", "no-such-card")
            for kind in ("play_card", "choose_objective")
        ),
    ),
}
