"""Games folded by projections, all at once or bit by bit."""

from functools import cache
from random import Random

from projections.folding import ALL, GameFold
from tests.laws.games import RandomGame, lines

VARIANTS = ("dual_powers", "solitaire-red-1", "revolution-3", "revolution-deals", "prelude")
Kept = dict[tuple[str, str], bytes]


@cache
def played(variant: str, seed: int) -> RandomGame:
    return RandomGame(variant, seed).finish()


def folded(play: RandomGame, upto: int | None = None) -> Kept:
    """The rows of all projections, from one batch."""
    fold = GameFold(play.game.header.game, ALL)
    fold.take(lines(play.records[:upto]))
    return {(name, key): body for name, rows in fold.rows() for key, body in rows}


def folded_in_batches(play: RandomGame, random: Random) -> Kept:
    """The rows of all projections, written over again as batches come in; now and then after a new start."""
    fold, kept, done, log = GameFold(play.game.header.game, ALL), Kept(), 0, lines(play.records)
    while done < len(log):
        many = random.choice((1, 1, 2, 5, 40))
        fold.take(log[done : done + many])
        done += many
        kept.update({(name, key): body for name, rows in fold.rows() for key, body in rows})
        if random.random() < 0.1:
            fold = GameFold(play.game.header.game, ALL)
            fold.take(log[:done])
            fold.settle()
    return kept
