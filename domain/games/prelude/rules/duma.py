"""7.1 Growing Extremism and 7.3 the Duma Vote."""

from domain.core.event import Seat
from domain.games.prelude import agenda
from domain.games.prelude.effects.hooks import hooks
from domain.games.prelude.effects.modifiers import extremism_change
from domain.games.prelude.events import ExtremismRolled, PointsScored, VoteHeld
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.table import GOV, OTHER, REV, SIDES
from domain.games.prelude.table import PreludeTable as Table


def extremism(play: Play, seat: Seat, modifier: int = 0, die: int = 0) -> Events:
    """7.1.1: roll, add the modifiers, and lose moderates; what cannot be lost scores for the opponent."""
    table = play.table
    rolled = 0 if die else play.roll()
    shown = die or play.die()
    total = modifier + track_modifier(table, seat) + extremism_change(table, seat)
    row = table.components.extremism(shown + total)
    moderate, extremist = table.wing(seat, "moderate"), table.wing(seat, "extremist")
    to_move, to_remove = row.moved, row.removed
    movable = min(to_move, table.room(seat, extremist))
    to_remove, to_move = to_remove + to_move - movable, movable
    left = table.parties[moderate]
    removed = min(to_remove, left)
    moved = min(to_move, left - removed)
    unable = to_remove - removed + to_move - moved
    yield ExtremismRolled(seat, rolled, shown, total, removed, moved, row.points + unable)


def track_modifier(table: Table, seat: Seat) -> int:
    """Beside the Unrest Track for the Revolutionary, the Prestige Track for the Government."""
    modifiers = table.components.board.modifiers
    if seat == GOV and table.abdicated:
        return modifiers.abdicated
    steps, box = (modifiers.unrest, table.unrest) if seat == REV else (modifiers.prestige, table.prestige)
    return next(value for start, value in reversed(steps) if box >= start)


def duma_vote(play: Play) -> None:
    """First the First Player's whole part, then the other's; the extremists before the moderates."""
    table = play.table
    parts = [
        agenda.Vote(seat, wing) for seat in (table.first, table.second) for wing in ("extremist", "moderate")
    ]
    play.then(*parts, agenda.EndVote())


def vote(play: Play, task: agenda.Vote) -> Events:
    """A check in the Party, easier with an Organization; none in a Party that is out of play (15)."""
    table = play.table
    party = table.wing(task.seat, task.wing)
    if party not in table.out_of_play:
        rule = table.components.board.vote
        bonus = rule.bonus_with_organization if table.has_organization(task.seat, party) else rule.bonus
        play.then(
            agenda.Check(task.seat, party, bonus, purpose="vote"),
            agenda.Voted(seat=task.seat, wing=task.wing),
        )
    yield from ()


def voted(play: Play, task: agenda.Voted) -> Events:
    """A success scores; that of the extremists lets extremism grow, at once."""
    if task.succeeded:
        yield PointsScored(task.seat, play.table.components.board.vote.success, "vote")
        if task.wing == "extremist":
            yield from extremism(play, task.seat)


def end_vote(play: Play, task: agenda.EndVote) -> Events:
    """Majority or Dominance brings its holder a point."""
    table = play.table
    holder = next((seat for seat in SIDES if table.duma_level(seat)), None)
    yield VoteHeld(holder, table.components.board.vote.majority if holder else 0)
    play.then(*hooks(table, "duma_vote"))


def rollers(table: Table) -> list[Seat]:
    """Who must roll when the Duma scores: the larger extremist Party, both on a tie or without a Tsar."""
    sizes = {seat: table.parties[table.wing(seat, "extremist")] for seat in SIDES}
    most = max(sizes.values())
    if table.abdicated:
        return [table.first, OTHER[table.first]]
    return [seat for seat in (table.first, table.second) if sizes[seat] == most]
