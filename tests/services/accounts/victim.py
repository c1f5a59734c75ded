"""A process to be killed: it makes tokens, looks with them, and tells each once it is durable."""

import asyncio
import sys

from services.accounts.accounts import open_accounts
from tests.services.accounts.builders import GAME


async def main() -> None:
    with open_accounts(sys.argv[1]) as accounts:
        for number in range(int(sys.argv[2])):
            issued = await accounts.issue("observer")
            await accounts.looked(await accounts.caller(issued.token), GAME, "view", number)
            print(issued.token, flush=True)


if __name__ == "__main__":
    asyncio.run(main())
