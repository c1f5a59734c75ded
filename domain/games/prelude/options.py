"""The options of Prelude to Revolution."""

from typing import Annotated

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is played. The defaults are the rulebook."""

    last_turn: Annotated[int, Meta(ge=1, le=7)] = 7
    """A shorter game ends after this Turn, scored as at the end of October 1917 (44)."""


PRESETS = {"standard": Options(), "turmoil": Options(last_turn=2)}
