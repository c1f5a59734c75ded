"""Resolution and Winning a Bid: the order of characters, ties, and what each character brings."""

import pytest

from domain.games.revolution.components import STANDARD, Tokens
from domain.games.revolution.events import (
    BidRevealed,
    CharacterResolved,
    InfluenceLost,
    InfluencePlaced,
    PhaseBegan,
    SupportGained,
    TokensRemoved,
    TokensTaken,
)
from tests.games.revolution.builders import (
    FULL,
    a_table,
    between,
    bid,
    kinds,
    only,
    tokens,
    winner_of,
    with_bids,
)

# 3. Resolution


def test_with_the_screens_set_aside_each_bid_is_evaluated() -> None:
    """3. Resolution: first all bids are seen, then the first character is resolved."""
    events = with_bids(a_table(), red=bid(general="1B"))
    assert kinds(events[:7]) == ["bid_placed", *["bid_revealed"] * 4, "phase_began", "character_resolved"]
    assert events[5] == PhaseBegan("resolution")
    assert len(only(events, BidRevealed)) == 4


def test_characters_are_resolved_by_rows_from_the_general_to_the_mercenary() -> None:
    """3. Resolution: left to right, then the row below."""
    events = with_bids(a_table())
    assert [event.character for event in only(events, CharacterResolved)] == [
        "general", "captain", "innkeeper", "magistrate",
        "priest", "aristocrat", "merchant", "printer",
        "rogue", "spy", "apothecary", "mercenary",
    ]  # fmt: skip


def test_the_highest_bid_wins_and_takes_the_benefits_immediately() -> None:
    """3. Resolution: before the next character is looked at."""
    events = with_bids(a_table(), red=bid(captain="1B"), blue=bid(captain="3G"))
    assert between(events, "captain") == [
        CharacterResolved("captain", {"red": tokens("1B"), "blue": tokens("3G")}, "red"),
        SupportGained("red", 1, "captain"),
        TokensTaken("red", tokens("1F"), "captain"),
        InfluencePlaced("red", "harbor"),
        TokensRemoved("captain"),
    ]


def test_if_the_highest_bids_are_tied_no_one_wins() -> None:
    """Ruling 14: not even a third player whose bid is lower."""
    assert winner_of("printer", red="1F 1G", blue="1F 1G") is None
    assert winner_of("printer", red="1F 1G", blue="1F 1G", green="1F") is None
    assert winner_of("printer", red="1F 1G", blue="1F", green="1F") == "red"
    events = with_bids(a_table(), red=bid(printer="1F"), blue=bid(printer="1F"), green=bid(printer="9G"))
    assert kinds(between(events, "printer")) == ["character_resolved", "tokens_removed"]


def test_if_no_one_bids_on_a_character_no_one_gets_its_benefits() -> None:
    """3. Resolution."""
    events = with_bids(a_table(), red=bid(printer="1F"))
    assert between(events, "priest") == [CharacterResolved("priest", {}, None)]


def test_after_each_character_all_players_remove_all_tokens_spent_on_it() -> None:
    """3. Resolution: winner and losers alike; at the end of the round no bid board has a token."""
    table = a_table()
    bank = table.bank + Tokens(4, 4, 12)
    with_bids(table, red=bid(printer="1F"), blue=bid(printer="1B 2G"), green=bid(rogue="3G", printer="1F"))
    out = Tokens(0, 2, 18)  # green: 2 Blackmail of the Rogue and 3 Gold; the three others 5 Gold each
    assert sum(table.tokens.values(), Tokens()) == out
    assert table.bank == bank - out
    assert table.boards == {}


# Winning a Bid

GRANTS = {
    "general": (1, "1F", "fortress"),
    "captain": (1, "1F", "harbor"),
    "innkeeper": (3, "1B", "tavern"),
    "magistrate": (1, "1B", "town_hall"),
    "priest": (6, "", "cathedral"),
    "aristocrat": (5, "3G", "plantation"),
    "merchant": (3, "5G", "market"),
    "printer": (10, "", None),
    "rogue": (0, "2B", None),
    "spy": (0, "", None),
    "apothecary": (0, "", None),
    "mercenary": (3, "1F", None),
}


@pytest.mark.parametrize("character", GRANTS)
def test_a_character_grants_support_tokens_and_influence(character: str) -> None:
    """Winning a Bid: support on the track, tokens set aside, one cube in the area that is named."""
    support, some, area = GRANTS[character]
    table = a_table()
    events = between(with_bids(table, red=bid(**{character: "1G"})), character)
    assert [event.points for event in only(events, SupportGained)] == ([support] if support else [])
    assert table.support["red"] == support
    taken = [event for event in only(events, TokensTaken) if event.by == character]
    assert [event.tokens for event in taken] == ([tokens(some)] if some else [])
    assert [event.area for event in only(events, InfluencePlaced)] == ([area] if area else [])
    assert sum(cubes["red"] for cubes in table.town.values()) == (1 if area else 0)


def test_the_town_has_seven_areas_with_43_spaces_and_the_tavern_has_four() -> None:
    """Ruling 1: the printed board counts."""
    spaces = {area.id: (area.spaces, area.support) for area in STANDARD.file.areas}
    assert spaces == {
        "plantation": (6, 30), "tavern": (4, 20), "cathedral": (7, 35), "town_hall": (7, 45),
        "fortress": (8, 50), "market": (5, 25), "harbor": (6, 40),
    }  # fmt: skip
    assert sum(count for count, _ in spaces.values()) == 43


def test_tokens_won_are_set_aside_for_the_next_round() -> None:
    """Ruling 10: the General's Force cannot be used on the Innkeeper of the same round."""
    table = a_table()
    events = with_bids(table, red=bid(general="1B", innkeeper="1G"), blue=bid(innkeeper="2G"))
    innkeeper = between(events, "innkeeper")[0]
    assert isinstance(innkeeper, CharacterResolved)
    assert innkeeper.winner == "blue"
    assert table.tokens["red"] == tokens("1F 4G")


def test_in_a_full_area_no_cube_is_placed_but_everything_else_is_taken() -> None:
    """Ruling 6: support and tokens still come."""
    table = a_table(town={"tavern": {"blue": 2, "green": 2}})
    assert between(with_bids(table, red=bid(innkeeper="1F")), "innkeeper")[1:] == [
        SupportGained("red", 3, "innkeeper"),
        TokensTaken("red", tokens("1B"), "innkeeper"),
        InfluenceLost("red", "tavern", "full"),
        TokensRemoved("innkeeper"),
    ]
    assert table.town["tavern"] == {"red": 0, "blue": 2, "green": 2, "yellow": 0}


def test_cubes_go_onto_empty_spaces_and_only_their_number_matters() -> None:
    """Ruling 7: the spaces of an area are alike."""
    table = a_table(town={"tavern": {"blue": 3}})
    with_bids(table, red=bid(innkeeper="1F"))
    assert table.town["tavern"] == {"red": 1, "blue": 3, "green": 0, "yellow": 0}
    assert table.free_spaces("tavern") == 0


def test_a_player_without_cubes_places_none() -> None:
    """Ruling 8: there are 25 of each colour."""
    town = {"plantation": 6, "tavern": 3, "cathedral": 7, "fortress": 8, "market": 1}
    table = a_table(town={area: {"red": count} for area, count in town.items()})
    assert table.cubes_left("red") == 0
    events = between(with_bids(table, red=bid(innkeeper="1F")), "innkeeper")
    assert only(events, InfluenceLost) == [InfluenceLost("red", "tavern", "no_cubes")]
    assert not only(events, InfluencePlaced)


def test_support_is_never_lost_and_has_no_upper_limit() -> None:
    """Ruling 17: after 99 the marker goes round again."""
    table = a_table(support={"red": 196, "blue": 0, "green": 0, "yellow": 0})
    with_bids(table, red=bid(printer="1F"))
    assert table.support["red"] == 206


def test_the_bank_lasts_through_the_worst_round() -> None:
    """Ruling 9: 23 Gold on the boards and 8 more won leave one in the bank."""
    table = a_table()
    gold = {
        "red": bid(aristocrat="5G"),
        "blue": bid(merchant="5G"),
        "green": bid(rogue="5G"),
        "yellow": bid(spy="8G"),
    }
    events = with_bids(table, **gold)
    assert [event.tokens for event in only(events, TokensTaken) if event.by == "merchant"] == [tokens("5G")]
    held, least = tokens("12F 12B 9G"), 99
    for event in events:
        if isinstance(event, TokensTaken):
            held -= event.tokens
        elif isinstance(event, TokensRemoved):
            held += gold[
                {"aristocrat": "red", "merchant": "blue", "rogue": "green", "spy": "yellow"}[event.character]
            ][event.character]
        least = min(least, held.gold)
    assert least >= 1


def test_a_character_is_worth_winning_when_its_area_is_full() -> None:
    """Ruling 6: the whole board is full, and the Aristocrat still brings support and Gold."""
    table = a_table(town={**FULL, "tavern": {"blue": 3}})
    with_bids(table, red=bid(aristocrat="1F"))
    assert table.support["red"] == 5
    assert table.tokens["red"] == tokens("5G")


def test_a_command_of_the_last_bidder_plays_the_whole_round() -> None:
    """Ruling 24: no other order exists; unless cubes can be changed, nobody is asked before the next bids."""
    table = a_table()
    events = with_bids(table, red=bid(printer="1F"))
    assert only(events, PhaseBegan) == [
        PhaseBegan("resolution"),
        PhaseBegan("patronage"),
        PhaseBegan("bidding"),
    ]
    assert table.round == 2
