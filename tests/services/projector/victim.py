"""A process to be killed: games are written and projected as fast as it can."""

import sys

from services.projector.projector import Projector
from services.store.store import open_store
from tests.services.store.builders import another_like, running_game


def main() -> None:
    with open_store(sys.argv[1], environment={}) as store, Projector(store, batch=20) as projector:
        projector.start()
        begun = False
        while projector.failed is None:
            for command in another_like(running_game(1, 25)):
                command.append(store)
                if not begun and projector.position:  # something is kept: a kill has something to hit
                    begun = True
                    print("begun", flush=True)
        raise projector.failed


if __name__ == "__main__":
    main()
