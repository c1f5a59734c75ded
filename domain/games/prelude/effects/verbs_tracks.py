"""Verbs of tracks, points, the Duma and the Military Preparations."""

from collections.abc import Callable
from typing import Any

from domain.games.prelude import agenda, commands
from domain.games.prelude.cards import steps as s
from domain.games.prelude.effects.frames import Act
from domain.games.prelude.events import (
    MarkersAdded,
    MarkerTested,
    OpportunitySpent,
    PointsScored,
    ScoringMarkerMoved,
    SessionEnded,
    WasDone,
)
from domain.games.prelude.rules.checks import question_name
from domain.games.prelude.rules.duma import duma_vote, extremism
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.rules.scoring import score_if_full
from domain.games.prelude.rules.tracks import change_opportunity, move_prestige, move_unrest, move_world
from domain.games.prelude.table import GOV, OTHER, REV


def world_affairs(act: Act, step: s.WorldAffairs) -> Events:
    seat = act.who()
    if seat is not None:
        yield from move_world(act.table, seat, act.scope.number(step.n))


def unrest(act: Act, step: s.Unrest) -> Events:
    yield from move_unrest(act.table, act.scope.number(step.n))


def prestige(act: Act, step: s.Prestige) -> Events:
    to = step.to
    boxes = act.scope.number(step.n) if to is None else to - act.table.prestige
    yield from move_prestige(act.table, boxes)


def move_scoring(act: Act, step: s.MoveScoring) -> Events:
    """Different markers, one after the other."""
    seat = act.who()
    if seat is not None:
        act.play.then(
            agenda.MoveMarker(
                seat=seat, left=step.n, tracks=step.tracks, boxes=step.boxes, direction=step.direction
            )
        )
    yield from ()


def move_marker(play: Play, question: agenda.MoveMarker, command: commands.MoveMarker) -> Events:
    """One that reaches Score scores at once, before another is moved."""
    yield ScoringMarkerMoved(question.seat, command.track, command.boxes)
    left = tuple(track for track in question.tracks if track != command.track)
    if question.left > 1:
        play.then(agenda.replaced(question, left=question.left - 1, tracks=left))
    score_if_full(play, command.track)


def reset_scoring(act: Act, step: s.ResetScoring) -> Events:
    seat = act.who()
    if seat is not None:
        act.play.then(agenda.ResetTrack(seat=seat, left=step.n, tracks=step.tracks))
    yield from ()


def score(act: Act, step: s.Score) -> Events:
    seat = act.who()
    if seat is not None:
        act.play.then(agenda.PickScoring(seat=seat, left=step.n, tracks=step.tracks))
    yield from ()


def roll_scoring(act: Act, step: s.RollScoring) -> Events:
    seat, number = act.who(), act.scope.number(step.n)
    if seat is not None and number > 0:
        act.play.then(agenda.DeclareDie(seat=seat, left=number, tracks=step.tracks))
    yield from ()


def vp(act: Act, step: s.Vp) -> Events:
    seat, number = act.who(), act.scope.number(step.n)
    if seat is not None and number:
        yield PointsScored(seat, number, act.frame.card)


def op(act: Act, step: s.Op) -> Events:
    seat = act.who()
    if seat is not None:
        yield from change_opportunity(act.table, seat, act.scope.number(step.n))


def spend(act: Act, step: s.Spend) -> Events:
    """May spend: whoever has not enough does not."""
    seat, number = act.who(), act.scope.number(step.n)
    if seat is None:
        return
    act.counting()
    most = min(number, act.table.op[seat]) if step.up_to else number
    least = 1 if step.up_to else number
    if least <= most <= act.table.op[seat]:
        act.play.then(
            agenda.SpendSome(seat=seat, least=least, most=most, path=act.path, you=act.you, here=act.here)
        )
    else:
        act.play.then(act.follow("otherwise"))
    yield from ()


def spend_some(play: Play, question: agenda.SpendSome, command: commands.AnyCommand) -> Events:
    act = Act(play, question.path, question.you, question.here)
    if isinstance(command, commands.SpendOpportunity):
        yield OpportunitySpent(question.seat, command.points)
        play.note(result=command.points)
        play.then(act.follow("then"))
    else:
        yield WasDone(question.seat, question_name(question))
        play.then(act.follow("otherwise"))


def bid(act: Act, step: s.Bid) -> Events:
    """Each in turn, any number; who spent more is "you" in what follows, on a tie nobody (17)."""
    table = act.table
    first = table.active if step.order == "active_first" else table.first
    spend = [agenda.SpendAny(seat=seat) for seat in (first, OTHER[first])]
    act.play.then(*spend, agenda.Judge(act.path))
    yield from ()


def judge(play: Play, task: agenda.Judge) -> Events:
    lead = task.spent.get(REV, 0) - task.spent.get(GOV, 0)
    if lead:
        winner = REV if lead > 0 else GOV
        play.note(result=task.spent[winner])
        play.then(agenda.Steps((*task.path, "win"), winner))
    yield from ()


def growing_extremism(act: Act, step: s.Extremism) -> Events:
    seat = act.who()
    if seat is not None:
        yield from extremism(act.play, seat, act.scope.number(step.plus), step.die or 0)


def vote(act: Act, step: s.DumaVote) -> Events:
    duma_vote(act.play)
    yield from ()


def end_session(act: Act, step: s.EndSession) -> Events:
    """The session is over at once, and nobody votes for it (37)."""
    session = act.table.session()
    if session is not None:
        yield SessionEnded(session)


def add_marker(act: Act, step: s.AddMarker) -> Events:
    """Exactly the marker that is named; they are never changed for others."""
    seat, number = act.who(), act.scope.number(step.n)
    if seat is not None and number > 0:
        yield MarkersAdded(seat, step.value, number)


def roll_markers(act: Act, step: s.RollMarkers) -> Events:
    """The lowest markers first, a die for each."""
    side = act.scope.who(step.whose)
    if side is None:
        return
    act.counting()
    lost = 0
    for value in sorted(step.values):
        for _ in range(act.table.military[side].count(value)):
            die = act.play.die()
            lost += die in step.lost_on
            yield MarkerTested(side, value, act.play.roll(), die, die in step.lost_on)
    act.play.note(result=lost)


VERBS: dict[type, Callable[[Act, Any], Events]] = {
    s.WorldAffairs: world_affairs,
    s.Unrest: unrest,
    s.Prestige: prestige,
    s.MoveScoring: move_scoring,
    s.ResetScoring: reset_scoring,
    s.Score: score,
    s.RollScoring: roll_scoring,
    s.Vp: vp,
    s.Op: op,
    s.Spend: spend,
    s.Bid: bid,
    s.Extremism: growing_extremism,
    s.DumaVote: vote,
    s.EndSession: end_session,
    s.AddMarker: add_marker,
    s.RollMarkers: roll_markers,
}
