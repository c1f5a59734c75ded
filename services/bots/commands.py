"""`protokol bot`: a bot sits down at a server."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Annotated, Literal, NoReturn

from cyclopts import Parameter
from cyclopts.validators import Number

FROM_ENVIRONMENT = "PROTOKOL_TOKEN"


def bot(
    *,
    url: str = "http://127.0.0.1:8000",
    token: str | None = None,
    token_file: Path | None = None,
    kind: Literal["random", "sound"] = "sound",
    pace: Annotated[float, Parameter(validator=Number(gte=0))] = 0.0,
    patience: Annotated[float, Parameter(validator=Number(gt=0))] = 60.0,
) -> None:
    """Let a bot play a seat on a server, through the public API like anyone else, to the end of the game.

    Which game and seat, the token says. It may be in PROTOKOL_TOKEN or in a file, so that it does not show
    in the list of processes. Ends with 0 when the game is over, 1 if the server's record is faulty, 3 if
    the token is not good for a seat, 4 if the server cannot be reached.

    Example: PROTOKOL_TOKEN=protokol_... protokol bot --url http://127.0.0.1:8000 --kind sound --pace 1.5

    Parameters
    ----------
    url
        The server.
    token
        The token of a seat.
    token_file
        A file that holds it.
    kind
        How it plays: sound thinks one decision ahead, random does anything legal.
    pace
        Seconds that it takes over a decision, more or less.
    patience
        Seconds in which a server that went away may come back.
    """
    given = _token(token, token_file)
    if not url.startswith(("http://", "https://")):
        _fail(f"--url {url}: a server is written http://127.0.0.1:8000", 2)
    from services.bots.remote import CannotPlay, RemoteBot  # loads httpx, which other commands do without
    from services.client import BadToken, Broken, Client, ClientError, Gap, NotAllowed, NotFound, Unreachable

    async def play() -> str:
        async with Client(url, given, patience=patience) as client:
            remote = RemoteBot(client, kind, pace=pace)
            ended = await remote.play()
        won = " and ".join(ended.winners) or "nobody"
        return (
            f"game {remote.copy.game}: {remote.seat} made {remote.decisions} decisions;"
            f" won by {won} ({ended.reason})"
        )

    try:
        print(asyncio.run(play()))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except (BadToken, NotAllowed, NotFound, CannotPlay) as error:
        _fail(str(error), 3)
    except Unreachable as error:
        _fail(str(error), 4)
    except (Broken, Gap, ClientError) as error:
        _fail(str(error), 1)


def _token(token: str | None, file: Path | None) -> str:
    if file is not None:
        try:
            token = file.read_text(encoding="utf-8").strip()
        except OSError as error:
            _fail(f"{file}: {error.strerror}", 3)
    found = token or os.environ.get(FROM_ENVIRONMENT, "")
    if not found:
        _fail(f"no token: set {FROM_ENVIRONMENT}, or give --token-file or --token", 2)
    return found


def _fail(message: str, code: int) -> NoReturn:
    print(f"protokol: {message}", file=sys.stderr)
    raise SystemExit(code)
