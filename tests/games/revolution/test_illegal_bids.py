"""Illegal Bids as at a table: what is barred is removed, only the first six bids are evaluated."""

from domain.games.revolution.commands import PlaceBid
from domain.games.revolution.events import BarredTokensRemoved, CharacterResolved, ExtraBidsDiscarded
from domain.games.revolution.options import Options
from domain.games.revolution.table import TownTable
from tests.games.revolution.builders import a_table, allowed, bid, only, tokens, with_bids

TABLE = Options(illegal_bids="corrected")
SIX = {
    "general": "1G",
    "captain": "1G",
    "innkeeper": "1G",
    "magistrate": "1G",
    "priest": "1G",
    "aristocrat": "1G",
}


def a_lax_table(hold: str = "1F 1B 3G", options: Options = TABLE) -> TownTable:
    return a_table(options=options, hold={"red": hold})


def test_illegal_tokens_are_removed_without_any_other_penalty() -> None:
    """Ruling 11: the Force on the General goes to the bank, the Blackmail beside it still wins."""
    table = a_lax_table()
    events = with_bids(table, red=bid(general="1F 1B 3G"), blue=bid(general="4G"))
    assert only(events, BarredTokensRemoved) == [BarredTokensRemoved("red", bid(general="1F"))]
    general = only(events, CharacterResolved)[0]
    assert general == CharacterResolved("general", {"red": tokens("1B 3G"), "blue": tokens("4G")}, "red")


def test_only_the_first_six_bids_are_evaluated_and_the_others_are_discarded() -> None:
    """Ruling 11: first means first in the order of resolution, however the bid was written down."""
    table = a_lax_table()
    events = with_bids(table, red=bid(mercenary="2G", **SIX, printer="1F"))
    assert only(events, ExtraBidsDiscarded) == [ExtraBidsDiscarded("red", bid(printer="1F", mercenary="2G"))]
    won = [e.character for e in only(events, CharacterResolved) if e.winner == "red"]
    assert won == list(SIX)
    held = sum(table.tokens.values(), table.bank)
    assert held == table.components.tokens.all  # what was discarded is in the bank


def test_a_wholly_barred_bid_does_not_use_up_one_of_the_six() -> None:
    """Ruling 12: barred tokens are taken off first; what is left decides which six count."""
    table = a_lax_table()
    events = with_bids(table, red=bid(**{**SIX, "general": "1F"}, printer="1G", rogue="1G"))
    assert only(events, BarredTokensRemoved) == [BarredTokensRemoved("red", bid(general="1F"))]
    assert only(events, ExtraBidsDiscarded) == [ExtraBidsDiscarded("red", bid(rogue="1G"))]
    won = [e.character for e in only(events, CharacterResolved) if e.winner == "red"]
    assert won == [*list(SIX)[1:], "printer"]


def test_all_tokens_and_none_but_the_own_ones_are_asked_for_at_a_table_too() -> None:
    """Ruling 11: the rulebook knows two ways to bid illegally, and these are not among them."""
    table = a_lax_table("1F 1G")
    assert allowed(table, "red", PlaceBid(bid(general="1F 1G")))
    assert allowed(table, "red", PlaceBid(bid(general="1F", rogue="1G")))
    assert not allowed(table, "red", PlaceBid(bid(general="1F")))
    assert not allowed(table, "red", PlaceBid(bid(general="1F 2G")))
    assert not allowed(table, "red", PlaceBid(bid(king="1F 1G")))
    twelve = bid(**dict.fromkeys(table.components.order, "1G"))
    assert allowed(a_lax_table("12G"), "red", PlaceBid(twelve))


def test_removed_tokens_go_to_the_bank_even_where_losing_bids_come_back() -> None:
    """Ruling 27: they were never part of a losing bid."""
    options = Options(illegal_bids="corrected", bid_refunds=True)
    table = a_lax_table(options=options)
    with_bids(table, red=bid(general="1F 1G"), blue=bid(general="1B"))
    assert table.tokens["red"] == tokens("5G")


def test_legal_bids_are_left_alone() -> None:
    """Illegal Bids: nothing is taken off a bid that breaks no rule."""
    events = with_bids(a_lax_table(), red=bid(**SIX), blue=bid(priest="1F 1B"))
    assert not only(events, BarredTokensRemoved)
    assert not only(events, ExtraBidsDiscarded)
