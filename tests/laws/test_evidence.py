"""A log that was tampered with is found out, and the fault has a place."""

from typing import Any

import msgspec
import pytest

from domain.core.record import Record, redact_line, redact_record
from domain.core.replay import as_seen_by
from domain.core.verify import by_the_rules, fair, intact
from tests.laws.games import VARIANTS, RandomGame, lines


@pytest.fixture(scope="module")
def play() -> RandomGame:
    return RandomGame("dual_powers", 42).finish()


def test_a_dropped_record_is_found(play: RandomGame) -> None:
    copy = lines(play.records)
    for gone in range(len(copy) - 1):
        verdict = intact(copy[:gone] + copy[gone + 1 :])
        assert not verdict
        assert verdict.version == gone + 1


def test_a_cut_tail_is_found_by_the_head(play: RandomGame) -> None:
    copy = lines(play.records)
    assert intact(copy[:-1])
    assert not intact(copy[:-1], play.game.head)


def test_any_changed_byte_is_found(play: RandomGame) -> None:
    copy = lines(play.records)
    for number in range(0, len(copy), 7):
        line = copy[number]
        for place in range(0, len(line), 23):
            changed = line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :]
            tampered = [*copy[:number], changed, *copy[number + 1 :]]
            verdict = intact(tampered, play.game.head)
            assert not verdict, (number, place)
            assert verdict.version in (number + 1, number + 2)


def test_a_swapped_card_in_an_opened_secret_is_found(play: RandomGame) -> None:
    copy = lines(play.records)
    for number, record in enumerate(play.records):
        if record.event.__struct_config__.tag == "cards_drawn":
            raw = msgspec.json.decode(copy[number])
            cards = raw["event"]["cards"]["value"]
            if len(cards) > 1:
                cards[0], cards[1] = cards[1], cards[0]
                copy[number] = msgspec.json.encode(raw, order="sorted")
                verdict = intact(copy)
                assert (verdict.answer, verdict.version) == ("fault", number + 1)
                assert "cards" in verdict.why
                return
    raise AssertionError("no draw in this game")


def test_an_opened_objective_that_was_not_sealed_is_found(play: RandomGame) -> None:
    copy = lines(play.records)
    number = next(
        n for n, r in enumerate(play.records) if r.event.__struct_config__.tag == "objective_revealed"
    )
    raw = msgspec.json.decode(copy[number])
    raw["event"]["card"]["value"] = "purple-2a" if raw["event"]["card"]["value"] != "purple-2a" else "red-2a"
    copy[number] = msgspec.json.encode(raw, order="sorted")
    verdict = intact(copy)
    assert verdict.version == number + 1
    assert "sealed" in verdict.why


def test_a_deck_that_was_not_shuffled_by_the_seed_is_unfair(play: RandomGame) -> None:
    records: list[Record[object]] = list(play.records)
    number = next(n for n, r in enumerate(play.records) if r.event.__struct_config__.tag == "deck_shuffled")
    event = play.records[number].event
    order = event.order.value
    stacked = msgspec.structs.replace(event.order, value=(order[1], order[0], *order[2:]))
    records[number] = msgspec.structs.replace(
        play.records[number], event=msgspec.structs.replace(event, order=stacked)
    )
    verdict = fair(records)
    assert (verdict.answer, verdict.version) == ("fault", number + 1)
    again = by_the_rules(play.ruleset, records)
    assert again.version == number + 1


def test_a_running_game_says_that_its_seed_is_not_yet_opened() -> None:
    play = RandomGame("dual_powers", 43)
    assert fair(play.records).answer == "not yet opened"
    assert by_the_rules(play.ruleset, play.records).answer == "not yet opened"


def test_anyone_can_play_a_finished_game_again_once_its_choices_are_open() -> None:
    play = RandomGame("dual_powers", 2).finish()
    public = list(as_seen_by(play.records, "public"))
    assert by_the_rules(play.ruleset, public)
    played = [n for n, r in enumerate(public) if r.event.__struct_config__.tag == "card_played"]
    number, event = played[0], public[played[0]].event
    another = next(public[n].event.card for n in played if public[n].event.seat != event.seat)
    public[number] = msgspec.structs.replace(
        public[number], event=msgspec.structs.replace(event, card=another)
    )
    assert by_the_rules(play.ruleset, public).version == number + 1


def test_a_choice_that_stays_closed_cannot_be_played_again_and_the_verdict_says_so(play: RandomGame) -> None:
    """This game ended before its last objectives were revealed."""
    assert by_the_rules(play.ruleset, play.records)
    verdict = by_the_rules(play.ruleset, list(as_seen_by(play.records, "public")))
    assert verdict.answer == "this copy keeps the command of version 197 closed"


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_line_is_redacted_as_its_event_is(variant: str) -> None:
    """The two ways to an audience's copy, by type and by shape, give the same bytes."""
    play = RandomGame(variant, 7).finish()
    for audience in (*play.audiences, "arbiter"):
        for record in play.records:
            assert redact_line(record.line(), audience) == redact_record(record, audience).line()


def replaced(play: RandomGame, number: int, **fields: object) -> list[Record[Any]]:
    records = list(play.records)
    records[number] = msgspec.structs.replace(records[number], **fields)
    return records


def test_who_caused_an_event_is_judged_for_every_event_of_a_command(play: RandomGame) -> None:
    number = next(n for n, r in enumerate(play.records) if n > 20 and r.cause == play.records[n - 1].cause)
    verdict = by_the_rules(play.ruleset, replaced(play, number, by="nobody"))
    assert verdict.version == number + 1
    assert "by another seat" in verdict.why


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ({"seats": ("white", "red")}, "not the seats"),
        ({"options": {"solitaire": 9}}, "solitaire"),
        ({"commitment": "00"}, "commits to"),
    ],
)
def test_a_header_that_does_not_fit_its_game_is_a_fault_of_version_1(
    play: RandomGame, header: dict[str, Any], why: str
) -> None:
    opened = play.records[0].event
    wrong = msgspec.structs.replace(opened, header=msgspec.structs.replace(opened.header, **header))
    verdict = by_the_rules(play.ruleset, replaced(play, 0, event=wrong))
    assert (verdict.answer, verdict.version) == ("fault", 1)
    assert why in verdict.why


def test_other_components_are_an_answer_of_their_own(play: RandomGame) -> None:
    opened = play.records[0].event
    own = msgspec.structs.replace(opened.header.components, name="mine", digest="00")
    header = msgspec.structs.replace(opened.header, components=own)
    verdict = by_the_rules(
        play.ruleset, replaced(play, 0, event=msgspec.structs.replace(opened, header=header))
    )
    assert verdict.answer == "played with components 'mine', which are not at hand"


def test_a_seed_that_is_none_is_a_fault_and_not_an_exception(play: RandomGame) -> None:
    last = len(play.records) - 1
    for seed in ("", "xyz", "00" * 32):
        wrong = replaced(play, last, event=msgspec.structs.replace(play.records[last].event, seed=seed))
        assert fair(wrong).answer == "fault"
        assert by_the_rules(play.ruleset, wrong).answer == "fault"
    for log in ([], play.records[1:]):
        assert fair(log).answer == "fault"
        assert by_the_rules(play.ruleset, log).answer == "fault"


def test_fair_says_how_much_it_could_derive_again(play: RandomGame) -> None:
    whole = fair(play.records)
    public = fair(list(as_seen_by(play.records, "public")))
    assert whole and public
    assert "closed" not in whole.why
    assert "more are closed in this copy" in public.why
    assert int(whole.why.split()[0]) > int(public.why.split()[0])


def test_openings_of_strange_shape_are_faults(play: RandomGame) -> None:
    copy = lines(play.records)
    number = next(
        n for n, r in enumerate(play.records) if r.event.__struct_config__.tag == "objective_revealed"
    )
    strange: tuple[Any, ...] = ([], {}, None, 9999, "12", -1)
    for opens in strange:
        raw = msgspec.json.decode(copy[number])
        raw["event"]["card"]["opens"] = opens
        verdict = intact([*copy[:number], msgspec.json.encode(raw, order="sorted"), *copy[number + 1 :]])
        assert (verdict.answer, verdict.version) == ("fault", number + 1)
