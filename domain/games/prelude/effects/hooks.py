"""What cards in play do at certain moments."""

from typing import Any

from domain.core.event import Seat
from domain.games.prelude import agenda
from domain.games.prelude.cards import standing
from domain.games.prelude.components import CardId
from domain.games.prelude.effects.scope import Scope, you_of
from domain.games.prelude.table import PreludeTable as Table


def hooks(table: Table, when: str, **about: Any) -> list[agenda.Trigger]:
    """Everything that fires at a moment, in the order in which the cards came into play."""
    found = []
    for card in table.in_play:
        for number, hook in enumerate(table.components.cards[card].hooks):
            if type(hook).__struct_config__.tag == when and _fits(table, card, hook, about):
                found.append(agenda.Trigger(card, number))
    return found


def _fits(table: Table, card: CardId, hook: standing.Hook, about: dict[str, Any]) -> bool:
    scope = Scope(table, you_of(table, card))

    def is_who(word: str | None, seat: Seat) -> bool:
        return word is None or scope.who(word) == seat

    if isinstance(hook, standing.EndOfRound):
        return is_who(hook.who, about["seat"])
    if isinstance(hook, standing.Mobilized):
        before, now = about["before"], about["now"]
        return is_who(hook.who, about["seat"]) and before // hook.ap < now // hook.ap
    if isinstance(hook, standing.Scored):
        return not hook.tracks or about["track"] in hook.tracks
    if isinstance(hook, standing.CardPlayed):
        played = table.components.cards[about["card"]]
        return (
            about["card"] != card
            and is_who(hook.who, about["seat"])
            and hook.faction in (None, played.faction)
            and hook.origin in (None, about["origin"])
        )
    return True
