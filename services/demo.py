"""`protokol demo`: a server with bots playing every ruleset at human pace, and where to look."""

import asyncio
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from domain.core.ruleset import installed, ruleset
from services.bots.remote import RemoteBot
from services.client import Client
from services.logs import set_up_logs
from services.process import process_for
from services.selfplay import keep, play_game
from services.server import Server
from services.serving import bound
from services.settings import Settings

BREAK = 5.0  # seconds between two games at a table


def demo(
    folder: Path | None = None,
    /,
    *,
    port: Annotated[int, Parameter(validator=Number(gte=0, lte=65535))] = 8000,
    pace: Annotated[float, Parameter(validator=Number(gte=0))] = 1.5,
    games: Annotated[int, Parameter(validator=Number(gte=0))] = 0,
) -> None:
    """Serve games of every ruleset with bots playing, and say where to look.

    Parameters
    ----------
    folder
        Where the store is kept; left out: a temporary folder that is gone at the end.
    port
        The port to listen at; 0 takes a free one.
    pace
        Seconds that a bot takes over a decision, more or less.
    games
        End after so many games at each table; 0 goes on for ever.
    """
    set_up_logs("auto", "warning")
    with TemporaryDirectory(prefix="protokol-demo-") as temporary:
        place = folder or Path(temporary)
        place.mkdir(parents=True, exist_ok=True)
        settings = Settings(store=f"sqlite:///{place}/protokol.db", port=port, log_level="warning")
        asyncio.run(host(settings, pace, games))


async def host(settings: Settings, pace: float, games: int) -> None:
    """A server and its tables, until it is told to stop or all games are played."""
    listening = bound(settings)
    url = f"http://{settings.host}:{listening.getsockname()[1]}"
    process = process_for(settings)
    serving = asyncio.create_task(process.serve(sockets=[listening]))
    while not process.started and not serving.done():
        await asyncio.sleep(0.05)
    if serving.done():
        raise SystemExit(4)
    server: Server = process.app.state.server
    await asyncio.to_thread(_one_finished_game_each, server)
    organiser = (await server.accounts.issue("organiser", name="demo")).token
    tables = [asyncio.create_task(_table(url, organiser, name, pace, games)) for name in installed()]
    _say(f"A server is at {url} (its API: {url}/schema), its store is {settings.store}")
    _say("Bots play every ruleset, one game after the other; Ctrl-C ends it.\n")
    playing = asyncio.create_task(_all(tables))
    await asyncio.wait({serving, playing}, return_when=asyncio.FIRST_COMPLETED)
    process.should_exit = True
    server.begin_to_drain()
    for task in (playing, *tables):
        task.cancel()
    ended = await asyncio.gather(*tables, return_exceptions=True)
    await serving
    for error in ended:
        if isinstance(error, Exception):
            raise error


async def _all(tables: list["asyncio.Task[None]"]) -> None:
    await asyncio.gather(*tables)


async def _table(url: str, organiser: str, name: str, pace: float, games: int) -> None:
    """One game after the other, each seat played over HTTP like anyone's."""
    played = 0
    async with Client(url, organiser) as client:
        while not games or played < games:
            seats = ruleset(name).seats(ruleset(name).options())
            opened = await client.open_game(name, seats={seat: {"name": f"Bot {seat}"} for seat in seats})
            at = f"{url}/v1/games/{opened.game}"
            _say(
                f"{name}: a game has begun\n"
                f"  the board      curl -H 'Accept: text/plain' {at}\n"
                f"  the stream     curl -N -H 'Accept: text/event-stream' {at}/events\n"
                f"  with replay    .venv/bin/replay show {url} --game {opened.game}\n"
            )
            await asyncio.gather(*(_seat(url, given.token or "", pace) for given in opened.seats.values()))
            _say(f"{name}: game {opened.game} is over\n")
            played += 1
            if not games:
                await asyncio.sleep(BREAK)


async def _seat(url: str, token: str, pace: float) -> None:
    async with Client(url, token) as client:
        await RemoteBot(client, "sound", pace=pace).play()


def _one_finished_game_each(server: Server) -> None:
    """So that there is something to look back at from the first moment on."""
    for number, name in enumerate(installed(), 1):
        rules = ruleset(name)
        random = Random(server.store.bell.position + number)
        kinds = dict.fromkeys(rules.seats(rules.options()), "random")
        one = play_game(rules, rules.options(), kinds, random)
        keep(server.store, one)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
