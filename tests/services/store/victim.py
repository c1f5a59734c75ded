"""A process to be killed: it writes commands as fast as it can and says which ones were acknowledged.

It prints `? game command` before it sends a command and `game command last-version` after the store has
answered, so that whoever reads knows every promise, and every command whose outcome may be unknown.
"""

import asyncio
import sys

from services.store.store import Store
from tests.services.store.builders import another_like, open_any, running_game


async def play(store: Store, number: int) -> None:
    """Game after game, without end."""
    while True:
        for command in another_like(running_game(number, 10)):
            print("?", command.game, command.id)
            done = await command.append_async(store)
            print(command.game, command.id, done.last, flush=True)


async def main() -> None:
    with open_any(sys.argv[1]) as store:
        print("begun", flush=True)
        await asyncio.gather(*(play(store, number % 5) for number in range(int(sys.argv[2]))))


if __name__ == "__main__":
    asyncio.run(main())
