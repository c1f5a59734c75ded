"""Does what is written on a card make sense? Steps, filters, conditions, hooks, one rule each."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.games.prelude.cards import amounts, conditions, standing
from domain.games.prelude.cards import steps as do
from domain.games.prelude.cards.language import Card
from domain.games.prelude.cards.mistakes import listed
from domain.games.prelude.cards.places import Districts, Here, Parties
from domain.games.prelude.cards.walk import Scope, written

ERAS = {
    "turmoil": "turmoil", "early_turmoil": "turmoil", "late_turmoil": "turmoil",
    "war": "war", "early_war": "war", "late_war": "war",
    "collapse": "collapse", "pg": "collapse",
    "february": "collapse", "july": "collapse", "october": "collapse",
}  # fmt: skip
ENDS = {"turmoil": "Late Turmoil", "war": "Late Great War", "collapse": "October 1917"}
PARTIES = {"radical": "rev", "socialist": "rev", "liberal": "gov", "monarchist": "gov"}
WINGS = {"radical": "extremist", "socialist": "moderate", "liberal": "moderate", "monarchist": "extremist"}
SPONSORED = {"radical": ("worker", "military"), "liberal": ("worker",), "monarchist": ("military",)}
CALLED = {"rev": "the Revolutionary", "gov": "the Government"}


class Around(Struct, frozen=True):
    """What a card is checked against: the cards it can speak of, and the board."""

    card: Card
    cards: Mapping[int, Card]
    subtypes: Mapping[str, str]  # of Districts; empty where there is no board


Said = Iterator[str]
Rule = Callable[[Any, Scope, Around], Said]
RULES: dict[type, list[Rule]] = {}


def rule(*kinds: type) -> Callable[[Rule], Rule]:
    """Make a function check everything of these kinds on a card."""

    def keep(function: Rule) -> Rule:
        for kind in kinds:
            RULES.setdefault(kind, []).append(function)
        return function

    return keep


def nonsense(around: Around) -> Iterator[tuple[str, str]]:
    """The fields of a card that cannot be meant as they are written, and why."""
    for field, node, scope in written(around.card):
        for function in RULES.get(type(node), ()):
            for what in function(node, scope, around):
                yield field, what


# Places


@rule(Districts)
def districts_exist(node: Districts, _: Scope, around: Around) -> Said:
    wrong = [
        name for name in node.names if node.types and around.subtypes.get(name) not in (None, *node.types)
    ]
    if wrong and len(wrong) == len(node.names):
        kinds = listed(f"{name} is {around.subtypes[name]}" for name in wrong)
        yield f"no District is of these names and of these types: {kinds}"
    sponsored = SPONSORED.get(node.sponsored_by or "", ())
    if node.sponsored_by and not sponsored:
        yield f"the {node.sponsored_by} Party Sponsors no District; allowed: {listed(SPONSORED)}"
    elif sponsored and node.types and not set(sponsored) & set(node.types):
        yield f"the {node.sponsored_by} Party Sponsors {listed(sponsored)} Districts, none of these types"
    if node.mv_of is not None and node.mv_at_least is None:
        yield "mv_of says whose Mobilization Value; mv_at_least is missing: how much"
    if node.adjacent_to and node.types and around.subtypes:
        near = around.subtypes[node.adjacent_to]
        if ("urban" not in node.types) if near != "urban" else (node.types == ("urban",)):
            yield f"arrows join Urban Districts with others; {node.adjacent_to} is {near}"
    if node.with_organization is not None and node.with_organization == node.without_organization:
        yield "with_organization and without_organization name the same player"


@rule(Districts)
def place_at_hand_fits(node: Districts, scope: Scope, _: Around) -> Said:
    if node.adjacent_to_here and scope.here not in ("district", "place"):
        yield "no District is at hand; adjacent_to_here goes inside check, each_place or random_districts"
    if node.sponsored_by_here and scope.here not in ("party", "place"):
        yield "no Party is at hand here; sponsored_by_here goes inside a check or each_place of Parties"


@rule(Here)
def here_is_somewhere(_: Here, scope: Scope, __: Around) -> Said:
    if scope.here is None:
        yield 'no place is at hand here; "here" goes inside check, each_place or random_districts'


@rule(Parties)
def parties_exist(node: Parties, _: Scope, around: Around) -> Said:
    if node.wing and node.names and all(WINGS[name] != node.wing for name in node.names):
        yield f"no Party is of these names and {node.wing}"
    if around.card.entry == "pg" and (node.wing == "extremist" or _extremists(node.names)):
        yield "the Radical and the Monarchist Party are out of play once the Tsar has abdicated"


def _extremists(names: tuple[str, ...]) -> bool:
    return bool(names) and all(WINGS[name] == "extremist" for name in names)


# Whose cubes, checks and Organizations


@rule(do.Add, do.Move, do.Remove, do.Check, do.CreateOrganization, do.RemoveOrganization, do.EachPlace)
def parties_have_owners(node: Any, scope: Scope, _: Around) -> Said:
    """A player has cubes, checks and Organizations in own Parties only."""
    whose = getattr(node, "whose", None) or node.who
    owner = scope.you if whose == "you" else whose
    if whose == "opponent" and scope.you is not None:
        owner = "gov" if scope.you == "rev" else "rev"
    if owner not in CALLED:
        return
    for filters in (getattr(node, name, None) for name in ("where", "from_", "to")):
        for one in filters if isinstance(filters, tuple) else (filters,):
            if isinstance(one, Parties) and one.names and all(PARTIES[name] != owner for name in one.names):
                yield f"{CALLED[owner]} is meant, and has nothing in: {listed(one.names)}"


@rule(
    do.Add, do.Remove, do.Move, do.Check, do.EachPlace, do.CreateOrganization, do.Op, do.Vp, do.Activities,
    do.Discard, do.Extremism, do.Spend, do.AddMarker, do.SkipRound, do.NextCard, do.Later, do.WorldAffairs,
)  # fmt: skip
def controller_of_something(node: Any, scope: Scope, _: Around) -> Said:
    if node.who == "controller" and scope.here not in ("district", "place"):
        yield 'no District is at hand whose "controller" could be meant'


# Numbers


@rule(do.Add, do.Remove, do.Move, do.Match, do.Vp, do.Spend, do.Repeat, do.Discard, do.AddMarker)
def at_least_one(node: Any, _: Scope, __: Around) -> Said:
    if isinstance(node.n, int) and node.n < 1:
        yield f"n = {node.n} does nothing; a number from 1"


@rule(do.Unrest, do.Op, do.WorldAffairs)
def not_nothing(node: Any, _: Scope, __: Around) -> Said:
    if node.n == 0:
        yield "n = 0 does nothing; a number above 0, or below 0 for the other way"


@rule(do.WorldAffairs)
def toward_somebody(node: do.WorldAffairs, _: Scope, __: Around) -> Said:
    if isinstance(node.n, int) and node.n < 0:
        yield "boxes are counted toward `who`; to move the other way name the other player, not a negative n"


@rule(do.Prestige)
def prestige_moves_or_is_set(node: do.Prestige, _: Scope, around: Around) -> Said:
    if (node.n == 0) == (node.to is None):
        yield "write n for boxes up or down, or `to` for the box itself: one of them"
    if around.card.entry == "pg":
        yield "there is no Prestige once the Tsar has abdicated"


@rule(do.Activities, do.SpecialAction)
def some_points(node: Any, _: Scope, __: Around) -> Said:
    if isinstance(node.ap, int) and not 1 <= node.ap <= 12:
        yield f"ap = {node.ap} is not possible; a number from 1 to 12"


@rule(amounts.Result)
def result_of_something(_: amounts.Result, scope: Scope, __: Around) -> Said:
    if not scope.result:
        yield "no step before this one has come to a number"


@rule(amounts.Lowest, amounts.Highest, amounts.Sum)
def of_several(node: Any, _: Scope, __: Around) -> Said:
    if len(node.of) < 2:
        yield "two numbers at least are needed"


# Lists of steps


@rule(do.EachPlace, do.RandomDistricts, do.Later, do.Repeat, do.Each)
def some_steps(node: Any, _: Scope, __: Around) -> Said:
    if not node.steps:
        yield "there are no steps in it"


@rule(do.Bid)
def something_to_win(node: do.Bid, _: Scope, __: Around) -> Said:
    if not node.win:
        yield "there are no steps in win"


@rule(do.Spend, do.If)
def some_difference(node: Any, _: Scope, __: Around) -> Said:
    if not node.then and not node.otherwise:
        yield "neither then nor otherwise has steps"


@rule(do.Check)
def checked_somewhere(node: do.Check, _: Scope, __: Around) -> Said:
    if node.where is None and node.target is None:
        yield "a check has a place (where), or a Target Number of its own (target)"
    if not node.success and not node.failure:
        yield "neither success nor failure has steps"


@rule(do.Choose)
def a_real_choice(node: do.Choose, _: Scope, __: Around) -> Said:
    if len(node.options) < 2:
        yield "two options at least are needed"
    elif not any(option.steps for option in node.options):
        yield "no option has steps"


@rule(do.Roll)
def outcomes_happen(node: do.Roll, _: Scope, __: Around) -> Said:
    if not node.outcomes:
        yield "there are no outcomes"
    open_results = set(range(-12, 19))
    for place, outcome in enumerate(node.outcomes, 1):
        low = -12 if outcome.at_least is None else outcome.at_least
        high = 18 if outcome.at_most is None else outcome.at_most
        mine = open_results & set(range(low, high + 1))
        if not mine:
            yield f"outcomes[{place}] never happens: the ones before it take all its results"
        open_results -= mine


@rule(do.MoveScoring, do.ResetScoring, do.Score)
def enough_tracks(node: Any, _: Scope, __: Around) -> Said:
    if node.n > len(set(node.tracks)):
        yield f"n = {node.n}, and only {len(set(node.tracks))} tracks to choose from"


# Conditions


@rule(conditions.UnrestIs, conditions.PrestigeIs, conditions.NumberIs)
def bounds_are_bounds(node: Any, _: Scope, __: Around) -> Said:
    low, high = node.at_least, node.at_most
    if low is None and high is None:
        yield "at_least or at_most is missing"
    elif isinstance(low, int) and isinstance(high, int) and low > high:
        yield f"nothing is at least {low} and at most {high}"
    for bound in (low, high):
        if not isinstance(node, conditions.NumberIs) and bound is not None and not 0 <= bound <= 15:
            yield f"{bound} is not on the track; a number from 0 to 15"


@rule(conditions.TsarReigns, conditions.PrestigeIs)
def the_tsar_is_gone(_: Any, __: Scope, around: Around) -> Said:
    if around.card.entry == "pg" or around.card.enters == "tsar_gone":
        yield "can never hold: this card enters play only once the Tsar has abdicated"


@rule(conditions.DumaControl)
def no_dominance_later(node: conditions.DumaControl, _: Scope, around: Around) -> Said:
    if node.level == "dominance" and around.card.entry == "pg":
        yield "there is no Dominance once the Tsar has abdicated"


@rule(conditions.Time)
def within_its_years(node: conditions.Time, _: Scope, around: Around) -> Said:
    era = ERAS[around.card.entry]
    if not (node.turns or node.eras or node.rounds):
        yield "turns, eras or rounds is missing"
    if node.turns and all(ERAS[turn] != era for turn in node.turns):
        yield f"can never hold: this card is gone after {ENDS[era]}, or not yet there"
    if node.eras and era not in node.eras:
        yield f"can never hold: this card belongs to the era {era}"
    for number in node.rounds:
        if not 1 <= number <= 8:
            yield f"there is no Action Round {number}; a number from 1 to 8"


@rule(conditions.All, conditions.Any)
def of_several_conditions(node: Any, _: Scope, __: Around) -> Said:
    if len(node.of) < 2:
        yield "two conditions at least are needed"


# Other cards


@rule(do.ToPool, do.RemoveCard, do.EnterPlay, standing.RollChange, conditions.InPlay)
def cards_exist(node: Any, _: Scope, around: Around) -> Said:
    numbers = node.cards if isinstance(node, conditions.InPlay) else (node.card,)
    if not numbers:
        yield "no card is named"
    for number in numbers:
        if number is not None and number not in around.cards:
            yield f"there is no card {number}"


@rule(do.RemoveCard, do.ToPool, do.EnterPlay, conditions.InPlay)
def cards_can_be_in_play(node: Any, _: Scope, around: Around) -> Said:
    numbers = node.cards if isinstance(node, conditions.InPlay) else (node.card,)
    known = [around.cards[number] for number in numbers if number in around.cards]
    for card in known:
        if card.duration == "none":
            yield f"#{card.number} {card.title} never stays in play: its duration is none"
    era = ERAS[around.card.entry]
    if known and len(known) == len(numbers) and all(ERAS[card.entry] != era for card in known):
        names = listed(f"#{card.number} {card.title}" for card in known)
        yield f"{names}: in play in another era than this card, and gone at its end"


@rule(standing.RollChange)
def cards_that_roll(node: standing.RollChange, _: Scope, around: Around) -> Said:
    card = around.cards.get(node.card)
    if card and not any(isinstance(one, do.Roll) for __, one, ___ in written(card)):
        yield f"#{card.number} {card.title} rolls no die that could be changed"


# While in play


@rule(
    standing.EndOfRound, standing.EndOfTurn, standing.Mobilized, standing.DumaVoted, standing.Scored,
    standing.CardPlayed,
)  # fmt: skip
def hooks_do_something(node: Any, _: Scope, __: Around) -> Said:
    if not node.steps:
        yield "there are no steps in it"


@rule(standing.MobilizeCost)
def cost_changes(node: standing.MobilizeCost, _: Scope, __: Around) -> Said:
    if (node.plus == 0) == (node.at_most is None):
        yield "write plus for AP more or less, or at_most for the most it may cost: one of them"


@rule(standing.RollChange, standing.ExtremismChange, standing.CheckChange)
def something_changes(node: Any, _: Scope, __: Around) -> Said:
    if node.plus == 0:
        yield "plus = 0 changes nothing"
