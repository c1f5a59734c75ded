"""What is hidden in each ruleset: twins of a log that differ only there, and events that rightly open it."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from domain.core.event import Event, Secret, secrets_of
from domain.core.record import Record, redact_record
from domain.games.dual_powers import events as dp

Records = list[Record[Any]]


class Hidden(Struct, frozen=True):
    """How one ruleset hides things."""

    twin: Callable[[str, Records, Random], Records]
    """The same log, but with other hidden things, as far as an audience may think."""
    opens: Callable[[Event[Any], bool], bool]
    """Whether an event (the first of a command or not) rightly shows what was hidden."""
    probes: tuple[dict[str, Any], ...]
    """Commands whose answer could betray something."""


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
    """What is in closed secrets and nowhere in what the audience has seen: cards, tiles, leaders apart."""
    seen: set[str] = set()
    shut: dict[str, dict[str, None]] = {}
    for record in records:
        event = record.event
        seen.update(leaves(msgspec.to_builtins(redact_record(record, audience).event)))
        for _, value in closed_to(audience, event):
            kind = type(event).__name__ if "huffled" in type(event).__name__ else "DeckShuffled"
            shut.setdefault(kind, {}).update(dict.fromkeys(leaves(value)))
    return [[one for one in kind if one not in seen] for kind in shut.values()]


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


HIDDEN = {
    "dual_powers": Hidden(
        twin=cards_exchanged,
        opens=cards_open,
        probes=tuple(
            {"type": kind, "card": card}
            for card in ("purple-4c", "red-2a", "lenin", "brown-6h", "no-such-card")
            for kind in ("play_card", "choose_objective")
        ),
    ),
}
