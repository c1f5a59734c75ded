"""The options of Revolution!: how many play, the optional rules, and how illegal bids are met."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is played. The defaults are the rulebook without its optional rules, for four."""

    players: Literal[3, 4] = 4
    """Three or four can play."""
    bid_refunds: bool = False
    """Optional rule: losing and tied bids come back for the next round."""
    area_control_bonus: bool = False
    """Optional rule: an area filled by one player cannot be touched and brings 10 more support."""
    making_deals: bool = False
    """Optional rule: players may make each other offers while they bid; nothing binds them."""
    illegal_bids: Literal["refused", "corrected"] = "refused"
    """`refused`: only legal bids are taken; `corrected`: at the reveal what is illegal is removed."""
    round_limit: Annotated[int, Meta(ge=0, le=999)] = 99
    """Ruling 19: the game is scored after this many rounds even if the board is not full; 0: never."""


PRESETS = {
    "standard": Options(),
    "three": Options(players=3),
    "table": Options(illegal_bids="corrected"),
    "optional": Options(bid_refunds=True, area_control_bonus=True, making_deals=True),
}
