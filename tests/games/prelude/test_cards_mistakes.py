"""Each kind of mistake in a file of cards has a message that an owner of the printed game understands."""

import pytest

from domain.games.prelude.cards.check import check_text
from domain.games.prelude.cards.mistakes import Mistake
from domain.games.prelude.components import STANDARD

SUBTYPES = {district.id: district.subtype for district in STANDARD.districts.values()}
HEAD = 'source = "published"\n[[cards]]\nnumber = 20\ntitle = "Mine"\n'
PLAIN = {
    "entry": '"turmoil"',
    "faction": '"rev"',
    "ap": "2",
    "die": '"DI"',
    "event": '[{ do = "vp", n = 1 }]',
}


def found(**fields: str | None) -> list[Mistake]:
    """What is said of a card that is fine but for these fields."""
    lines = [f"{name} = {value}" for name, value in {**PLAIN, **fields}.items() if value is not None]
    return check_text(HEAD + "\n".join(lines), SUBTYPES)


def said(**fields: str | None) -> list[str]:
    return [str(mistake).removeprefix("#20 Mine: ") for mistake in found(**fields)]


def event(*steps: str) -> dict[str, str]:
    return {"event": f"[{', '.join(steps)}]"}


def test_a_card_without_a_mistake_is_quiet() -> None:
    assert said() == []


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ('{ do = "ad", n = 1 }', 'event[1]: there is no step "ad"; did you mean "add"? there are:'),
        ('{ do = "xyzzyx" }', 'event[1]: there is no step "xyzzyx"; there are: activities,'),
        ("{ n = 1 }", 'event[1]: a step says what it does: do = "…"; there are:'),
        ('{ do = "vp" }', 'event[1].n: is missing of "vp": a number or { value = … }'),
        ('{ do = "vp", n = "1" }', 'event[1].n: a number is expected, or { value = … }, not "1"'),
        ('{ do = "vp", n = true }', "event[1].n: a whole number is expected, not true"),
        ('{ do = "vp", n = 0 }', "event[1]: n = 0 does nothing; a number from 1"),
        ('{ do = "op", n = 0 }', "event[1]: n = 0 does nothing; a number above 0,"),
        (
            '{ do = "vp", n = 1, whoo = "gov" }',
            'event[1].whoo: there is no such field of "vp"; did you mean "who"? the fields are: n, who',
        ),
        ('{ do = "vp", n = 1, who = "tsar" }', 'event[1].who: there is no "tsar"; allowed: active,'),
        ('{ do = "add_marker", value = 3 }', "event[1].value: there is no 3; allowed: 1, 2, 4"),
        ('{ do = "add", n = 1, where = "worker" }', 'event[1].where: { in = … } is expected, not "worker"'),
        (
            '{ do = "add", n = 1, where = { in = "district" } }',
            'event[1].where: there is no kind of place "district"; did you mean "districts"?',
        ),
        (
            '{ do = "add", n = 1, where = { in = "districts", types = ["port"] } }',
            'event[1].where.types[1]: there is no "port"; allowed: military, urban, worker',
        ),
        (
            '{ do = "add", n = 1, where = { in = "districts", types = "worker" } }',
            'event[1].where.types: a list in [ ] is expected, not "worker"',
        ),
        (
            '{ do = "add", n = 1, where = { in = "districts", names = ["smolni"] } }',
            'event[1].where.names[1]: there is no "smolni"; did you mean "smolny"?',
        ),
        (
            '{ do = "add", n = 1, where = { in = "districts", names = ["smolny"], types = ["worker"] } }',
            "event[1].where: no District is of these names and of these types: smolny is urban",
        ),
        (
            '{ do = "match", n = 1, where = {in="districts", sponsored_by = "liberal", types = ["urban"]} }',
            "event[1].where: the liberal Party Sponsors worker Districts, none of these types",
        ),
        (
            '{ do = "add", n = 1, where = { in = "districts", sponsored_by = "socialist" } }',
            "event[1].where: the socialist Party Sponsors no District; allowed: radical, liberal, monarchist",
        ),
        (
            '{ do = "add", n = 1, where = { in = "districts", types = ["urban"], adjacent_to = "smolny" } }',
            "event[1].where: arrows join Urban Districts with others; smolny is urban",
        ),
        (
            '{ do = "add", n = 1, where = { in = "districts", mv_of = "gov" } }',
            "event[1].where: mv_of says whose Mobilization Value; mv_at_least is missing: how much",
        ),
        (
            '{ do = "add", n = 1, where = { in = "districts", mv_at_least = 12 } }',
            "event[1].where.mv_at_least: 12 is not possible; a number from 1 to 9",
        ),
        (
            '{ do = "add", n = 1, where = { in = "parties", names = ["liberal"] } }',
            "event[1]: the Revolutionary is meant, and has nothing in: liberal",
        ),
        (
            '{ do = "remove", n = 1, where = { in = "parties", names = ["radical"] } }',
            "event[1]: the Government is meant, and has nothing in: radical",
        ),
        (
            '{ do = "add", n = 1, where = { in = "parties", names = ["radical"], wing = "moderate" } }',
            "event[1].where: no Party is of these names and moderate",
        ),
        (
            '{ do = "add", n = 1, where = { in = "here" } }',
            'event[1].where: no place is at hand here; "here" goes inside check, each_place',
        ),
        (
            '{ do = "vp", n = 1, who = "controller" }',
            'event[1]: no District is at hand whose "controller" could be meant',
        ),
        (
            '{ do = "vp", n = { value = "result" } }',
            "event[1].n: no step before this one has come to a number",
        ),
        (
            '{ do = "vp", n = { value = "unrst" } }',
            'event[1].n: there is no value "unrst"; did you mean "unrest"?',
        ),
        ('{ do = "prestige" }', "event[1]: write n for boxes up or down, or `to` for the box"),
        (
            '{ do = "check", plus = 3, success = [{ do = "vp", n = 1 }] }',
            "event[1]: a check has a place (where), or a Target Number of its own (target)",
        ),
        ('{ do = "choose", options = [{ steps = [] }] }', "event[1]: two options at least are needed"),
        (
            '{ do = "roll", outcomes = [{ steps = [{ do = "vp", n = 1 }] }, { at_least = 6, steps = [] }] }',
            "event[1]: outcomes[2] never happens: the ones before it take all its results",
        ),
        ('{ do = "score", n = 2, tracks = ["duma"] }', "event[1]: n = 2, and only 1 tracks to choose from"),
        ('{ do = "remove_card", card = 999 }', "event[1]: there is no card 999"),
        (
            '{ do = "remove_card", card = 28 }',
            "event[1]: #28 Influence at Court never stays in play: its duration is none",
        ),
        (
            '{ do = "if", that = { needs = "in_play", cards = [408] }, then = [{ do = "vp", n = 1 }] }',
            "event[1].that: #408 Vladimir Lenin: in play in another era than this card, and gone at its end",
        ),
        ('{ do = "repeat", n = 2, steps = [] }', "event[1]: there are no steps in it"),
        ('{ do = "world_affairs", n = -1 }', "event[1]: boxes are counted toward `who`; to move"),
    ],
)  # fmt: skip
def test_a_step_that_is_wrong(step: str, message: str) -> None:
    (only,) = said(**event(step))
    assert only.startswith(message)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"ap": "3"}, "ap: there is no 3; allowed: 2, 4, 6"),
        ({"ap": None}, "ap: is missing: one of 2, 4, 6"),
        ({"faction": '"reds"'}, 'faction: there is no "reds"; did you mean "rev"? allowed: gov,'),
        ({"die": '"D"'}, 'die: there is no "D"; did you mean "DI"? allowed: DI, DU, O, WA, all, gov, rev'),
        ({"entry": '"years"'}, 'entry: there is no "years";'),
        ({"evnt": "[]"}, 'evnt: there is no such field; did you mean "event"? the fields are: number,'),
        ({"event": "[]"}, "event: the card does nothing: it has no steps, no hooks and no modifiers"),
        ({"event": "3"}, "event: a list in [ ] is expected, not 3"),
        ({"enters": '"tsar_gone"'}, "enters: only Key Events have it"),
        (
            {"hooks": '[{ when = "end_of_turn", steps = [{ do = "vp", n = 1 }] }]'},
            'hooks[1]: "end_of_turn" can never fire: the card does not stay in play; write duration =',
        ),
        (
            {"modifiers": '[{ changes = "extremism", who = "gov", plus = 1 }]'},
            "modifiers[1]: can never hold: the card does not stay in play;",
        ),
        (
            {"stays_if": '{ needs = "tsar_reigns" }'},
            "stays_if: the card does not stay in play anyway;",
        ),
        (
            {"hooks": '[{ when = "end_of_turn", steps = [] }]', "duration": '"era"'},
            "hooks[1]: there are no steps in it",
        ),
        (
            {"modifiers": '[{ changes = "roll", card = 401, plus = 1 }]', "duration": '"era"'},
            "modifiers[1]: #401 Peter Stolypin rolls no die that could be changed",
        ),
        (
            {
                "modifiers": '[{ changes = "mobilize_cost", who = "rev", where = { in = "districts" } }]',
                "duration": '"era"',
            },
            "modifiers[1]: write plus for AP more or less, or at_most for the most it may cost: one of them",
        ),
        ({"prerequisite": '{ needs = "unrest" }'}, "prerequisite: at_least or at_most is missing"),
        ({"prerequisite": '{ needs = "unrest", at_least = 16 }'}, "prerequisite: 16 is not on the track;"),
        (
            {"prerequisite": '{ needs = "unrest", at_least = 6, at_most = 5 }'},
            "prerequisite: nothing is at least 6 and at most 5",
        ),
        (
            {"prerequisite": '{ needs = "duma_session" }'},
            'prerequisite: there is no condition "duma_session"; did you mean "duma_in_session"?',
        ),
        ({"prerequisite": '{ needs = "time", rounds = [9] }'}, "prerequisite: there is no Action Round 9;"),
        (
            {"prerequisite": '{ needs = "time", turns = ["july"] }'},
            "prerequisite: can never hold: this card is gone after Late Turmoil, or not yet there",
        ),
    ],
)  # fmt: skip
def test_a_card_that_is_wrong(fields: dict[str, str | None], message: str) -> None:
    (only,) = said(**fields)
    assert only.startswith(message)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"die": '"all"'}, 'die: warning: only Key Events roll "all"'),
        (
            {"duration": '"era"'},
            "duration: warning: it stays in play, but does nothing there, and no other card",
        ),
        (
            {"entry": '"collapse"', **event('{ do = "prestige", n = -1 }')},
            "removed_at_abdication: warning: it speaks of the Tsar or of a Party that goes with him;",
        ),
        ({"entry": '"war"'}, "number: warning: cards of Great War have the numbers 101–199"),
    ],
)
def test_what_is_odd_but_can_be_played_is_a_warning(fields: dict[str, str], message: str) -> None:
    assert [one.warning for one in found(**fields)] == [True] * len(found(**fields))
    assert any(one.startswith(message) for one in said(**fields))


@pytest.mark.parametrize(
    "step",
    [
        '{ do = "prestige", n = -1 }',
        '{ do = "if", that = { needs = "tsar_reigns" }, then = [{ do = "vp", n = 1 }] }',
        '{ do = "add", n = 1, where = { in = "parties", wing = "extremist" } }',
    ],
)
def test_a_provisional_government_card_does_not_speak_of_what_is_gone(step: str) -> None:
    messages = [one for one in found(entry='"pg"', **event(step)) if not one.warning]
    assert len(messages) == 1
    assert "the Tsar has abdicated" in messages[0].what


def test_two_cards_of_one_number() -> None:
    lines = "\n".join(f"{name} = {value}" for name, value in PLAIN.items())
    other = '[[cards]]\nnumber = 20\ntitle = "Other"\n'
    (only,) = check_text(f"{HEAD}{lines}\n{other}{lines}", SUBTYPES)
    assert str(only) == "#20: number: 2 cards have this number: Mine, Other"


def test_a_card_without_a_number_is_found_by_its_place() -> None:
    lines = "\n".join(f"{name} = {value}" for name, value in PLAIN.items())
    (only,) = check_text(f'source = "published"\n[[cards]]\ntitle = "Mine"\n{lines}', SUBTYPES)
    assert str(only) == "card 1 of the file (Mine): number: is missing: a number"


def test_a_deck_of_another_size_is_a_warning() -> None:
    lines = "\n".join(f"{name} = {value}" for name, value in PLAIN.items())
    (only,) = check_text(f'source = "published"\n[[cards]]\nnumber = 47\ntitle = "More"\n{lines}', SUBTYPES)
    assert only.warning
    assert str(only) == (
        "Years of Turmoil: warning: 47 cards with those that come with the game; the printed deck has 46"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[cards]\nx = 1", "this is not TOML: expected ']]' at the end of an array declaration (at line 1,"),
        ('name = "mine"', "cards: there are no cards in this file; begin each card with [[cards]]"),
        ("cards = 3", "cards: there are no cards in this file; begin each card with [[cards]]"),
        ("cards = [3]", "card 1 of the file: begin each card with [[cards]]"),
        ("name = 3\ncards = []", 'cards: there are no cards in this file; begin each card with [[cards]]'),
        ("card = []\n", "cards: there are no cards in this file;"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_file_of_cards(text: str, message: str) -> None:
    assert str(check_text(text)[0]).startswith(message)


def test_a_field_at_the_top_that_is_not_known() -> None:
    messages = [str(one) for one in check_text('nam = "x"\nname = 3')]
    assert (
        'nam: no such field at the top of a file; did you mean "name"? allowed: name, entry, source, cards'
        in messages
    )
    assert 'name: text in " " is expected' in messages


def test_all_mistakes_are_told_at_once() -> None:
    assert len(said(ap="3", die='"X"', **event('{ do = "vp" }', '{ do = "op", n = "x" }'))) == 4


def test_what_is_at_hand_inside_a_check_or_a_random_district() -> None:
    inside = '{ do = "add", n = 1, where = { in = "here" }, who = "controller" }'
    check = '{ do = "check", where = { in = "districts" }, plus = 2, success = [' + inside + "] }"
    random = '{ do = "random_districts", n = 2, steps = [' + inside + "] }"
    near = '{ do = "add", n = 1, where = { in = "districts", adjacent_to_here = true } }'
    party = '{ do = "each_place", where = { in = "parties" }, steps = [' + near + "] }"
    assert said(**event(check, random)) == []
    (only,) = said(**event(party))
    assert only.startswith("event[1].steps[1].where: no District is at hand")
