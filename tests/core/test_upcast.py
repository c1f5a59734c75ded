"""Old forms of events are read for ever: brought up to date when folded, never rewritten."""

from typing import Any

import msgspec
import pytest

from domain.core.canonical import tagged_sha256
from domain.core.record import Record
from domain.core.verify import intact
from domain.games.dual_powers.ruleset import DualPowers
from services.store import types
from tests.laws.games import RandomGame, lines


class Later(DualPowers):
    """A later version of the rules, in which two older forms of `card_played` are no longer written."""

    upcasters = {
        "card_laid": lambda event: {
            **{k: v for k, v in event.items() if k != "who"}, "type": "card_shown", "seat": event["who"]
        },
        "card_shown": lambda event: {**event, "type": "card_played"},
    }  # fmt: skip


@pytest.fixture(scope="module")
def old_log() -> tuple[list[bytes], list[Record[Any]]]:
    """A log as it would have been written with the oldest form, chain and all."""
    now = RandomGame("dual_powers", 11).finish().records
    head, old = now[0].prev, []
    for record in now:
        raw = msgspec.to_builtins(record)
        if raw["event"]["type"] == "card_played":
            raw["event"]["type"] = "card_laid"
            raw["event"]["who"] = raw["event"].pop("seat")
        raw["prev"] = head
        old.append(msgspec.json.encode(raw, order="sorted"))
        head = _hash(raw)
    return old, now


def _hash(raw: dict[str, Any]) -> str:
    closed = {
        name: {k: v for k, v in field.items() if k not in ("salt", "value")}
        if isinstance(field, dict) and "digest" in field
        else field
        for name, field in raw["event"].items()
    }
    return tagged_sha256("protokol/record/1", {**raw, "event": closed})


def test_an_old_form_is_brought_up_to_date_step_by_step(
    old_log: tuple[list[bytes], list[Record[Any]]],
) -> None:
    old, now = old_log
    assert [Later().read(line).event for line in old] == [record.event for record in now]


def test_the_old_bytes_keep_their_chain(old_log: tuple[list[bytes], list[Record[Any]]]) -> None:
    old, now = old_log
    assert intact(old)
    assert old != lines(now)


def test_what_is_neither_known_nor_old_is_an_error(old_log: tuple[list[bytes], list[Record[Any]]]) -> None:
    old, _ = old_log
    line = next(line for line in old if b"card_laid" in line)
    with pytest.raises(msgspec.ValidationError):
        DualPowers().read(line)
    with pytest.raises(msgspec.ValidationError):
        Later().read(line.replace(b"card_laid", b"card_eaten"))
    with pytest.raises(msgspec.ValidationError):
        Later().read(b"[]")


def test_the_registry_of_a_store_knows_old_types(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not types.knows("dual_powers/card_laid")
    monkeypatch.setattr(types, "ruleset", lambda name: Later())
    types.knows.cache_clear()
    types._events.cache_clear()
    assert types.knows("dual_powers/card_laid")
    types.knows.cache_clear()
    types._events.cache_clear()
