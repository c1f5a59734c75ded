"""Optional Rules: Bid Refunds, Area Control Bonus, Making Deals."""

from typing import Any

import pytest

from domain.core.event import ARBITER, PUBLIC, redact
from domain.core.game import happen
from domain.core.refusal import Refused
from domain.games.revolution.commands import AnswerOffer, Decline, MakeOffer, PlaceBid, ReplaceCube, SwapCubes
from domain.games.revolution.events import (
    AreaScored,
    OfferAnswered,
    OfferMade,
    PowerLost,
    TokensRemoved,
    TokensScored,
    TokensTaken,
)
from domain.games.revolution.options import Options
from domain.games.revolution.rules.ending import end
from domain.games.revolution.ruleset import RULESET
from domain.games.revolution.table import TownTable
from tests.games.revolution.builders import (
    FULL,
    a_table,
    allowed,
    bid,
    deciding,
    happened,
    only,
    tokens,
    with_bids,
)

REFUNDS = Options(bid_refunds=True)
CONTROL = Options(area_control_bonus=True)
DEALS = Options(making_deals=True)
TOWN = {"tavern": {"blue": 4}, "harbor": {"red": 1, "yellow": 1}}

both = pytest.mark.parametrize("on", [True, False])


# Bid Refunds


@both
def test_losing_bids_are_returned_and_winning_ones_go_to_the_bank(on: bool) -> None:
    """Ruling 21: they are to be used on the next round."""
    table = a_table(options=Options(bid_refunds=on))
    events = with_bids(table, red=bid(printer="1F"), blue=bid(printer="1B 6G"))
    assert only(events, TokensRemoved) == [TokensRemoved("printer", ("blue",) if on else ())]
    assert table.tokens["red"] == tokens("5G")
    assert table.tokens["blue"] == (tokens("1B 6G") if on else tokens("5G"))


def test_tied_bids_are_returned() -> None:
    """Ruling 21: to all who are tied, and to those below them."""
    table = a_table(options=REFUNDS)
    with_bids(table, red=bid(printer="2F 4G"), blue=bid(printer="2F 4G"), green=bid(printer="6B"))
    assert [table.tokens[seat] for seat in table.seats] == [tokens(t) for t in ("2F 4G", "2F 4G", "6B", "5G")]


def test_refunds_count_for_patronage() -> None:
    """Ruling 21: three tokens came back, two are given."""
    table = a_table(options=REFUNDS)
    events = with_bids(table, red=bid(printer="1F"), blue=bid(printer="1B 2G"))
    assert TokensTaken("blue", tokens("2G"), "patronage") in events


def test_refunds_count_towards_the_support_at_the_end() -> None:
    """Ruling 21: Force 5, Blackmail 3, Gold 1, as if they had been earned."""
    table = a_table(options=REFUNDS, town=FULL)
    events = with_bids(table, red=bid(printer="2F"), blue=bid(printer="1F 1B 1G"))
    assert only(events, TokensScored) == [TokensScored("blue", 9)]


def test_a_short_bank_gives_what_is_left() -> None:
    """Ruling 9: to the winner of a character, and in Patronage seat by seat."""
    table = a_table(options=REFUNDS)
    events = with_bids(table, red=bid(printer="29G"), blue=bid(printer="1F"), green=bid(merchant="1G"))
    assert TokensTaken("green", tokens("2G"), "merchant") in events
    patrons = [event for event in only(events, TokensTaken) if event.by == "patronage"]
    assert patrons == [TokensTaken("blue", tokens("1G"), "patronage")]  # the one Gold that green had bid
    assert [table.tokens[seat].total for seat in table.seats] == [29, 1, 2, 0]
    assert allowed(table, "yellow", PlaceBid({}))


# Area Control Bonus


@both
def test_cubes_that_fill_an_area_cannot_be_removed_or_switched(on: bool) -> None:
    """Ruling 20: neither by the Spy nor by the Apothecary."""
    table = deciding(a_table(options=Options(area_control_bonus=on), town=TOWN), "red", "replace")
    assert allowed(table, "red", ReplaceCube("tavern", "blue")) != on
    assert allowed(table, "red", ReplaceCube("harbor", "yellow"))
    table = deciding(a_table(options=Options(area_control_bonus=on), town=TOWN), "blue", "swap")
    assert allowed(table, "blue", SwapCubes("tavern", "blue", "harbor", "red")) != on
    if on:
        with pytest.raises(Refused, match="area_is_controlled"):
            happened(table, "blue", SwapCubes("tavern", "blue", "harbor", "red"))


def test_an_area_with_one_other_cube_or_one_free_space_is_not_locked() -> None:
    """Ruling 20: all spaces, by one player."""
    assert not a_table(options=CONTROL, town={"tavern": {"blue": 3}}).locked("tavern")
    assert not a_table(options=CONTROL, town={"tavern": {"blue": 3, "red": 1}}).locked("tavern")
    assert a_table(options=CONTROL, town={"tavern": {"blue": 4}}).locked("tavern")


def test_where_everything_is_locked_the_spy_finds_nothing() -> None:
    """Ruling 20, with ruling 2."""
    events = with_bids(a_table(options=CONTROL, town={"tavern": {"blue": 4}}), red=bid(spy="1F"))
    assert only(events, PowerLost) == [PowerLost("red", "replace")]


@both
def test_a_filled_area_brings_ten_more_support(on: bool) -> None:
    """Ruling 20: on top of the area's own, at the end."""
    table = a_table(options=Options(area_control_bonus=on), town=TOWN)
    events = happen(table, end(table, "board_full"))
    assert AreaScored("tavern", "blue", 20, 10 if on else 0) in events
    assert table.support["blue"] == (30 if on else 20)


# Making Deals

OFFER = MakeOffer(("blue",), {"captain": False}, {"general": False})


def refused(table: TownTable, seat: str, command: Any) -> str:
    assert not allowed(table, seat, command)
    with pytest.raises(Refused) as refusal:
        happened(table, seat, command)
    return refusal.value.code


def test_players_may_make_deals_while_they_bid() -> None:
    """Making Deals: "I stay away from the Captain if you stay away from the General"; and an answer."""
    table = a_table(options=DEALS)
    (offer,) = happened(table, "red", OFFER)
    assert isinstance(offer, OfferMade)
    assert allowed(table, "blue", AnswerOffer(1, True))
    (answer,) = happened(table, "blue", AnswerOffer(1, True))
    assert isinstance(answer, OfferAnswered)
    assert RULESET.tell(offer) == (
        "Red says to Blue: I would stay away from the Captain, if you would stay away from the General."
    )
    assert RULESET.tell(answer) == "Blue agrees to the offer made at version 1."


def test_an_offer_is_heard_by_those_addressed_and_by_the_arbiter() -> None:
    """Ruling 26: the others see only who talks to whom."""
    table = a_table(options=DEALS)
    (offer,) = happened(table, "red", OFFER)
    (answer,) = happened(table, "blue", AnswerOffer(1, False))
    for event in (offer, answer):
        assert redact(event, "blue") == redact(event, "red") == redact(event, ARBITER) == event
        for audience in ("green", "yellow", PUBLIC):
            assert redact(event, audience) != event
    assert RULESET.tell(redact(offer, "green")) == "Red has a word with Blue."
    assert RULESET.tell(redact(answer, PUBLIC)) == "Blue answers."


def test_deals_are_not_binding() -> None:
    """Making Deals: blue agrees, and both bid just as they please."""
    table = a_table(options=DEALS)
    happened(table, "red", OFFER)
    happened(table, "blue", AnswerOffer(1, True))
    assert allowed(table, "red", PlaceBid(bid(captain="1B", printer="1F 3G")))
    assert allowed(table, "blue", PlaceBid(bid(general="1B", printer="1F 3G")))


def test_an_offer_is_about_characters_and_goes_to_other_seats() -> None:
    """Ruling 26: something is offered or asked, to some or all of the others, in the order of seats."""
    table = a_table(options=DEALS)
    assert allowed(table, "red", MakeOffer(("blue", "green", "yellow"), {}, {"spy": True}))
    for command, code in (
        (MakeOffer((), {"spy": True}, {}), "not_other_seats_in_order"),
        (MakeOffer(("red",), {"spy": True}, {}), "not_other_seats_in_order"),
        (MakeOffer(("green", "blue"), {"spy": True}, {}), "not_other_seats_in_order"),
        (MakeOffer(("blue", "blue"), {"spy": True}, {}), "not_other_seats_in_order"),
        (MakeOffer(("black",), {"spy": True}, {}), "not_other_seats_in_order"),
        (MakeOffer(("blue",), {}, {}), "nothing_offered"),
        (MakeOffer(("blue",), {"king": True}, {}), "no_such_character"),
        (MakeOffer(("blue",), {}, {"king": True}), "no_such_character"),
    ):
        assert refused(table, "red", command) == code


def test_an_offer_is_answered_once_by_those_it_was_made_to() -> None:
    """Ruling 26."""
    table = a_table(options=DEALS)
    happened(table, "red", OFFER)
    assert refused(table, "green", AnswerOffer(1, True)) == "no_such_offer"
    assert refused(table, "red", AnswerOffer(1, True)) == "no_such_offer"
    assert refused(table, "blue", AnswerOffer(2, True)) == "no_such_offer"
    happened(table, "blue", AnswerOffer(1, True))
    assert refused(table, "blue", AnswerOffer(1, False)) == "already_answered"


def test_six_offers_a_round_are_enough_and_old_ones_are_gone_in_the_next() -> None:
    """Ruling 26: an offer is for this round."""
    table = a_table(options=DEALS)
    for _ in range(6):
        happened(table, "red", OFFER)
    assert refused(table, "red", OFFER) == "enough_offers_this_round"
    assert allowed(table, "blue", MakeOffer(("red",), {"spy": True}, {}))
    with_bids(table)
    assert table.offers == {}
    assert refused(table, "blue", AnswerOffer(1, True)) == "no_such_offer"
    assert allowed(table, "red", OFFER)


def test_who_has_bid_may_still_talk_and_nobody_talks_later() -> None:
    """Ruling 26: as long as bids are awaited."""
    table = a_table(options=DEALS)
    happened(table, "red", PlaceBid(bid(printer="1F 1B 3G")))
    assert allowed(table, "red", OFFER)
    table = deciding(a_table(options=DEALS, town=TOWN), "red", "replace")
    assert refused(table, "red", OFFER) == "not_asked_now"
    assert refused(table, "blue", OFFER) == "not_your_turn"
    assert allowed(table, "red", Decline())


def test_without_the_optional_rule_there_are_no_deals() -> None:
    """Making Deals is allowed only where it was agreed on."""
    table = a_table()
    assert refused(table, "red", OFFER) == "no_deals_in_this_game"
    assert refused(table, "red", AnswerOffer(1, True)) == "no_deals_in_this_game"
