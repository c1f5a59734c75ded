"""10.3: each of the twelve Special Actions."""

import pytest

from domain.core.refusal import Refused
from domain.games.prelude import agenda
from domain.games.prelude import events as e
from domain.games.prelude.table import PreludeTable
from tests.games.prelude.builders import (
    GOV,
    REV,
    a_table,
    ask,
    happened,
    kinds,
    may,
    one,
    question,
    some,
    spending,
)


def use(table: PreludeTable, special: str, points: int, *dice: int) -> list[object]:
    return list(happened(table, ask.UseSpecialAction(special, points), *dice))


def test_each_special_action_is_used_once_a_game_and_one_a_turn() -> None:
    table = spending(6)
    use(table, "opportunism", 4)
    assert "opportunism" not in table.specials[REV]
    assert not may(table, ask.UseSpecialAction)
    with pytest.raises(Refused):
        happened(table, ask.UseSpecialAction("pravda_propaganda", 2))
    e.TurnBegan(1).apply(table)
    assert {command.special for command in may(table, ask.UseSpecialAction)} == {
        "pravda_propaganda",
        "socialist_sympathizers",
        "revolutionary_diplomacy",
    } - {"revolutionary_diplomacy"}  # no cards to exchange


def test_nobody_uses_the_other_players_special_actions() -> None:
    own = {command.special for command in may(spending(6, GOV), ask.UseSpecialAction)}
    assert own == {
        "novoye_vremia", "government_supporters", "political_corruption", "deliberate_provocation",
        "show_of_force", "parliamentary_maneuver",
    }  # fmt: skip


def test_opportunism_gains_six_opportunity_points_up_to_16() -> None:
    table = spending(4, op={REV: 8, GOV: 8})
    use(table, "opportunism", 4)
    assert table.op[REV] == 14
    table = spending(4, op={REV: 13, GOV: 8})
    use(table, "opportunism", 4)
    assert table.op[REV] == 16


def test_all_power_scores_each_full_worker_and_military_district() -> None:
    """Own boxes, not the opponent's, and no Urban District."""
    table = spending(4, cubes={"kronstadt": (9, 7), "obukhov": (7, 0), "smolny": (7, 0), "putilov": (8, 0)})
    scored = one(use(table, "all_power", 4), e.PointsScored)  # type: ignore[arg-type]
    assert (scored.seat, scored.points, table.vp) == (REV, 2, 2)


def test_revolutionary_fervor_scores_a_track_of_ones_choice() -> None:
    table = spending(6, scoring={"districts": 2, "organizations": 3, "world_affairs": 0, "duma": 0})
    use(table, "revolutionary_fervor", 6)
    events = happened(table, ask.ChooseTrack("districts"))
    assert one(events, e.TrackScored) == e.TrackScored("districts", REV, 3)
    assert table.scoring["districts"] == 0
    assert table.scoring["organizations"] == 3


@pytest.mark.parametrize(
    ("seat", "special", "card"), [(REV, "pravda_propaganda", 28), (GOV, "novoye_vremia", 3)]
)
def test_propaganda_gives_the_next_own_card_both_activities_and_event(
    seat: str, special: str, card: int
) -> None:
    """The Event of an own card can then not be played alone; a neutral card is not meant."""
    table = spending(2, seat)
    use(table, special, 2)
    table = asking_again(table, seat, card)
    assert may(table) == [ask.PlayActivities(str(card))]
    events = happened(table, ask.PlayActivities(str(card)))
    assert one(events, e.CardPlayed).use == "both"
    events = happened(table, ask.Done())
    assert one(events, e.EventBegan).seat == seat
    assert not table.armed[seat]


def asking_again(table: PreludeTable, seat: str, card: int) -> PreludeTable:
    """The same player's next Action Round, with one card in hand."""
    return a_table(
        active=seat,
        hand=(card,),
        armed={side: list(some) for side, some in table.armed.items()},
        specials={side: list(some) for side, some in table.specials.items()},
    )


def test_propaganda_is_wasted_when_the_prerequisite_is_not_met() -> None:
    table = a_table(active=GOV, hand=(146,), armed={REV: [], GOV: ["activities_and_event"]})
    happened(table, ask.PlayActivities("146"))
    events = happened(table, ask.Done())
    assert one(events, e.EventNotMet) == e.EventNotMet("146")
    assert "146" in table.discard
    assert not table.armed[GOV]


@pytest.mark.parametrize(
    ("seat", "special", "card"), [(REV, "socialist_sympathizers", 146), (GOV, "government_supporters", 28)]
)
def test_sympathizers_let_an_opposing_card_be_played_without_its_event(
    seat: str, special: str, card: int
) -> None:
    """AP, die, discard: no Event, no Opportunity Points, never the Pool."""
    table = spending(2, seat)
    use(table, special, 2)
    table = asking_again(table, seat, card)
    happened(table, ask.PlayActivities(str(card)))
    before = dict(table.op)
    events = happened(table, ask.Done())
    assert not some(events, e.EventBegan) and not some(events, e.EventNotMet)
    assert str(card) in table.discard
    assert table.op == before
    assert not table.armed[seat]


def test_revolutionary_diplomacy_exchanges_cards_with_the_pool() -> None:
    """Ruling 26: any card from hand may go to the Pool; Key Events stay there, nothing is exchanged twice."""
    table = spending(4, hand=(8, 46, 29), pool=(401, 18, 1))
    assert {c.points for c in may(table, ask.UseSpecialAction) if c.special == "revolutionary_diplomacy"} == {
        2,
        4,
    }
    use(table, "revolutionary_diplomacy", 4)
    assert {command.for_card for command in may(table)} == {"18", "1"}
    happened(table, ask.ExchangeCard("29", "18"))
    assert {command.for_card for command in may(table)} == {"1"}
    assert {command.card for command in may(table)} == {"8", "46"}
    happened(table, ask.ExchangeCard("8", "1"))
    assert sorted(table.pool) == ["29", "401", "8"]
    assert sorted(table.hands[REV].known) == ["1", "18", "46"]


def test_revolutionary_diplomacy_needs_enough_cards_on_both_sides() -> None:
    table = spending(6, hand=(8,), pool=(401, 18, 1))
    assert {c.points for c in may(table, ask.UseSpecialAction) if c.special == "revolutionary_diplomacy"} == {
        2
    }


def test_political_corruption_rolls_as_many_dice_as_points() -> None:
    """Ruling 29: all dice are declared first, one more than once; a track scores before the next roll."""
    table = spending(3, GOV, scoring={"districts": 4, "organizations": 0, "world_affairs": 0, "duma": 0})
    use(table, "political_corruption", 3)
    happened(table, ask.ChooseTrack("districts"))
    happened(table, ask.ChooseTrack("districts"))
    events = happened(table, ask.ChooseTrack("duma"), 1, 5, 2)
    assert kinds(events)[:5] == [
        "TrackChosen", "ScoringDieRolled", "TrackScored", "ScoringDieRolled", "ScoringDieRolled",
    ]  # fmt: skip
    assert table.scoring == {"districts": 0, "organizations": 0, "world_affairs": 1, "duma": 1}


@pytest.mark.parametrize("side", [REV, GOV])
def test_deliberate_provocation_is_a_growing_extremism_of_6_before_modifiers(side: str) -> None:
    """Ruling 27: either player may be provoked."""
    table = spending(2, GOV, unrest=7, prestige=7)
    use(table, "deliberate_provocation", 2)
    rolled = one(happened(table, ask.ChooseSide(side)), e.ExtremismRolled)
    assert (rolled.seat, rolled.die, rolled.roll) == (side, 6, 0)
    assert rolled.modifier == (1 if side == REV else 0)
    assert (rolled.removed, rolled.moved) == (1, 1)


@pytest.mark.parametrize(("points", "tracks"), [(4, 1), (6, 2)])
def test_show_of_force_resets_tracks_without_scoring(points: int, tracks: int) -> None:
    """Ruling 28: for 6 AP two different tracks."""
    table = spending(points, GOV, scoring={"districts": 4, "organizations": 4, "world_affairs": 0, "duma": 0})
    use(table, "show_of_force", points)
    events = happened(table, ask.ChooseTrack("districts"))
    if tracks == 2:
        assert ask.ChooseTrack("districts") not in may(table)
        events += happened(table, ask.ChooseTrack("organizations"))
    assert len(some(events, e.TrackReset)) == tracks
    assert not some(events, e.TrackScored)
    assert table.scoring["districts"] == 0


def test_parliamentary_maneuver_exchanges_hands_after_the_action_round() -> None:
    """Ruling 25: a straight swap, whatever the sizes. Each seat sees its new hand."""
    table = a_table(active=GOV, hand=(29, 3, 18), other_hand=(8,))
    happened(table, ask.PlayActivities("29"))
    happened(table, ask.UseSpecialAction("parliamentary_maneuver", 2))
    assert table.hands[GOV].known == ["3", "18"]
    events = happened(table, ask.Done())
    while not some(events, e.HandsExchanged):
        events = happened(table, may(table)[0])
    swapped = one(events, e.HandsExchanged)
    assert swapped.revolutionary.to == (REV,) and swapped.revolutionary.value == ("3", "18")
    assert (table.hands[GOV].known, table.hands[REV].known) == (["8"], ["3", "18"])


def test_a_special_action_used_by_a_card_costs_nobody_the_turns_special_action() -> None:
    """14.0, #122: Novoye Vremia then acts on Revolutionary cards; it is used up for the Government."""
    table = a_table(hand=(122, 8))
    happened(table, ask.PlayEvent("122"))
    assert isinstance(question(table), agenda.PickSpecial)
    events = happened(table, ask.UseSpecialAction("novoye_vremia", 2))
    assert one(events, e.SpecialUsed).by_card
    assert table.armed[REV] == ["activities_and_event"]
    assert "novoye_vremia" not in table.specials[GOV]
    assert table.special_used == {REV: False, GOV: False}
