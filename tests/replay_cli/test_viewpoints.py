"""Viewpoints are honest: what `replay` prints for somebody never depends on what is hidden from them.

A log and its twin, in which everything that an audience cannot know is something else, must print the same,
whatever is asked; only the arbiter, asked for by name, may tell them apart.
"""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from domain.core.event import ARBITER, PUBLIC
from domain.core.record import Record, redact_record
from domain.core.replay import table_at
from domain.games.dual_powers.ruleset import RULESET
from services.store.evidence import MANIFEST_JSON, pack, unpack
from tests.games.dual_powers.test_secrets import hidden_from
from tests.laws.games import RandomGame
from tests.laws.hidden import HIDDEN
from tests.replay_cli.conftest import Sources
from tests.replay_cli.support import Said, replay

VARIANTS = ("dual_powers", "solitaire-red-1", "revolution-3", "revolution-optional-3")
EYES = ("red", PUBLIC)
ANYWHERE = "length(keys(event)) > `0` && length(keys(table)) > `0` && points"
ASKS = (
    ["list"],
    ["show", "--at", "end"],
    ["show", "--at", "end", "--json"],
    ["log"],
    ["log", "--json"],
    ["diff", "start", "end"],
    ["diff", "start", "end", "--json"],
    ["find", ANYWHERE, "--json"],
    ["find", "contains(to_string(table), 'a') || contains(to_string(event), '-2')"],
    ["find", "to_string(@) > 'm'", "--last"],
    ["find", "contains(to_string(table.hands), 'purple')", "--bisect"],
    ["find", "sum(event) > `0`"],
    ["knew", "--at", "end"],
    ["knew", "--at", "end", "--json"],
    ["try", "--at", "end"],
    ["try", "--at", "end", "--json"],
    ["try", "--at", "end", "1", "--json"],
    ["try", "--at", "end", '{"type": "play_card", "card": "purple-4c"}'],
    ["export", "csv"],
    ["export", "ndjson"],
    ["export", "text"],
    ["export", "svg"],
    ["export", "html"],
    ["tail"],
    ["tail", "--json"],
)


@cache
def running(variant: str, decisions: int) -> RandomGame:
    """A game after some decisions: much is still hidden."""
    play = RandomGame(variant, 17)
    for number, _ in enumerate(play.decisions()):
        if number == decisions:
            break
    return play


def written(file: Path, records: list[Record[object]], audience: str = ARBITER) -> Path:
    file.write_bytes(b"".join(redact_record(record, audience).line() + b"\n" for record in records))
    return file


def said(file: Path, ask: list[str], eyes: str | None) -> Said:
    named = ["--as", eyes] if eyes and ask[0] != "list" else []
    code, out, err = replay(ask[0], file, *ask[1:], *named)
    return Said(code, out, err.replace(str(file), "FILE"))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("eyes", [*EYES, None])
def test_what_is_hidden_from_somebody_changes_nothing_that_is_printed_for_them(
    variant: str, eyes: str | None, tmp_path: Path
) -> None:
    """On the arbiter's copy, which has it all; without --as it is the public that looks."""
    random, told_apart = Random(3), 0
    for decisions in (1, 5, 14, 33):
        play = running(variant, decisions)
        twin = HIDDEN[play.ruleset.name].twin(eyes or PUBLIC, play.records, random)
        one, other = written(tmp_path / "one.ndjson", play.records), written(tmp_path / "other.ndjson", twin)
        told_apart += said(one, ["log"], ARBITER) != said(other, ["log"], ARBITER)
        for ask in ASKS:
            assert said(one, ask, eyes) == said(other, ask, eyes), (decisions, ask)
    assert told_apart >= 3, "the twins must be different, or nothing is shown here"


@pytest.mark.parametrize("variant", VARIANTS[:2])
def test_a_try_turns_over_no_card_that_the_game_has_not(variant: str, tmp_path: Path) -> None:
    """Espionage, tried for red on the arbiter's copy, shows a made-up objective; only the arbiter sees it."""
    play, random, tried = RandomGame(variant, 5), Random(5), 0
    for seat, found in play.decisions():
        if seat != "red" or len(play.records) > 120:
            continue
        twin = HIDDEN["dual_powers"].twin("red", play.records, random)
        one, other = written(tmp_path / "one.ndjson", play.records), written(tmp_path / "other.ndjson", twin)
        for number in range(1, min(len(found.commands), 5) + 1):
            ask = ["try", str(number), "--json"]
            assert said(one, ask, "red") == said(other, ask, "red"), (len(play.records), number)
            tried += 1
    assert tried > 50


def test_a_twin_is_told_apart_by_everything_that_the_arbiter_asks(tmp_path: Path) -> None:
    """The test above can fail: each way of asking shows something hidden, if one may see it."""
    play = running("dual_powers", 14)
    twin = HIDDEN["dual_powers"].twin(PUBLIC, play.records, Random(3))
    one, other = written(tmp_path / "one.ndjson", play.records), written(tmp_path / "other.ndjson", twin)
    for ask in (["show"], ["show", "--json"], ["log"], ["diff"], ["diff", "--json"], ["knew"], ["try", "1"]):
        assert said(one, ask, ARBITER) != said(other, ask, ARBITER), ask
    for form in ("csv", "ndjson", "text", "svg", "html"):
        assert said(one, ["export", form], ARBITER) != said(other, ["export", form], ARBITER), form


@pytest.mark.parametrize("variant", ["dual_powers", "revolution-3"])
@pytest.mark.parametrize("eyes", ["red", PUBLIC, ARBITER])
def test_what_comes_later_is_not_told_at_an_earlier_moment(variant: str, eyes: str, tmp_path: Path) -> None:
    """At a version, the whole game prints what the game prints that has come no further."""
    whole = running(variant, 33).records
    full = written(tmp_path / "full.ndjson", whole)
    for version in range(len(whole) // 4, len(whole), len(whole) // 4):
        cut = written(tmp_path / "cut.ndjson", whole[:version])
        at = ["--at", str(version)]
        for ask in (["show", *at, "--json"], ["knew", *at], ["knew", *at, "--json"], ["try", *at, "1"]):
            assert said(full, ask, eyes) == said(cut, ask, eyes), (version, ask)
        for form in ("csv", "ndjson", "svg"):
            assert said(full, ["export", form, *at], eyes) == said(cut, ["export", form, *at], eyes)
        assert said(full, ["log", f"..{version}"], eyes) == said(cut, ["log"], eyes)


@pytest.mark.parametrize("owner", ["red", "white", PUBLIC])
def test_a_copy_never_names_a_card_that_lies_hidden_from_its_owner(owner: str, tmp_path: Path) -> None:
    """Held to the table as it really lies, not to what events declare."""
    for decisions in (5, 14, 33):
        play = running("dual_powers", decisions)
        copy = written(tmp_path / "copy.ndjson", play.records, owner)
        hidden = hidden_from(owner, play.game.table)
        assert len(hidden) > 20
        for ask in ASKS:
            for eyes in (None, owner, PUBLIC):
                if ask[0] == "try" and len(ask) > 3 and not ask[3].startswith("--"):
                    continue  # what is tried is made up, and may by chance name what is there
                text = said(copy, ask, eyes).out
                assert not [card for card in hidden if card in text], (ask, eyes)


@pytest.mark.parametrize("owner", ["red", PUBLIC])
@pytest.mark.parametrize("eyes", ["white", ARBITER])
def test_a_copy_cannot_be_seen_through_eyes_that_it_does_not_have(
    owner: str, eyes: str, tmp_path: Path
) -> None:
    copy = written(tmp_path / "copy.ndjson", running("dual_powers", 14).records, owner)
    for ask in ASKS[1:]:
        code, out, err = said(copy, ask, eyes)
        assert (code, out) == (3, ""), ask
        assert f"this is the copy of {owner}" in err
    for ask in (["knew", "--reveal", eyes], ["try", "--seat", "white"]):
        assert replay(ask[0], copy, *ask[1:])[:2] == (3, "")


def test_the_arbiters_view_must_be_asked_for_by_name(tmp_path: Path) -> None:
    play = running("dual_powers", 14)
    file = written(tmp_path / "all.ndjson", play.records)
    hidden = hidden_from(PUBLIC, play.game.table)
    for ask in (*ASKS, ["knew", "--reveal", PUBLIC], ["diff", "--with", str(file)]):
        text = said(file, ask, None).out
        assert not [card for card in hidden if card in text], ask
    for form in ("show", "log", "knew"):
        assert [card for card in hidden if card in said(file, [form], ARBITER).out], form
    assert [card for card in hidden if card in said(file, ["knew", "--reveal", ARBITER], None).out]


def test_where_two_copies_differ_only_what_all_may_know_is_told(tmp_path: Path) -> None:
    """A store or an arbiter's copy as one side must not betray the cards of the record that differs."""
    play = running("dual_powers", 14)
    other = RandomGame("dual_powers", 18)
    number = next(n for n, r in enumerate(play.records) if "cards" in type(r.event).__struct_fields__)
    mixed = [*play.records[:number], other.records[number]]
    one, two = written(tmp_path / "one.ndjson", play.records), written(tmp_path / "two.ndjson", mixed)
    code, out, _ = replay("diff", one, "--with", two)
    assert code == 1
    assert f"they differ from version {number + 1} on" in out
    for record in (play.records[number], other.records[number]):
        assert not [card for card in record.event.cards.value if card in out]


def test_a_mixed_copy_is_closed_to_everybody_but_all(tmp_path: Path) -> None:
    """A log that fits no owner (here red's, with one of white's records) shows no secret of either."""
    play = running("dual_powers", 14)
    drawn = [n for n, r in enumerate(play.records) if "cards" in type(r.event).__struct_fields__]
    lines = [redact_record(record, "red").line() for record in play.records]
    lines[drawn[1]] = play.records[drawn[1]].line()
    file = tmp_path / "mixed.ndjson"
    file.write_bytes(b"\n".join(lines) + b"\n")
    hidden = hidden_from(PUBLIC, play.game.table)
    for ask in ASKS:
        text = said(file, ask, None).out
        assert not [card for card in hidden if card in text], ask
        assert ask[0] == "list" or said(file, ask, "red").code == 3


@pytest.mark.parametrize("owner", ["red", "white", PUBLIC])
def test_evidence_never_names_a_card_that_lies_hidden_from_its_owner(owner: str, sources: Sources) -> None:
    """At every quarter of the game, held to the table of the arbiter."""
    rules, records = RULESET, sources.file("my-dual_powers-arbiter.ndjson").read_bytes().splitlines()
    whole = [rules.read(line) for line in records]
    for version in range(20, len(whole), len(whole) // 4):
        hidden = hidden_from(owner, table_at(rules, whole, version))
        at = ["--at", str(version)]
        for ask in (
            ["show", *at],
            ["show", *at, "--json"],
            ["knew", *at],
            ["knew", *at, "--json"],
            ["try", *at],
        ):
            text = replay(ask[0], sources.file(f"my-{owner}.evidence"), *ask[1:]).out
            assert not [card for card in hidden if card in text], ask
        for form in ("csv", "text", "ndjson", "svg"):
            text = replay("export", sources.file(f"my-{owner}.evidence"), form, *at).out
            assert not [card for card in hidden if card in text], form


def test_evidence_that_claims_another_owner_shows_no_more_than_that_owner_may_see(
    sources: Sources, tmp_path: Path
) -> None:
    """The arbiter's records under a manifest that says public: closed; under a stranger's name: refused."""
    parts = unpack(sources.file("my-arbiter.evidence"))
    file = tmp_path / "forged.evidence"
    for claimed, code in ((PUBLIC, 0), ("stranger", 1)):
        manifest = parts[MANIFEST_JSON].replace(b'"audience":"arbiter"', f'"audience":"{claimed}"'.encode())
        file.write_bytes(pack({**parts, MANIFEST_JSON: manifest}))
        for ask in (["show", "--at", "30"], ["log", "..30"], ["knew", "--at", "30"], ["show", "--json"]):
            said = replay(ask[0], file, *ask[1:])
            honest = replay(ask[0], sources.file("my-public.evidence"), *ask[1:])
            assert said.code == code
            assert said.out == (honest.out if code == 0 else "")
        assert replay("verify", file).code == 1
