"""Hidden information: a seat's row is the fold of its stream; the arbiter's rows say who knew what."""

from random import Random

import msgspec
import pytest

from domain.core.canonical import canonical
from domain.core.event import ARBITER, openings_of, secrets_of
from domain.core.replay import as_seen_by, table_at
from projections.board import View
from projections.folding import ALL, GameFold
from projections.hidden_information import SECRETS, HiddenInformation, knew, seat_key
from projections.learned import Knowledge, secrets_in
from tests.laws.games import RandomGame, lines
from tests.laws.hidden import HIDDEN
from tests.projections.builders import VARIANTS, Kept, folded, played

variants = pytest.mark.parametrize("variant", VARIANTS)


@variants
def test_a_seats_view_is_the_fold_of_its_own_stream(variant: str) -> None:
    play = played(variant, 1)
    for upto in (1, len(play.records) // 2, len(play.records)):
        rows = folded(play, upto)
        for seat in play.game.header.seats:
            table = table_at(play.ruleset, list(as_seen_by(play.records[:upto], seat)))
            view = msgspec.json.decode(rows[HiddenInformation.name, seat_key(seat)], type=View)
            assert (view.audience, view.version) == (seat, upto)
            assert canonical(view.table) == canonical(table.as_data())


def rows_of(log: list[bytes], play: RandomGame) -> Kept:
    fold = GameFold(play.game.header.game, ALL)
    fold.take(log)
    return {(name, key): body for name, rows in fold.rows() for key, body in rows}


@variants
def test_games_that_differ_only_in_what_a_seat_may_not_know_have_the_same_row_for_it(variant: str) -> None:
    """Non-interference, at every fifth decision: the seat's view, and for all the board and the scores."""
    play, random, moved = RandomGame(variant, 300), Random(300), 0
    for number, _ in enumerate(play.decisions()):
        if number % 5:
            continue
        ours = rows_of(lines(play.records), play)
        for audience in play.audiences:
            twins = HIDDEN[play.ruleset.name].twin(audience, play.records, random)
            moved += sum(a != b for a, b in zip(play.records, twins, strict=True))
            theirs = rows_of(lines(twins), play)
            assert ours["board", ""] == theirs["board", ""]
            assert ours["scoreboard", ""] == theirs["scoreboard", ""]
            if audience in play.game.header.seats:
                own = (HiddenInformation.name, seat_key(audience))
                assert ours[own] == theirs[own]
    assert moved > 0


@variants
def test_the_arbiter_is_told_every_secret_and_who_has_known_it_since_when(variant: str) -> None:
    play = played(variant, 1)
    rows, seats = folded(play), play.game.header.seats
    opened = {
        (opening.opens, opening.field): record.version
        for record in play.records
        for name in openings_of(type(record.event))
        for opening in [getattr(record.event, name)]
    }
    pages = [body for (_, key), body in sorted(rows.items()) if key.startswith(SECRETS)]
    found = {(learned.version, learned.field): learned for learned in knew(seats, pages)}
    sealed = 0
    for record in play.records:
        for field in secrets_of(type(record.event)):
            sealed += 1
            secret = getattr(record.event, field)
            learned = found[record.version, field]
            assert canonical(learned.value) == canonical(secret.value)
            for audience in (*seats, "public"):
                since = record.version if audience in secret.to else opened.get((record.version, field))
                assert learned.known_to.get(audience) == since
            assert learned.known_to[ARBITER] == record.version
    assert sealed > len(opened) and sealed > 5 and len(found) == sealed


def test_a_closed_copy_learns_a_value_when_it_is_opened() -> None:
    play = played("revolution-3", 1)
    knowledge = Knowledge(play.game.header.seats)
    for record in as_seen_by(play.records, "public"):
        for fact in secrets_in(record):
            knowledge.hear(fact)
    for learned in knowledge.secrets.values():
        assert (learned.value is None) == ("public" not in learned.known_to)
    assert any(learned.value is not None for learned in knowledge.secrets.values())
