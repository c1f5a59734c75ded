"""Caps on Redis: how many streams an owner, and everyone together, may have open on all processes."""

import asyncio
from hashlib import blake2b
from secrets import token_hex
from typing import Any, Literal

from services.redis_link import RedisLink, ended

LEASE = 15  # seconds after which the streams of a process that has gone are no longer counted
BEAT = 5.0  # seconds between two signs of life
Verdict = Literal["", "all", "each"]

# Each process writes how many it has, never a difference, so that a message lost or doubled does no harm.
_ADMIT = """
local function others(key)
    local sum, found = 0, redis.call('HGETALL', key)
    for i = 1, #found, 2 do
        if found[i] ~= ARGV[1] then
            if redis.call('EXISTS', KEYS[3] .. found[i]) == 1 then
                sum = sum + tonumber(found[i + 1])
            else
                redis.call('HDEL', key, found[i])
            end
        end
    end
    return sum
end
local all, mine = tonumber(ARGV[2]), tonumber(ARGV[4])
if others(KEYS[1]) + all > tonumber(ARGV[3]) then return 1 end
if KEYS[2] ~= '' and others(KEYS[2]) + mine > tonumber(ARGV[5]) then return 2 end
redis.call('SET', KEYS[3] .. ARGV[1], 1, 'EX', ARGV[6])
redis.call('HSET', KEYS[1], ARGV[1], all)
if KEYS[2] ~= '' then
    redis.call('HSET', KEYS[2], ARGV[1], mine)
    redis.call('EXPIRE', KEYS[2], 4 * ARGV[6])
end
return 0
"""


class RedisCaps:
    """Counts that all processes share. Without Redis each process has its own caps alone, and no error."""

    def __init__(self, link: RedisLink, origin: str, most: int, most_each: int) -> None:
        self.name = token_hex(8)
        self._link = link
        self._origin = origin
        self._most = most
        self._most_each = most_each
        self._counts: dict[str, int] = {}
        self._told: dict[str, int] = {}  # what Redis was told last
        self._losses = 0
        self._turn = asyncio.Lock()
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._tell())

    async def admit(self, owner: str) -> Verdict:
        """Count one more, unless that is too many: of all, or of this owner's."""
        async with self._turn:
            mine, total = self._counts.get(owner, 0) + 1, self._total() + 1
            keys = (self._key(""), self._key(owner) if owner else "", self._alive())
            figures = (self.name, total, self._most, mine, self._most_each, LEASE)
            try:
                found = await self._link.ask(lambda redis: redis.eval(_ADMIT, 3, *keys, *figures))
            except BaseException:
                self._told[owner] = -1  # it may have been counted: told anew
                self._changed.set()
                raise
            if found in (1, 2):
                return "all" if found == 1 else "each"
            self._counts[owner] = self._counts.get(owner, 0) + 1
            if found == 0:
                self._told[owner] = self._counts[owner]
            return ""

    def release(self, owner: str) -> None:
        """One of an admitted owner's has ended."""
        left = self._counts[owner] - 1
        if left:
            self._counts[owner] = left
        else:
            del self._counts[owner]
        self._changed.set()

    def _total(self) -> int:
        return sum(self._counts.values())

    async def _tell(self) -> None:
        """What has ended is told soon; everything is told anew now and then, and to a Redis that is new."""
        loop = asyncio.get_running_loop()
        whole = loop.time()
        while True:
            try:
                async with asyncio.timeout(max(0.0, whole - loop.time())):
                    await self._changed.wait()
            except TimeoutError:
                pass
            self._changed.clear()
            async with self._turn:
                again = loop.time() >= whole or self._losses != self._link.losses
                owners = {*self._told, *self._counts}
                if not again:
                    owners = {one for one in owners if self._told.get(one) != self._counts.get(one)}
                if again or owners:
                    await self._write(owners)
                if again:
                    whole = loop.time() + BEAT
            await asyncio.sleep(0.02)  # endings that come together are told together

    async def _write(self, owners: set[str]) -> None:
        losses = self._link.losses

        async def write(redis: Any) -> bool:
            async with redis.pipeline(transaction=False) as pipe:
                pipe.set(self._alive() + self.name, 1, ex=LEASE)
                pipe.hset(self._key(""), self.name, self._total())
                for owner in owners - {""}:
                    if count := self._counts.get(owner):
                        pipe.hset(self._key(owner), self.name, count)
                        pipe.expire(self._key(owner), 4 * LEASE)
                    else:
                        pipe.hdel(self._key(owner), self.name)
                await pipe.execute()
            return True

        if await self._link.ask(write):
            self._losses = losses
            for owner in owners:
                self._told.pop(owner, None)
                if owner in self._counts:
                    self._told[owner] = self._counts[owner]

    def _key(self, owner: str) -> str:
        """Owners are known to Redis by a digest: it need not know anybody's address."""
        digest = blake2b(owner.encode(), digest_size=12, key=self._origin.encode()[:64]).hexdigest()
        return f"protokol:{self._origin}:streams:{digest if owner else 'all'}"

    def _alive(self) -> str:
        return f"protokol:{self._origin}:alive:"

    async def close(self) -> None:
        """Its streams are no longer counted."""
        await ended(self._task)
        await self._link.ask(lambda redis: redis.delete(self._alive() + self.name))
