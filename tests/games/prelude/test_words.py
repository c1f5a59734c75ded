"""What is told: every event and every question in words, and never more than an audience may know."""

import re
from random import Random
from typing import Any, get_args

import pytest

from domain.core.event import ARBITER, PUBLIC, Event, Secret
from domain.core.frame import FrameEvent, GameOpened, SeedOpened
from domain.core.replay import as_seen_by
from domain.games.prelude import agenda as q
from domain.games.prelude import events as e
from domain.games.prelude.components import STANDARD
from domain.games.prelude.options import Options
from domain.games.prelude.ruleset import RULESET
from domain.games.prelude.table import GOV, REV, SIDES
from domain.games.prelude.words import english, holdings, names, position, questions
from services.selfplay import play_game
from tests.games.prelude.builders import a_card, a_table, asking

CODE = re.compile(r"_|None|True|False|[{}\[\]<>]|\s\s|\.\.")


def test_every_event_has_a_sentence() -> None:
    assert set(english.SENTENCES) == {*get_args(e.AnyEvent), *get_args(FrameEvent)}


def test_every_question_has_words() -> None:
    asking_tasks = {task for task in get_args(q.AnyTask) if issubclass(task, q.Question)}
    assert set(questions.PHRASES) == asking_tasks


@pytest.mark.parametrize("seed", range(6))
def test_no_sentence_of_a_whole_game_shows_a_code_name(seed: int) -> None:
    played = play_game(RULESET, Options(), {}, Random(seed), clock=lambda: 0)
    for audience in (*SIDES, PUBLIC, ARBITER):
        for record in as_seen_by(played.records, audience):
            told = RULESET.tell(record.event)
            assert told[0].isupper() or told[0] in "#123456789", told
            assert told[-1] in ".!?", told
            if not isinstance(record.event, GameOpened | SeedOpened):
                assert not CODE.search(told), told


def test_only_whoever_draws_hears_which_cards() -> None:
    closed = e.CardsDrawn(REV, "turmoil", 2, Secret((REV,)))
    assert RULESET.tell(closed) == "The Revolutionary draws 2 cards."
    shown = e.CardsDrawn(REV, "turmoil", 2, Secret((REV,), ("46", "28")))
    assert RULESET.tell(shown) == (
        "The Revolutionary draws #46 A Revolutionary Assembly! and #28 Influence at Court."
    )


def test_of_an_exchange_of_hands_a_player_hears_the_new_hand() -> None:
    event = e.HandsExchanged(Secret((REV,), ("28",)), Secret((GOV,)))
    assert RULESET.tell(event) == (
        "The hands change sides; the Revolutionary now holds #28 Influence at Court."
    )


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            e.CardPlayed(REV, "46", "event", "pool", 4),
            "The Revolutionary plays the Event of #46 A Revolutionary Assembly! from the Opportunity Pool "
            "for 4 Opportunity Points.",
        ),
        (
            e.CheckRolled(GOV, "winter_palace", 9, 1, (2, 3, 4)),
            "Mobilization Check of the Government in Winter Palace: 2 + 3 + 4 = 9 against 9, success.",
        ),
        (
            e.CheckRolled(REV, "radical", 4, 1, (2, 3, 4)),
            "Mobilization Check of the Revolutionary in the Radical Party: "
            "2 + 3 + 4 = 9 against 4, 5 too many.",
        ),
        (e.Mobilized(REV, "putilov", 2), "The Revolutionary mobilizes a red cube in Putilov Munitions Works "
         "for 2 Activity Points."),
        (e.CubesAdded(GOV, "liberal", 3), "3 blue cubes are added in the Liberal Party."),
        (e.CubesRemoved(REV, "smolny", 1, GOV), "The Government removes a red cube from Smolny Institute."),
        (e.ScoringDieRolled(REV, "duma", 1, 4, "districts"), "The Revolutionary rolls the Duma die: "
         "the Districts Scoring Marker advances."),
        (
            e.TrackScored("duma", REV, 2, {GOV: 2}),
            "The Duma Track scores: the Revolutionary gains 2 VP; "
            "the Government gains 2 VP for empty Parties of the Revolutionary.",
        ),
        (
            e.ExtremismRolled(REV, 3, 6, 2, 1, 1, 1),
            "Growing Extremism: the Revolutionary rolls 6 + 2 = 8; the Socialist Party loses 1 cube, "
            "1 more goes over to the Radical Party and the Government scores 1 VP.",
        ),
        (e.ExtremismRolled(GOV, 0, 6), "Growing Extremism: the Government is given 6; nothing happens."),
        (e.EventNotMet("132", REV, 1), "The Event of #132 Germany Declares War on Russia! cannot happen now: "
         "the Revolutionary gains 1 Opportunity Point."),
        (e.CardPutAway("132", "discard"), "#132 Germany Declares War on Russia! is discarded."),
        (e.PointsScored(GOV, 2, "404"), "The Government scores 2 VP for #404 WAR!"),
        (e.GameEnded(None, "autocracy"), "The game ends as autocracy is restored: both players have lost."),
        (e.DieRolled(GOV, 1, 3, -1), "The Government rolls 3 - 1 = 2."),
    ],
)  # fmt: skip
def test_a_sentence_names_cards_places_dice_and_price(event: Event[Any], told: str) -> None:
    assert RULESET.tell(event) == told


def phrase(question: q.Question, *below: Any) -> str:
    return questions.asked("asked", (*below, question), STANDARD)


def test_a_question_says_what_may_be_answered() -> None:
    workers = STANDARD.of_subtype["worker"]
    add = q.AddCube(seat=REV, side=REV, left=2, places=workers)
    assert phrase(add) == "to add a red cube in a Worker District (2 left)"
    remove = q.RemoveCube(seat=REV, side=GOV, left=1, places=("winter_palace", "liberal"), optional=True)
    assert phrase(remove) == "to remove a blue cube from Winter Palace or the Liberal Party, or no more"
    spend = q.SpendPoints(seat=GOV, points=1, barred=True)
    assert phrase(spend) == "to spend 1 Activity Point, but not on Organizations"
    assert phrase(q.AddCube(seat=REV, side=REV, left=1, places=tuple(STANDARD.districts))) == (
        "to add a red cube in one of 18 Districts"
    )


def test_possibilities_are_told_in_the_words_of_the_card() -> None:
    """#107: what the two possibilities do is on the card, and so in the question."""
    frame = q.Frame("107", seat=GOV)
    told = phrase(q.PickOption(seat=GOV, options=(1, 2), path=("event", 0), you=GOV), frame)
    assert told.startswith("to choose for #107 Appeals to Patriotism: (1) remove as many")
    assert "; (2) the Tsar's Prestige goes up by 1" in told


def test_a_card_of_an_owner_s_deck_that_has_possibilities_elsewhere_is_told_all_the_same() -> None:
    event = e.Asked(GOV, "pick_option", "", (
        q.Frame("28", seat=GOV),
        q.PickOption(seat=GOV, options=(1, 3), path=("event", 7, "then", 0), you=GOV),
    ))  # fmt: skip
    assert RULESET.tell(event) == ("The Government is asked to choose for #28 Influence at Court: (1); (3).")


def test_the_board_names_the_cards_of_the_deck_that_is_played_with() -> None:
    table = a_table(hand=(1,), components=a_card())
    assert holdings.title(table, "1") == "#1 A Test"
    assert "#1   A Test" in RULESET.draw(table, REV)


def test_what_is_waited_for_is_told_with_the_seat() -> None:
    table = asking(a_table(), q.Rescue(seat=GOV, place="smolny", need=3))
    assert position.outcome(table) == (
        "Waiting for",
        "the Government to spend 3 Opportunity Points to save the check in Smolny Institute, or let it fail",
    )


def test_the_language_is_english() -> None:
    with pytest.raises(ValueError, match="there are en"):
        RULESET.tell(e.Passed(REV), "de")
    assert {names.SHORT[seat] for seat in SIDES} == {RULESET.seat_name(seat) for seat in SIDES}
