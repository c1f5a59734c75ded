"""Two games that differ only in what a seat may not know answer that seat alike: to the byte and in size."""

import asyncio
from itertools import groupby
from random import Random
from typing import Any

import msgspec
import pytest

from domain.core.event import ARBITER, secrets_of
from domain.core.record import Record, Sealer, chain
from services.play import CommandRefused, Play
from services.play.live import Live
from services.play.tails import Line
from services.store.log import GameSecrets
from services.store.store import Store, open_store
from tests.laws.games import RandomGame
from tests.laws.hidden import HIDDEN
from tests.services.play.builders import told

KEY = bytes(range(32))
IDS = [f"00000000-0000-4000-8000-{number:012}" for number in range(1000)]


def kept(records: list[Record[Any]], seed: bytes) -> Store:
    """A store with this game, sealed and chained anew."""
    store = open_store("memory:", environment={})
    keep(store, records, seed)
    return store


def keep(store: Store, records: list[Record[Any]], seed: bytes) -> None:
    """Put a game into a store, sealed and chained anew."""
    game, header = records[0].game, records[0].event.header
    sealer, head, version = Sealer(game, KEY), header.hash(), 0
    for number, (_, group) in enumerate(groupby(records, key=lambda record: record.cause)):
        part = list(group)
        events = [record.event for record in part]
        new, after = chain(
            events, sealer, version=version, head=head, at=part[0].at, by=part[0].by, cause=IDS[number]
        )
        secrets = GameSecrets(seed, KEY) if version == 0 else None
        store.append_now(game, version, head, new, IDS[number], b"digest", secrets)
        version, head = version + len(part), after


def blanked(line: bytes, kind: Any) -> tuple[int, bytes]:
    """A copy without what differs by nature (digests and the chain over them), and its size."""
    record = msgspec.json.decode(line)
    record["prev"] = ""
    for name in secrets_of(kind):
        record["event"][name].pop("digest")
        record["event"][name].pop("salt", None)
    return len(line), msgspec.json.encode(record, order="sorted")


async def all_that_a_seat_gets(play: RandomGame, store: Store, seat: str, bodies: list[bytes]) -> list[Any]:
    """View, choices, stream and the answers to commands, up to what rightly shows what was hidden."""
    server, game, rules = Play(store, clock=lambda: 10**15), play.records[0].game, play.ruleset
    opens = HIDDEN[rules.name].opens
    got: list[Any] = []

    def shown(lines: tuple[bytes, ...], whole: bool) -> list[Any]:
        found: list[Any] = []
        for line in lines:
            event = rules.read(line).event
            if not whole and opens(event, not found):
                return [*found, "opened"]
            found.append(blanked(line, type(event)))
        return found

    got.append(shown(await server.events(game, seat), True))
    seen = await server.view(game, seat)
    got.append((seen.version, seen.moment, seen.standing, told(seen.table)))
    got.append(await server.choices(game, seat))
    for number, body in enumerate(bodies):
        try:
            answer = await server.perform(game, seat, body, command_id=IDS[900 + number])
        except CommandRefused as refused:
            got.append((refused.refusal, str(refused)))
        else:
            assert answer.receipt is not None
            parts = shown(answer.records, False)
            got.append((parts, len(msgspec.json.encode(answer.receipt))))
            break
    return got


def compare(variant: str, seeds: tuple[int, ...]) -> tuple[int, int, int]:
    """Each seat at some decisions; how many things lay elsewhere, were refused, were accepted."""
    moved = refused = accepted = 0
    for seed in seeds:
        play, random = RandomGame(variant, seed), Random(seed)
        hidden = HIDDEN[play.ruleset.name]
        for number, _ in enumerate(play.decisions()):
            if number % 9 or number > 60:
                continue
            for seat in play.game.header.seats:
                twins = hidden.twin(seat, play.records, random)
                moved += sum(a != b for a, b in zip(play.records, twins, strict=True))
                found = play.choices(seat)
                bodies = [msgspec.json.encode(probe) for probe in hidden.probes]
                if found is not None:
                    bodies.append(msgspec.json.encode(found.sample(random.randrange)))
                answers = []
                for records in (play.records, twins):
                    with kept(records, play.game.seed) as store:
                        answers.append(asyncio.run(all_that_a_seat_gets(play, store, seat, bodies)))
                assert answers[0] == answers[1]
                refused += sum(not isinstance(answer[0], list) for answer in answers[0][3:])
                accepted += isinstance(answers[0][-1][0], list)
    return moved, refused, accepted


@pytest.mark.parametrize("variant", ["dual_powers", "solitaire-ru-3", "revolution-4", "revolution-deals"])
def test_twin_games_answer_a_seat_alike(variant: str) -> None:
    moved, refused, accepted = compare(variant, (100, 101, 102))
    assert moved > 20
    assert refused > 20
    assert accepted > 5


def test_a_view_that_is_folded_from_the_full_log_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Live.seen_by
    monkeypatch.setattr(Live, "seen_by", lambda live, store, _: honest(live, store, ARBITER))
    with pytest.raises(AssertionError):
        compare("dual_powers", (100, 101))


def test_an_answer_with_the_full_records_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Line.copy_for
    monkeypatch.setattr(Line, "copy_for", lambda line, _: honest(line, ARBITER))
    with pytest.raises(AssertionError):
        compare("dual_powers", (100, 101))
