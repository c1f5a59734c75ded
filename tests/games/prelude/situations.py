"""A table on which a card's prerequisite holds, or does not, made from the card's data."""

import typing

from domain.games.prelude.cards import conditions as c
from domain.games.prelude.cards.deck import STANDARD_DECK
from domain.games.prelude.cards.language import Card
from domain.games.prelude.components import STANDARD
from domain.games.prelude.effects.scope import Scope
from domain.games.prelude.table import GOV, OTHER, OWNERS, REV, PreludeTable
from tests.games.prelude.builders import a_table

ERA_TURN = {"turmoil": 0, "war": 2, "collapse": 5, "pg": 6}
TURN = {
    "early_turmoil": 0,
    "late_turmoil": 1,
    "early_war": 2,
    "late_war": 3,
    "february": 4,
    "july": 5,
    "october": 6,
}
BYSTANDERS = {"turmoil": (401,), "war": (403, 404), "collapse": (406, 408), "pg": (408,)}


class Situation:
    """What a table must be like; conditions write into it."""

    def __init__(self, card: Card, you: str, active: str) -> None:
        self.card, self.you, self.active = card, you, active
        self.gone = card.entry == "pg" or card.enters == "tsar_gone"
        self.turn = TURN.get(card.entry, ERA_TURN.get(card.entry, 0))
        sessions = STANDARD.turns[self.turn].sessions
        self.in_session = sessions[0][0]
        self.out_of_session = next(n for n in range(2, 9) if not any(n in rounds for rounds in sessions))
        self.round = self.out_of_session
        self.in_play: set[int] = set()
        self.fields: dict[str, typing.Any] = {"unrest": 7, "prestige": 7}
        self.held: dict[str, str] = {}  # Districts that must be controlled by somebody
        self.organized: dict[str, list[str]] = {
            REV: ["vyborg", "obukhov"],
            GOV: ["okhrana", "guards_regiment"],
        }
        self.parties = {"radical": 3, "socialist": 3, "liberal": 3, "monarchist": 2}

    def seat(self, who: str) -> str:
        found = {"you": self.you, "opponent": OTHER[self.you], "rev": REV, "gov": GOV, "active": self.active}
        return found[who]

    def need(self, condition: c.Condition | None, holds: bool = True) -> None:
        """Make a condition hold, or not hold."""
        if condition is not None:
            getattr(self, type(condition).__name__)(condition, holds)

    def InSession(self, _: c.InSession, holds: bool) -> None:  # noqa: N802 - named as the conditions are
        self.round = self.in_session if holds else self.out_of_session

    def UnrestIs(self, need: c.UnrestIs, holds: bool) -> None:  # noqa: N802
        self.fields["unrest"] = _within(need, holds)

    def PrestigeIs(self, need: c.PrestigeIs, holds: bool) -> None:  # noqa: N802
        self.fields["prestige"] = _within(need, holds)

    def InPlay(self, need: c.InPlay, holds: bool) -> None:  # noqa: N802
        self.in_play -= set(need.cards)
        self.missing = set() if holds else set(need.cards)
        if holds:
            self.in_play.add(need.cards[-1])

    def TsarReigns(self, _: c.TsarReigns, holds: bool) -> None:  # noqa: N802
        self.gone = not holds

    def PartyOrganization(self, need: c.PartyOrganization, holds: bool) -> None:  # noqa: N802
        side = REV if need.party in ("radical", "socialist") else GOV
        if holds:
            self.organized[side].append(need.party)

    def DumaControl(self, need: c.DumaControl, holds: bool) -> None:  # noqa: N802
        strong = self.seat(need.who) if holds else OTHER[self.seat(need.who)]
        for party in self.parties:
            mine = (party in ("radical", "socialist")) == (strong == REV)
            self.parties[party] = 5 if mine else 2

    def Controls(self, need: c.Controls, holds: bool) -> None:  # noqa: N802
        seat = self.seat(need.who)
        table = a_table()
        for place in Scope(table, self.you).places(need.where, seat):
            self.held[place] = seat if holds else OTHER[seat]

    def Favoured(self, need: c.Favoured, holds: bool) -> None:  # noqa: N802
        assert need.track == "districts"
        seat = self.seat(need.who)
        for place in list(a_table().cubes)[:14]:
            self.held[place] = seat if holds else OTHER[seat]

    def Time(self, need: c.Time, holds: bool) -> None:  # noqa: N802
        assert need.rounds
        assert not (need.turns or need.eras)
        self.round = need.rounds[0] if holds else self.out_of_session

    def ActivePlayer(self, need: c.ActivePlayer, holds: bool) -> None:  # noqa: N802
        self.possible = (self.seat(need.who) == self.active) == holds

    def All(self, need: c.All, holds: bool) -> None:  # noqa: N802
        if holds:
            for one in need.of:
                self.need(one)
        else:
            self.need(need.of[0], False)

    def Any(self, need: c.Any, holds: bool) -> None:  # noqa: N802
        for one in need.of if not holds else need.of[:1]:
            self.need(one, holds)

    def Not(self, need: c.Not, holds: bool) -> None:  # noqa: N802
        self.need(need.of, not holds)

    missing: set[int] = set()
    possible = True

    def table(self, **where: typing.Any) -> PreludeTable:
        """The table: cubes of both sides everywhere, cards of the era in play, in hands and in the Pool."""
        turn = self.turn
        era = "turmoil" if turn < 2 else "war" if turn < 4 else "pg" if self.gone else "collapse"
        around = set(BYSTANDERS[era]) - self.missing - {self.card.number}
        if not self.missing and self.card.prerequisite is not None and self.in_play:
            around = set(self.in_play)
        cubes = {}
        for number, place in enumerate(a_table().cubes):
            leader = self.held.get(place, REV if number % 3 == 2 else GOV)
            cubes[place] = (4, 2) if leader == REV else (2, 4)
        fields: dict[str, typing.Any] = {
            **self.fields, "turn": turn, "round": self.round, "phase": "rounds",
            "op": {REV: 8, GOV: 8}, "world_affairs": 0, "military": {REV: [1, 2], GOV: [1, 2, 4]},
            "scoring": dict.fromkeys(("districts", "organizations", "world_affairs", "duma"), 2),
        }  # fmt: skip
        if self.gone:
            self.parties.update(radical=0, monarchist=0)
            fields |= {"abdicated": True, "out_of_play": ["radical", "monarchist"], "prestige": 0}
        fields |= where
        return a_table(
            active=self.active,
            in_play=tuple(sorted(around | self.in_play)),
            cubes=cubes,
            parties=self.parties,
            organizations=self.organized,
            **fields,
        )


def _within(need: c.UnrestIs | c.PrestigeIs, holds: bool) -> int:
    low = 0 if need.at_least is None else need.at_least
    high = 14 if need.at_most is None else need.at_most
    if holds:
        return max(low, min(high, 12))
    return low - 1 if need.at_least is not None else high + 1


def situation(card: Card, active: str, met: bool) -> Situation | None:
    """A situation in which a card's prerequisite holds or does not; None where that cannot be."""
    you = OWNERS[card.faction] or active
    found = Situation(card, you, active)
    if card.prerequisite is None:
        return found if met else None
    found.need(card.prerequisite, met)
    return found if found.possible or not met else None


def spare(card: Card, count: int) -> tuple[int, ...]:
    """Other cards of the same deck, for hands and the Pool: Activities and what has no prerequisite."""
    entry = card.entry if card.entry in ("turmoil", "war", "collapse") else "collapse"
    plain = [
        one for one in STANDARD_DECK.entering(entry) if one.prerequisite is None and one.duration == "none"
    ]
    return tuple(one.number for one in plain if one.number != card.number)[:count]
