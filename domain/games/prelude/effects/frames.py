"""A card's Event, or a hook of one, comes onto the agenda: a frame, and above it the steps to follow."""

from functools import lru_cache
from typing import Any

import msgspec

from domain.core.event import Seat
from domain.games.prelude import agenda
from domain.games.prelude.cards.language import Card
from domain.games.prelude.components import CardId
from domain.games.prelude.effects.scope import Scope
from domain.games.prelude.rules.play import Play
from domain.games.prelude.table import PreludeTable as Table


def begin_event(play: Play, card: CardId, you: Seat, seat: Seat, origin: str, *, rolls: bool = True) -> None:
    """All steps of a card's Event; `seat` plays it, `you` is who the card speaks to."""
    frame = agenda.Frame(card, seat=seat, origin=origin, rolls=rolls, leading=leading(play.table, card))
    play.then(agenda.Steps(("event",), you), frame)


def begin_steps(play: Play, card: CardId, path: agenda.Path, you: Seat) -> None:
    """Some steps of a card in play, or of one that had promised them."""
    frame = agenda.Frame(card, hook=True, seat=you, leading=leading(play.table, card))
    play.then(agenda.Steps(path, you), frame)


def leading(table: Table, card: CardId) -> dict[str, Seat]:
    """Who controls each District now, if the card asks for it later."""
    if not asks_who_led(table.components.cards[card]):
        return {}
    held = ((place, table.controller(place)) for place in table.cubes)
    return {place: seat for place, seat in held if seat is not None}


@lru_cache(maxsize=1024)
def asks_who_led(card: Card) -> bool:
    return b'"led_by":"' in msgspec.json.encode(card)


def part_of(table: Table, card: CardId, path: agenda.Path) -> Any:
    """What stands at a place of a card's record."""
    part: Any = table.components.cards[card]
    for name in path:
        part = part[name] if isinstance(name, int) else getattr(part, name)
    return part


class Act:
    """A step that is being followed: what it says, who it speaks to, and where."""

    def __init__(self, play: Play, path: agenda.Path, you: Seat, here: str) -> None:
        frame = play.frame()
        assert frame is not None
        self.play = play
        self.table = play.table
        self.frame = frame
        self.path = path
        self.you = you
        self.here = here
        self.step = part_of(play.table, frame.card, path)
        self.scope = Scope(
            play.table,
            you,
            here,
            leading=frame.leading,
            received=frame.received,
            result=frame.result,
        )

    def who(self) -> Seat | None:
        """Who acts and decides."""
        return self.scope.who(self.step.who)

    def follow(self, *names: str | int, you: Seat | None = None, here: str | None = None) -> agenda.Steps:
        """Steps inside this one."""
        return agenda.Steps((*self.path, *names), you or self.you, self.here if here is None else here)

    def counting(self) -> None:
        """This step comes to a number: nothing yet."""
        self.play.note(result=0)


def count(play: Play, by: int, place: str = "") -> None:
    """A step has come so much further; cubes are remembered by place."""
    frame = play.frame()
    if frame is not None:
        received = frame.received
        if place:
            received = {**received, place: received.get(place, 0) + by}
        play.note(result=frame.result + by, received=received)
