"""`replay try` answers as the game would, before it and in it."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.core.game import new_game
from domain.core.ruleset import ruleset
from tests.laws.games import RandomGame
from tests.replay_cli.support import LOGS, one_line, replay

PROMISE = '{"type": "promise_entropy", "promise": "' + "ab" * 32 + '"}'


def tried(*words: str | Path) -> dict[str, Any]:
    said = replay("try", *words, "--json")
    assert said.code in (0, 1), said.err
    found: dict[str, Any] = json.loads(said.out)
    return found


@pytest.mark.parametrize("variant", ["dual_powers", "solitaire-red-1", "revolution-3"])
def test_what_the_arbiter_tries_is_what_the_game_then_did(variant: str, tmp_path: Path) -> None:
    """Every command of a whole game, tried on the log as it was before it, gives the events that followed."""
    play, file = RandomGame(variant, 11).finish(), tmp_path / "game.ndjson"
    file.write_bytes(b"".join(record.line() + b"\n" for record in play.records))
    causes = [record.cause for record in play.records]
    starts = [n for n in range(1, len(causes)) if causes[n] != causes[n - 1]]
    for start in starts[:: max(1, len(starts) // 12)]:
        part = [record for record in play.records if record.cause == causes[start]]
        command = next(asked for r in part if (asked := r.event.asked()) is not None)
        assert part[0].by is not None
        typed = msgspec.json.encode(command).decode()
        found = tried(file, typed, "--at", str(start), "--seat", part[0].by, "--as", "arbiter")
        would = [one["event"] for one in found["events"]]
        did = [_plain(r.event) for r in part if r.event.__struct_config__.tag != "seed_opened"]
        assert [_open(one) for one in would] == [_open(one) for one in did], start


def _plain(struct: object) -> dict[str, object]:
    found: dict[str, object] = json.loads(msgspec.json.encode(struct))
    return found


def _open(event: dict[str, object]) -> dict[str, object]:
    """Without salts and digests, which only the game's own key could make."""
    shown: dict[str, object] = {}
    for name, value in event.items():
        if isinstance(value, dict):
            value = {key: part for key, part in value.items() if key not in ("salt", "digest")}
        shown[name] = value
    return shown


def test_before_the_game_a_seat_can_try_its_promise(tmp_path: Path) -> None:
    rules, file = ruleset("dual_powers"), tmp_path / "game.ndjson"
    game = new_game(rules, game="g", seed=bytes(32), sealing_key=bytes(32), entropy=True)
    file.write_bytes(b"".join(record.line() + b"\n" for record in game.open(at=0, cause="open")))
    for eyes in ("red", "arbiter"):
        found = tried(file, PROMISE, "--seat", "red", "--as", eyes)
        assert [one["type"] for one in found["events"]] == ["entropy_promised"]
        found = tried(file, '{"type": "play_card", "card": "lenin"}', "--seat", "red", "--as", eyes)
        assert found["refused"] == "not_asked_now: Before the game: entropy of the seats"


def test_out_of_turn_and_out_of_time_a_command_is_refused() -> None:
    log, card = LOGS / "dual_powers.ndjson", '{"type": "play_card", "card": "lenin"}'
    for eyes in ("red", "arbiter"):
        refused = tried(log, card, "--seat", "red", "--as", eyes, "--at", "r1.t2")["refused"]
        assert refused.startswith("not_your_turn")
    assert tried(log, PROMISE, "--seat", "red", "--at", "15")["refused"].startswith("not_asked_now")


@pytest.mark.parametrize(
    ("at", "version", "seat"), [("r2.t5", 100, "white"), ("101", 100, "white"), ("end", 116, "white")]
)
def test_where_nobody_could_act_the_decision_before_it_is_meant(at: str, version: int, seat: str) -> None:
    said = replay("try", LOGS / "dual_powers.ndjson", "--at", at, "--as", seat, "--json")
    assert json.loads(said.out)["version"] == version
    assert said.err.endswith(f"; the decision before it is at {version}\n")


def test_who_bids_at_the_same_time_may_try_for_their_own_seat_alone() -> None:
    log = LOGS / "revolution-3.ndjson"
    for seat in ("red", "blue", "green"):
        assert tried(log, "--at", "7", "--as", seat)["seat"] == seat
    one_line(replay("try", log, "--at", "7", "--as", "red", "--seat", "blue"), 3, "ask with --as blue")
