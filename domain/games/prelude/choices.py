"""What a seat may do now: every command that answers the question on top of the agenda."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from domain.core.choices import Choices
from domain.core.event import Seat
from domain.games.prelude import agenda as q
from domain.games.prelude import commands as ask
from domain.games.prelude.rules.activities import allowed, may_mobilize, mobilizable, organizable
from domain.games.prelude.rules.rounds import event_cards, pool_cards
from domain.games.prelude.rules.special_actions import available, exchangeable, usable
from domain.games.prelude.table import OTHER, SIDES
from domain.games.prelude.table import PreludeTable as Table

DONE = ask.Done()
PASS = ask.Pass()
Commands = list[Struct]


def choices(view: Table, seat: Seat) -> Choices | None:
    """Everything the decision that is due allows; None when this seat has nothing to say now."""
    due = view.asks()
    if due is None or seat not in due.seats:
        return None
    return Choices(seat, due.what, due.rule, options(view, view.agenda[-1]))


def is_open(table: Table, question: Any) -> bool:
    """Whether there is more than one answer; for Activity Points the first cube found will do."""
    if isinstance(question, q.SpendPoints) and next(mobilizable(table, question), None) is not None:
        return True
    return len(options(table, question)) > 1


def answers(table: Table, question: Any, command: Struct) -> bool:
    """Whether a command is one of the answers; a cube is looked at by itself, as it is what is asked most."""
    if isinstance(question, q.SpendPoints) and isinstance(command, ask.Mobilize):
        return may_mobilize(table, question, command.place)
    return command in options(table, question)


def options(table: Table, question: Any) -> tuple[Struct, ...]:
    """Every command that answers a question; none when there is nothing to decide."""
    return tuple(LISTS[type(question)](table, question))


def _first(table: Table, question: q.ChooseFirst) -> Commands:
    return [ask.NameFirstPlayer(side) for side in SIDES]


def _play(table: Table, question: q.ChoosePlay) -> Commands:
    seat = question.seat
    found: Commands = [ask.PlayEvent(card) for card in event_cards(table, seat)]
    found += [ask.PlayActivities(card) for card in table.hands[seat].known]
    found += [ask.PlayFromPool(card) for card in pool_cards(table, seat)]
    return found if len(table.hands[seat]) else [*found, PASS]


def _points(table: Table, question: q.SpendPoints) -> Commands:
    seat, points = question.seat, question.points
    found: Commands = [ask.Mobilize(place) for place in mobilizable(table, question)]
    least = table.components.board.activities.organization
    for place in organizable(table, question):
        found += [ask.CreateOrganization(place, bonus) for bonus in range(least, points + 1)]
    if allowed(question, "special_actions"):
        found += [ask.UseSpecialAction(*special) for special in usable(table, seat, points)]
    return [*found, DONE]


def _tracks(table: Table, question: Any) -> Commands:
    return [ask.ChooseTrack(track) for track in question.tracks]


def _marker(table: Table, question: q.MoveMarker) -> Commands:
    found: Commands = []
    for track in question.tracks:
        box = table.scoring[track]
        forward = min(question.boxes, table.components.tracks[track].length - box)
        back = min(question.boxes, box)
        if question.direction != "back" and forward:
            found.append(ask.MoveMarker(track, forward))
        if question.direction != "forward" and back:
            found.append(ask.MoveMarker(track, -back))
    return found


def _exchange(table: Table, question: q.Exchange) -> Commands:
    given = [card for card in table.hands[question.seat].known if card not in question.taken]
    taken = [card for card in exchangeable(table) if card not in question.given]
    found: Commands = [ask.ExchangeCard(card, other) for card in given for other in taken]
    return [*found, DONE] if found and question.optional else found


def _rescue(table: Table, question: q.Rescue) -> Commands:
    return [ask.SpendOpportunity(question.need), DONE]


def _any_points(table: Table, question: q.SpendAny) -> Commands:
    return [ask.SpendOpportunity(points) for points in range(table.op[question.seat] + 1)]


def _some_points(table: Table, question: q.SpendSome) -> Commands:
    found = [ask.SpendOpportunity(points) for points in range(question.least, question.most + 1)]
    return [*found, DONE]


def _add(table: Table, question: q.AddCube) -> Commands:
    most, added = question.most, question.added
    places = [
        place
        for place in question.places
        if table.room(question.side, place) and (not most or added.get(place, 0) < most)
    ]
    places = [place for place in places if place in question.first] or places
    return _places(places, question.optional)


def _remove(table: Table, question: q.RemoveCube) -> Commands:
    most, removed = question.most, question.removed
    places = [
        place
        for place in question.places
        if table.mv(question.side, place) and (not most or removed.get(place, 0) < most)
    ]
    return _places(places, question.optional)


def _places(places: list[str], optional: bool) -> Commands:
    found: Commands = [ask.ChoosePlace(place) for place in places]
    return [*found, DONE] if found and optional else found


def _move(table: Table, question: q.MoveCube) -> Commands:
    found: Commands = [
        ask.MoveCube(origin, place)
        for origin in question.origins
        if table.mv(question.side, origin)
        for place in question.places
        if place != origin and table.room(question.side, place)
    ]
    return [*found, DONE] if found and question.optional else found


def _match(table: Table, question: q.MatchCubes) -> Commands:
    seat = question.seat
    return [
        ask.ChoosePlace(place)
        for place in question.places
        if table.mv(seat, place) < table.mv(OTHER[seat], place) and table.room(seat, place)
    ]


def _special(table: Table, question: q.PickSpecial) -> Commands:
    found: Commands = [
        ask.UseSpecialAction(*special)
        for special in available(table, question.of, question.seat, question.points)
    ]
    return [*found, DONE] if found else []


def _pool(table: Table, question: q.PickFromPool) -> Commands:
    found: Commands = [ask.PlayFromPool(card) for card in pool_cards(table, question.seat, question.less)]
    return [*found, DONE] if found else []


LISTS: dict[type, Callable[[Table, Any], Commands]] = {
    q.ChooseFirst: _first,
    q.ChoosePlay: _play,
    q.SpendPoints: _points,
    q.ChooseDie: lambda table, question: [ask.ChooseTrack(track) for track in table.components.tracks],
    q.DeclareDie: _tracks,
    q.ResetTrack: _tracks,
    q.PickScoring: _tracks,
    q.MoveMarker: _marker,
    q.Provoke: lambda table, question: [ask.ChooseSide(side) for side in SIDES],
    q.Exchange: _exchange,
    q.Rescue: _rescue,
    q.SpendAny: _any_points,
    q.SpendSome: _some_points,
    q.ChooseEvent: lambda table, question: [ask.ChooseCard(card) for card in question.left],
    q.AddCube: _add,
    q.RemoveCube: _remove,
    q.MoveCube: _move,
    q.MatchCubes: _match,
    q.PickPlace: lambda table, question: [ask.ChoosePlace(place) for place in question.places],
    q.PickOption: lambda table, question: [ask.ChooseOption(option) for option in question.options],
    q.DiscardCard: lambda table, question: [
        ask.ChooseCard(card) for card in table.hands[question.seat].known
    ],
    q.PickFromPool: _pool,
    q.PickSpecial: _special,
}
