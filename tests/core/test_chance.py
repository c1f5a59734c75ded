"""Chance: published vectors for what it is built of, our own for what it gives, and what it promises."""

import hmac
import json
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.core.chance import SCHEME, Chance, _below, commitment, hkdf_sha256, promise
from domain.core.event import Draw, Event, Secret
from domain.core.record import ComponentSet, Header, Record, Sealer, digest_of
from domain.core.table import Table

GAME = "g-1"
SEED = bytes(range(32))
SEATS = ("red", "white")
DECK = tuple(f"card-{number:02}" for number in range(1, 21))
VECTORS = Path(__file__).with_name("vectors.json")
WORDS = 2**64

labels = st.text(st.characters(exclude_categories=["Cs"]))


class CardsDealt(Event[Table], frozen=True, tag="cards_dealt"):
    """The event of the vectors: its secret counts by its digest only."""

    seat: str
    cards: Secret[tuple[str, ...]]


def a_chance(
    game: str = GAME,
    seed: bytes = SEED,
    entropy: dict[str, str] | None = None,
    seats: tuple[str, ...] = SEATS,
) -> Chance:
    return Chance(game, seed, entropy or {}, seats)


def first_words(chance: Chance, label: str, count: int = 8) -> list[int]:
    return list(islice(chance.words(label), count))


@pytest.mark.parametrize(
    ("ikm", "salt", "info", "length", "okm"),
    [
        (
            "0b" * 22,
            "000102030405060708090a0b0c",
            "f0f1f2f3f4f5f6f7f8f9",
            42,
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        ),
        (
            bytes(range(0x50)).hex(),
            bytes(range(0x60, 0xB0)).hex(),
            bytes(range(0xB0, 0x100)).hex(),
            82,
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
            "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
            "cc30c58179ec3e87c14c01d5c1f3434f1d87",
        ),
        (
            "0b" * 22,
            "",
            "",
            42,
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        ),
    ],
    ids=["case 1", "case 2", "case 3"],
)
def test_hkdf_gives_the_output_that_the_rfc_publishes(
    ikm: str, salt: str, info: str, length: int, okm: str
) -> None:
    """RFC 5869, appendix A, test cases 1 to 3."""
    given = hkdf_sha256(bytes.fromhex(ikm), bytes.fromhex(salt), bytes.fromhex(info), length)
    assert given.hex() == okm


@pytest.mark.parametrize(
    ("key", "data", "mac"),
    [
        (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (
            b"Jefe",
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
    ],
    ids=["case 1", "case 2"],
)
def test_hmac_gives_the_output_that_the_rfc_publishes(key: bytes, data: bytes, mac: str) -> None:
    """RFC 4231, test cases 1 and 2."""
    assert hmac.digest(key, data, "sha256").hex() == mac


def test_a_commitment_binds_the_seed_and_the_game() -> None:
    assert commitment(GAME, SEED) == commitment(GAME, bytes(range(32)))
    assert len({commitment(GAME, SEED), commitment("g-2", SEED), commitment(GAME, bytes(32))}) == 3
    assert SEED.hex() not in commitment(GAME, SEED)


def test_a_promise_binds_the_entropy_the_seat_and_the_game() -> None:
    made = promise(GAME, "red", "aa" * 32)
    assert made == promise(GAME, "red", "aa" * 32)
    others = {
        promise("g-2", "red", "aa" * 32),
        promise(GAME, "white", "aa" * 32),
        promise(GAME, "red", "bb" * 32),
    }
    assert len({made} | others) == 4


@pytest.mark.parametrize("length", [0, 16, 31, 33, 64])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        a_chance(seed=bytes(length))


def test_words_are_the_hmac_blocks_of_the_label_cut_in_four() -> None:
    """The scheme in full, written out once more: salt, key, blocks, big-endian words."""
    salt = bytes.fromhex("4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945")  # sha256(b"[]")
    key = hkdf_sha256(SEED, salt, b'["protokol/chance/1","g-1"]', 32)
    blocks = b"".join(hmac.digest(key, f'["deck",{counter}]'.encode(), "sha256") for counter in range(3))
    assert b"".join(word.to_bytes(8, "big") for word in first_words(a_chance(), "deck", 12)) == blocks


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))), labels)
def test_a_shuffle_is_a_permutation(items: list[str], label: str) -> None:
    assert Counter(a_chance().shuffle(label, items)) == Counter(items)


@given(st.permutations(DECK))
def test_a_shuffle_does_not_depend_on_how_the_cards_lay_before(cards: list[str]) -> None:
    assert a_chance().shuffle("deck", cards) == a_chance().shuffle("deck", DECK)


def test_a_shuffle_leaves_what_it_was_given_as_it_was() -> None:
    cards = ["c", "a", "b"]
    a_chance().shuffle("deck", cards)
    assert cards == ["c", "a", "b"]


def test_none_or_one_card_is_shuffled_into_itself() -> None:
    assert a_chance().shuffle("deck", ()) == ()
    assert a_chance().shuffle("deck", ("a",)) == ("a",)


def test_every_order_of_three_cards_comes_up() -> None:
    orders = Counter(a_chance().shuffle(f"deck/{number}", "abc") for number in range(1_200))
    assert len(orders) == 6
    assert all(130 < count < 270 for count in orders.values())


def test_a_label_gives_the_same_whenever_it_is_asked() -> None:
    chance = a_chance()
    before = chance.shuffle("deck", DECK)
    chance.roll("die", 6)
    assert chance.shuffle("deck", DECK) == before


def test_different_labels_give_different_streams() -> None:
    chance = a_chance()
    assert len({tuple(first_words(chance, f"deck/{number}", 4)) for number in range(200)}) == 200
    assert chance.shuffle("deck/1", DECK) != chance.shuffle("deck/2", DECK)


def test_another_seed_or_game_gives_another_stream() -> None:
    words = [
        first_words(chance, "deck") for chance in (a_chance(), a_chance(seed=bytes(32)), a_chance(game="g-2"))
    ]
    assert words[0] != words[1] != words[2] != words[0]


def test_entropy_of_any_seat_changes_the_results() -> None:
    aa, bb = "aa" * 32, "bb" * 32
    given: list[dict[str, str]] = [{}, {"red": aa}, {"white": aa}, {"red": bb}, {"red": aa, "white": bb}]
    given.append({"red": bb, "white": aa})
    assert len({a_chance(entropy=entropy).shuffle("deck", DECK) for entropy in given}) == 6


def test_entropy_counts_in_the_order_of_the_seats_and_not_of_its_arrival() -> None:
    aa, bb = "aa" * 32, "bb" * 32
    one = a_chance(entropy={"red": aa, "white": bb})
    other = a_chance(entropy={"white": bb, "red": aa})
    assert first_words(one, "deck") == first_words(other, "deck")


def test_a_word_in_the_last_incomplete_run_is_thrown_away() -> None:
    limit = WORDS - WORDS % 6
    assert limit == WORDS - 4
    assert _below(6, iter([limit - 1])) == 5
    assert _below(6, iter([limit, 7])) == 1
    assert _below(6, iter([WORDS - 1, limit, limit + 1, 12, 13])) == 0


def test_a_word_that_is_thrown_away_is_used_up() -> None:
    words = iter([WORDS - 1, 8, 9])
    assert _below(6, words) == 2
    assert list(words) == [9]


def test_no_word_is_thrown_away_when_the_runs_come_out_even() -> None:
    assert _below(8, iter([WORDS - 1])) == 7
    assert _below(1, iter([WORDS - 1])) == 0
    assert _below(WORDS, iter([WORDS - 1])) == WORDS - 1


def test_nearly_half_of_all_words_are_thrown_away_for_the_worst_bound() -> None:
    bound = WORDS // 2 + 1
    assert _below(bound, iter([bound - 1])) == bound - 1
    assert _below(bound, iter([bound, 3])) == 3


def test_a_stream_that_ends_is_a_bug_and_not_a_result() -> None:
    with pytest.raises(AssertionError, match="does not end"):
        _below(6, iter([WORDS - 1]))


@given(labels, st.integers(1, 1_000))
def test_a_roll_is_from_one_to_the_number_of_sides(label: str, sides: int) -> None:
    assert 1 <= a_chance().roll(label, sides) <= sides


def test_six_thousand_rolls_are_spread_evenly() -> None:
    """Chi-square with five degrees of freedom: above 30 once in 70 000 seeds, and this seed is fixed."""
    chance = a_chance()
    rolls = Counter(chance.roll(f"die/{number}", 6) for number in range(6_000))
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert sum((count - 1_000) ** 2 / 1_000 for count in rolls.values()) < 30


def test_chance_confirms_what_it_gave() -> None:
    chance = a_chance()
    assert chance.confirms(Draw("deck", order=chance.shuffle("deck", DECK)))
    assert chance.confirms(Draw("die", die=(6, chance.roll("die", 6))))
    assert chance.confirms(Draw("nothing"))


def test_chance_does_not_confirm_two_swapped_cards() -> None:
    order = a_chance().shuffle("deck", DECK)
    for first in range(len(order) - 1):
        swapped = list(order)
        swapped[first], swapped[first + 1] = swapped[first + 1], swapped[first]
        assert not a_chance().confirms(Draw("deck", order=tuple(swapped)))


def test_chance_does_not_confirm_a_missing_card() -> None:
    order = a_chance().shuffle("deck", DECK)
    assert not a_chance().confirms(Draw("deck", order=order[1:]))


def test_chance_does_not_confirm_another_roll() -> None:
    rolled = a_chance().roll("die", 6)
    others = [result for result in range(8) if result != rolled]
    assert not any(a_chance().confirms(Draw("die", die=(6, result))) for result in others)


def test_chance_does_not_confirm_under_another_label_seed_or_entropy() -> None:
    order = a_chance().shuffle("deck", DECK)
    assert not a_chance().confirms(Draw("other", order=order))
    assert not a_chance(seed=bytes(32)).confirms(Draw("deck", order=order))
    assert not a_chance(entropy={"red": "aa" * 32}).confirms(Draw("deck", order=order))


def derived(given: dict[str, Any]) -> dict[str, Any]:
    """What the scheme and the log's digests give for one set of inputs."""
    game, seed, seats = given["game"], bytes.fromhex(given["seed"]), tuple(given["seats"])
    version, cards = given["version"], tuple(given["cards"])
    chance = Chance(game, seed, given["entropy"], seats)
    sealer = Sealer(game, bytes.fromhex(given["sealing_key"]))
    header = Header(
        game=game,
        ruleset="vectors",
        ruleset_version=1,
        options=given["options"],
        seats=seats,
        components=ComponentSet("vectors", "11" * 32),
        chance=SCHEME,
        commitment=commitment(game, seed),
        entropy_from=tuple(given["entropy"]),
    )
    salt = sealer.salt(version, "cards")
    event = sealer.seal(CardsDealt(seats[0], Secret((seats[0],), cards)), version)
    record = Record[Any](game, version, given["at"], seats[0], "c-1", header.hash(), event)
    return {
        "commitment": commitment(game, seed),
        "promises": {seat: promise(game, seat, entropy) for seat, entropy in given["entropy"].items()},
        "words": [f"{word:016x}" for word in first_words(chance, given["label"])],
        "shuffle": list(chance.shuffle(given["label"], given["items"])),
        "roll": chance.roll(given["label"], given["sides"]),
        "salt": salt,
        "secret_digest": digest_of(game, version, "cards", salt, cards),
        "header_hash": header.hash(),
        "record_line": record.line().decode(),
        "record_hash": record.hash(),
    }


def write_vectors(inputs: list[dict[str, Any]]) -> None:
    """Only by hand, when a new version of the scheme is meant to give something else."""
    vectors = [{"given": given, "derived": derived(given)} for given in inputs]
    VECTORS.write_text(json.dumps(vectors, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


@pytest.mark.parametrize("vector", json.loads(VECTORS.read_text(encoding="utf-8")))
def test_the_published_vectors_still_come_out(vector: dict[str, Any]) -> None:
    """A log written years ago must verify today: these values never change under `hmac-sha256/1`."""
    assert derived(vector["given"]) == vector["derived"]
