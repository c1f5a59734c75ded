"""The game from one decision to the next: the top of the agenda is done until a seat must decide."""

from collections.abc import Callable
from typing import Any

from domain.core.chance import Chance
from domain.core.event import Seat
from domain.core.refusal import Refused
from domain.games.prelude import agenda as a
from domain.games.prelude.choices import answers, is_open, options
from domain.games.prelude.effects import steps, verbs_board, verbs_cards, verbs_tracks
from domain.games.prelude.events import Asked
from domain.games.prelude.rules import (
    abdication,
    activities,
    checks,
    duma,
    ending,
    red_october,
    rounds,
    scoring,
    special_actions,
    turns,
)
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.rules.refusals import refusal
from domain.games.prelude.table import PreludeTable as Table

WORK: dict[type, Callable[[Play, Any], Events]] = {
    a.BeginTurn: turns.begin_turn,
    a.BeginRound: turns.begin_round,
    a.VoteIfDue: turns.vote_if_due,
    a.RoundEvents: turns.round_events,
    a.CheckEnd: ending.check_end,
    a.AbdicateIfDue: abdication.abdicate_if_due,
    a.NextRound: turns.next_round,
    a.TurnEvents: turns.turn_events,
    a.LateTurn: turns.late_turn,
    a.CloseTurn: turns.close_turn,
    a.OpposingEvent: rounds.opposing_event,
    a.OwnEvent: rounds.own_event,
    a.RollPrinted: scoring.roll_printed,
    a.RollDie: scoring.roll_die,
    a.ScoreTrack: scoring.score_track,
    a.PutAway: rounds.put_away,
    a.Check: checks.check,
    a.OrganizationTried: activities.organization_tried,
    a.Vote: duma.vote,
    a.Voted: duma.voted,
    a.EndVote: duma.end_vote,
    a.Reacted: red_october.reacted,
    a.RedStep: red_october.red_step,
    a.Provisional: abdication.provisional,
    a.WorldReacts: abdication.world_reacts,
    a.Finish: ending.finish,
    a.Frame: rounds.end_event,
    a.Steps: steps.follow,
    a.Trigger: turns.trigger,
    a.EachOf: steps.each_of,
    a.RandomPlaces: steps.random_places,
    a.AndAgain: steps.and_again,
    a.CheckStep: steps.check_step,
    a.CreateStep: steps.create_step,
    a.Judge: verbs_tracks.judge,
}

ANSWERS: dict[type, tuple[str, Callable[[Play, Any, Any], Events]]] = {
    a.ChooseFirst: ("2.2 Start of Turn: Initiative", turns.choose_first),
    a.ChoosePlay: ("2.3 Start of Action Round", rounds.choose_play),
    a.SpendPoints: ("10.0 Activity Points", activities.spend_points),
    a.ChooseDie: ("4.0 Scoring Die", scoring.choose_die),
    a.DeclareDie: ("4.0 Scoring Die", scoring.declare_die),
    a.ResetTrack: ("5.0 Scoring Tracks", scoring.reset_track),
    a.PickScoring: ("5.0 Scoring Tracks", scoring.pick_scoring),
    a.MoveMarker: ("5.0 Scoring Tracks", verbs_tracks.move_marker),
    a.Provoke: ("10.3.1 Deliberate Provocation", special_actions.provoke),
    a.Exchange: ("10.3.2 Revolutionary Diplomacy", special_actions.exchange),
    a.Rescue: ("9.0 Mobilization Checks", checks.rescue),
    a.SpendAny: ("3.2 Card Terminology: Spend", abdication.spend_any),
    a.SpendSome: ("3.2 Card Terminology: Spend", verbs_tracks.spend_some),
    a.ChooseEvent: ("2.5 End of Turn", turns.choose_event),
    a.AddCube: ("3.2 Card Terminology: Add", verbs_board.add_cube),
    a.RemoveCube: ("3.2 Card Terminology: Remove", verbs_board.remove_cube),
    a.MoveCube: ("3.3 Card Anatomy: Event", verbs_board.move_cube),
    a.MatchCubes: ("3.3 Card Anatomy: Event", verbs_board.match_cubes),
    a.PickPlace: ("3.3 Card Anatomy: Event", verbs_board.pick_place),
    a.PickOption: ("3.3 Card Anatomy: Event", verbs_cards.pick_option),
    a.DiscardCard: ("3.3 Card Anatomy: Event", verbs_cards.discard_card),
    a.PickFromPool: ("8.0 Opportunity Pool", verbs_cards.pick_from_pool),
    a.PickSpecial: ("10.3 Special Actions", verbs_cards.pick_special),
}

# Questions that answer themselves when one answer is left. Not those about a hand: that would show it.
PLAIN = (
    a.SpendPoints, a.DeclareDie, a.ResetTrack, a.PickScoring, a.MoveMarker, a.SpendAny, a.ChooseEvent,
    a.AddCube, a.RemoveCube, a.MoveCube, a.MatchCubes, a.PickPlace, a.PickOption,
)  # fmt: skip


def start(table: Table, chance: Chance) -> Events:
    """Set up, and go on to the first decision."""
    play = Play(table, chance)
    yield from turns.set_up(play)
    yield from go_on(play)


def perform(table: Table, seat: Seat, command: Any, chance: Chance) -> Events:
    """Answer the question that is due, then play on to the next."""
    due = table.asks()
    if due is None:
        raise Refused("game_is_over", "2.6 End of Game")
    if seat not in due.seats:
        raise Refused("not_your_turn", due.rule)
    question = table.agenda[-1]
    if not answers(table, question, command):
        raise refusal(table, due.rule, question, options(table, question), command)
    play = Play(table, chance)
    play.agenda.pop()
    yield from ANSWERS[type(question)][1](play, question, command)
    yield from go_on(play)


def go_on(play: Play) -> Events:
    """Do what is due until a seat must decide, or the game is over."""
    while not play.table.over:
        task = play.agenda[-1]
        if isinstance(task, a.Question):
            rule, answer = ANSWERS[type(task)]
            if is_open(play.table, task):
                yield Asked(task.seat, checks.question_name(task), rule, tuple(play.agenda))
                return
            only = options(play.table, task)
            if only and not isinstance(task, PLAIN):
                yield Asked(task.seat, checks.question_name(task), rule, tuple(play.agenda))
                return
            play.agenda.pop()
            if only:
                yield from answer(play, task, only[0])
        else:
            play.agenda.pop()
            yield from WORK[type(task)](play, task)
