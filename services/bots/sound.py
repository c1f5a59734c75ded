"""`sound`: looks one decision ahead on a table that it imagines, and takes what looks best."""

from typing import Any

from msgspec import Struct

from domain.core.chance import Chance
from domain.core.choices import Choices
from domain.core.game import happen
from services.bots.base import Bot

FOLLOW_UPS = 8  # how many of its own next choices it weighs behind each command
SAMPLES = 60  # how many commands it weighs where they cannot be listed


class SoundBot(Bot):
    def decide(self, view: Any, choices: Choices) -> Struct:
        commands = choices.candidates(self.random.randrange, SAMPLES)
        if len(commands) == 1:
            return commands[0]
        chance = Chance("imagined", self.random.randbytes(32), {}, ())
        table = self.ruleset.imagine(view, self.seat, chance)
        best = max(
            (self._value(table, command, chance), self.random.random(), n)
            for n, command in enumerate(commands)
        )
        return commands[best[2]]

    def _value(self, table: Any, command: Struct, chance: Chance) -> int:
        after = self._after(table, command, chance)
        due = after.asks()
        if due is None or due.seats != (self.seat,) or due.what == "play_card":
            return self.ruleset.worth(after, self.seat)
        found = self.ruleset.choices(after, self.seat)
        assert found is not None
        follow_ups = found.candidates(self.random.randrange, FOLLOW_UPS)
        if len(follow_ups) > FOLLOW_UPS:
            follow_ups = tuple(self.random.sample(follow_ups, FOLLOW_UPS))
        return max(self.ruleset.worth(self._after(after, next_, chance), self.seat) for next_ in follow_ups)

    def _after(self, table: Any, command: Struct, chance: Chance) -> Any:
        after = table.copy()
        happen(after, self.ruleset.perform(after, self.seat, command, chance))
        return after
