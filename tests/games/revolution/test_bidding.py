"""Espionage and Bidding: what is shown, what is hidden, which bids are legal and which is higher."""

import pytest

from domain.core.event import PUBLIC, redact
from domain.core.game import new_game
from domain.core.record import redact_record
from domain.core.refusal import Refused
from domain.core.replay import as_seen_by, table_at
from domain.core.verify import intact
from domain.games.revolution.commands import PlaceBid
from domain.games.revolution.components import NOTHING, STANDARD, Bid, Tokens
from domain.games.revolution.events import BidPlaced, BidRevealed, PhaseBegan, RoundBegan, TokensShown
from domain.games.revolution.options import Options
from domain.games.revolution.ruleset import RULESET
from tests.games.revolution.builders import (
    a_table,
    allowed,
    bid,
    happened,
    only,
    tokens,
    winner_of,
    with_bids,
)

LEGAL = bid(general="1B", printer="1F", rogue="3G")


def refused(table_tokens: str, wanted: Bid) -> str:
    """Why a bid is refused to someone who holds these tokens; the choices must refuse it too."""
    table = a_table(hold={"red": table_tokens})
    assert not allowed(table, "red", PlaceBid(wanted))
    with pytest.raises(Refused) as refusal:
        happened(table, "red", PlaceBid(wanted))
    return refusal.value.code


# Components and Set-up, 1. Espionage


def test_each_player_starts_with_one_force_one_blackmail_and_three_gold_and_the_rest_is_the_bank() -> None:
    """Tokens: 32 Gold, 12 Blackmail and 12 Force in all."""
    game = new_game(RULESET, game="g", seed=bytes(32), sealing_key=bytes(32))
    game.open(at=0, cause="open")
    assert set(game.table.tokens.values()) == {Tokens(1, 1, 3)}
    assert game.table.bank == Tokens(force=8, blackmail=8, gold=20)
    assert set(game.table.support.values()) == {0}


@pytest.mark.parametrize("players", [3, 4])
def test_three_or_four_can_play(players: int) -> None:
    """Ruling 23: two cannot."""
    assert RULESET.seats(Options(players=players)) == ("red", "blue", "green", "yellow")[:players]  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="players"):
        RULESET.options({"players": 2})


def test_at_the_beginning_of_the_round_every_player_shows_their_tokens() -> None:
    """1. Espionage: what was set aside is what the round starts with."""
    table = a_table()
    events = with_bids(table, red=bid(rogue="1G"))
    shown = only(events, TokensShown)
    assert shown == [
        TokensShown(
            {"red": tokens("2B 3G"), "blue": tokens("5G"), "green": tokens("5G"), "yellow": tokens("5G")}
        )
    ]
    at = events.index(shown[0])
    assert isinstance(events[at - 1], RoundBegan)
    assert events[at + 1] == PhaseBegan("bidding")
    assert table.tokens["red"] == tokens("2B 3G")
    assert table.aside["red"] == NOTHING


# 2. Bidding: secrecy


def test_all_players_bid_at_the_same_time_and_in_any_order() -> None:
    """Ruling 24: there are no turns; whoever is ready bids."""
    for order in (("red", "blue", "green", "yellow"), ("yellow", "green", "red", "blue")):
        table = a_table()
        for number, seat in enumerate(order):
            due = table.asks()
            assert due is not None
            assert due.what == "bid"
            assert seat in due.seats
            events = happened(table, seat, PlaceBid(LEGAL))
            assert bool(only(events, BidRevealed)) == (number == 3)


def test_nobody_sees_a_bid_before_the_last_player_is_ready_and_then_everyone_does() -> None:
    """Ruling 22: bids are hidden between placing and reveal; nothing else is."""
    table = a_table(options=Options(players=3))
    placed = [*happened(table, "red", PlaceBid(LEGAL)), *happened(table, "blue", PlaceBid(LEGAL))]
    for event in placed:
        assert isinstance(event, BidPlaced)
        for audience in ("green", PUBLIC):
            shut = redact(event, audience)
            assert isinstance(shut, BidPlaced)
            assert shut.bid.value is None
    revealed = only(happened(table, "green", PlaceBid(LEGAL)), BidRevealed)
    assert [event.seat for event in revealed] == ["red", "blue", "green"]
    assert all(event.bid.value == LEGAL for event in revealed)


@pytest.mark.parametrize(
    "other", [bid(printer="1F 1B 3G"), bid(general="1B", spy="1F", rogue="1G", captain="2G")]
)
def test_the_public_record_of_a_bid_has_the_same_size_whatever_it_holds(other: Bid) -> None:
    """Ruling 22: not even how many characters a bid names can be told from outside."""
    shown = []
    for wanted in (LEGAL, other):
        game = new_game(RULESET, game="g", seed=bytes(32), sealing_key=bytes(32))
        game.open(at=0, cause="open")
        (record,) = game.perform("red", PlaceBid(wanted), at=1, cause="c")
        shown.append(redact_record(record, "blue").line())
    one, two = shown
    assert len(one) == len(two)
    assert sum(a != b for a, b in zip(one, two, strict=True)) <= 64  # the digest


def test_a_bid_may_be_changed_until_the_last_player_has_bid() -> None:
    """Ruling 25: the new one counts; the old one stays sealed."""
    table = a_table(options=Options(players=3))
    happened(table, "red", PlaceBid(LEGAL))
    changed = bid(priest="1F 1B 3G")
    found = RULESET.choices(table, "red")
    assert found is not None
    assert (found.what, found.needed) == ("change_bid", False)
    happened(table, "red", PlaceBid(changed))
    due = table.asks()
    assert due is not None
    assert due.seats == ("blue", "green")
    happened(table, "blue", PlaceBid(LEGAL))
    happened(table, "red", PlaceBid(changed))
    events = happened(table, "green", PlaceBid(LEGAL))
    assert only(events, BidRevealed)[0].bid.value == changed


def test_a_revealed_bid_is_proved_to_be_the_one_that_was_sealed() -> None:
    """Ruling 25: the reveal opens the last bid of each seat; a replaced one stays closed to all others."""
    game = new_game(RULESET, game="g", seed=bytes(32), sealing_key=bytes(32), options=Options(players=3))
    log = game.open(at=0, cause="open")
    for number, (seat, wanted) in enumerate(
        [("red", LEGAL), ("red", bid(priest="1F 1B 3G")), ("blue", LEGAL), ("green", LEGAL)]
    ):
        log += game.perform(seat, PlaceBid(wanted), at=number, cause=str(number))
    copy = [record.line() for record in as_seen_by(log, PUBLIC)]
    assert intact(copy, game.head)
    opened = next(r for r in log if isinstance(r.event, BidRevealed))
    fake = opened.line().replace(b'"priest"', b'"printer"')
    tampered = [*copy[: opened.version - 1], fake, *copy[opened.version :]]
    verdict = intact(tampered)
    assert (verdict.answer, verdict.version) == ("fault", opened.version)
    first = next(r for r in as_seen_by(log, PUBLIC) if isinstance(r.event, BidPlaced))
    assert first.event.bid.value is None
    assert table_at(RULESET, log).round == 2


# 2. Bidding: which bid is higher


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("1F", "6B"),
        ("1F", "20G"),
        ("1F", "4B 20G"),
        ("1B", "20G"),
        ("2F", "1F"),
        ("3F", "2F 5B 5G"),
        ("1F 1B", "1F"),
        ("1F 1B", "1F 20G"),
        ("1B 3G", "1B 2G"),
        ("1F 1G", "1F"),
        ("2G", "1G"),
    ],
)
def test_force_beats_blackmail_beats_gold_and_equal_tokens_are_decided_by_number_then_by_lesser_ones(
    higher: str, lower: str
) -> None:
    """2. Bidding: kind first, then number of the highest, then the lesser tokens."""
    assert tokens(higher) > tokens(lower)
    assert winner_of("printer", red=higher, blue=lower) == "red"
    assert winner_of("printer", red=lower, blue=higher) == "blue"


def test_gold_only_wins_if_no_force_or_blackmail_is_present() -> None:
    """2. Bidding."""
    assert winner_of("printer", red="9G", blue="1B", green="1F") == "green"
    assert winner_of("printer", red="9G", blue="1B") == "blue"
    assert winner_of("printer", red="9G", blue="8G") == "red"


# 2. Bidding: legal and illegal bids


def test_all_tokens_must_be_used() -> None:
    """Ruling 13: nothing is kept back, and nothing is bid that one does not have."""
    assert refused("1F 1B 3G", bid(general="1B", printer="1F", rogue="2G")) == "all_tokens_must_be_bid"
    assert refused("1F 1B 3G", {}) == "all_tokens_must_be_bid"
    assert refused("1F 1B 3G", bid(general="1B", printer="1F", rogue="4G")) == "tokens_not_held"
    assert refused("3G", bid(printer="1F", rogue="2G")) == "tokens_not_held"


def test_placing_everything_is_always_possible() -> None:
    """Ruling 13: Gold goes anywhere, Force and Blackmail on seven characters each."""
    assert STANDARD.takers == {"force": 7, "blackmail": 7, "gold": 12}
    table = a_table(hold={"red": "12F 12B 8G"})
    assert allowed(table, "red", PlaceBid(bid(printer="12F 12B 8G")))
    assert allowed(a_table(hold={"red": ""}), "red", PlaceBid({}))


def test_at_most_six_characters_may_be_bid_on() -> None:
    """2. Bidding."""
    six = dict.fromkeys(("general", "captain", "priest", "rogue", "spy", "mercenary"), "1G")
    assert allowed(a_table(hold={"red": "6G"}), "red", PlaceBid(bid(**six)))
    assert refused("7G", bid(**six, printer="1G")) == "too_many_characters"


FORCE = ("innkeeper", "magistrate", "priest", "aristocrat", "merchant", "printer", "spy")
BLACKMAIL = ("general", "captain", "priest", "aristocrat", "merchant", "printer", "apothecary")


@pytest.mark.parametrize("character", STANDARD.order)
def test_not_every_token_can_be_used_on_every_character(character: str) -> None:
    """2. Bidding: the General, for one, is immune to Force; two characters take only Gold."""
    for held, takers in (("1F", FORCE), ("1B", BLACKMAIL), ("1G", STANDARD.order)):
        wanted = bid(**{character: held})
        if character in takers:
            assert allowed(a_table(hold={"red": held}), "red", PlaceBid(wanted))
        else:
            assert refused(held, wanted) == "character_is_immune"
    assert [name for name in STANDARD.order if STANDARD.accepts[name] == ("gold",)] == ["rogue", "mercenary"]


def test_a_bid_names_characters_of_the_board_and_puts_something_on_each() -> None:
    """2. Bidding."""
    assert refused("1G", bid(king="1G")) == "no_such_character"
    assert refused("1G", bid(rogue="1G", spy="")) == "bid_without_tokens"
    assert refused("1G", {"rogue": Tokens(gold=2), "spy": Tokens(gold=-1)}) == "bid_without_tokens"
