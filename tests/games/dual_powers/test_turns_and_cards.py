"""Rulings on turns and the calendar (T) and on cards (C)."""

from random import Random

import pytest

from domain.core.game import happen
from domain.core.refusal import Refused
from domain.core.replay import as_seen_by, table_at
from domain.core.table import Pending, Pile
from domain.games.dual_powers.commands import (
    ChooseObjective,
    Decline,
    DrawCard,
    Espionage,
    InspireThePeople,
    MobilizeProtest,
    Move,
    PlayCard,
    RecruitLeader,
)
from domain.games.dual_powers.events import (
    BonusEarned,
    CardsDiscarded,
    CardsDrawn,
    DeckShuffled,
    GameEnded,
    ObjectiveRevealed,
    TurnBegan,
    WillTaken,
)
from domain.games.dual_powers.rules.calendar import advance_date
from domain.games.dual_powers.rules.rounds import begin_round, clean_up
from domain.games.dual_powers.rules.setup import draw_cards
from domain.games.dual_powers.ruleset import RULESET
from domain.games.dual_powers.table import Objective
from services.selfplay import play_game
from tests.games.dual_powers.builders import CHANCE, a_table, acting, allowed, at_bonus, happened, only


def test_the_order_of_turns_is_fixed_when_the_action_phase_starts() -> None:
    """T1: taking the will of the people in a turn does not reorder the turns."""
    table = acting(a_table(white=["kerensky"], active="white", turn=2, first="red"), "kerensky")
    happened(table, "white", InspireThePeople())
    events = happened(table, "white", RecruitLeader("blue"))
    assert table.will == "white"
    assert only(events, TurnBegan) == [TurnBegan("red", 3)]


@pytest.mark.parametrize("will", ["red", "white"])
def test_the_holder_of_the_will_takes_the_first_turn(will: str) -> None:
    """T1: beginning with the player who has the will of the people, in any round."""
    table = a_table(
        red=["red-2a", "red-3b"], white=["blue-2a", "blue-3b"], will=will, phase="objective", turn=0
    )
    table.first = "white" if will == "red" else "red"
    table.pending = [Pending("objective", ("red", "white"), "Objective phase")]
    happened(table, "red", ChooseObjective("red-2a"))
    events = happened(table, "white", ChooseObjective("blue-2a"))
    assert only(events, TurnBegan) == [TurnBegan(will, 1)]
    assert table.first == will


def test_who_has_the_will_cannot_take_it_again() -> None:
    """Inspire the People: nothing to take; the special action is declined."""
    table = acting(a_table(red=["lenin"], will="red"), "lenin")
    assert not allowed(table, "red", InspireThePeople())
    with pytest.raises(Refused, match="already_has_the_will"):
        happened(table, "red", InspireThePeople())


def test_a_card_without_a_possible_action_is_played_all_the_same() -> None:
    """T2: the date still moves; the action is skipped."""
    table = a_table(red=["red-2a"], will="white", supply={"red": [], "white": []})
    happened(table, "red", PlayCard("red-2a"))
    found = RULESET.choices(table, "red")
    assert table.day == 3
    assert found is not None and found.commands == (Decline(),)


def test_actions_may_be_declined_but_a_leader_must_be_placed() -> None:
    """T3."""
    assert allowed(acting(a_table(red=["red-2a"]), "red-2a"), "red", Decline())
    assert allowed(at_bonus(a_table()), "red", Decline())
    table = acting(a_table(red=["lenin"]), "lenin")
    happened(table, "red", Decline())
    assert not allowed(table, "red", Decline())
    with pytest.raises(Refused, match="must_be_done"):
        happened(table, "red", Decline())
    assert allowed(table, "red", RecruitLeader("blue"))


@pytest.mark.parametrize("special_first", [True, False])
def test_placement_and_special_of_a_leader_come_in_either_order(special_first: bool) -> None:
    """T4."""
    table = acting(a_table(red=["kollontai"]), "kollontai")
    steps = [MobilizeProtest("green"), RecruitLeader("blue")]
    for step in steps if special_first else reversed(steps):
        happened(table, "red", step)
    assert table.blockade == "green"
    assert table.city["blue"] == {"kollontai": True}
    assert table.active == "white"


def test_who_turns_the_month_may_move_neutrals_in_the_same_turn() -> None:
    """T5: the will of the people comes before this turn's action."""
    table = a_table(city={"blue": {"neutral-unit-a": True}}, day=30, will="white", red=["red-3b"])
    happened(table, "red", PlayCard("red-3b"))
    assert table.will == "red"
    assert allowed(table, "red", Move("neutral-unit-a", ("red",)))


@pytest.mark.parametrize(("day", "days", "lands"), [(26, 3, 31), (26, 4, 31), (26, 5, 31), (13, 2, 15)])
def test_one_bonus_a_turn_and_the_29th_and_30th_count_as_the_31st(day: int, days: int, lands: int) -> None:
    """T6."""
    table = a_table(day=day)
    events = happen(table, advance_date(table, "red", days))
    assert table.day == lands
    assert only(events, BonusEarned) == [BonusEarned("red")]


def test_no_card_can_turn_two_months_at_once() -> None:
    """T7: every day number is far under a month."""
    assert max(a_table().components.days.values()) == 6


def test_the_month_marker_stays_in_november() -> None:
    """T8."""
    table = a_table(month="nov", day=31)
    happen(table, advance_date(table, "red", 6))
    assert (table.month, table.day) == (6, 6)


def test_entering_october_does_not_end_the_game_at_once() -> None:
    """T9: the month is looked at only after the Scoring phase."""
    table = a_table(month="sep", day=30, red=["red-3b"], turn=1)
    events = happened(table, "red", PlayCard("red-3b"))
    assert table.components.calendar.months[table.month] == "oct"
    assert not only(events, GameEnded)


def test_unplayed_cards_stay_and_a_hand_is_never_under_eight_at_the_objective_phase() -> None:
    """C1."""
    for seed in range(20):
        played = play_game(RULESET, RULESET.options(), {}, Random(seed))
        draws = {"red": 0, "white": 0}
        for record in played.records:
            if isinstance(record.event, CardsDrawn) and record.event.bonus:
                draws[record.event.seat] += 1
            if record.event.__struct_config__.tag == "phase_began" and record.event.phase == "objective":
                table = table_at(RULESET, played.records, record.version)
                assert {side: len(table.hands[side]) - 8 for side in draws} == draws


def test_played_leader_cards_leave_the_game_and_never_join_the_deck() -> None:
    """C2."""
    table = a_table(
        played={"red": ["lenin", "red-2a"], "white": []},
        objectives={"red": Objective("red-3b", 1, True), "white": Objective("blue-2a", 2, True)},
        pending=[],
    )
    table.markers = {1: "blue", 2: "red", 3: "red"}
    events = happen(table, clean_up(table, CHANCE))
    assert table.markers == {}
    assert only(events, CardsDiscarded) == [CardsDiscarded(("red-2a", "red-3b", "blue-2a"), ("lenin",))]
    assert "card:lenin" in table.removed
    assert "lenin" not in table.discard


def test_an_empty_deck_is_made_anew_in_the_middle_of_a_draw() -> None:
    """C3."""
    table = a_table(deck=Pile(["red-2a", "red-3b"]), discard=["blue-2a", "blue-3b", "blue-4c", "blue-4d"])
    events = happen(table, draw_cards(table, CHANCE, "red", 5))
    assert [type(event) for event in events] == [CardsDrawn, DeckShuffled, CardsDrawn]
    assert [event.count for event in only(events, CardsDrawn)] == [2, 3]
    assert (len(table.deck), table.discard) == (1, [])


def test_with_deck_and_discard_pile_empty_fewer_cards_are_drawn() -> None:
    """C3."""
    table = at_bonus(a_table(deck=Pile(["red-2a"]), discard=[]))
    few = table.copy()
    assert len(happen(few, draw_cards(few, CHANCE, "red", 5))) == 1
    table.deck = Pile()
    assert not allowed(table, "red", DrawCard())
    with pytest.raises(Refused, match="no_cards_left"):
        happened(table, "red", DrawCard())


def test_the_holder_of_the_will_draws_first() -> None:
    """C4."""
    table = a_table(will="white", pending=[])
    events = happen(table, begin_round(table, CHANCE))
    assert [event.seat for event in only(events, CardsDrawn)] == ["white", "red"]


def test_an_objective_is_a_command_card_and_is_not_changed_again() -> None:
    """C5."""
    table = a_table(red=["lenin", "red-2a", "red-3b"], phase="objective")
    table.pending = [Pending("objective", ("red", "white"), "Objective phase")]
    with pytest.raises(Refused, match="not_a_command_card"):
        happened(table, "red", ChooseObjective("lenin"))
    happened(table, "red", ChooseObjective("red-2a"))
    with pytest.raises(Refused, match="not_your_turn"):
        happened(table, "red", ChooseObjective("red-3b"))


def test_espionage_turns_the_objective_face_up_once() -> None:
    """C6."""
    objectives = {"red": Objective("red-2a", 1), "white": Objective("blue-2a", 2)}
    table = acting(a_table(red=["stalin"], objectives=objectives), "stalin")
    events = happened(table, "red", Espionage())
    assert only(events, ObjectiveRevealed)[0].card.value == "blue-2a"
    assert table.objectives["white"].face_up
    again = acting(a_table(red=["stalin"], objectives=table.objectives), "stalin")
    assert not allowed(again, "red", Espionage())
    with pytest.raises(Refused, match="nothing_to_reveal"):
        happened(again, "red", Espionage())


def test_hidden_are_only_command_cards_in_hand_face_down_objectives_and_stacks() -> None:
    """C7: the other side sees leaders, supplies, played cards and the discard pile."""
    played = play_game(RULESET, RULESET.options(), {}, Random(5))
    for version in range(12, len(played.records), 9):
        full = table_at(RULESET, played.records, version)
        seen = table_at(RULESET, list(as_seen_by(played.records, "white")), version)
        assert (seen.city, seen.supply, seen.played) == (full.city, full.supply, full.played)
        assert (seen.discard, seen.removed) == (full.discard, full.removed)
        leaders = [card for card in full.hands["red"].known if card in full.components.leaders]
        assert seen.hands["red"].known == leaders
        assert len(seen.hands["red"]) == len(full.hands["red"])
        assert seen.hands["white"] == full.hands["white"]


def test_a_month_that_turns_without_a_change_of_hands_tells_nothing_of_the_will() -> None:
    """Advance the Date: nothing happens if the active player already has the will of the people."""
    table = a_table(day=30, will="red", red=["red-3b"])
    assert not only(happened(table, "red", PlayCard("red-3b")), WillTaken)
