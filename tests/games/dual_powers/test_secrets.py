"""Who may know what, said once more without looking at what events declare.

Non-interference takes a secret's own list of seats for the truth, so a secret open to too many passes it.
Here the table as it really lies says what is hidden from whom (C7), and every copy of a record is held to it.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.core.event import PUBLIC, Event, Secret
from domain.core.record import Record, redact_record
from domain.core.replay import fold
from domain.games.dual_powers import events as dp
from domain.games.dual_powers.ruleset import RULESET
from domain.games.dual_powers.table import PetrogradTable
from services.selfplay import play_game
from tests.laws.games import VARIANTS, rules_of

DUAL_POWERS = [name for name, (game, _, _) in VARIANTS.items() if game == "dual_powers"]


def hidden_from(audience: str, table: PetrogradTable) -> set[str]:
    """The cards that lie where this audience may not look."""
    hidden = {*table.deck.known, *table.leader_stack.known}
    for side, hand in table.hands.items():
        if side != audience:
            hidden |= {card for card in hand.known if card in table.components.cards}
    for side, objective in table.objectives.items():
        may_look = side == audience and not table.options.solitaire
        if not objective.face_up and not may_look:
            hidden.add(str(objective.card))
    return hidden


def words_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from words_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from words_in(part)


def check(records: list[Record[Any]], audiences: tuple[str, ...], options: Any) -> int:
    """Hold each copy to the table as it lies; how many cards were hidden on the way, all told."""
    found = 0
    table = RULESET.new_table(options)
    views = {audience: RULESET.new_table(options) for audience in audiences}
    for record in records:
        fold(table, (record,))
        for audience, view in views.items():
            copy = redact_record(record, audience)
            fold(view, (copy,))
            shown = list(words_in(msgspec.to_builtins(copy.event)))
            told = RULESET.tell(copy.event).replace(",", " ").replace(".", " ").replace(":", " ").split()
            hidden = hidden_from(audience, table)
            assert not hidden.intersection(shown), (record.version, audience)
            assert not hidden.intersection(told), (record.version, audience)
            assert not [*view.deck.known, *view.leader_stack.known, *view.tiles.known], record.version
            for side, hand in view.hands.items():
                assert not hidden.intersection(hand.known), (record.version, audience, side)
                known = [card for card in table.hands[side].known if card not in hidden]
                assert hand.known == known, (record.version, audience, side)
                assert len(hand) == len(table.hands[side])
            for side, objective in view.objectives.items():
                assert objective.card not in hidden, (record.version, audience, side)
            found += len(hidden)
    return found


def run(variant: str, seeds: range) -> None:
    rules, options = rules_of(variant)
    for seed in seeds:
        played = play_game(rules, options, {}, Random(seed), clock=lambda: 0)
        assert check(played.records, (*rules.seats(options), PUBLIC), options) > 1000


@pytest.mark.parametrize("variant", DUAL_POWERS)
def test_no_copy_of_a_record_names_a_card_that_lies_hidden_from_its_reader(variant: str) -> None:
    """C7: hands, face-down objectives (in solitaire one's own, too), the deck, the opposition's stacks."""
    run(variant, range(200, 206))


def to_both(event: Event[Any], name: str) -> None:
    """Open a secret to everybody, as a slip in a rule would."""
    secret: Secret[Any] = getattr(event, name)
    msgspec.structs.force_setattr(event, name, Secret(("red", "white"), secret.value))


@pytest.mark.parametrize(
    ("variant", "kind", "field"),
    [
        ("dual_powers", dp.CardsDrawn, "cards"),
        ("dual_powers", dp.ObjectiveChosen, "card"),
        ("dual_powers", dp.DeckShuffled, "order"),
        ("dual_powers", dp.TilesShuffled, "order"),
        ("solitaire-red-1", dp.ObjectiveDealt, "card"),
        ("solitaire-red-1", dp.OppositionDealt, "cards"),
        ("solitaire-red-1", dp.LeadersShuffled, "order"),
    ],
)
def test_a_secret_that_is_open_to_too_many_is_found(
    variant: str, kind: type[Event[Any]], field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest: Callable[[Any, Any], None] = kind.apply

    def leaking(event: Any, table: Any) -> None:
        if getattr(event, field).value is not None and not getattr(event, field).digest:
            to_both(event, field)
        honest(event, table)

    monkeypatch.setattr(kind, "apply", leaking)
    with pytest.raises((AssertionError, ValueError)):  # a view may stumble over a card it never held
        run(variant, range(200, 201))
