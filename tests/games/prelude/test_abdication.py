"""12.1: the Tsar's Abdication, before February 1917 and after, and what is different from then on."""

import pytest

from domain.games.prelude import agenda
from domain.games.prelude import events as e
from domain.games.prelude.rules.activities import may_organize
from domain.games.prelude.table import PreludeTable
from tests.games.prelude.builders import (
    FEBRUARY,
    GOV,
    JULY,
    OCTOBER,
    REV,
    a_table,
    ask,
    happened,
    kinds,
    may,
    one,
    question,
    some,
    works,
)

LATE_WAR = 3


def ends_its_round(table: PreludeTable) -> list[str]:
    """The active player has no cards, passes, and the Action Round ends."""
    return kinds(happened(table, ask.Pass()))


def before_february(**fields: object) -> PreludeTable:
    """Late Great War, third Action Round of the Revolutionary, Prestige at 0."""
    given = {"turn": LATE_WAR, "round": 3, "prestige": 0, "pool": (101, 404), "in_play": (403, 119), **fields}
    return a_table(**given)  # type: ignore[arg-type]


def test_before_february_1917_the_game_jumps_there_and_all_cards_are_discarded() -> None:
    """Hands, cards in play and Pool; four cards, Kerensky and Lenin come; seven cards a hand."""
    table = before_february(other_hand=(102, 103))
    events = ends_its_round(table)
    start = events.index("TsarAbdicated")
    assert events[start : start + 4] == ["TsarAbdicated", "CardsRemoved", "CollapseDeckFormed", "CardsDrawn"]
    assert {"101", "404", "403", "119", "102", "103"} <= {*table.discard, *table.removed}
    assert (table.turn, table.in_play) == (FEBRUARY, [])
    assert [len(table.hands[seat]) for seat in (REV, GOV)] == [7, 7]
    assert len(table.pool) == 6 and {"406", "408"} <= set(table.pool)


def test_the_constitution_and_other_tsarist_cards_leave_the_game() -> None:
    """Star and triangle: from play, deck, Pool, Key Events and hands."""
    table = before_february()
    starred = {card.id for card in table.components.cards.values() if card.removed_at_abdication}
    ends_its_round(table)
    hidden = [*table.decks["collapse"].known, *table.hands[REV].known, *table.hands[GOV].known]
    assert not starred & {*hidden, *table.pool, *table.in_play, *table.aside}
    assert "407" in table.removed


def test_the_provisional_government_joins_the_deck() -> None:
    table = a_table(turn=JULY, round=2, prestige=0)
    deck = len(table.decks["collapse"])
    ends_its_round(table)
    cards = table.components.cards
    starred = sum(cards[card].entry == "collapse" for card in table.removed)
    joined = [card for card in table.decks["collapse"].known if cards[card].entry == "pg"]
    assert len(joined) == sum(card.entry == "pg" for card in cards.values())
    assert len(table.decks["collapse"]) == deck - starred + len(joined)


def test_an_abdication_in_february_leaves_the_provisional_key_events_for_july() -> None:
    table = a_table(turn=FEBRUARY, round=2, prestige=0)
    ends_its_round(table)
    assert not {"410", "411"} & set(table.pool)
    table = a_table(turn=JULY, round=2, prestige=0)
    ends_its_round(table)
    assert {"410", "411"} <= set(table.pool)


def test_the_provisional_government_is_half_the_moderates_and_no_organization() -> None:
    table = a_table(
        turn=FEBRUARY,
        prestige=0,
        parties={"radical": 4, "socialist": 5, "liberal": 3, "monarchist": 6},
        organizations={REV: ["radical", "socialist", "putilov"], GOV: ["liberal", "smolny"]},
    )
    before = table.advantage("organizations")
    assert before == 2 + 2 + 1 - 2 - 1
    ends_its_round(table)
    assert table.parties == {"radical": 0, "socialist": 2, "liberal": 1, "monarchist": 0}
    assert table.out_of_play == ["radical", "monarchist"]
    assert table.organizations == {REV: ["putilov"], GOV: ["smolny"]}
    assert (table.advantage("organizations"), table.advantage("duma")) == (0, 2)


def test_district_organizations_outlive_their_sponsor() -> None:
    """Ruling 34: only Party Organizations are removed."""
    table = a_table(turn=FEBRUARY, prestige=0, organizations={REV: ["radical", "putilov"]})
    ends_its_round(table)
    assert table.organizations[REV] == ["putilov"]


@pytest.mark.parametrize(("first", "second", "moved"), [(3, 2, REV), (1, 4, GOV), (2, 2, None)])
def test_the_world_reacts_to_whoever_spends_more(first: int, second: int, moved: str | None) -> None:
    """Ruling 17: on a tie nothing moves. The First Player spends first."""
    table = a_table(turn=FEBRUARY, prestige=0, world_affairs=0, op={REV: 8, GOV: 8})
    ends_its_round(table)
    assert isinstance(question(table), agenda.SpendAny) and question(table).seat == REV
    happened(table, ask.SpendOpportunity(first))
    assert question(table).seat == GOV
    happened(table, ask.SpendOpportunity(second))
    assert table.favoured("world_affairs") == moved
    assert table.op == {REV: 8 - first, GOV: 8 - second}


def test_nothing_of_the_turns_jumped_over_happens() -> None:
    """Ruling 18: no step of Unrest and no Opportunity Points."""
    table = before_february(unrest=4, op={REV: 3, GOV: 5})
    events = ends_its_round(table)
    assert "UnrestMoved" not in events and "OpportunityChanged" not in events
    assert (table.unrest, table.op) == (4, {REV: 3, GOV: 5})


def test_after_the_jump_the_named_first_player_begins_action_round_1() -> None:
    """Ruling 19: the marker is neither flipped nor advanced. The First Player spends first."""
    table = before_february(vp=-3)
    ends_its_round(table)
    assert isinstance(question(table), agenda.ChooseFirst) and question(table).seat == REV
    happened(table, ask.NameFirstPlayer(GOV))
    assert question(table).seat == GOV
    happened(table, ask.SpendOpportunity(0))
    events = happened(table, ask.SpendOpportunity(0))
    assert one(events, e.RoundBegan) == e.RoundBegan(GOV, 1)
    assert (table.turn, table.round, table.active) == (FEBRUARY, 1, GOV)


def test_after_an_early_abdication_at_vp_0_the_revolutionary_names_the_first_player() -> None:
    """Ruling 41: as at the start of any Turn."""
    table = before_february(vp=0)
    ends_its_round(table)
    assert question(table).seat == REV


def test_an_abdication_in_february_or_later_goes_on_with_the_next_action_round() -> None:
    """Ruling 20: here the Second Player's part of the same round."""
    table = a_table(turn=FEBRUARY, round=4, prestige=0)
    ends_its_round(table)
    happened(table, ask.SpendOpportunity(0))
    events = happened(table, ask.SpendOpportunity(0))
    assert one(events, e.RoundBegan) == e.RoundBegan(GOV, 4)


def test_game_end_conditions_come_before_abdication() -> None:
    """Ruling 38: 20 points win although Prestige is 0."""
    table = before_february(vp=20)
    ends_its_round(table)
    assert (table.over, table.winner, table.abdicated) == (True, REV, False)


def abdicated(**fields: object) -> PreludeTable:
    given = {
        "turn": OCTOBER,
        "prestige": 0,
        "abdicated": True,
        "out_of_play": ["radical", "monarchist"],
        "parties": {"radical": 0, "monarchist": 0, "socialist": 2, "liberal": 3},
        **fields,
    }
    return a_table(**given)  # type: ignore[arg-type]


def test_after_abdication_there_is_no_dominance() -> None:
    assert abdicated().duma_level(GOV) == "majority"
    assert abdicated().advantage("duma") == -2


def test_after_abdication_workers_and_soldiers_lack_a_sponsor() -> None:
    """The Revolutionary in Worker and Military, the Government in Military Districts; moderates organize."""
    table = abdicated(organizations={GOV: ["liberal"], REV: ["socialist"]})
    assert not may_organize(table, REV, "putilov")
    assert not may_organize(table, REV, "kronstadt")
    assert not may_organize(table, REV, "radical")
    assert not may_organize(table, GOV, "guards_regiment")
    assert may_organize(table, GOV, "putilov")
    assert may_organize(table, REV, "smolny")
    table.organizations = {REV: [], GOV: []}
    assert may_organize(table, REV, "socialist")


def test_to_mother_russias_defense_lets_the_liberals_sponsor_soldiers() -> None:
    """14.0, #312."""
    table = abdicated(active=GOV, hand=(312,), organizations={GOV: ["liberal"]})
    happened(table, ask.PlayEvent("312"))
    assert may_organize(table, GOV, "guards_regiment")


def test_after_abdication_prestige_does_not_move() -> None:
    """12.1.1: ignored; the modifier of the Government stays +2."""
    table = abdicated(unrest=0)
    assert works(table, agenda.RedStep("soviets"), dice=(1, 1))
    rolled = abdicated()
    events = some(works(rolled, agenda.ScoreTrack("duma"), dice=(1, 1)), e.ExtremismRolled)
    assert [(event.seat, event.modifier) for event in events] == [(REV, 0), (GOV, 2)]


def test_a_vote_after_abdication_has_only_the_moderates() -> None:
    """Ruling 15: no check in the extremist Parties."""
    table = abdicated(op={REV: 0, GOV: 0})
    votes = [agenda.Vote(seat, wing) for seat in (REV, GOV) for wing in ("extremist", "moderate")]
    events = works(table, *votes, agenda.EndVote())
    assert [check.place for check in some(events, e.CheckRolled)] == ["socialist", "liberal"]


def test_nicholas_abdicates_by_a_card() -> None:
    """14.0, #249: Prestige goes to 0, and at the end of the Action Round the Tsar abdicates."""
    table = a_table(turn=OCTOBER, hand=(249,), unrest=12, prestige=6, op={REV: 0, GOV: 0})
    events = happened(table, ask.PlayEvent("249"))
    while not table.abdicated:
        events = happened(table, may(table)[0])
    assert some(events, e.TsarAbdicated) == [e.TsarAbdicated()]
