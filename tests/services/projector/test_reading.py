"""Reading: each answer is that of a fold, with the position and version it is as of."""

import pytest

from domain.core.canonical import canonical
from domain.core.event import PUBLIC
from domain.core.replay import as_seen_by, table_at
from domain.core.ruleset import ruleset
from services.projector.projector import Projector
from services.projector.reading import Models
from services.store.errors import NoSuchGame
from services.store.store import Store
from tests.services.projector.builders import GAMES, interleaved, poison


@pytest.fixture
def models(store: Store) -> Models:
    for command in interleaved():
        command.append(store)
    Projector(store).catch_up()
    return Models(store)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_every_question_about_a_game_is_answered_as_of_its_head(
    store: Store, models: Models, number: int
) -> None:
    game = GAMES[number]
    header, end, at = game.records[0].event.header, game.records[-1].version, store.log.last_position()
    rules = ruleset(header.ruleset)
    for audience in (PUBLIC, *header.seats):
        shown = models.board(game.id) if audience == PUBLIC else models.view(game.id, audience)
        table = table_at(rules, list(as_seen_by(game.records, audience)))
        assert (shown.version, shown.position, shown.stuck) == (end, at, "")
        assert canonical(shown.value.table) == canonical(table.as_data())
    knew = models.knew(game.id)
    assert (knew.version, knew.position) == (end, at)
    assert [one.version for one in knew.value] == sorted(one.version for one in knew.value)
    scores = models.scoreboard(game.id)
    assert scores.value.score.standing == rules.standing(game.table)
    assert scores.value.points[-1].points == scores.value.score.standing.points
    story = models.timeline(game.id, after=40, limit=50, language=rules.languages[-1])
    told = [rules.tell(record.event, rules.languages[-1]) for record in as_seen_by(game.records, PUBLIC)]
    assert [one.told for one in story.value] == told[40:90]
    assert (story.version, story.position) == (end, at)
    assert models.timeline(game.id, after=end).value == []


def test_the_records_of_all_games_count_those_that_are_over(models: Models, store: Store) -> None:
    board = models.scoreboard()
    assert board.position == store.log.last_position()
    assert {(one.ruleset, one.players): one.games for one in board.value} == {
        ("dual_powers", 1): 1,
        ("dual_powers", 2): 1,
        ("revolution", 3): 1,
    }


def test_what_is_not_there_says_so(models: Models, store: Store) -> None:
    nobody = "00000000-0000-4000-8000-000000000000"
    for ask in (models.board, models.knew, models.scoreboard, models.timeline):
        with pytest.raises(NoSuchGame, match=f"no game {nobody} in the read model"):
            ask(nobody)
    with pytest.raises(NoSuchGame, match="no seat 'purple'"):
        models.view(GAMES[0].id, "purple")
    poison(store, GAMES[1].id)
    Projector(store).catch_up()
    shown = models.board(GAMES[1].id)
    assert shown.version == GAMES[1].records[-1].version
    assert shown.stuck.startswith(f"version {shown.version + 1}: ")
