"""Bad input: every fault is named by field and rule, and nothing has changed."""

from importlib import resources
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.core.game import Game, choices, new_game
from domain.core.refusal import Refused
from domain.games.dual_powers import commands as ask
from domain.games.dual_powers.components import STANDARD
from domain.games.dual_powers.options import Options
from domain.games.dual_powers.ruleset import RULESET
from domain.games.dual_powers.table import UNREST, Objective, PetrogradTable
from tests.games.dual_powers.builders import a_table, acting, at_bonus, facts

TOML = resources.files("domain.games.dual_powers").joinpath("components.toml").read_text(encoding="utf-8")
CITY = {"blue": {"red-unit-1a": True}, "green": {"white-unit-1a": False}, "red": {"neutral-unit-a": False}}


def a_game(table: PetrogradTable | None = None) -> Game:
    game = new_game(RULESET, game="bad-input", seed=bytes(32), sealing_key=bytes(32))
    game.open(at=0, cause="open")
    if table is not None:
        table.version = game.table.version
        game.table = table
    return game


def refused(game: Game, seat: str, command: Any) -> Refused:
    """The refusal of a command, which has left everything as it was."""
    before = (facts(game.table), game.head, game.table.version, game.at)
    with pytest.raises(Refused) as refusal:
        game.perform(seat, command, at=1, cause="bad")
    assert (facts(game.table), game.head, game.table.version, game.at) == before
    assert refusal.value.code and refusal.value.rule
    found = choices(RULESET, game.header.game, game.table, seat)
    assert found is None or not found.allows(command)
    return refusal.value


# The decoder


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b'{"type": "capitulate"}', ("capitulate", "$.type")),
        (b'{"card": "red-2a"}', ("type",)),
        (b'{"type": "play_card", "card": 4}', ("str", "$.card")),
        (b'{"type": "move", "token": "lenin", "path": "blue"}', ("array", "$.path")),
        (b'{"type": "move", "token": "lenin", "path": [null]}', ("str", "$.path[0]")),
        (b'{"type": "play_card"}', ("missing", "card")),
        (b'{"type": "play_card", "card": "red-2a", "seat": "white"}', ("unknown field", "seat")),
        (b"[]", ("object",)),
        (b'{"type": ', ("truncated",)),
    ],
)
def test_the_decoder_names_the_field_at_fault(text: bytes, words: tuple[str, ...]) -> None:
    """Commands are decoded strictly: unknown tags, wrong types, missing and unknown fields are errors."""
    with pytest.raises(msgspec.DecodeError) as error:
        RULESET.commands.decode(text)
    for word in words:
        assert word in str(error.value)


# The game


def test_another_seats_turn_is_refused() -> None:
    """Only the seat that is asked may answer."""
    table = a_table(active="red", white=["white-2a"])
    refusal = refused(a_game(table), "white", ask.PlayCard("white-2a"))
    assert (refusal.code, refusal.rule) == ("not_your_turn", "Action phase: Play a Card")


def test_a_seat_that_does_not_exist_is_refused() -> None:
    """The seats are fixed in the header."""
    assert refused(a_game(), "green", ask.Decline()).code == "no_such_seat"


def test_an_objective_that_is_not_held_is_refused() -> None:
    """Objective phase: a card from one's own hand, and a command card."""
    game = a_game()
    theirs = next(card for card in game.table.hands["white"].known if card in STANDARD.cards)
    refusal = refused(game, "red", ask.ChooseObjective(theirs))
    assert (refusal.code, refusal.rule, refusal.field) == ("card_not_in_hand", "Objective phase", "card")
    assert refused(game, "red", ask.ChooseObjective("lenin")).code == "not_a_command_card"


def test_a_second_objective_is_refused() -> None:
    """Objective phase: who has chosen is not asked again."""
    game = a_game()
    one, two = [card for card in game.table.hands["red"].known if card in STANDARD.cards][:2]
    game.perform("red", ask.ChooseObjective(one), at=1, cause="first")
    assert refused(game, "red", ask.ChooseObjective(two)).code == "not_your_turn"


@pytest.mark.parametrize("card", ["white-2a", "red-9z", ""])
def test_a_card_that_is_not_held_cannot_be_played(card: str) -> None:
    """Play a Card: from the hand."""
    refusal = refused(a_game(a_table(red=["red-2a"], white=["white-2a"])), "red", ask.PlayCard(card))
    assert (refusal.code, refusal.field) == ("card_not_in_hand", "card")
    assert refusal.rule == "Action phase: Play a Card"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (("green",), "regions_not_connected"),
        (("atlantis",), "regions_not_connected"),
        ((), "wrong_number_of_steps"),
        (("white", "brown", "purple"), "wrong_number_of_steps"),
        (("white", "brown"), "blockaded"),
        (("white", "blue"), "path_returns"),
    ],
)
def test_an_illegal_path_is_refused(path: tuple[str, ...], code: str) -> None:
    """Move: along open connections, no more steps than the card gives, not back to the start."""
    table = acting(a_table(city=CITY, red=["green-2a"]), "green-2a")
    refusal = refused(a_game(table), "red", ask.Move("red-unit-1a", path))
    assert (refusal.code, refusal.field, refusal.rule) == (code, "path", "Command card actions: Move")


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (ask.Move("white-unit-1a", ("red",)), "token_not_controlled", "token"),
        (ask.Move("lenin", ("red",)), "token_not_in_the_city", "token"),
        (ask.Recruit(("red-unit-1b",), "red"), "not_the_region_of_the_card", "region"),
        (ask.Recruit(("red-unit-1b",), "atlantis"), "no_such_region", "region"),
        (ask.Recruit(("white-unit-1b",), "green"), "token_not_in_supply", "tokens"),
        (ask.Recruit(("lenin",), "green"), "token_not_in_supply", "tokens"),
        (ask.Recruit((), "green"), "token_not_in_supply", "tokens"),
        (ask.Recruit(("red-unit-1b", "red-unit-1b"), "green"), "tokens_not_in_order", "tokens"),
        (ask.Recruit(("red-unit-2a", "red-unit-2b"), "green"), "recruit_value_exceeded", "tokens"),
        (ask.Refresh("red-unit-1a"), "not_on_this_card", ""),
        (ask.ScoreUnrest(), "not_asked_now", "type"),
    ],
)
def test_an_impossible_action_is_refused(command: Any, code: str, field: str) -> None:
    """Perform an Action, with green-2a: recruit 3 or Double Move."""
    table = acting(a_table(city=CITY, red=["green-2a"]), "green-2a")
    refusal = refused(a_game(table), "red", command)
    assert (refusal.code, refusal.field) == (code, field)


def test_nothing_is_possible_after_the_end() -> None:
    """Game end: no command at all."""
    assert refused(a_game(a_table(over=True, pending=[])), "red", ask.Decline()).code == "game_is_over"


# Options and components


@pytest.mark.parametrize(
    ("given_", "field"),
    [
        ({"solitaire": 7}, "$.solitaire"),
        ({"solitaire": -1}, "$.solitaire"),
        ({"solitaire": "1"}, "$.solitaire"),
        ({"side": "green"}, "$.side"),
        ({"will_breaks_ties": 1}, "$.will_breaks_ties"),
        ({"vodka": True}, "vodka"),
    ],
)
def test_options_that_do_not_exist_are_errors(given_: dict[str, Any], field: str) -> None:
    """Options: names and values are checked, and the message names the field."""
    with pytest.raises(msgspec.ValidationError) as error:
        RULESET.options(given_)
    assert field in str(error.value)


def test_a_preset_that_does_not_exist_is_an_error() -> None:
    """Options: the message lists those that do."""
    with pytest.raises(ValueError, match="unknown preset 'fr' of dual_powers: en, de, ru, publisher"):
        RULESET.options(preset="fr")


def without_a_card() -> str:
    parts = TOML.split("[[cards]]")
    return "[[cards]]".join(parts[:1] + parts[2:])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (without_a_card(), r"^cards: 47 found, the rulebook's Components list has 48$"),
        (
            TOML.replace('region = "purple"', 'region = "atlantis"', 1),
            r"cards\.purple-2a\.region: .*'atlantis'",
        ),
        (TOML.replace('"purple-2a"', '"green-2a"', 1), r"^id: used more than once: green-2a$"),
        (TOML.replace('"red-unit-1a"', '"red-unit-1b"', 1), r"^id: used more than once: red-unit-1b$"),
        (TOML.replace("recruit = 3", "recruit = 4", 1), r"\$\.cards\[0\]\.recruit"),
        (TOML.replace("recruit = 3", 'recruit = "3"', 1), r"\$\.cards\[0\]\.recruit"),
        (TOML.replace("recruit = 3", "recruit = 3\nsmell = 1", 1), "unknown field `smell`"),
    ],
)
def test_wrong_components_are_errors(text: str, message: str) -> None:
    """Components: the counts of the rulebook, names that refer to something, each id once."""
    with pytest.raises(ValueError, match=message):
        RULESET.components(text)


# Anything at all

NAMES = st.sampled_from(
    [*STANDARD.cards, *STANDARD.leaders, *STANDARD.units, *STANDARD.regions, "trotsky", "atlantis", ""]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8) | NAMES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6) | NAMES, inner, max_size=3)
    ),
    max_leaves=8,
)
TAGS = [kind.__struct_config__.tag for kind in ask.AnyCommand.__args__] + ["give_entropy", "promise_entropy"]
FIELD = NAMES | st.lists(NAMES, max_size=3) | JSON
NEAR = st.fixed_dictionaries(
    {"type": st.sampled_from(TAGS)},
    optional=dict.fromkeys(("card", "token", "tokens", "region", "path", "connection", "entropy"), FIELD),
)


@st.composite
def well_formed(draw: st.DrawFn) -> dict[str, Any]:
    """A command with the right fields and any names in them."""
    kind = draw(st.sampled_from(ask.AnyCommand.__args__))
    names = {"tokens": st.lists(NAMES, max_size=3), "path": st.lists(NAMES, max_size=2)}
    fields = {name: draw(names.get(name, NAMES)) for name in kind.__struct_fields__}
    return {"type": kind.__struct_config__.tag, **fields}


OBJECTIVES = {"red": Objective("purple-2a", 1), "white": Objective("brown-2a", 2)}
POSITIONS = [
    a_game().table,
    a_table(red=["red-2a", "lenin"], white=["white-2a"]),
    acting(a_table(city=CITY, red=["green-2a"]), "green-2a"),
    acting(a_table(city=CITY, red=["red-2a"]), "red-2a"),
    acting(a_table(city=CITY, red=["kollontai"]), "kollontai"),
    at_bonus(a_table(city=CITY)),
    at_bonus(a_table(city=CITY, options=Options(solitaire=2), white=["red-2a"])),
    acting(a_table(city=CITY, red=["stalin"], objectives=OBJECTIVES), "stalin"),
    acting(a_table(city=CITY, red=["lenin"], will="white"), "lenin"),
    a_table(city=CITY, objectives=OBJECTIVES, phase="scoring", pending=[UNREST["red"]], markers={1: "blue"}),
]


@settings(max_examples=300, deadline=None)
@given(JSON | NEAR | well_formed(), st.sampled_from(range(len(POSITIONS))), st.sampled_from(["red", "white"]))
def test_whatever_comes_in_is_an_error_a_refusal_or_a_choice(value: Any, position: int, seat: str) -> None:
    """A command is accepted exactly when the choices allow it; else nothing has changed."""
    try:
        command = RULESET.commands.decode(msgspec.json.encode(value))
    except msgspec.DecodeError:
        return
    game = a_game(POSITIONS[position].copy())
    found = choices(RULESET, game.header.game, game.table, seat)
    if found is not None and found.allows(command):
        version = game.table.version
        records = game.perform(seat, command, at=1, cause="good")
        assert records and game.table.version == version + len(records)
    else:
        refused(game, seat, command)


@pytest.mark.parametrize("position", range(len(POSITIONS)))
def test_what_the_choices_allow_is_accepted(position: int) -> None:
    """The other half: some of the listed commands, each on a table of its own, through the decoder."""
    table = POSITIONS[position]
    found = RULESET.choices(table, "red")
    assert found is not None
    for command in Random(1).sample(found.commands, min(8, len(found.commands))):
        sent = RULESET.commands.decode(msgspec.json.encode(command))
        assert a_game(table.copy()).perform("red", sent, at=1, cause="good")
