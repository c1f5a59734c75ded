"""Play: commands a second through to a durable commit, the cost over the length of a game, memory."""

import asyncio
import gc
import os
import statistics
import time
import tracemalloc
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from uuid import uuid4

import msgspec

from domain.core.event import PUBLIC
from domain.core.game import new_game
from domain.core.ruleset import ruleset
from services.play import Opened, Play
from services.store.store import Store, open_store
from tests.bench.measure import Figures, long_components, measured
from tests.bench.store import Callers

RULES = ruleset("dual_powers")
LONG = long_components(RULES, 1200)
AUDIENCES = ("red", "white", PUBLIC)


class Sender:
    """Plays games at random, one after the other; choosing is not timed, as clients think elsewhere."""

    def __init__(self, play: Play, seed: int) -> None:
        self.play, self.random = play, Random(seed)
        self.game: Opened | None = None
        self.spent: list[float] = []  # on each command of this game, in seconds

    async def next(self) -> tuple[str, bytes]:
        """A seat and a command that it may give; a game that is over is followed by a new one."""
        if self.game is not None:
            for seat in self.game.header.seats:
                found = await self.play.choices(self.game.game, seat)
                if found is not None:
                    return seat, msgspec.json.encode(found.sample(self.random.randrange))
        self.game = await self.play.open_game("dual_powers", command_id=str(uuid4()), components=LONG)
        self.spent = []
        return await self.next()

    async def send(self, seat: str, body: bytes) -> None:
        assert self.game is not None
        started = time.perf_counter()
        await self.play.perform(self.game.game, seat, body, command_id=str(uuid4()))
        self.spent.append(time.perf_counter() - started)


class Senders:
    """Senders that all send, wait for their answers, and send again; only the sending is timed."""

    def __init__(self, store: Store, number: int) -> None:
        play = Play(store)
        self.senders = [Sender(play, seed) for seed in range(number)]

    async def rate(self, each: int) -> float:
        spent = 0.0
        for _ in range(each):
            asked = [(sender, *await sender.next()) for sender in self.senders]
            started = time.perf_counter()
            await asyncio.gather(*(sender.send(seat, body) for sender, seat, body in asked))
            spent += time.perf_counter() - started
        return each * len(self.senders) / spent


def rules_alone() -> int:
    """Choosing, deciding, sealing and chaining, without a store."""
    random = Random(1)
    game = new_game(RULES, game=str(uuid4()), seed=random.randbytes(32), sealing_key=bytes(32))
    game.open(at=0, cause="open")
    done = 0
    while (due := game.table.asks()) is not None:
        found = RULES.choices(game.table, due.seats[0])
        assert found is not None
        game.perform(due.seats[0], found.sample(random.randrange), at=0, cause="c")
        done += 1
    return done


def commands(folder: Path) -> None:
    """Durable commands a second, beside the store alone and beside the rules alone."""
    stores = [open_store(f"sqlite:///{folder}/{number}.db", environment={}) for number in range(4)]
    one, many = Senders(stores[0], 1), Senders(stores[1], 64)
    single, crowd = Callers(stores[2], 1), Callers(stores[3], 64)
    rates: dict[str, list[float]] = {"one": [], "many": []}
    anchors: list[dict[str, float]] = []
    runs = {"store 1": lambda: single.run(500), "store 64": lambda: crowd.run(30), "rules": rules_alone}
    for _ in range(5):
        for name, senders, each in (("one", one, 300), ("many", many, 15)):
            gc.collect()
            rates[name].append(asyncio.run(senders.rate(each)))
        anchors.append(measured(runs, 1))
    found = {name: statistics.median(some) for name, some in rates.items()}
    found |= {name: statistics.median(some[name] for some in anchors) for name in runs}
    figures = Figures("Play: commands of dual_powers, durable and signed", found)
    figures.row("1 game", "one", "the store alone, one event a command", "store 1", "–")
    figures.row("64 games at once", "many", "the store alone, one event a command", "store 64", "–")
    figures.row("64 games at once", "many", "choosing, deciding and sealing alone", "rules", "–")
    console = figures.show()
    written, batches = stores[1].writer.written, stores[1].writer.batches
    console.print(f"at 64 games {written / batches:.0f} commands share a commit")
    for store in stores:
        store.close()


async def length(store: Store) -> None:
    """A game past its 1,000th command beside games at about their 10th, command by command in turn."""
    play = Play(store)
    long, short = Sender(play, 1), Sender(play, 2)
    early: list[float] = []
    late: list[float] = []
    while len(late) < 300:
        while len(long.spent) < 1000:  # from the beginning again, if the game ended meanwhile
            await long.send(*await long.next())
        if len(late) % 20 == 0:
            short.game = None
        for sender in (short, long):
            await sender.send(*await sender.next())
        if len(short.spent) > 5:
            early.append(short.spent[-1])
        if len(long.spent) > 1000:
            late.append(long.spent[-1])
    one, other = statistics.median(early), statistics.median(late)
    print(
        f"a command takes {one * 1e6:.0f} µs about the 10th and {other * 1e6:.0f} µs past the 1,000th of a"
        f" game: {other / one:.2f} x"
    )


async def memory(store: Store, number: int = 100) -> None:
    """What a live game takes that was read from the store, and then its newest lines for three audiences."""
    playing = Play(store)
    games: list[str] = []
    for seed in range(number):
        sender = Sender(playing, seed)
        for _ in range(25):
            await sender.send(*await sender.next())
        assert sender.game is not None
        games.append(sender.game.game)
    tracemalloc.start()
    play = Play(store)
    play._components.update(playing._components)
    before = tracemalloc.get_traced_memory()[0]
    for game in games:
        for audience in AUDIENCES:
            await play.view(game, audience)
        async with play._at_the_table(game) as live:
            live.deciding = live.resumed(store)
    gc.collect()
    folds = tracemalloc.get_traced_memory()[0]
    for game in games:
        for audience in AUDIENCES:
            await play.events(game, audience, (await play.view(game, audience)).version - 60)
    gc.collect()
    lines = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    tables, newest = (folds - before) / number / 1024, (lines - folds) / number / 1024
    print(f"a live game takes {tables:.1f} KiB: the full fold, and views of red, white, public (target 24)")
    print(f"its 60 newest lines for these three {newest:.1f} KiB more; lines are bounded over all games")


def main() -> None:
    with TemporaryDirectory(dir=os.environ.get("PROTOKOL_BENCH_FOLDER")) as name:
        commands(Path(name))
        with open_store(f"sqlite:///{name}/length.db", environment={}) as store:
            asyncio.run(length(store))
    with open_store("memory:", environment={}) as store:
        asyncio.run(memory(store))
