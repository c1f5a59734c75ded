"""4.0 The Scoring Die and 5.0 the four scoring tracks."""

from domain.core.event import Seat
from domain.games.prelude import agenda, commands
from domain.games.prelude.effects.hooks import hooks
from domain.games.prelude.events import ScoringDieRolled, TrackChosen, TrackReset, TrackScored
from domain.games.prelude.rules.duma import extremism, rollers
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.table import OTHER, OWNERS, SIDES
from domain.games.prelude.table import PreludeTable as Table

OWN_FACES = 3  # of the six; the other three show the other tracks, in the board's order


def roll_printed(play: Play, task: agenda.RollPrinted) -> Events:
    """The last thing of a play: the die on the card; `all` in order, or of someone's choice (5)."""
    table = play.table
    die = table.components.cards[task.card].die
    if die == "all":
        play.then(*(agenda.RollDie(task.seat, track) for track in table.components.tracks))
    elif die in OWNERS:
        chooser = OWNERS[die]
        assert chooser is not None
        play.then(agenda.ChooseDie(seat=chooser, roller=task.seat))
    else:
        track = next(track.id for track in table.components.tracks.values() if track.die == die)
        play.then(agenda.RollDie(task.seat, track))
    yield from ()


def choose_die(play: Play, question: agenda.ChooseDie, command: commands.ChooseTrack) -> Events:
    yield TrackChosen(question.seat, command.track)
    play.then(agenda.RollDie(question.roller, command.track))


def declare_die(play: Play, question: agenda.DeclareDie, command: commands.ChooseTrack) -> Events:
    """All dice are named first, the same one as often as one likes (29); then they are rolled one by one."""
    yield TrackChosen(question.seat, command.track)
    declared = (*question.declared, command.track)
    if question.left > 1:
        left = question.left - 1
        play.then(agenda.DeclareDie(seat=question.seat, left=left, tracks=question.tracks, declared=declared))
    else:
        play.then(*(agenda.RollDie(question.seat, die) for die in declared))


def roll_die(play: Play, task: agenda.RollDie) -> Events:
    """The marker of the track that comes up advances; in the Score box it scores before anything else."""
    others = [track for track in play.table.components.tracks if track != task.die]
    face = play.die()
    track = task.die if face <= OWN_FACES else others[face - OWN_FACES - 1]
    yield ScoringDieRolled(task.seat, task.die, play.roll(), face, track)
    score_if_full(play, track)


def score_if_full(play: Play, track: str) -> None:
    """A marker in the Score box sets off the scoring sequence."""
    if play.table.scoring[track] >= play.table.components.tracks[track].length:
        play.then(agenda.ScoreTrack(track))


def score_track(play: Play, task: agenda.ScoreTrack) -> Events:
    """The scoring sequence of a track, and what cards in play make of it."""
    yield from score(play, task.track)
    play.then(*hooks(play.table, "scored", track=task.track))


def score(play: Play, track: str, extreme: bool = True) -> Events:
    """5.1.1 to 5.4.1: in the Duma first the Growing Extremism; the favoured player gains what is printed."""
    table = play.table
    empty: dict[Seat, int] = {}
    if track == "duma":
        if extreme:
            for seat in rollers(table):
                yield from extremism(play, seat)
        empty = {seat: points for seat in SIDES if (points := empty_parties(table, OTHER[seat]))}
    favoured = table.favoured(track)
    yield TrackScored(track, favoured, table.printed(track) if favoured else 0, empty)


def empty_parties(table: Table, seat: Seat) -> int:
    """VP for a player's Parties without cubes; those out of play do not count (7)."""
    parties = [party for party in table.parties_in_play(seat) if table.parties[party] == 0]
    return len(parties) * table.components.board.duma.empty_party


def reset_track(play: Play, question: agenda.ResetTrack, command: commands.ChooseTrack) -> Events:
    """Back to Start without scoring; further ones are different tracks (28)."""
    yield TrackReset(question.seat, command.track)
    left = tuple(track for track in question.tracks if track != command.track)
    if question.left > 1 and left:
        play.then(agenda.ResetTrack(seat=question.seat, left=question.left - 1, tracks=left))


def pick_scoring(play: Play, question: agenda.PickScoring, command: commands.ChooseTrack) -> Events:
    """A track of one's choice goes through its scoring sequence."""
    yield TrackChosen(question.seat, command.track)
    left = tuple(track for track in question.tracks if track != command.track)
    again = agenda.PickScoring(seat=question.seat, left=question.left - 1, tracks=left)
    play.then(agenda.ScoreTrack(command.track), *([again] if question.left > 1 and left else []))
