"""Parts of sentences for what is on a card: players, places, numbers, conditions."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from domain.games.prelude.cards import amounts, conditions
from domain.games.prelude.cards.amounts import Amount
from domain.games.prelude.cards.conditions import Condition
from domain.games.prelude.cards.places import Districts, Here, Parties, Places
from domain.games.prelude.cards.terms import Faction

Form = Literal["one", "many", "each"]
DISTRICTS = {
    "kronstadt": "Kronstadt Naval Base",
    "reserve_regiment": "Reserve Regiment Barracks",
    "vasilevskiy": "Vasilevskiy Island",
    "palace_square": "Palace Square",
    "peter_and_paul": "Peter and Paul Fortress",
    "putilov": "Putilov Munitions Works",
    "winter_palace": "Winter Palace",
    "guards_regiment": "Guards Regiment Barracks",
    "obukhov": "Obukhov Steel Works",
    "okhrana": "Okhrana HQ",
    "nevsky_shipyards": "Nevsky Shipyards",
    "kazan_cathedral": "Kazan Cathedral",
    "vyborg": "Vyborg District",
    "taurida_palace": "Taurida Palace",
    "nevsky_prospect": "Nevsky Prospect",
    "capital_garrison": "Capital Garrison Barracks",
    "state_bank": "State Bank",
    "smolny": "Smolny Institute",
}
TRACK_NAMES = {
    "districts": "Districts",
    "organizations": "Organizations",
    "world_affairs": "World Affairs",
    "duma": "Duma",
}
TURN_NAMES = {
    "early_turmoil": "Early Years of Turmoil",
    "late_turmoil": "Late Years of Turmoil",
    "early_war": "Early Great War",
    "late_war": "Late Great War",
    "february": "February 1917",
    "july": "July 1917",
    "october": "October 1917",
}
ERA_NAMES = {"turmoil": "Years of Turmoil", "war": "Great War", "collapse": "The Collapse"}
SIDES = {"rev": "the Revolutionary", "gov": "the Government"}
DIVIDED = {2: "half of", 3: "a third of", 4: "a quarter of", 5: "a fifth of"}


class Voice(Struct, frozen=True):
    """Who speaks to whom: a card to the faction that it calls "you", about other cards by title."""

    faction: Faction
    titles: Mapping[int, str]

    def card(self, number: int) -> str:
        """A card by its title."""
        return f"{self.titles.get(number, 'card')} (#{number})"

    def subject(self, who: str) -> str:
        """A player as the one who does something."""
        other = {"rev": "gov", "gov": "rev"}.get(self.faction)
        if who == "opponent":
            return SIDES[other] if other else "your opponent"
        if who in SIDES:
            return "you" if who == self.faction else SIDES[who]
        if who.startswith("favoured_"):
            return f"the player favoured on the {TRACK_NAMES[who.removeprefix('favoured_')]} Track"
        return {
            "you": "you",
            "active": "the active player",
            "first_player": "the First Player",
            "ahead": "the player ahead on VP",
            "behind": "the player behind on VP",
            "controller": "the player who controls it",
            "nobody": "nobody",
        }[who]

    def owner(self, who: str) -> str:
        """A player as the one whom something belongs to."""
        subject = self.subject(who)
        if subject == "you":
            return "your"
        return f"{subject}'s" if who in SIDES or who == "opponent" else "their"

    def next_round(self, who: str) -> str:
        """The Action Round that a player has next."""
        subject = self.subject(who)
        return "your next Action Round" if subject == "you" else f"the next Action Round of {subject}"

    def acts(self, who: str, verb: str, third: str | None = None) -> str:
        """`add` for you, `the Government adds` for somebody else."""
        subject = self.subject(who)
        return verb if subject == "you" else f"{subject} {third or verb + 's'}"


def joined(parts: Iterable[str], word: str = "and") -> str:
    """A, B and C."""
    items = list(parts)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}" if items else ""


def places(where: Places, voice: Voice, form: Form = "many", whose: str = "you") -> str:
    """Places as a phrase: one Worker District, Worker Districts, each Worker District."""
    if isinstance(where, tuple):
        return joined((places(one, voice, form, whose) for one in where), "or")
    if isinstance(where, Here):
        return "that place"
    if isinstance(where, Parties):
        return _parties(where, voice, form, whose)
    return _districts(where, voice, form)


def _districts(where: Districts, voice: Voice, form: Form) -> str:
    many = form == "many"
    if where.names:
        named = [DISTRICTS.get(name, name) for name in where.names]
        if len(named) == 1:
            noun = named[0]
        else:
            lead = {"one": "one of ", "many": "", "each": "each of "}[form]
            noun = lead + joined(named)
    else:
        kind = joined((subtype.capitalize() for subtype in where.types), "or")
        noun = " ".join(filter(None, (kind, "Districts" if many else "District")))
        if not many:
            noun = f"{form} {noun}"
    said = [noun]
    if where.controlled_by:
        said.append(
            "that nobody controls"
            if where.controlled_by == "nobody"
            else f"that {_controls(where.controlled_by, voice)}"
        )
    if where.led_by:
        held = (
            "nobody controlled" if where.led_by == "nobody" else f"{voice.subject(where.led_by)} controlled"
        )
        said.append(f"that {held} when this Event began")
    if where.with_organization:
        said.append(f"with {voice.owner(where.with_organization)} Organization")
    if where.without_organization:
        said.append(f"without {voice.owner(where.without_organization)} Organization")
    if where.sponsored_by:
        said.append(f"that the {where.sponsored_by.capitalize()} Party can Sponsor")
    if where.sponsored_by_here:
        said.append("that this Party can Sponsor")
    if where.adjacent_to:
        said.append(f"adjacent to {DISTRICTS.get(where.adjacent_to, where.adjacent_to)}")
    if where.adjacent_to_here:
        said.append("adjacent to it")
    if where.mv_at_least is not None:
        said.append(
            f"where {voice.owner(where.mv_of or 'you')} Mobilization Value is at least {where.mv_at_least}"
        )
    if where.full_for:
        said.append(f"fully Mobilized by {voice.subject(where.full_for)}")
    if where.received is not None:
        said.append(f"that received {_at_least(where.received)} in this Event")
    return " ".join(said)


def _controls(who: str, voice: Voice) -> str:
    subject = voice.subject(who)
    return "you control" if subject == "you" else f"{subject} controls"


def _at_least(number: int) -> str:
    return "a cube" if number == 1 else f"at least {number} cubes"


def _parties(where: Parties, voice: Voice, form: Form, whose: str) -> str:
    if where.names:
        named = [name.capitalize() for name in where.names]
        if len(named) == 1:
            noun = f"the {named[0]} Party"
        else:
            noun = f"{'any' if form == 'many' else form} of the {joined(named)} Parties"
    else:
        owner = voice.owner(whose)
        wing = f"{where.wing} " if where.wing else ""
        if where.wing:
            noun = f"{owner} {wing}Party"
        else:
            noun = {
                "one": f"one of {owner} Parties",
                "many": f"{owner} Parties",
                "each": f"each of {owner} Parties",
            }[form]
    said = [noun]
    if where.with_organization is not None:
        said.append("with an Organization" if where.with_organization else "without an Organization")
    if where.received is not None:
        said.append(f"that received {_at_least(where.received)} in this Event")
    return " ".join(said)


def counted(n: Amount, noun: str, voice: Voice, plural: str | None = None) -> str:
    """`3 cubes`, or `cubes equal to ...`."""
    many = plural or noun + "s"
    if isinstance(n, int):
        return f"{n} {noun if n == 1 else many}"
    return f"as many {many} as {amount(n, voice)}"


def amount(n: Amount, voice: Voice) -> str:
    """A number, or where it is read."""
    if isinstance(n, int):
        return str(n)
    return str(_AMOUNTS[type(n)](n, voice))


def _several(word: str) -> Any:
    def say(n: Any, voice: Voice) -> str:
        return f"the {word} of {joined(amount(one, voice) for one in n.of)}"

    return say


def _divided(n: amounts.Divided, voice: Voice) -> str:
    if n.by in DIVIDED:
        return f"{DIVIDED[n.by]} {amount(n.of, voice)} (rounded down)"
    return f"{amount(n.of, voice)} divided by {n.by} (rounded down)"


_AMOUNTS: dict[type, Any] = {
    amounts.UnrestValue: lambda n, voice: "the Revolutionary Unrest",
    amounts.PrestigeValue: lambda n, voice: "the Tsar's Prestige",
    amounts.OpValue: lambda n, voice: f"the number of {voice.owner(n.of)} Opportunity Points",
    amounts.CubesValue: lambda n, voice: f"{voice.owner(n.of)} cubes in {places(n.where, voice, whose=n.of)}",
    amounts.PlacesValue: lambda n, voice: f"the number of {places(n.where, voice, whose=n.of)}",
    amounts.TrackValue: lambda n, voice: (
        f"the VP printed under the Advantage Marker of the {TRACK_NAMES[n.track]} Track"
    ),
    amounts.MarkersValue: lambda n, voice: f"the VP of {voice.owner(n.of)} Military Preparations",
    amounts.Result: lambda n, voice: "that number",
    amounts.Lowest: _several("lowest"),
    amounts.Highest: _several("highest"),
    amounts.Sum: _several("sum"),
    amounts.Difference: lambda n, voice: f"{amount(n.of, voice)} less {amount(n.less, voice)}",
    amounts.Divided: _divided,
}


def condition(needs: Condition, voice: Voice) -> str:
    """What must hold, as half a sentence."""
    return str(_CONDITIONS[type(needs)](needs, voice))


def _bounds(node: Any, voice: Voice) -> str:
    low, high = node.at_least, node.at_most
    if low is not None and high is not None:
        return f"between {amount(low, voice)} and {amount(high, voice)}"
    if low is not None:
        return f"at least {amount(low, voice)}"
    return f"at most {amount(high, voice)}"


def _cards(numbers: Iterable[int], voice: Voice) -> str:
    return joined((voice.card(number) for number in numbers), "or")


def _number(node: conditions.NumberIs, voice: Voice) -> str:
    of = node.of
    if isinstance(of, amounts.PlacesValue) and node.at_least == 1 and node.at_most is None:
        where = of.where
        if isinstance(where, Districts | Parties) and where.received is not None:
            plain = msgspec.structs.replace(where, received=None)
            return f"{_at_least(where.received)} was added in {places(plain, voice, 'one', of.of)}"
        return f"there is {places(where, voice, 'one', of.of)}"
    return f"{amount(of, voice)} is {_bounds(node, voice)}"


def _not(node: conditions.Not, voice: Voice) -> str:
    inner = node.of
    if isinstance(inner, conditions.InSession):
        return "the Duma is NOT in Session"
    if isinstance(inner, conditions.InPlay):
        return f"{_cards(inner.cards, voice)} is not in play"
    if isinstance(inner, conditions.TsarReigns):
        return "the Tsar has abdicated"
    return f"it is not so that {condition(inner, voice)}"


def _time(node: conditions.Time, voice: Voice) -> str:
    said = [TURN_NAMES[turn] for turn in node.turns] and [
        joined((TURN_NAMES[turn] for turn in node.turns), "or")
    ]
    said += [f"the era {joined((ERA_NAMES[era] for era in node.eras), 'or')}"] if node.eras else []
    if node.rounds:
        said.append(f"Action Round {joined((str(number) for number in node.rounds), 'or')} of a Turn")
    return f"it is {joined(said)}"


def _controls_some(node: conditions.Controls, voice: Voice) -> str:
    some = places(node.where, voice, "one" if node.at_least == 1 else "many")
    if node.at_least > 1:
        some = f"at least {node.at_least} {some}"
    return f"{_controls(node.who, voice)} {some}"


def _holds(who: str, voice: Voice) -> str:
    subject = voice.subject(who)
    return "you hold" if subject == "you" else f"{subject} holds"


def _is(who: str, voice: Voice) -> str:
    subject = voice.subject(who)
    return "you are" if subject == "you" else f"{subject} is"


_CONDITIONS: dict[type, Any] = {
    conditions.InSession: lambda node, voice: "the Duma is in Session",
    conditions.UnrestIs: lambda node, voice: f"Revolutionary Unrest is {_bounds(node, voice)}",
    conditions.PrestigeIs: lambda node, voice: f"the Tsar reigns and his Prestige is {_bounds(node, voice)}",
    conditions.NumberIs: _number,
    conditions.InPlay: lambda node, voice: f"{_cards(node.cards, voice)} is in play",
    conditions.TsarReigns: lambda node, voice: "the Tsar reigns",
    conditions.PartyOrganization: lambda node, voice: (
        f"the {node.party.capitalize()} Party has an Organization"
    ),
    conditions.DumaControl: lambda node, voice: (
        f"{_holds(node.who, voice)} {'a Majority' if node.level == 'majority' else 'Dominance'} in the Duma"
    ),
    conditions.Controls: _controls_some,
    conditions.Favoured: lambda node, voice: (
        f"{_is(node.who, voice)} favoured on the {TRACK_NAMES[node.track]} Track"
    ),
    conditions.Time: _time,
    conditions.ActivePlayer: lambda node, voice: f"{_is(node.who, voice)} the active player",
    conditions.All: lambda node, voice: joined(condition(one, voice) for one in node.of),
    conditions.Any: lambda node, voice: joined((condition(one, voice) for one in node.of), "or"),
    conditions.Not: _not,
}
