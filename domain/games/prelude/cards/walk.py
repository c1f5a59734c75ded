"""Going through everything that is written on a card, knowing at each place what is at hand."""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import Struct

from domain.games.prelude.cards import steps as do
from domain.games.prelude.cards.language import Card
from domain.games.prelude.cards.places import Districts, Filter, Parties
from domain.games.prelude.cards.standing import When

At = Literal["district", "party", "place"]


class Scope(Struct, frozen=True):
    """What is at hand where something is written."""

    here: At | None = None
    """The kind of place that `here` is."""
    result: bool = False
    """Whether a step before has come to a number."""
    you: Literal["rev", "gov"] | None = None
    """Whom "you" always is; None where that depends on play."""
    hook: bool = False


Written = Iterator[tuple[str, Any, Scope]]  # the field, what stands there, what is at hand


def written(card: Card) -> Written:
    """Every struct on a card, from the outside in, in the order of the language's fields."""
    you = card.faction if card.faction != "neutral" else None
    yield from _fields(card, "", Scope(you=you))


def kind_of(where: Any, scope: Scope) -> At | None:
    """What kind of place a filter gives."""
    filters = where if isinstance(where, tuple) else (where,)
    kinds = {
        "district" if isinstance(one, Districts) else "party" if isinstance(one, Parties) else scope.here
        for one in filters
        if isinstance(one, Filter)
    }
    if not kinds:
        return None
    return kinds.pop() if len(kinds) == 1 else "place"


def _any(value: Any, path: str, scope: Scope) -> Written:
    if isinstance(value, Struct):
        yield path, value, scope
        yield from _fields(value, path, scope)
    elif isinstance(value, tuple):
        for place, item in enumerate(value, 1):
            yield from _any(item, f"{path}[{place}]", scope)
            if isinstance(item, do.Verb):
                scope = msgspec.structs.replace(scope, result=True)


def _fields(node: Struct, path: str, scope: Scope) -> Written:
    for field in msgspec.structs.fields(node):
        value = getattr(node, field.name)
        where = f"{path}.{field.encode_name}" if path else field.encode_name
        yield from _any(value, where, _inside(node, field.name, scope))


def _inside(node: Struct, field: str, scope: Scope) -> Scope:
    """What is at hand in one field of something: the place, the number, who "you" is."""
    replace = msgspec.structs.replace
    if isinstance(node, do.Check) and field in ("success", "failure"):
        return replace(scope, here=kind_of(node.where, scope) or scope.here)
    if isinstance(node, do.EachPlace) and field == "steps":
        return replace(scope, here=kind_of(node.where, scope), result=False)
    if isinstance(node, do.RandomDistricts) and field == "steps":
        return replace(scope, here="district", result=False)
    if (isinstance(node, do.Each) and field == "steps") or (isinstance(node, do.Bid) and field == "win"):
        return replace(scope, you=None, result=isinstance(node, do.Bid))
    if isinstance(node, do.Spend | do.Roll):
        return replace(scope, result=field in ("then", "outcomes") or scope.result)
    if isinstance(node, When) and field == "steps":
        return replace(scope, hook=True, here=None, result=False)
    return scope
