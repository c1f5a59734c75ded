"""A bot that plays a seat of a game on a server, through the public API like anyone else."""

import asyncio
import secrets
from random import Random

from msgspec import Struct

from domain.core.chance import promise
from domain.core.choices import Choices
from domain.core.frame import PROMISE, EntropyForm, GiveEntropy, PromiseEntropy
from domain.core.ruleset import Standing
from services.bots import KINDS, Bot
from services.client import Client, Copy, Refused, Stale

SETTLED = 0.02  # seconds without news after which a command's records have all come


class CannotPlay(Exception):
    """Why this bot cannot sit down there."""


class RemoteBot:
    """Follows its seat's stream, decides on its own fold of it, and ends with the game."""

    def __init__(
        self, client: Client, kind: str = "sound", *, pace: float = 0.0, random: Random | None = None
    ) -> None:
        self.client = client
        self.kind = kind
        self.pace = pace
        self.random = random or Random()
        self.decisions = 0
        self._entropy = secrets.token_hex(32)
        self._news = asyncio.Event()

    async def play(self) -> Standing:
        """The whole game, or what is left of it; how it ended."""
        me = await self.client.me()
        if me.role != "player" or me.game is None or me.seat is None:
            raise CannotPlay(f"a token of the role {me.role} sits nowhere: give the token of a seat")
        self.seat = me.seat
        self.copy = await self.client.copy(me.game, Copy(me.game, me.seat))
        if self.copy.rules is None:
            raise CannotPlay(
                f"game {me.game} is of a ruleset, or a version of one, that is not installed here"
            )
        self.bot: Bot = KINDS[self.kind](self.copy.rules, me.seat, self.random)
        following = asyncio.create_task(self._follow())
        deciding = asyncio.create_task(self._decide())
        try:
            done, _ = await asyncio.wait({following, deciding}, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        finally:
            following.cancel()
            deciding.cancel()
            await asyncio.gather(following, deciding, return_exceptions=True)
        return self.copy.rules.standing(self.copy.table)

    async def _follow(self) -> None:
        async for _ in self.client.follow(self.copy.game, self.copy.version, copy=self.copy):
            self._news.set()
        self._news.set()

    async def _decide(self) -> None:
        """Answer whatever the game waits for; a decision that was overtaken is made again."""
        while not self.copy.over():
            self._news.clear()
            found = self.copy.choices(self.seat)
            if found is None or not found.needed or await self._is_there_news():
                await self._news.wait()
                continue
            version = self.copy.version
            command = self._answer(found)
            if self.pace:
                await asyncio.sleep(self.pace * self.random.uniform(0.7, 1.3))
            try:
                await self.client.play(self.copy.game, command, if_version=version, copy=self.copy)
                self.decisions += 1
            except (Stale, Refused) as error:
                if error.version is None or error.version <= version:
                    raise  # nothing has changed, so this bot and the server disagree about the rules
                while self.copy.version < error.version:
                    self._news.clear()
                    if self.copy.version < error.version:
                        await self._news.wait()

    async def _is_there_news(self) -> bool:
        """Whether more is just coming in: then what is seen now may be the middle of something."""
        try:
            async with asyncio.timeout(SETTLED):
                await self._news.wait()
        except TimeoutError:
            return False
        self._news.set()
        return True

    def _answer(self, found: Choices) -> Struct:
        if isinstance(found, EntropyForm):
            if found.what == PROMISE:
                return PromiseEntropy(promise(found.game, found.seat, self._entropy))
            if not found.allows(GiveEntropy(self._entropy)):
                raise CannotPlay("this seat's entropy was promised by another process, which must give it")
            return GiveEntropy(self._entropy)
        return self.bot.decide(self.copy.table, found)
