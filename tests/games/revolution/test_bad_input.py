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
from domain.games.revolution import commands as ask
from domain.games.revolution.components import STANDARD
from domain.games.revolution.options import Options
from domain.games.revolution.ruleset import RULESET
from domain.games.revolution.table import TownTable
from tests.games.revolution.builders import a_table, bid, deciding, facts, happened

TOML = resources.files("domain.games.revolution").joinpath("components.toml").read_text(encoding="utf-8")
TOWN = {"tavern": {"red": 1, "yellow": 2}, "harbor": {"blue": 1}}
DEALS = Options(making_deals=True)


def a_game(table: TownTable) -> Game:
    game = new_game(RULESET, game="bad-input", seed=bytes(32), sealing_key=bytes(32), options=table.options)
    game.open(at=0, cause="open")
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
        (b'{"type": "assassinate"}', ("assassinate", "$.type")),
        (b'{"type": "place_bid"}', ("missing", "bid")),
        (b'{"type": "place_bid", "bid": ["spy"]}', ("object", "$.bid")),
        (b'{"type": "place_bid", "bid": {"spy": 1}}', ("object", "$.bid")),
        (b'{"type": "place_bid", "bid": {"spy": {"gold": -1}}}', (">= 0", "$.bid[...].gold")),
        (b'{"type": "place_bid", "bid": {"spy": {"gold": 100}}}', ("<= 99", "$.bid[...].gold")),
        (b'{"type": "place_bid", "bid": {"spy": {"gold": 1.5}}}', ("int", "$.bid[...].gold")),
        (b'{"type": "place_bid", "bid": {"spy": {"silver": 1}}}', ("unknown field", "silver")),
        (b'{"type": "place_bid", "bid": {}, "seat": "blue"}', ("unknown field", "seat")),
        (b'{"type": "replace_cube", "area": "tavern"}', ("missing", "owner")),
        (b'{"type": "make_offer", "to": "blue", "mine": {}, "yours": {}}', ("array", "$.to")),
        (b'{"type": "answer_offer", "offer": "8", "agreed": true}', ("int", "$.offer")),
        (b'{"type": "answer_offer", "offer": 8, "agreed": 1}', ("bool", "$.agreed")),
    ],
)
def test_the_decoder_names_the_field_at_fault(text: bytes, words: tuple[str, ...]) -> None:
    """Commands are decoded strictly: unknown tags, wrong types, missing and unknown fields are errors."""
    with pytest.raises(msgspec.DecodeError) as error:
        RULESET.commands.decode(text)
    for word in words:
        assert word in str(error.value)


# The game


@pytest.mark.parametrize(
    ("wanted", "code", "rule"),
    [
        (bid(king="1G"), "no_such_character", "2. Bidding"),
        (bid(rogue="3G", spy="1F", general="1B", printer=""), "bid_without_tokens", "2. Bidding"),
        (bid(general="1F 1B", rogue="3G"), "character_is_immune", "2. Bidding: Illegal Bids"),
        (bid(rogue="3G", spy="1F"), "all_tokens_must_be_bid", "2. Bidding"),
        (bid(rogue="3G", spy="2F", general="1B"), "tokens_not_held", "2. Bidding"),
    ],
)
def test_an_illegal_bid_is_refused_with_its_rule(wanted: Any, code: str, rule: str) -> None:
    """Strict mode: the field is the bid."""
    refusal = refused(a_game(a_table()), "red", ask.PlaceBid(wanted))
    assert (refusal.code, refusal.rule, refusal.field) == (code, rule, "bid")


def test_a_bid_is_refused_while_the_spy_is_decided() -> None:
    """To the winner it is not what was asked; to the others it is not their turn."""
    game = a_game(deciding(a_table(town=TOWN), "red", "replace"))
    refusal = refused(game, "red", ask.PlaceBid({}))
    assert (refusal.code, refusal.rule, refusal.field) == ("not_asked_now", "Spy and Apothecary", "type")
    assert refused(game, "blue", ask.PlaceBid({})).code == "not_your_turn"
    assert refused(game, "red", ask.SwapCubes("tavern", "red", "harbor", "blue")).code == "not_asked_now"


def test_cubes_cannot_be_changed_while_bids_are_placed() -> None:
    """Only who has won the Spy or the Apothecary is asked about cubes."""
    game = a_game(a_table(town=TOWN))
    assert refused(game, "red", ask.ReplaceCube("tavern", "yellow")).code == "not_asked_now"
    assert refused(game, "red", ask.Decline()).code == "not_asked_now"


def test_a_seat_that_is_not_at_the_table_is_refused() -> None:
    """With three players, yellow does not sit there."""
    game = a_game(a_table(options=Options(players=3)))
    assert (
        refused(game, "yellow", ask.PlaceBid(bid(spy="1F", general="1B", rogue="3G"))).code == "no_such_seat"
    )


def test_nothing_is_possible_after_the_end() -> None:
    """Ending the Game: no command at all."""
    assert refused(a_game(a_table(over=True, pending=[])), "red", ask.Decline()).code == "game_is_over"


# Options and components


@pytest.mark.parametrize(
    ("given_", "field"),
    [
        ({"players": 5}, "$.players"),
        ({"bid_refunds": 1}, "$.bid_refunds"),
        ({"illegal_bids": "punished"}, "$.illegal_bids"),
        ({"round_limit": -1}, "$.round_limit"),
        ({"palace": True}, "palace"),
    ],
)
def test_options_that_do_not_exist_are_errors(given_: dict[str, Any], field: str) -> None:
    """Options: names and values are checked, and the message names the field."""
    with pytest.raises(msgspec.ValidationError) as error:
        RULESET.options(given_)
    assert field in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[characters]]".join(TOML.split("[[characters]]")[:-1]), r"^characters: 11 found"),
        (TOML.replace('area = "tavern"', 'area = "palace"'), r"^characters\.area: each area"),
        (TOML.replace('id = "spy"', 'id = "rogue"'), r"^id: used more than once: rogue$"),
        (TOML.replace('accepts = ["gold"]', 'accepts = ["force"]', 1), r"^characters\.rogue\.accepts"),
        (TOML.replace('power = "swap"', 'power = "replace"'), r"^characters\.power"),
        (TOML.replace('"force", ', ""), r"^characters\.accepts: somebody takes force"),
        (TOML.replace("spaces = 4", "spaces = 0"), r"\$\.areas\[1\]\.spaces"),
        (TOML.replace("spaces = 4", "spaces = 4\ncolour = 1"), "unknown field `colour`"),
    ],
)
def test_wrong_components_are_errors(text: str, message: str) -> None:
    """Components: twelve characters, seven areas, names that refer to something, each id once."""
    with pytest.raises(ValueError, match=message):
        RULESET.components(text)


def test_a_set_of_ones_own_is_another_set() -> None:
    """Components: a game is replayed only with what it was played with."""
    own = RULESET.components(TOML.replace("spaces = 4", "spaces = 5"))
    assert own.set.digest != STANDARD.set.digest
    assert RULESET.components(TOML).set == STANDARD.set
    game = new_game(RULESET, game="own", seed=bytes(32), sealing_key=bytes(32), components=own)
    with pytest.raises(ValueError, match="components"):
        RULESET.table_for(game.header)


# Anything at all

NAMES = st.sampled_from([*STANDARD.order, *STANDARD.areas, "red", "blue", "yellow", "black", ""])
COUNTS = st.fixed_dictionaries({}, optional=dict.fromkeys(("force", "blackmail", "gold"), st.integers(0, 4)))
BIDS = st.dictionaries(NAMES, COUNTS, max_size=7)
PROMISES = st.dictionaries(NAMES, st.booleans(), max_size=2)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | NAMES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6) | NAMES, inner, max_size=3)
    ),
    max_leaves=8,
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "bid": BIDS,
    "to": st.lists(NAMES, max_size=3),
    "mine": PROMISES,
    "yours": PROMISES,
    "offer": st.integers(0, 20),
    "agreed": st.booleans(),
}


@st.composite
def well_formed(draw: st.DrawFn) -> dict[str, Any]:
    """A command with the right fields and any names in them."""
    kind = draw(st.sampled_from(ask.AnyCommand.__args__))
    fields = {name: draw(FIELDS.get(name, NAMES)) for name in kind.__struct_fields__}
    return {"type": kind.__struct_config__.tag, **fields}


def talked() -> TownTable:
    table = a_table(options=DEALS, version=10)
    happened(table, "blue", ask.MakeOffer(("red",), {"spy": True}, {}))
    return table


POSITIONS = [
    a_table(hold={"red": "2G"}),
    a_table(options=Options(illegal_bids="corrected"), hold={"red": "1F 1G"}),
    talked(),
    deciding(a_table(town=TOWN), "red", "replace"),
    deciding(a_table(town=TOWN), "red", "swap"),
]


@settings(max_examples=200, deadline=None)
@given(JSON | well_formed(), st.sampled_from(range(len(POSITIONS))), st.sampled_from(["red", "blue"]))
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
    """The other half: some of the allowed commands, each on a table of its own, through the decoder."""
    table, random = POSITIONS[position], Random(1)
    found = RULESET.choices(table, "red")
    assert found is not None
    for command in (*found.commands, *(found.sample(random.randrange) for _ in range(20))):
        sent = RULESET.commands.decode(msgspec.json.encode(command))
        assert a_game(table.copy()).perform("red", sent, at=1, cause="good")
