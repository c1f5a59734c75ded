"""Questions: what a player is asked to do, made from the question itself."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from domain.games.prelude import agenda as q
from domain.games.prelude.cards.sentences import steps
from domain.games.prelude.cards.words import voice_of
from domain.games.prelude.components import STANDARD, Components
from domain.games.prelude.words.names import (
    a_cube,
    activity,
    card,
    opportunity,
    place,
    places,
    plural,
    side,
    together,
    track,
    tracks,
)

OTHERS = {"promise_entropy": "to promise entropy", "give_entropy": "to add the entropy that was promised"}
ONLY = {
    "districts": "Mobilization in Districts",
    "parties": "Mobilization in Parties",
    "organizations": "Organizations",
    "special_actions": "Special Actions",
}
WAYS = {"forward": "forward", "back": "back", "either": "forward or back"}


def asked(what: str, agenda: Sequence[Any], components: Components = STANDARD) -> str:
    """What is to be done, as `to play a card`; the question is the last task of the agenda."""
    if not agenda or type(agenda[-1]) not in PHRASES:
        return OTHERS.get(what, f"for {what.replace('_', ' ')}")
    return f"to {PHRASES[type(agenda[-1])](agenda[-1], agenda, components)}"


def _left(number: int) -> str:
    return f" ({number} left)" if number > 1 else ""


def _points(question: q.SpendPoints, *_: Any) -> str:
    text = f"spend {activity(question.points)}"
    if question.only == ("districts",) and question.places is not None:
        return f"{text} on Mobilization in {places(question.places)}"
    if question.only:
        text += f" on {together((ONLY[one] for one in question.only), 'or')}"
    if question.places is not None:
        text += f" in {places(question.places)}"
    return f"{text}, but not on Organizations" if question.barred and not question.only else text


def _die(question: q.ChooseDie, *_: Any) -> str:
    rolled = "" if question.roller == question.seat else f" for {side(question.roller)} to roll"
    return f"choose a Scoring Die{rolled}"


def _declare(question: q.DeclareDie, *_: Any) -> str:
    had = f", after {together(map(track, question.declared))}" if question.declared else ""
    return f"declare a Scoring Die{_left(question.left)}{had}"


def _marker(question: q.MoveMarker, *_: Any) -> str:
    way = WAYS.get(question.direction, question.direction)
    return f"move a Scoring Marker {way}, {plural(question.boxes, 'box', 'boxes')}{_left(question.left)}"


def _exchange(question: q.Exchange, *_: Any) -> str:
    may = ", or not" if question.optional else ""
    return f"exchange a card from hand for one of the Opportunity Pool{_left(question.left)}{may}"


def _rescue(question: q.Rescue, *_: Any) -> str:
    where = f" in {place(question.place)}" if question.place else ""
    return f"spend {opportunity(question.need)} to save the check{where}, or let it fail"


def _add(question: q.AddCube, *_: Any) -> str:
    first = question.first or question.places
    may = ", or no more" if question.optional else ""
    return f"add {a_cube(question.side)} in {places(first)}{_left(question.left)}{may}"


def _remove(question: q.RemoveCube, *_: Any) -> str:
    may = ", or no more" if question.optional else ""
    return f"remove {a_cube(question.side)} from {places(question.places)}{_left(question.left)}{may}"


def _move(question: q.MoveCube, *_: Any) -> str:
    may = ", or no more" if question.optional else ""
    where = f"from {places(question.origins)} to {places(question.places)}"
    return f"move {a_cube(question.side)} {where}{_left(question.left)}{may}"


def _match(question: q.MatchCubes, *_: Any) -> str:
    return f"draw level with the opponent in {places(question.places)}{_left(question.left)}"


def _for_card(agenda: Sequence[Any]) -> str:
    """The card whose Event asks."""
    frame = next((task for task in reversed(agenda) if isinstance(task, q.Frame)), None)
    return f" for {card(frame.card)}" if frame is not None else ""


def _place(question: q.PickPlace, agenda: Sequence[Any], _: Components) -> str:
    return f"choose a place{_for_card(agenda)}: {places(question.places)}{_left(question.left)}"


def _option(question: q.PickOption, agenda: Sequence[Any], components: Components) -> str:
    return f"choose{_for_card(agenda)}: {'; '.join(possibilities(question, agenda, components))}"


def possibilities(question: q.PickOption, agenda: Sequence[Any], components: Components) -> list[str]:
    """The possibilities that are open, by number, in the words of the card."""
    frame = next((task for task in reversed(agenda) if isinstance(task, q.Frame)), None)
    found = components.cards.get(frame.card) if frame is not None else None
    options = _at(found, (*question.path, "options"))
    if found is None or options is None or len(options) < max(question.options):
        return [f"({n})" for n in question.options]
    return [f"({n}) {steps(options[n - 1].steps, voice_of(found))}" for n in question.options]


def _at(part: Any, path: Iterable[str | int]) -> Any:
    """What stands there on a card; None if these components have another card of that number."""
    for name in path:
        if isinstance(name, str):
            part = getattr(part, name, None)
        else:
            part = part[name] if isinstance(part, tuple) and name < len(part) else None
    return part


def _some(question: q.SpendSome, agenda: Sequence[Any], _: Components) -> str:
    least, most = question.least, question.most
    many = opportunity(most) if least == most else f"{least} to {opportunity(most)}"
    return f"spend {many}{_for_card(agenda)}, or not"


def _pool(question: q.PickFromPool, *_: Any) -> str:
    less = f" for {opportunity(question.less)} less" if question.less else ""
    return f"play a card of the Opportunity Pool{less}, or not"


def _special(question: q.PickSpecial, *_: Any) -> str:
    whose = f"a Special Action of {side(question.of)}"
    return f"use {whose} with {activity(question.points)}, or not"


PHRASES: dict[type, Callable[[Any, Sequence[Any], Components], str]] = {
    q.ChooseFirst: lambda question, *_: "name the First Player",
    q.ChoosePlay: lambda question, *_: "play a card",
    q.SpendPoints: _points,
    q.ChooseDie: _die,
    q.DeclareDie: _declare,
    q.ResetTrack: lambda x, *_: f"choose a Scoring Marker that goes back to Start: {tracks(x.tracks)}",
    q.PickScoring: lambda x, *_: f"choose a track that scores: {tracks(x.tracks)}{_left(x.left)}",
    q.MoveMarker: _marker,
    q.Provoke: lambda question, *_: "choose who is provoked",
    q.Exchange: _exchange,
    q.Rescue: _rescue,
    q.SpendAny: lambda question, *_: "spend any number of Opportunity Points",
    q.SpendSome: _some,
    q.ChooseEvent: lambda x, *_: f"say which Event comes next: {together(map(card, x.left), 'or')}",
    q.AddCube: _add,
    q.RemoveCube: _remove,
    q.MoveCube: _move,
    q.MatchCubes: _match,
    q.PickPlace: _place,
    q.PickOption: _option,
    q.DiscardCard: lambda question, *_: f"discard a card from hand{_left(question.left)}",
    q.PickFromPool: _pool,
    q.PickSpecial: _special,
}

DONE = {
    "spend_points": "leaves the other Activity Points unspent",
    "rescue": "lets the check fail",
    "add_cube": "adds no more",
    "remove_cube": "removes no more",
    "move_cube": "moves no more",
    "spend_some": "spends nothing",
    "exchange": "exchanges no more",
    "pick_from_pool": "plays nothing from the Opportunity Pool",
    "pick_special": "uses no Special Action",
}
