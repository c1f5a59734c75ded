"""What the three rulebooks and the publisher's later answers say differently: each switch, on and off."""

from pathlib import Path

import msgspec
import pytest

from domain.core.game import happen
from domain.core.table import Pile
from domain.games.dual_powers.commands import (
    Decline,
    Espionage,
    InspireThePeople,
    Move,
    PlayCard,
    RecruitLeader,
    Refresh,
)
from domain.games.dual_powers.events import HandDiscarded, NeutralsRefreshed
from domain.games.dual_powers.options import PRESETS, Options
from domain.games.dual_powers.rules.rounds import clean_up
from domain.games.dual_powers.rules.solitaire import opposition_leader
from domain.games.dual_powers.ruleset import RULESET
from domain.games.dual_powers.table import Objective
from tests.games.dual_powers.builders import (
    CHANCE,
    a_table,
    acting,
    allowed,
    at_bonus,
    happened,
    kinds,
    only,
)

RULINGS = Path(__file__).parents[3] / "domain/games/dual_powers/RULINGS.md"
both = pytest.mark.parametrize("on", [True, False])


@both
def test_leaders_refresh_the_neutral_units_that_they_come_to(on: bool) -> None:
    """Leader Recruit in the German and Russian rulebooks; units only, not Trotsky."""
    city = {"blue": {"neutral-unit-a": False, "trotsky": False}}
    table = acting(a_table(city=city, red=["lenin"], options=Options(leader_refreshes_neutrals=on)), "lenin")
    events = happened(table, "red", RecruitLeader("blue"))
    expected = [NeutralsRefreshed("blue", ("neutral-unit-a",))] if on else []
    assert only(events, NeutralsRefreshed) == expected
    assert table.city["blue"] == {"neutral-unit-a": on, "trotsky": False, "lenin": True}


def test_a_leader_refreshes_only_neutrals_that_the_player_controls() -> None:
    """L1: without the will of the people none; Inspire the People first and placement second reach them."""
    city = {"blue": {"neutral-unit-a": False}}
    on = Options(leader_refreshes_neutrals=True)
    without = acting(a_table(city=city, red=["lenin"], will="white", options=on), "lenin")
    assert not only(happened(without, "red", RecruitLeader("blue")), NeutralsRefreshed)
    inspired = acting(a_table(city=city, red=["lenin"], will="white", options=on), "lenin")
    happened(inspired, "red", InspireThePeople())
    assert only(happened(inspired, "red", RecruitLeader("blue")), NeutralsRefreshed)


def test_the_oppositions_leader_refreshes_no_neutrals() -> None:
    """O4: its arrival is no action, so the effect of the Leader Recruit action does not come with it."""
    options = Options(solitaire=1, leader_refreshes_neutrals=True)
    table = a_table(city={"blue": {"neutral-unit-a": False}}, options=options, will="white", pending=[])
    table.leader_stack = Pile(["lvov"])
    events = happen(table, opposition_leader(table, "white"))
    assert kinds(events) == ["leader_recruited"]
    assert table.city["blue"] == {"neutral-unit-a": False, "lvov": True}


@both
def test_the_will_of_the_people_is_the_second_tie_break(on: bool) -> None:
    """Determining Strength; the Russian rulebook leaves it out."""
    city = {"blue": {"red-unit-2a": True, "white-unit-2a": True}}
    judged = a_table(city=city, will="white", options=Options(will_breaks_ties=on)).judge("blue")
    assert (judged.stronger, judged.by) == (("white", "will") if on else (None, "nobody"))


@both
def test_a_region_with_only_neutrals_is_held(on: bool) -> None:
    """Determining Strength: by the will's holder in the Russian rulebook, by nobody in the German."""
    table = a_table(city={"blue": {"neutral-unit-a": True}}, options=Options(only_neutrals_hold=on))
    assert table.judge("blue").stronger == ("red" if on else None)


@both
def test_only_neutrals_means_that_no_other_token_is_there(on: bool) -> None:
    """N5: a token of strength 0 holds its region against neutrals without company, with the option or not."""
    city = {"blue": {"white-unit-1a": False, "neutral-unit-a": True, "neutral-unit-b": True}}
    judged = a_table(city=city, will="red", options=Options(only_neutrals_hold=on)).judge("blue")
    assert (judged.stronger, judged.tokens) == ("white", {"red": 0, "white": 1})


@both
def test_cleanup_discards_the_command_cards_in_hand(on: bool) -> None:
    """Cleanup phase in the Russian rulebook; leader cards stay."""
    table = a_table(
        red=["lenin", "blue-2a"],
        white=["lvov"],
        options=Options(cleanup_discards_hands=on),
        pending=[],
        objectives={"red": Objective("red-2a", 1, True), "white": Objective("red-3b", 1, True)},
    )
    events = happen(table, clean_up(table, CHANCE))
    assert only(events, HandDiscarded) == ([HandDiscarded("red", ("blue-2a",))] if on else [])
    assert table.hands["red"].known == (["lenin"] if on else ["lenin", "blue-2a"])


@both
def test_days_left_at_the_end_of_the_month_carry_over(on: bool) -> None:
    """Advance the Date; the Russian rulebook puts the marker on the 1st."""
    table = a_table(day=28, red=["purple-6g"], options=Options(days_carry_over=on))
    happened(table, "red", PlayCard("purple-6g"))
    assert (table.month, table.day) == (1, 3 if on else 1)


@both
def test_solitaire_espionage_reveals_the_own_objective(on: bool) -> None:
    """Solitaire, Player Turn; the rule is missing in the Russian rulebook."""
    options = Options(solitaire=1, solitaire_espionage=on)
    table = a_table(red=["stalin"], options=options, objectives={"red": Objective("red-2a", 1)})
    acting(table, "stalin")
    assert allowed(table, "red", Espionage()) == on
    assert allowed(table, "red", Decline())


@both
def test_bonus_move_only_for_a_weak_unit_or_a_leader(on: bool) -> None:
    """The publisher's later answer."""
    city = {"blue": {"red-unit-2a": True, "red-unit-1a": True, "lenin": True}}
    table = at_bonus(a_table(city=city, options=Options(bonus_move_weak_only=on)))
    assert allowed(table, "red", Move("red-unit-1a", ("red",)))
    assert allowed(table, "red", Move("lenin", ("red",)))
    assert allowed(table, "red", Move("red-unit-2a", ("red",))) != on


def test_the_limit_of_the_bonus_move_takes_trotsky_for_a_leader_and_leaves_regular_moves_alone() -> None:
    """N7: neutral units have recruit value 1; Trotsky is a leader, neutral or red."""
    city = {"blue": {"red-unit-2a": True, "trotsky": True, "neutral-unit-a": True}}
    limited = Options(bonus_move_weak_only=True)
    for side in (None, "red"):
        table = at_bonus(a_table(city=city, options=limited, trotsky=side))
        assert allowed(table, "red", Move("trotsky", ("red",)))
        assert happened(table.copy(), "red", Move("trotsky", ("red",)))
        assert allowed(table, "red", Move("neutral-unit-a", ("red",)))
    table = acting(a_table(city=city, red=["blue-2a"], options=limited), "blue-2a")
    assert allowed(table, "red", Move("red-unit-2a", ("red",)))
    assert happened(table, "red", Move("red-unit-2a", ("red",)))


@both
def test_bonus_actions_reach_only_neutrals_in_company(on: bool) -> None:
    """The publisher's later answer, for Bonus Move and Bonus Refresh."""
    city = {
        "blue": {"neutral-unit-a": False},
        "green": {"neutral-unit-b": False, "red-unit-1a": True},
    }
    table = at_bonus(a_table(city=city, options=Options(bonus_neutrals_in_company=on)))
    assert allowed(table, "red", Refresh("neutral-unit-b"))
    assert allowed(table, "red", Refresh("neutral-unit-a")) != on
    assert allowed(table, "red", Move("neutral-unit-a", ("red",))) != on
    regular = acting(
        a_table(city=city, red=["red-2a"], options=Options(bonus_neutrals_in_company=on)), "red-2a"
    )
    assert allowed(regular, "red", Refresh("neutral-unit-a"))
    assert happened(regular, "red", Refresh("neutral-unit-a"))


def test_the_presets_are_the_three_rulebooks_and_the_publisher() -> None:
    assert list(PRESETS) == ["en", "de", "ru", "publisher"]
    assert PRESETS["en"] == Options()
    assert RULESET.options(preset="de").leader_refreshes_neutrals
    assert not RULESET.options(preset="ru").days_carry_over
    assert RULESET.options({"days_carry_over": True}, preset="ru").days_carry_over


def test_a_preset_is_the_defaults_and_what_its_edition_says_otherwise() -> None:
    """The table of editions in RULINGS.md and the presets say the same, field by field."""
    otherwise = {
        "en": set(),
        "de": {"leader_refreshes_neutrals"},
        "ru": {
            "leader_refreshes_neutrals", "will_breaks_ties", "only_neutrals_hold", "cleanup_discards_hands",
            "days_carry_over", "solitaire_espionage",
        },
        "publisher": {"bonus_move_weak_only", "bonus_neutrals_in_company"},
    }  # fmt: skip
    written = RULINGS.read_text(encoding="utf-8").split("## Editions")[1]
    for name in Options.__struct_fields__:
        row = next(line for line in written.splitlines() if line.startswith(f"| `{name}` ("))
        for preset, fields in otherwise.items():
            default, value = getattr(Options(), name), getattr(PRESETS[preset], name)
            assert (value != default) == (name in fields), (preset, name)
            set_by = row.split("|")[3]
            word = "on" if value else "off"
            assert (preset in set_by and set_by.strip().endswith(word)) == (name in fields), (preset, name)
        shown = {True: "on", False: "off"}.get(getattr(Options(), name), f"`{getattr(Options(), name)}`")
        assert row.startswith(f"| `{name}` ({'0' if name == 'solitaire' else shown})"), name


def test_unknown_options_and_presets_are_errors_that_name_them() -> None:
    with pytest.raises(msgspec.ValidationError, match="fog_of_war"):
        RULESET.options({"fog_of_war": True})
    with pytest.raises(ValueError, match="'fr'"):
        RULESET.options(preset="fr")
