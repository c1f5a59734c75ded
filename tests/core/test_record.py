"""Records: what is sealed, what an audience sees of it, what the hash holds fast. Piles: what it counts."""

from typing import Any

import msgspec
import pytest

from domain.core.canonical import canonical
from domain.core.event import ARBITER, PUBLIC, Event, Opening, Secret, openings_of, redact, secrets_of, tag_of
from domain.core.record import NOBODY, ComponentSet, Header, Record, Sealer, chain, digest_of, redact_record
from domain.core.table import Pile, Table

GAME = "g-1"
KEY = bytes(range(32))
HEAD = "00" * 32
AUDIENCES = ("red", "white", PUBLIC, ARBITER, NOBODY)


class HandDealt(Event[Table], frozen=True, tag="hand_dealt"):
    """A hand that its seat sees, and a goal that both seats see."""

    seat: str
    cards: Secret[tuple[str, ...]]
    goal: Secret[str]


class HandShown(Event[Table], frozen=True, tag="hand_shown"):
    """The hand lies open."""

    seat: str
    cards: Opening[tuple[str, ...]]


class TurnPassed(Event[Table], frozen=True, tag="turn_passed"):
    """Nothing about it is secret."""

    seat: str


DEALT = HandDealt("red", Secret(("red",), ("a", "b")), Secret(("red", "white"), "peace"))


def a_sealed_hand(version: int = 3) -> HandDealt:
    sealed = Sealer(GAME, KEY).seal(DEALT, version)
    assert isinstance(sealed, HandDealt)
    return sealed


def a_record(event: Event[Any] | None = None) -> Record[Any]:
    return Record[Any](GAME, 3, 1_000, "red", "c-1", HEAD, event or a_sealed_hand())


def a_header(**changes: Any) -> Header:
    header = Header(
        game=GAME,
        ruleset="tiny",
        ruleset_version=1,
        options={"b": 1, "a": True},
        seats=("red", "white"),
        components=ComponentSet("plain", "11" * 32),
        chance="hmac-sha256/1",
        commitment="22" * 32,
    )
    return msgspec.structs.replace(header, **changes)


def test_an_event_names_its_secrets_its_openings_and_its_tag() -> None:
    assert secrets_of(HandDealt) == ("cards", "goal")
    assert openings_of(HandDealt) == ()
    assert secrets_of(HandShown) == ()
    assert openings_of(HandShown) == ("cards",)
    assert tag_of(DEALT) == "hand_dealt"


def test_sealing_gives_each_secret_a_salt_of_its_own_and_the_digest_that_goes_with_it() -> None:
    sealed = a_sealed_hand()
    assert sealed.cards.value == ("a", "b")
    assert sealed.goal.value == "peace"
    assert sealed.cards.digest == digest_of(GAME, 3, "cards", sealed.cards.salt, ("a", "b"))
    assert sealed.goal.digest == digest_of(GAME, 3, "goal", sealed.goal.salt, "peace")
    assert sealed.cards.salt != sealed.goal.salt
    assert len(bytes.fromhex(sealed.cards.salt)) == 32


def test_the_same_value_sealed_at_another_version_game_or_key_shows_another_digest() -> None:
    sealers = [
        (Sealer(GAME, KEY), 3),
        (Sealer(GAME, KEY), 4),
        (Sealer("g-2", KEY), 3),
        (Sealer(GAME, bytes(32)), 3),
    ]
    sealed = [sealer.seal(DEALT, version) for sealer, version in sealers]
    assert len({event.cards.digest for event in sealed if isinstance(event, HandDealt)}) == 4
    assert len({sealer.salt(version, "cards") for sealer, version in sealers}) == 4


def test_an_event_without_secrets_is_sealed_and_redacted_as_it_is() -> None:
    passed = TurnPassed("red")
    assert Sealer(GAME, KEY).seal(passed, 1) is passed
    assert redact(passed, PUBLIC) is passed


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_sealing_key_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Sealer(GAME, bytes(length))


@pytest.mark.parametrize(
    ("audience", "cards_open", "goal_open"),
    [
        ("red", True, True),
        ("white", False, True),
        (PUBLIC, False, False),
        (ARBITER, True, True),
        (NOBODY, False, False),
    ],
)
def test_an_audience_sees_only_the_secrets_that_are_open_to_it(
    audience: str, cards_open: bool, goal_open: bool
) -> None:
    sealed = a_sealed_hand()
    seen = redact(sealed, audience)
    assert isinstance(seen, HandDealt)
    closed_cards = Secret[tuple[str, ...]](("red",), digest=sealed.cards.digest)
    closed_goal = Secret[str](("red", "white"), digest=sealed.goal.digest)
    assert seen.cards == (sealed.cards if cards_open else closed_cards)
    assert seen.goal == (sealed.goal if goal_open else closed_goal)


def test_redaction_removes_value_and_salt_but_keeps_to_and_digest() -> None:
    line = redact_record(a_record(), PUBLIC).line()
    sealed = a_sealed_hand()
    told = msgspec.json.decode(line)["event"]
    assert told["cards"] == {"to": ["red"], "digest": sealed.cards.digest}
    assert told["goal"] == {"to": ["red", "white"], "digest": sealed.goal.digest}
    assert sealed.cards.salt.encode() not in line
    assert b"peace" not in line


def test_redacting_a_redacted_copy_changes_nothing_and_opens_nothing() -> None:
    closed = redact_record(a_record(), PUBLIC)
    assert redact_record(closed, PUBLIC) == closed
    assert redact_record(closed, ARBITER) == closed


@pytest.mark.parametrize("audience", AUDIENCES)
def test_every_copy_of_a_record_has_the_same_hash(audience: str) -> None:
    assert redact_record(a_record(), audience).hash() == a_record().hash()


@pytest.mark.parametrize("audience", AUDIENCES)
def test_a_copy_read_back_from_its_line_has_the_same_hash(audience: str) -> None:
    copy = redact_record(a_record(), audience)
    read = msgspec.json.decode(copy.line(), type=Record[HandDealt | HandShown])
    assert read == copy
    assert read.hash() == a_record().hash()


def test_a_line_is_the_canonical_bytes_of_the_record() -> None:
    record = a_record(TurnPassed("red"))
    assert record.line() == canonical(record)
    assert record.line() == (
        b'{"at":1000,"by":"red","cause":"c-1","event":{"seat":"red","type":"turn_passed"},'
        b'"game":"g-1","prev":"' + HEAD.encode() + b'","version":3}'
    )


@pytest.mark.parametrize(
    "change",
    [
        {"game": "g-2"},
        {"version": 4},
        {"at": 1_001},
        {"by": "white"},
        {"by": None},
        {"cause": "c-2"},
        {"prev": "ff" * 32},
    ],
)
def test_a_change_to_any_part_of_the_envelope_changes_the_hash(change: dict[str, Any]) -> None:
    assert msgspec.structs.replace(a_record(), **change).hash() != a_record().hash()


def test_a_changed_public_field_or_event_type_changes_the_hash() -> None:
    assert a_record(TurnPassed("white")).hash() != a_record(TurnPassed("red")).hash()
    renamed = msgspec.structs.replace(a_sealed_hand(), seat="white")
    assert a_record(renamed).hash() != a_record().hash()


def test_a_secret_sealed_with_another_value_or_salt_changes_the_hash() -> None:
    other_value = msgspec.structs.replace(DEALT, cards=Secret(("red",), ("a", "c")))
    assert a_record(Sealer(GAME, KEY).seal(other_value, 3)).hash() != a_record().hash()
    assert a_record(Sealer(GAME, bytes(32)).seal(DEALT, 3)).hash() != a_record().hash()


def test_a_changed_digest_or_audience_of_a_secret_changes_the_hash() -> None:
    for changed in ({"digest": "ff" * 32}, {"to": ("white",)}):
        cards = msgspec.structs.replace(a_sealed_hand().cards, **changed)
        event = msgspec.structs.replace(a_sealed_hand(), cards=cards)
        assert a_record(event).hash() != a_record().hash()


def test_a_value_or_salt_changed_behind_its_digest_is_found_by_the_digest_and_not_by_the_hash() -> None:
    """The hash covers the digest only: whoever is shown a value compares it with the digest."""
    sealed = a_sealed_hand()
    for changed in ({"value": ("a", "c")}, {"salt": "00" * 32}):
        cards = msgspec.structs.replace(sealed.cards, **changed)
        assert a_record(msgspec.structs.replace(sealed, cards=cards)).hash() == a_record().hash()
        assert digest_of(GAME, 3, "cards", cards.salt, cards.value) != cards.digest


def test_an_opening_gets_the_salt_of_what_it_opens_and_proves_the_closed_digest() -> None:
    closed = redact(a_sealed_hand(), PUBLIC)
    assert isinstance(closed, HandDealt)
    shown = Sealer(GAME, KEY).seal(HandShown("red", Opening(("a", "b"), 3, "cards")), 9)
    assert isinstance(shown, HandShown)
    opening = shown.cards
    assert opening.salt == a_sealed_hand().cards.salt
    assert digest_of(GAME, opening.opens, opening.field, opening.salt, opening.value) == closed.cards.digest


def test_an_opening_of_something_else_does_not_prove_the_closed_digest() -> None:
    digest = a_sealed_hand().cards.digest
    openings: list[Opening[tuple[str, ...]]] = [
        Opening(("a", "c"), 3, "cards"),
        Opening(("b", "a"), 3, "cards"),
        Opening(("a", "b"), 4, "cards"),
        Opening(("a", "b"), 3, "goal"),
    ]
    for opening in openings:
        shown = Sealer(GAME, KEY).seal(HandShown("red", opening), 9)
        assert isinstance(shown, HandShown)
        opened = shown.cards
        assert digest_of(GAME, opened.opens, opened.field, opened.salt, opened.value) != digest


@pytest.mark.parametrize("audience", AUDIENCES)
def test_an_opening_is_for_everyone(audience: str) -> None:
    shown = Sealer(GAME, KEY).seal(HandShown("red", Opening(("a", "b"), 3, "cards")), 9)
    assert redact(shown, audience) is shown


def test_a_chain_counts_on_and_each_record_holds_the_hash_of_the_one_before() -> None:
    events: list[Event[Any]] = [DEALT, TurnPassed("red"), HandShown("red", Opening(("a", "b"), 3, "cards"))]
    chained, head = chain(events, Sealer(GAME, KEY), version=2, head=HEAD, at=1_000, by="red", cause="c-1")
    records = [one.record for one in chained]
    assert [(one.line, one.hash) for one in chained] == [(one.line(), one.hash()) for one in records]
    assert [record.version for record in records] == [3, 4, 5]
    assert [record.prev for record in records] == [HEAD, records[0].hash(), records[1].hash()]
    assert head == records[2].hash()
    assert records[0] == a_record()


def test_a_chain_of_nothing_leaves_the_head_where_it_was() -> None:
    assert chain([], Sealer(GAME, KEY), version=2, head=HEAD, at=1, by=None, cause="c") == ([], HEAD)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "g-2"},
        {"ruleset": "other"},
        {"ruleset_version": 2},
        {"options": {"a": True}},
        {"seats": ("white", "red")},
        {"components": ComponentSet("plain", "33" * 32)},
        {"chance": "other/1"},
        {"commitment": "33" * 32},
        {"entropy_from": ("red",)},
        {"format": 2},
    ],
)
def test_a_change_to_any_part_of_the_header_changes_its_hash(change: dict[str, Any]) -> None:
    assert a_header(**change).hash() != a_header().hash()


def test_the_order_of_options_does_not_change_the_header() -> None:
    assert a_header(options={"a": True, "b": 1}).hash() == a_header().hash()


def test_a_pile_gains_cards_at_the_bottom_or_only_counts_them() -> None:
    seen, unseen = Pile(["a"]), Pile(hidden=1)
    seen.gain(("b", "c"), 2)
    unseen.gain(None, 2)
    assert seen == Pile(["a", "b", "c"])
    assert unseen == Pile([], 3)
    assert len(seen) == len(unseen) == 3
    assert "b" in seen
    assert "b" not in unseen


def test_a_seen_card_leaves_a_pile_by_name_or_by_number() -> None:
    pile = Pile(["a", "b", "a"], 2)
    pile.lose("a")
    assert pile == Pile(["b", "a"], 2)
    pile.lose("z")
    assert pile == Pile(["b", "a"], 1)


def test_a_card_that_leaves_unseen_is_lost_by_name_to_who_knows_it_and_by_number_to_who_does_not() -> None:
    knows, counts = Pile(["a", "b"]), Pile(hidden=2)
    knows.lose_hidden("a")
    counts.lose_hidden(None)
    assert knows == Pile(["b"])
    assert counts == Pile([], 1)


def test_cards_are_taken_from_the_top() -> None:
    seen, unseen = Pile(["a", "b", "c"]), Pile(hidden=3)
    seen.take(2)
    unseen.take(2)
    assert seen == Pile(["c"])
    assert unseen == Pile([], 1)
    seen.take(0)
    assert seen == Pile(["c"])


def test_a_copy_of_a_pile_is_a_pile_of_its_own_and_so_is_every_new_one() -> None:
    pile = Pile(["a"], 1)
    copy = pile.copy()
    copy.gain(("b",), 1)
    assert pile == Pile(["a"], 1)
    Pile().gain(("a",), 1)
    assert len(Pile()) == 0
