"""Delay: how far behind spectators are kept, and how much of a game they may be shown by now."""

from collections.abc import Callable

from msgspec import Struct

from domain.core.event import PUBLIC
from services.play import Play
from services.streams.envelope import told


class Delay(Struct, frozen=True, gc=False):
    """An event is shown when it is `seconds` old and `events` newer ones have followed it.

    When the game is over, no newer ones are waited for.
    """

    seconds: float = 0
    events: int = 0

    def __bool__(self) -> bool:
        return self.seconds > 0 or self.events > 0


async def no_delay(game: str) -> Delay:
    """What is so unless an organiser says otherwise."""
    return Delay()


async def shown(
    play: Play, game: str, delay: Delay, low: int, clock: Callable[[], int]
) -> tuple[int, float | None]:
    """The newest version that may be shown, at least `low`, and in how many seconds the next may be.

    None when the next one waits for events, or there is none.
    """

    async def at(version: int) -> tuple[int, bool]:
        (line,) = await play.events(game, PUBLIC, version - 1, 1)
        found = told(line, "")
        return found.at, found.ends

    high = await play.newest(game)
    if delay.events and high and not (await at(high))[1]:
        high = max(high - delay.events, low)
    if not delay.seconds or high <= low:
        return max(high, low), None
    until = clock() - round(delay.seconds * 1e6)
    first_hidden = high + 1
    hidden_at = 0
    while low + 1 < first_hidden:  # `at` never goes back, so the oldest hidden one can be sought by halves
        middle = high if first_hidden > high else (low + first_hidden) // 2
        when, _ = await at(middle)
        if when <= until:
            low = middle
        else:
            first_hidden, hidden_at = middle, when
    return low, (hidden_at - until) / 1e6 if first_hidden <= high else None
