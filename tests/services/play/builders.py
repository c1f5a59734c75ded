"""Players who know nothing but what `Play` tells their seat."""

from random import Random
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.core.canonical import canonical
from domain.core.chance import promise
from domain.core.choices import Choices
from domain.core.frame import PROMISE, EntropyForm, GiveEntropy, PromiseEntropy
from domain.core.record import redact_line
from domain.core.replay import table_at
from domain.core.ruleset import ruleset
from services.bots import KINDS
from services.play import Accepted, Opened, Play
from services.store.store import Store
from tests.laws.games import VARIANTS


def an_id(random: Random) -> str:
    return str(UUID(bytes=random.randbytes(16), version=4))


async def opened(
    play: Play, random: Random, variant: str = "dual_powers", *, entropy: bool = False
) -> Opened:
    """A game that has just begun."""
    name, options, preset = VARIANTS[variant]
    return await play.open_game(name, options, preset=preset, entropy=entropy, command_id=an_id(random))


class Players:
    """All seats of one game, each deciding on its own view and choices."""

    def __init__(self, play: Play, game: Opened, random: Random, kind: str = "random") -> None:
        self.play = play
        self.game = game.game
        self.header = game.header
        self.random = random
        self.rules = ruleset(game.header.ruleset)
        self.bots = {seat: KINDS[kind](self.rules, seat, random) for seat in game.header.seats}
        self.entropy = {seat: random.randbytes(32).hex() for seat in game.header.seats}

    async def asked(self) -> tuple[str, Choices] | None:
        """A seat that the game waits for, and what it may do; None when the game is over."""
        for seat in self.header.seats:
            found = await self.play.choices(self.game, seat)
            if found is not None and found.needed:
                return seat, found
        return None

    async def decide(self, seat: str, found: Choices) -> Struct:
        if isinstance(found, EntropyForm):
            entropy = self.entropy[seat]
            mine = promise(self.game, seat, entropy)
            return PromiseEntropy(mine) if found.what == PROMISE else GiveEntropy(entropy)
        view = await self.play.view(self.game, seat)
        return self.bots[seat].decide(view.table, found)

    async def step(self) -> tuple[str, Struct, str, Accepted] | None:
        """One decision: who, what, its id, the answer; None when the game is over."""
        due = await self.asked()
        if due is None:
            return None
        seat, found = due
        command = await self.decide(seat, found)
        assert found.allows(command)
        name = an_id(self.random)
        return seat, command, name, await self.play.perform(self.game, seat, command, command_id=name)

    async def steps(self, number: int) -> None:
        """So many decisions, or to the end if that comes first."""
        for _ in range(number):
            await self.step()

    async def finish(self) -> int:
        """To the end; how many decisions."""
        decisions = 0
        while await self.step() is not None:
            decisions += 1
        return decisions


def copies(
    store: Store, game: str, audience: str, after: int = 0, upto: int | None = None
) -> tuple[bytes, ...]:
    """What an audience may see of the stored lines."""
    return tuple(redact_line(line, audience) for line in store.lines(game, after, upto))


def told(table: Any) -> bytes:
    return canonical(table.as_data())


def folded(store: Store, game: str, audience: str, upto: int | None = None) -> bytes:
    """A view as it follows from the stored lines alone."""
    lines = copies(store, game, audience, 0, upto)
    name = msgspec.json.decode(lines[0])["event"]["header"]["ruleset"]
    return told(table_at(ruleset(name), [ruleset(name).read(line) for line in lines]))


async def is_true_to(play: Play, store: Store, game: str, *audiences: str) -> None:
    """What `Play` shows is what the store has."""
    for audience in audiences:
        seen = await play.view(game, audience)
        assert seen.version == store.head(game).version
        assert told(seen.table) == folded(store, game, audience)
        assert await play.events(game, audience, max(0, seen.version - 5)) == copies(
            store, game, audience, max(0, seen.version - 5)
        )
