"""Whom and what a card's words mean: players, places, numbers, conditions, as the table is now."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core.event import Seat
from domain.games.prelude.cards import amounts as a
from domain.games.prelude.cards import conditions as c
from domain.games.prelude.cards import places as p
from domain.games.prelude.components import Place
from domain.games.prelude.table import GOV, OTHER, REV, SIDES
from domain.games.prelude.table import PreludeTable as Table

FAVOURED = "favoured_"


class Scope:
    """What a card's words refer to: who "you" is, the place at hand, what its Event has done so far."""

    def __init__(
        self,
        table: Table,
        you: Seat,
        here: Place = "",
        *,
        leading: Mapping[Place, Seat] | None = None,
        received: Mapping[Place, int] | None = None,
        result: int = 0,
    ) -> None:
        self.table = table
        self.you = you
        self.here = here
        self.leading = leading
        self.received = received or {}
        self.result = result

    # Players.

    def who(self, word: str) -> Seat | None:
        """The player that a word means; None when it means nobody now."""
        table = self.table
        if word == "you":
            return self.you
        if word == "opponent":
            return OTHER[self.you]
        if word.startswith(FAVOURED):
            return table.favoured(word.removeprefix(FAVOURED))
        return WHO[word](table) if word != "controller" else self._controller()

    def _controller(self) -> Seat | None:
        return self.table.controller(self.here) if self.here in self.table.cubes else None

    # Places.

    def places(self, where: p.Places, of: Seat) -> list[Place]:
        """The places that fit one of the filters, in the board's order; of Parties those of a player."""
        table = self.table
        filters = where if isinstance(where, tuple) else (where,)
        every = (*table.cubes, *table.parties_in_play(of))
        return [place for place in every if any(self.fits(one, place) for one in filters)]

    def fits(self, one: p.Where, place: Place) -> bool:
        """Whether a place is one that a filter means."""
        if isinstance(one, p.Here):
            return place == self.here
        if isinstance(one, p.Districts):
            return place in self.table.cubes and self._district(one, place)
        return place in self.table.parties and self._party(one, place)

    def _district(self, one: p.Districts, place: Place) -> bool:
        table, parts = self.table, self.table.components
        district = parts.districts[place]
        if one.types and district.subtype not in one.types:
            return False
        if one.names and place not in one.names:
            return False
        if one.controlled_by is not None and not self._held(one.controlled_by, table.controller(place)):
            return False
        if one.led_by is not None:
            leader = self.leading.get(place) if self.leading is not None else table.controller(place)
            if not self._held(one.led_by, leader):
                return False
        if one.with_organization is not None and not self._organized(one.with_organization, place):
            return False
        if one.without_organization is not None and self._organized(one.without_organization, place):
            return False
        if one.sponsored_by is not None and district.subtype not in table.sponsors[one.sponsored_by]:
            return False
        if one.sponsored_by_here and district.subtype not in table.sponsors.get(self.here, ()):
            return False
        if one.adjacent_to is not None and not self._adjacent(place, one.adjacent_to):
            return False
        if one.adjacent_to_here and not self._adjacent(place, self.here):
            return False
        if one.mv_at_least is not None:
            seat = self.who(one.mv_of or "you")
            if seat is None or table.mv(seat, place) < one.mv_at_least:
                return False
        if one.full_for is not None:
            seat = self.who(one.full_for)
            if seat is None or table.room(seat, place):
                return False
        return one.received is None or self.received.get(place, 0) >= one.received

    def _party(self, one: p.Parties, place: Place) -> bool:
        party = self.table.components.parties[place]
        if one.names and place not in one.names:
            return False
        if one.wing is not None and party.wing != one.wing:
            return False
        has = self.table.has_organization(party.faction, place)
        if one.with_organization is not None and has != one.with_organization:
            return False
        return one.received is None or self.received.get(place, 0) >= one.received

    def _held(self, word: str, holder: Seat | None) -> bool:
        """Whether a holder is who a word means; `nobody` is held by nobody."""
        if word == "nobody":
            return holder is None
        return holder is not None and holder == self.who(word)

    def _organized(self, word: str, place: Place) -> bool:
        seat = self.who(word)
        return seat is not None and self.table.has_organization(seat, place)

    def _adjacent(self, one: Place, other: Place) -> bool:
        districts = self.table.components.districts
        return other in districts and (other in districts[one].adjacent or one in districts[other].adjacent)

    # Numbers.

    def number(self, amount: a.Amount) -> int:
        """A number that a card reads from the table."""
        return amount if isinstance(amount, int) else NUMBERS[type(amount)](self, amount)

    def cubes(self, amount: a.CubesValue) -> int:
        seat = self.who(amount.of)
        return 0 if seat is None else sum(self.table.mv(seat, x) for x in self.places(amount.where, seat))

    def count(self, amount: a.PlacesValue) -> int:
        seat = self.who(amount.of)
        return 0 if seat is None else len(self.places(amount.where, seat))

    # Conditions.

    def holds(self, need: c.Condition | None) -> bool:
        """Whether a condition holds; none always does."""
        return need is None or NEEDS[type(need)](self, need)

    def controls(self, need: c.Controls) -> bool:
        seat = self.who(need.who)
        if seat is None:
            return False
        held = [x for x in self.places(need.where, seat) if x in self.table.cubes]
        return sum(self.table.controller(place) == seat for place in held) >= need.at_least

    def within(self, value: int, least: a.Amount | None, most: a.Amount | None) -> bool:
        return (least is None or value >= self.number(least)) and (most is None or value <= self.number(most))

    def now(self, need: c.Time) -> bool:
        """One of these Turns, eras and Action Rounds."""
        now = self.table.now
        return (
            (not need.turns or now.id in need.turns)
            and (not need.eras or now.era in need.eras)
            and (not need.rounds or self.table.round in need.rounds)
        )

    def duma(self, need: c.DumaControl) -> bool:
        """Dominance is a Majority too."""
        seat = self.who(need.who)
        level = self.table.duma_level(seat) if seat else ""
        return level == "dominance" or level == need.level


def _of(scope: Scope, word: str, value: Callable[[Seat], int]) -> int:
    seat = scope.who(word)
    return 0 if seat is None else value(seat)


def _organized(table: Table, party: str) -> bool:
    return any(table.has_organization(seat, party) for seat in SIDES)


WHO: dict[str, Callable[[Table], Seat | None]] = {
    "rev": lambda table: REV,
    "gov": lambda table: GOV,
    "active": lambda table: table.active,
    "first_player": lambda table: table.first,
    "ahead": lambda table: table.ahead(),
    "behind": lambda table: OTHER[table.ahead()] if table.ahead() else None,  # type: ignore[index]
}

NUMBERS: dict[type, Callable[[Scope, Any], int]] = {
    a.UnrestValue: lambda scope, x: scope.table.unrest,
    a.PrestigeValue: lambda scope, x: scope.table.prestige,
    a.OpValue: lambda scope, x: _of(scope, x.of, lambda seat: scope.table.op[seat]),
    a.CubesValue: Scope.cubes,
    a.PlacesValue: Scope.count,
    a.TrackValue: lambda scope, x: scope.table.printed(x.track),
    a.MarkersValue: lambda scope, x: _of(scope, x.of, scope.table.military_total),
    a.Result: lambda scope, x: scope.result,
    a.Lowest: lambda scope, x: min(map(scope.number, x.of)),
    a.Highest: lambda scope, x: max(map(scope.number, x.of)),
    a.Sum: lambda scope, x: sum(map(scope.number, x.of)),
    a.Difference: lambda scope, x: max(0, scope.number(x.of) - scope.number(x.less)),
    a.Divided: lambda scope, x: scope.number(x.of) // x.by,
}

NEEDS: dict[type, Callable[[Scope, Any], bool]] = {
    c.InSession: lambda scope, x: scope.table.session() is not None,
    c.UnrestIs: lambda scope, x: scope.within(scope.table.unrest, x.at_least, x.at_most),
    c.PrestigeIs: lambda scope, x: (
        not scope.table.abdicated and scope.within(scope.table.prestige, x.at_least, x.at_most)
    ),
    c.NumberIs: lambda scope, x: scope.within(scope.number(x.of), x.at_least, x.at_most),
    c.InPlay: lambda scope, x: any(str(card) in scope.table.in_play for card in x.cards),
    c.TsarReigns: lambda scope, x: not scope.table.abdicated,
    c.PartyOrganization: lambda scope, x: _organized(scope.table, x.party),
    c.DumaControl: Scope.duma,
    c.Controls: Scope.controls,
    c.Favoured: lambda scope, x: _favours(scope, x),
    c.Time: Scope.now,
    c.ActivePlayer: lambda scope, x: scope.who(x.who) == scope.table.active,
    c.All: lambda scope, x: all(map(scope.holds, x.of)),
    c.Any: lambda scope, x: any(map(scope.holds, x.of)),
    c.Not: lambda scope, x: not scope.holds(x.of),
}


def _favours(scope: Scope, need: c.Favoured) -> bool:
    favoured = scope.table.favoured(need.track)
    return favoured is not None and favoured == scope.who(need.who)


def you_of(table: Table, card: str) -> Seat:
    """Who "you" is on a card: its faction, on a neutral one the active player."""
    return table.owner(card) or table.active


def prerequisite_met(table: Table, card: str, you: Seat) -> bool:
    """Whether a card's Event can be played now."""
    return Scope(table, you).holds(table.components.cards[card].prerequisite)
