"""The laws of every ruleset, over random play (design: the domain contract)."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.core.canonical import canonical
from domain.core.choices import Choices
from domain.core.event import ARBITER, Event
from domain.core.frame import EntropyGiven, EntropyPromised, GameOpened
from domain.core.game import happen
from domain.core.record import redact_record
from domain.core.refusal import Refused
from domain.core.replay import AnyRecord, as_seen_by, fold, table_at
from domain.core.ruleset import Replayed
from domain.core.verify import by_the_rules, fair, intact
from tests.laws.components import conserved
from tests.laws.games import VARIANTS, RandomGame, lines, uncovered
from tests.laws.mutants import mutants

GAMES = {"dual_powers": 300, "revolution": 60, "prelude": 60}  # a run, of each way of playing
MOST = {"dual_powers": 600, "revolution": 600, "prelude": 2000}  # decisions of a whole game
LOST_BY_ALL = {"autocracy"}  # ends without a winner
FEW = 12
SAMPLES = 8  # of what a form allows, at each decision

variants = pytest.mark.parametrize("variant", list(VARIANTS))


def facts(table: Any) -> Any:
    return msgspec.to_builtins(table, enc_hook=lambda _: "components")


def refused(rule: Iterator[Event[Any]], table: Any) -> Refused | None:
    try:
        happen(table, rule)
    except Refused as refusal:
        return refusal
    return None


def test_every_installed_ruleset_is_under_the_laws() -> None:
    assert uncovered() == set()


@variants
@pytest.mark.parametrize("part", range(3))
def test_random_play_always_ends_and_loses_no_component(variant: str, part: int) -> None:
    """No dead end, no lost token; the log replays to the same table; each seat's view agrees with it."""
    games = GAMES[VARIANTS[variant][0]]
    for seed in range(part * games // 3, (part + 1) * games // 3):
        play = RandomGame(variant, seed)
        for decided, _ in enumerate(play.decisions()):
            assert decided < MOST[play.ruleset.name], f"seed {seed} does not end"
        assert play.game.table.over, f"seed {seed}"
        standing = play.ruleset.standing(play.game.table)
        assert standing.winners or standing.reason in LOST_BY_ALL, f"seed {seed}"
        conserved(play.game.table)
        replayed = [play.ruleset.replayed.decode(line) for line in lines(play.records)]
        assert facts(table_at(play.ruleset, replayed)) == facts(play.game.table), f"seed {seed}"


@variants
def test_components_are_conserved_at_every_version(variant: str) -> None:
    for seed in range(FEW):
        play = RandomGame(variant, 1000 + seed).finish()
        table = play.ruleset.new_table(play.options)
        for record in play.records:
            fold(table, [record])
            if table.phase != "setup":
                conserved(table)
        assert table.over


@variants
def test_commands_and_events_survive_json(variant: str) -> None:
    for seed in range(FEW):
        play = RandomGame(variant, 2000 + seed)
        for _, found in play.decisions():
            for command in some(found, play):
                assert play.ruleset.commands.decode(msgspec.json.encode(command)) == command
        for record in play.records:
            assert play.ruleset.records.decode(record.line()) == record


@variants
def test_choices_are_exact_at_every_decision(variant: str) -> None:
    """Each choice is accepted; what was one at another time, or nearly is one, only if it is one now."""
    for seed in range(FEW // 2):
        play = RandomGame(variant, 3000 + seed)
        seen: dict[bytes, Any] = {}
        for _, _found in play.decisions():
            for seat in play.game.header.seats:
                found = play.choices(seat)
                if found is None:
                    stranger = next(iter(seen.values()), None)
                    if stranger is not None:
                        with pytest.raises(Refused, match="not_your_turn"):
                            play.game.perform(seat, stranger, at=0, cause="x")
                    continue
                now = some(found, play)
                seen.update((canonical(command), command) for command in now)
                few = 60 if type(found) is Choices else SAMPLES
                strangers = play.random.sample(list(seen.values()), min(len(seen), few))
                nearly = mutants(play.ruleset, play.random, play.random.sample(now, min(len(now), SAMPLES)))
                for command in now:
                    assert found.allows(command), (seed, command)
                before = facts(play.game.table)
                for command in [*now, *strangers, *nearly]:
                    check_exact(play, seat, found, command, before)


def some(found: Choices, play: RandomGame) -> list[Any]:
    """All commands that are listed; of a form also some that it samples."""
    form = type(found) is not Choices
    sampled = [found.sample(play.random.randrange) for _ in range(SAMPLES)] if form else []
    return [*found.commands, *sampled]


def check_exact(play: RandomGame, seat: str, found: Choices, command: Any, before: Any) -> None:
    """The rules accept a command if and only if the choices allow it; if not, nothing has changed."""
    table = play.game.table.copy()
    refusal = refused(play.ruleset.perform(table, seat, command, play.game.chance), table)
    assert (refusal is None) == found.allows(command), (play.game.header.game, command, refusal)
    if refusal is not None:
        assert refusal.code and refusal.rule
        assert facts(table) == before


@variants
def test_what_happens_to_a_table_leaves_its_copy_alone(variant: str) -> None:
    """Checkpoints and sandboxes are copies; also of a game in which the seats add entropy."""
    play = RandomGame(variant, 6000)
    for _ in play.decisions():
        pass
    seats = play.game.header.seats
    header = msgspec.structs.replace(play.game.header, entropy_from=seats)
    promised = [EntropyPromised(seat, "00") for seat in seats]
    given = [EntropyGiven(seat, "00") for seat in seats]
    before_play = [Replayed[Any](1, event) for event in (GameOpened(header), *promised, *given)]
    records: list[AnyRecord] = [*before_play, *play.records[1:]]
    table = play.ruleset.new_table(play.options)
    for record in records:
        copy, before = table.copy(), facts(table)
        fold(table, (record,))
        assert facts(copy) == before, record


@variants
def test_the_first_event_that_answers_a_command_gives_the_command_back(variant: str) -> None:
    for seed in range(FEW):
        play = RandomGame(variant, 4000 + seed)
        while (due := play.game.table.asks()) is not None:
            found = play.ruleset.choices(play.views[due.seats[0]], due.seats[0])
            assert found is not None
            command = found.sample(play.random.randrange)
            new = play.answer(due.seats[0], command)
            assert next(asked for r in new if (asked := r.event.asked()) is not None) == command


@variants
def test_every_prefix_replays_to_what_was_seen_then(variant: str) -> None:
    """By every audience: what is folded from a whole log equals what was folded while playing."""
    for seed in range(FEW // 2):
        play = RandomGame(variant, 5000 + seed)
        for _ in play.decisions():
            version = play.game.table.version
            for audience in (*play.audiences, ARBITER):
                copy = list(as_seen_by(play.records, audience))
                then = play.game.table if audience == ARBITER else play.views[audience]
                assert facts(table_at(play.ruleset, copy, version)) == facts(then)


@variants
def test_a_table_rebuilt_from_its_lines_goes_on_just_like_the_one_that_was_kept(variant: str) -> None:
    """The same events to the byte, told and drawn alike: nothing hangs on the order inside a dict."""
    for seed in range(FEW // 4):
        play = RandomGame(variant, 5500 + seed)
        rebuilt = play.ruleset.new_table(play.options)
        done = 0
        for seat, found in play.decisions():
            for record in play.records[done:]:
                decoded = play.ruleset.records.decode(record.line())
                assert play.ruleset.tell(decoded.event) == play.ruleset.tell(record.event)
                fold(rebuilt, [decoded])
            done = len(play.records)
            assert play.ruleset.draw(rebuilt, ARBITER) == play.ruleset.draw(play.game.table, ARBITER)
            assert play.ruleset.svg(rebuilt, ARBITER) == play.ruleset.svg(play.game.table, ARBITER)
            command = found.sample(play.random.randrange)
            goes_on = []
            for table in (play.game.table.copy(), rebuilt.copy()):
                rule = play.ruleset.perform(table, seat, command, play.game.chance)
                goes_on.append(canonical(happen(table, rule)))
            assert goes_on[0] == goes_on[1]


@variants
def test_every_copy_is_intact_with_the_same_head(variant: str) -> None:
    for seed in range(FEW):
        play = RandomGame(variant, 6000 + seed).finish()
        for audience in (*play.audiences, ARBITER):
            copy = lines(list(as_seen_by(play.records, audience)))
            assert intact(copy, play.game.head)


@variants
def test_the_opened_seed_gives_the_recorded_chance_and_the_commands_the_recorded_events(variant: str) -> None:
    for seed in range(FEW):
        play = RandomGame(variant, 7000 + seed).finish()
        assert fair(play.records)
        assert by_the_rules(play.ruleset, play.records)


@variants
def test_all_secrets_opened_give_the_full_table_and_the_same_bytes(variant: str) -> None:
    play = RandomGame(variant, 8000).finish()
    again = [play.ruleset.records.decode(line) for line in lines(play.records)]
    assert [canonical(record) for record in again] == lines(play.records)
    assert facts(table_at(play.ruleset, again)) == facts(play.game.table)
    assert all(redact_record(record, ARBITER) is record for record in again)


@variants
def test_every_event_is_told_and_every_view_drawn(variant: str) -> None:
    play = RandomGame(variant, 9000)
    for _ in play.decisions():
        for audience in play.audiences:
            for language in play.ruleset.languages:
                assert play.ruleset.draw(play.views[audience], audience, language).strip()
                assert play.ruleset.svg(play.views[audience], audience, language).startswith("<svg ")
    for record in play.records:
        for language in play.ruleset.languages:
            for audience in play.audiences:
                told = play.ruleset.tell(redact_record(record, audience).event, language)
                assert told.strip().endswith((".", "!", "?", "…")), told
