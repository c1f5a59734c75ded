"""Projections are folds: the same records give the same rows, and nothing is skipped."""

from random import Random

import msgspec
import pytest

from domain.core.canonical import canonical
from domain.core.event import PUBLIC
from domain.core.replay import as_seen_by, table_at
from domain.core.replay import fold as fold_on
from domain.core.ruleset import Standing
from projections.board import Board, View
from projections.folding import ALL, GameFold, Poisoned
from projections.projection import HEAD, table_data
from projections.scoreboard import Records, Scoreboard
from projections.timeline import Timeline, page_key, tell_page
from tests.laws.games import lines
from tests.projections.builders import VARIANTS, folded, folded_in_batches, played

variants = pytest.mark.parametrize("variant", VARIANTS)


@variants
def test_batches_of_any_size_give_the_rows_of_one_batch_to_the_byte(variant: str) -> None:
    for seed in range(3):
        play = played(variant, seed)
        whole = folded(play)
        assert {name for name, key in whole if key == HEAD} == {kind.name for kind in ALL}
        assert folded_in_batches(play, Random(seed)) == whole


@variants
def test_the_board_is_the_fold_of_the_public_stream(variant: str) -> None:
    play = played(variant, 1)
    for upto in (1, len(play.records) // 3, len(play.records)):
        body = folded(play, upto)[Board.name, HEAD]
        table = table_at(play.ruleset, list(as_seen_by(play.records[:upto], PUBLIC)))
        view = msgspec.json.decode(body, type=View)
        assert (view.version, view.moment) == (upto, play.ruleset.moment(table))
        assert (view.at, view.audience) == (play.records[upto - 1].at, PUBLIC)
        assert canonical(view.table) == canonical(table.as_data())


@variants
def test_shared_tables_are_at_every_version_what_each_audience_would_have_of_its_own(variant: str) -> None:
    play = played(variant, 4)
    fold = GameFold(play.game.header.game, ALL)
    own = {who: play.ruleset.table_for(play.game.header) for who in (PUBLIC, *play.game.header.seats)}
    streams = {who: list(as_seen_by(play.records, who)) for who in own}
    shared = []
    for number, line in enumerate(lines(play.records)):
        fold.take([line])
        for who, table in own.items():
            fold_on(table, [streams[who][number]])
            assert canonical(table_data(fold.seen.tables[who])) == canonical(table_data(table))
        shared.append(len(fold.seen.each()))
    assert shared[0] == 1 < max(shared)


@variants
def test_a_table_is_encoded_like_its_plain_data(variant: str) -> None:
    play = played(variant, 2)
    for table in play.views.values():
        assert canonical(table_data(table)) == canonical(table.as_data())


@variants
def test_the_scoreboard_has_every_change_of_the_points_and_the_result(variant: str) -> None:
    play = played(variant, 1)
    rows, rules = folded(play), play.ruleset
    changes, before = [], None
    for version in range(1, len(play.records) + 1):
        points = rules.standing(table_at(rules, play.records, version)).points
        if points != before:
            changes.append([version, points])
            before = points
    pages = [
        body for (name, key), body in sorted(rows.items()) if name == Scoreboard.name and "points/" in key
    ]
    assert [one for page in pages for one in msgspec.json.decode(page)] == changes
    score = msgspec.json.decode(rows[Scoreboard.name, HEAD])
    assert msgspec.convert(score["standing"], Standing) == rules.standing(play.game.table)
    assert score["standing"]["over"] and score["standing"]["reason"]


def test_records_over_all_games_are_the_sums_of_their_results() -> None:
    records, games = Records(), [played(variant, seed) for variant in VARIANTS for seed in range(3)]
    halfway = Records()
    for number, play in enumerate(games):
        fold = GameFold(play.game.header.game, ALL)
        fold.take(lines(play.records))
        for outcome in fold.outcomes().values():
            records.add(outcome)
            if number == 5:
                halfway.load(dict(records.rows()))
            elif number > 5:
                halfway.add(outcome)
    kept, gone_on = dict(records.rows()), dict(halfway.rows())
    assert gone_on and gone_on.items() <= kept.items()
    tallies = msgspec.json.decode(kept["revolution/4"])
    results = [play.ruleset.standing(play.game.table) for play in games[9:12]]
    assert tallies["games"] == 3 and sum(tallies["reasons"].values()) == 3
    for side, tally in tallies["sides"].items():
        assert tally["won"] == sum(side in result.winners for result in results)
        assert tally["points"] == sum(result.points[side] for result in results)
        assert tally["shared"] == sum(side in r.winners and len(r.winners) > 1 for r in results)


@variants
def test_the_timeline_tells_every_event_as_everyone_may_hear_it(variant: str) -> None:
    play = played(variant, 1)
    rows, rules = folded(play), play.ruleset
    shown = list(as_seen_by(play.records, PUBLIC))
    pages = dict.fromkeys(page_key(record.version) for record in shown)
    for language in rules.languages:
        story = [told for key in pages for told in tell_page(rules, rows[Timeline.name, key], language)]
        assert [told.told for told in story] == [rules.tell(record.event, language) for record in shown]
        assert [(told.version, told.at, told.by) for told in story] == [
            (r.version, r.at, r.by) for r in shown
        ]
        assert story[-1].moment == "over" and story[-1].type == "seed_opened"


@pytest.mark.parametrize("kind", ["unknown type", "gap", "wrong field", "no opening", "no ruleset"])
def test_what_cannot_be_folded_is_an_error_that_names_the_game_and_version(kind: str) -> None:
    play = played("dual_powers", 1)
    log, game, at = lines(play.records), play.game.header.game, 31
    if kind == "unknown type":
        log[at - 1] = log[at - 1].replace(b'"type":"', b'"type":"never_heard_of_')
    elif kind == "gap":
        del log[at - 1]
    elif kind == "wrong field":
        log[at - 1] = log[at - 1].replace(b'"event":{', b'"event":{"colour":"blue",')
    elif kind == "no opening":
        del log[0]
        at = 1
    else:
        log[0] = log[0].replace(b'"ruleset":"dual_powers"', b'"ruleset":"chess"')
        at = 1
    fold = GameFold(game, ALL)
    with pytest.raises(Poisoned, match=f"game {game}, version {at}: ") as poisoned:
        fold.take(log)
    assert (poisoned.value.game, poisoned.value.version) == (game, at)
