"""What is told and drawn: every event, and never more than an audience may know."""

from typing import get_args

import pytest

from domain.core.event import Secret
from domain.core.frame import FrameEvent
from domain.games.revolution.commands import PlaceBid
from domain.games.revolution.events import AnyEvent, BidPlaced, CharacterResolved, GameEnded, TokensRemoved
from domain.games.revolution.ruleset import RULESET
from domain.games.revolution.table import BidBoard
from domain.games.revolution.words import english
from tests.games.revolution.builders import a_table, bid, happened, tokens, with_bids


def test_every_event_has_a_sentence() -> None:
    assert set(english.SENTENCES) == {*get_args(AnyEvent), *get_args(FrameEvent)}


def test_a_closed_bid_tells_that_it_was_placed_and_an_open_one_what_it_is() -> None:
    assert RULESET.tell(BidPlaced("red", Secret(("red",)))) == "Red has bid."
    told = RULESET.tell(BidPlaced("red", Secret(("red",), bid(mercenary="1G", general="1B 2G"))))
    assert (
        told
        == "Red has bid, behind the screen: 1 Blackmail and 2 Gold on the General; 1 Gold on the Mercenary."
    )


def test_the_three_outcomes_of_a_character_are_told_apart() -> None:
    assert RULESET.tell(CharacterResolved("spy", {})) == "The Spy: nobody has bid."
    bids = {"red": tokens("1F"), "blue": tokens("2G")}
    assert (
        RULESET.tell(CharacterResolved("spy", bids, "red")) == "The Spy: Red 1 Force, Blue 2 Gold; Red wins."
    )
    assert RULESET.tell(CharacterResolved("spy", bids)).endswith("tied and nobody wins.")
    assert RULESET.tell(TokensRemoved("spy", ("blue", "red"))).endswith(
        "except that Blue and Red get theirs back."
    )
    assert RULESET.tell(GameEnded(("red", "blue"), "board_full")).endswith("Red and Blue share the victory.")


def test_the_bid_board_shows_bids_to_their_owner_before_the_reveal_and_to_all_after_it() -> None:
    table = a_table()
    happened(table, "red", PlaceBid(bid(printer="1F 1B 3G")))
    assert "R 1F 1B 3G" in RULESET.draw(table, "red")
    closed = table.copy()
    closed.boards["red"] = BidBoard(None, 1)
    assert "R 1F" not in RULESET.draw(closed, "blue")
    assert "has bid" in RULESET.draw(closed, "blue")
    table = a_table(town={"tavern": {"blue": 1}})
    with_bids(table, red=bid(printer="1F", spy="1G"), blue=bid(printer="2G"))
    shown = RULESET.draw(table, "public")
    assert "R 1F *" in shown
    assert "B 2G" in shown
    assert "Red: a cube for the Spy" in shown


def test_the_town_board_and_the_support_track_are_drawn() -> None:
    table = a_table(
        town={"tavern": {"red": 1, "yellow": 2}}, support={"red": 137, "blue": 5, "green": 0, "yellow": 0}
    )
    shown = RULESET.draw(table, "green")
    assert "Tavern 20 (Innkeeper)" in shown
    assert "R Y Y ·" in shown
    assert "137  (100 + 37)" in shown
    assert len({len(line) for line in shown.splitlines()}) == 1


def test_another_language_than_english_is_an_error() -> None:
    with pytest.raises(ValueError, match="en"):
        RULESET.tell(GameEnded(("red",), "board_full"), "de")
    with pytest.raises(ValueError, match="en"):
        RULESET.draw(a_table(), "red", "de")
