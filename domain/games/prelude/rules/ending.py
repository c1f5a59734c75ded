"""2.6 End of Game, in the order in which its conditions are checked."""

from domain.games.prelude import agenda
from domain.games.prelude.events import FinalScoringBegan, GameEnded
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.rules.red_october import red_october
from domain.games.prelude.table import GOV


def check_end(play: Play, task: agenda.CheckEnd) -> Events:
    """Red October, autocracy, the last Turn, 20 points: the first that holds ends the game (9, 10)."""
    table = play.table
    limits = table.components.board.limits
    if table.unrest >= limits.unrest:
        yield from red_october(play)
    elif table.prestige >= limits.prestige and not table.abdicated:
        yield GameEnded(None, "autocracy")
    elif task.final:
        yield FinalScoringBegan()
        tracks = [agenda.ScoreTrack(track) for track in table.components.tracks]
        play.instead(*tracks, agenda.Finish("last_turn"))
    elif abs(table.vp) >= limits.victory:
        yield GameEnded(table.ahead(), "points")


def finish(play: Play, task: agenda.Finish) -> Events:
    """Whoever is ahead wins; at 0 the Government."""
    yield GameEnded(play.table.ahead() or GOV, task.reason)
