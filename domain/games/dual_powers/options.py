"""The options of Dual Powers: solitaire, and what the three rulebooks say differently."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is played. The defaults are the English rulebook with its holes settled (RULINGS.md)."""

    solitaire: Annotated[int, Meta(ge=0, le=6)] = 0
    """0: two players; 1 to 6: the solitaire variant at that difficulty."""
    side: Literal["red", "white"] = "red"
    """The player's side in solitaire."""
    leader_refreshes_neutrals: bool = False
    """Leader Recruit also refreshes the neutral units that the player controls there (de, ru)."""
    will_breaks_ties: bool = True
    """Equal strength and equal tokens: the will of the people decides (missing in ru)."""
    only_neutrals_hold: bool = False
    """A region with nothing but neutral tokens is held by the will of the people (ru)."""
    cleanup_discards_hands: bool = False
    """Cleanup also discards the command cards still in hand (ru)."""
    days_carry_over: bool = True
    """Days left over at the end of a month count on from the 1st; otherwise the marker stops there (ru)."""
    solitaire_espionage: bool = True
    """In solitaire, Espionage reveals the player's own objective (missing in ru)."""
    bonus_move_weak_only: bool = False
    """Bonus Move only for a unit of recruit value 1 or a leader (the publisher's later answer)."""
    bonus_neutrals_in_company: bool = False
    """Bonus Move and Refresh reach only neutrals in company (the publisher's later answer)."""


PRESETS = {
    "en": Options(),
    "de": Options(leader_refreshes_neutrals=True),
    "ru": Options(
        leader_refreshes_neutrals=True,
        will_breaks_ties=False,
        only_neutrals_hold=True,
        cleanup_discards_hands=True,
        days_carry_over=False,
        solitaire_espionage=False,
    ),
    "publisher": Options(bonus_move_weak_only=True, bonus_neutrals_in_company=True),
}
