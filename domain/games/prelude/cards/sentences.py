"""What each verb says: a step of a card as part of a sentence."""

from collections.abc import Callable
from typing import Any

from domain.games.prelude.cards import steps as do
from domain.games.prelude.cards.phrases import (
    TRACK_NAMES,
    Form,
    Voice,
    amount,
    condition,
    counted,
    joined,
    places,
)
from domain.games.prelude.cards.places import Here
from domain.games.prelude.cards.steps import Step

Say = Callable[[Any, Voice], str]
MARKERS = {"rev": "Red Guards", "gov": "Loyal Troops"}
OTHERS = ("the ", "your opponent ", "Revolutionary ")  # parts of a sentence that give no order
ORDERS = frozenset(
    (
        "add", "choose", "create", "discard", "gain", "lose", "make", "move",
        "perform", "put", "remove", "resolve", "roll", "score", "skip", "use",
    )
)  # fmt: skip
ACTIVITIES = {
    "districts": "Mobilization in Districts",
    "parties": "Mobilization in Parties",
    "organizations": "creating Organizations",
    "special_actions": "Special Actions",
}


def step(node: Step, voice: Voice) -> str:
    """One step, without a capital letter and without a full stop."""
    return str(_SAID[type(node)](node, voice))


def steps(nodes: tuple[Step, ...], voice: Voice) -> str:
    """Several steps as one part of a sentence."""
    if not nodes:
        return "nothing"
    said: list[str] = []
    for node in nodes:
        one = step(node, voice)
        others = any(before.startswith(OTHERS) for before in said)
        said.append(f"you {one}" if others and one.split()[0] in ORDERS else one)
    if len(said) > 1 and any(":" in one for one in said):
        said = [f"({one})" if ":" in one else one for one in said]
    return joined(said)


def _in(where: Any, voice: Voice, form: Any, whose: str = "you") -> str:
    return "there" if isinstance(where, Here) else f"in {places(where, voice, form, whose)}"


def _from(where: Any, voice: Voice, form: Any, whose: str) -> str:
    return "from there" if isinstance(where, Here) else f"from {places(where, voice, form, whose)}"


def _may(node: Any, voice: Voice, verb: str) -> str:
    """`add`, or with up_to `you may add`."""
    subject = voice.subject(node.who)
    if node.up_to:
        return f"{subject} may {verb}"
    return voice.acts(node.who, verb)


def _limits(node: Any) -> str:
    return f", at most {node.max_per} in each" if node.max_per is not None else ""


def _add(node: do.Add, voice: Voice) -> str:
    whose = node.whose or node.who
    cubes = counted(node.n, "cube", voice)
    if node.whose is not None and node.whose != node.who:
        cubes = f"{cubes} of {voice.subject(node.whose)}"
    form = "each" if node.each else "one" if node.n == 1 else "many"
    first = f", first in {places(node.first, voice)}" if node.first is not None else ""
    lead = "up to " if node.up_to else ""
    where = _in(node.where, voice, form, whose)
    return f"{_may(node, voice, 'add')} {lead}{cubes} {where}{_limits(node)}{first}"


def _remove(node: do.Remove, voice: Voice) -> str:
    whose = voice.owner(node.whose)
    form = "each" if node.each else "one" if node.n == 1 else "many"
    lead = "up to " if node.up_to else ""
    if isinstance(node.n, int):
        cubes = f"{node.n} of {whose} cubes"
    else:
        cubes = f"as many of {whose} cubes as {amount(node.n, voice)}"
    where = _from(node.where, voice, form, node.whose)
    return f"{_may(node, voice, 'remove')} {lead}{cubes} {where}{_limits(node)}"


def _move(node: do.Move, voice: Voice) -> str:
    whose = node.whose or node.who
    form: Form = "one" if node.n == 1 else "many"
    target = "there" if isinstance(node.to, Here) else f"to {places(node.to, voice, form, whose)}"
    lead = "up to " if node.up_to and node.n != 1 else ""
    cubes = counted(node.n, "cube", voice)
    return f"{_may(node, voice, 'move')} {lead}{cubes} {_from(node.from_, voice, form, whose)} {target}"


def _match(node: do.Match, voice: Voice) -> str:
    where = places(node.where, voice, "one" if node.n == 1 else "many")
    number = "" if node.n == 1 else f"{amount(node.n, voice)} different "
    more = "the opponent has more cubes"
    return f"in {number}{where} where {more}, {voice.acts(node.who, 'add')} cubes until there are as many"


def _check(node: do.Check, voice: Voice) -> str:
    verb = voice.acts(node.who, "make")
    if node.target is not None:
        check = f"{verb} a Mobilization Check against {amount(node.target, voice)}"
    else:
        bonus = f"{node.plus:+} " if isinstance(node.plus, int) and node.plus else ""
        check = f"{verb} a {bonus}Mobilization Check"
    if not isinstance(node.plus, int):
        check += f", plus {amount(node.plus, voice)},"
    where = "" if node.where is None else f" {_in(node.where, voice, 'one', node.who)}"
    parts = [check + where]
    if node.success:
        parts.append(f"on success: {steps(node.success, voice)}")
    if node.failure:
        parts.append(f"on failure: {steps(node.failure, voice)}")
    return "; ".join(parts)


def _create(node: do.CreateOrganization, voice: Voice) -> str:
    where = _in(node.where, voice, "one", node.who)
    free = "" if node.sponsored else ", without a Sponsor"
    verb = voice.acts(node.who, "create")
    if node.plus is None:
        return f"{verb} an Organization {where}{free}"
    plus = f"{node.plus:+}" if isinstance(node.plus, int) else f"+ {amount(node.plus, voice)}"
    return f"{verb} an Organization {where}{free}, if a {plus} Mobilization Check succeeds"


def _remove_organization(node: do.RemoveOrganization, voice: Voice) -> str:
    number = counted(node.n, f"of {voice.owner(node.whose)} Organizations", voice, "Organizations")
    where = _from(node.where, voice, "one" if node.n == 1 else "many", node.whose)
    return f"{voice.acts(node.who, 'remove')} {number} {where}"


def _sponsor(node: do.Sponsor, voice: Voice) -> str:
    kinds = joined(kind.capitalize() for kind in node.types)
    return f"from now on an Organization of the {node.party.capitalize()} Party Sponsors {kinds} Districts"


def _signed(name: str) -> Say:
    def say(node: Any, voice: Voice) -> str:
        if isinstance(node.n, int) and node.n < 0:
            return f"{name} goes down by {-node.n}"
        return f"{name} goes up by {amount(node.n, voice)}"

    return say


def _prestige(node: do.Prestige, voice: Voice) -> str:
    if node.to is not None:
        return f"the Tsar's Prestige is set to {node.to}"
    return _signed("the Tsar's Prestige")(node, voice)


def _tracks(node: Any, noun: str) -> str:
    """`any Scoring Marker`, or one of some."""
    names = [TRACK_NAMES[track] for track in TRACK_NAMES if track in node.tracks]
    if len(names) == len(TRACK_NAMES):
        return (
            f"any {noun}"
            if node.n == 1
            else f"{node.n} different {noun}s"
            if isinstance(node.n, int)
            else f"{noun}s"
        )
    choice = joined(names, "or" if node.n == 1 else "and")
    return f"the {noun} of {choice}"


def _move_scoring(node: do.MoveScoring, voice: Voice) -> str:
    way = {"forward": "forward", "back": "back", "either": "forward or back"}[node.direction]
    boxes = "1 box" if node.boxes == 1 else f"{node.boxes} boxes"
    per = "" if node.n == 1 else " each"
    return f"{voice.acts(node.who, 'move')} {_tracks(node, 'Scoring Marker')} {boxes} {way}{per}"


def _roll_scoring(node: do.RollScoring, voice: Voice) -> str:
    names = [TRACK_NAMES[track] for track in TRACK_NAMES if track in node.tracks]
    which = "of choice" if len(names) == len(TRACK_NAMES) else f"of {joined(names, 'or')}"
    many = "Scoring Die" if node.n == 1 else "Scoring Dice"
    number = "a" if node.n == 1 else amount(node.n, voice)
    return f"{voice.acts(node.who, 'roll')} {number} {many} {which}"


def _op(node: do.Op, voice: Voice) -> str:
    if isinstance(node.n, int) and node.n < 0:
        return f"{voice.acts(node.who, 'lose')} {-node.n} OP"
    points = f"{node.n} OP" if isinstance(node.n, int) else f"as many OP as {amount(node.n, voice)}"
    return f"{voice.acts(node.who, 'gain')} {points}"


def _vp(node: do.Vp, voice: Voice) -> str:
    points = f"{node.n} VP" if isinstance(node.n, int) else f"as many VP as {amount(node.n, voice)}"
    return f"{voice.acts(node.who, 'score')} {points}"


def _spend(node: do.Spend, voice: Voice) -> str:
    lead = "up to " if node.up_to else ""
    parts = [f"{voice.subject(node.who)} may spend {lead}{amount(node.n, voice)} OP"]
    if node.then:
        parts.append(f"if so: {steps(node.then, voice)}")
    if node.otherwise:
        parts.append(f"if not: {steps(node.otherwise, voice)}")
    return "; ".join(parts)


def _first(order: str) -> str:
    return "the active player first" if order == "active_first" else "the First Player first"


def _bid(node: do.Bid, voice: Voice) -> str:
    winner = Voice("neutral", voice.titles)
    return (
        f"both players may spend any number of OP, {_first(node.order)}; whoever spent more, to you: "
        f"{steps(node.win, winner)}"
    )


def _extremism(node: do.Extremism, voice: Voice) -> str:
    if node.die is not None:
        return f"{voice.acts(node.who, 'resolve')} Growing Extremism with a {node.die} on the die"
    if isinstance(node.plus, int):
        return (
            f"{voice.acts(node.who, 'make')} a {f'{node.plus:+} ' if node.plus else ''}Growing Extremism roll"
        )
    return f"{voice.acts(node.who, 'make')} a Growing Extremism roll, plus {amount(node.plus, voice)}"


def _marker(node: do.AddMarker, voice: Voice) -> str:
    side = voice.faction if node.who == "you" else node.who
    kind = MARKERS.get(side, "Military Preparations")
    number = "a" if node.n == 1 else amount(node.n, voice)
    return f"{voice.acts(node.who, 'add')} {number} {node.value} VP {kind} marker{'' if node.n == 1 else 's'}"


def _roll_markers(node: do.RollMarkers, voice: Voice) -> str:
    values = joined((str(value) for value in sorted(node.values)), "or")
    faces = joined((str(face) for face in sorted(node.lost_on)), "or")
    markers = f"{voice.owner(node.whose)} {values} VP markers in Military Preparations"
    return f"roll a die for each of {markers}: on {faces} it is removed"


def _discard(node: do.Discard, voice: Voice) -> str:
    cards = counted(node.n, "card", voice)
    how = " at random" if node.random else ""
    return f"{voice.acts(node.who, 'discard')} {cards} from hand{how}"


def _play_from_pool(node: do.PlayFromPool, voice: Voice) -> str:
    less = f" for {node.less} OP less" if node.less else ""
    return (
        f"{voice.subject(node.who)} may play the Event of a card from the Pool{less}; its die is not rolled"
    )


def _activities(node: do.Activities, voice: Voice) -> str:
    worth = f"{node.ap} AP" if isinstance(node.ap, int) else f"as many AP as {amount(node.ap, voice)}"
    only = f", only {joined(ACTIVITIES[kind] for kind in node.only)}" if node.only else ""
    where = f", {_in(node.where, voice, 'many')}" if node.where is not None else ""
    return f"{voice.acts(node.who, 'perform')} activities worth {worth}{only}{where}"


def _special(node: do.SpecialAction, voice: Voice) -> str:
    return (
        f"{voice.acts(node.who, 'use')} an available Special Action of {voice.subject(node.of)} "
        f"with up to {amount(node.ap, voice)} AP; it is used up, and nobody's Special Action of the Turn is"
    )


def _choose(node: do.Choose, voice: Voice) -> str:
    options = []
    for option in node.options:
        lead = f"if {condition(option.needs, voice)}, " if option.needs is not None else ""
        options.append(lead + steps(option.steps, voice))
    return f"{voice.acts(node.who, 'choose')}: {'; or '.join(options)}"


def _if(node: do.If, voice: Voice) -> str:
    said = f"if {condition(node.needs, voice)}: {steps(node.then, voice)}"
    return said + (f"; otherwise: {steps(node.otherwise, voice)}" if node.otherwise else "")


def _roll(node: do.Roll, voice: Voice) -> str:
    outcomes = []
    for outcome in node.outcomes:
        low, high = outcome.at_least, outcome.at_most
        if low is not None and high is not None:
            on = f"{low}" if low == high else f"{low} to {high}"
        else:
            on = (
                f"{low} or more"
                if low is not None
                else f"{high} or less"
                if high is not None
                else "anything else"
            )
        outcomes.append(f"on {on}: {steps(outcome.steps, voice)}")
    plus = "" if node.plus == 0 else f", plus {amount(node.plus, voice)}"
    return f"{voice.acts(node.who, 'roll')} a die{plus}; {'; '.join(outcomes)}"


def _each(node: do.Each, voice: Voice) -> str:
    player = Voice("neutral", voice.titles)
    return f"each player, {_first(node.order)}: {steps(node.steps, player)}"


def _plain(verb: str, rest: str, third: str | None = None) -> Say:
    return lambda node, voice: f"{voice.acts(node.who, verb, third)} {rest}"


_SAID: dict[type, Say] = {
    do.Add: _add,
    do.Remove: _remove,
    do.Move: _move,
    do.Match: _match,
    do.Check: _check,
    do.EachPlace: lambda node, voice: (
        f"for {places(node.where, voice, 'each', node.who)}: {steps(node.steps, voice)}"
    ),
    do.RandomDistricts: lambda node, voice: (
        f"roll for {node.n} different random Districts; for each of them: {steps(node.steps, voice)}"
    ),
    do.CreateOrganization: _create,
    do.RemoveOrganization: _remove_organization,
    do.Sponsor: _sponsor,
    do.WorldAffairs: lambda node, voice: (
        f"+{amount(node.n, voice)} on the World Affairs Track toward {voice.subject(node.who)}"
    ),
    do.Unrest: _signed("Revolutionary Unrest"),
    do.Prestige: _prestige,
    do.MoveScoring: _move_scoring,
    do.ResetScoring: lambda node, voice: (
        f"{voice.acts(node.who, 'put')} {_tracks(node, 'Scoring Marker')} back to Start without scoring"
    ),
    do.Score: lambda node, voice: f"{voice.acts(node.who, 'score')} {_tracks(node, 'Scoring Track')}",
    do.RollScoring: _roll_scoring,
    do.Vp: _vp,
    do.Op: _op,
    do.Spend: _spend,
    do.Bid: _bid,
    do.Extremism: _extremism,
    do.DumaVote: lambda node, voice: "conduct a Duma Vote",
    do.EndSession: lambda node, voice: "the Duma Session ends; there is no Vote for it",
    do.AddMarker: _marker,
    do.RollMarkers: _roll_markers,
    do.ToPool: lambda node, voice: (
        "this card goes to the Opportunity Pool"
        if node.card is None
        else f"{voice.card(node.card)}, if in play, goes back to the Opportunity Pool"
    ),
    do.RemoveCard: lambda node, voice: f"remove {voice.card(node.card)} from the game",
    do.EnterPlay: lambda node, voice: f"{voice.card(node.card)} enters play; its Event is not resolved",
    do.Discard: _discard,
    do.SwapHands: lambda node, voice: "after this Action Round both players exchange their hands",
    do.ExchangeWithPool: lambda node, voice: (
        f"{voice.subject(node.who)} may exchange up to {counted(node.n, 'card', voice)} from hand "
        "with as many from the Pool that are not Key Events"
    ),
    do.PlayFromPool: _play_from_pool,
    do.Activities: _activities,
    do.SpecialAction: _special,
    do.SkipRound: _plain("skip", "the next Action Round"),
    do.NextCard: lambda node, voice: (
        f"in {voice.next_round(node.who)} a card from hand is worth {node.ap} AP more"
    ),
    do.Later: lambda node, voice: f"at the end of {voice.next_round(node.who)}: {steps(node.steps, voice)}",
    do.Choose: _choose,
    do.If: _if,
    do.Roll: _roll,
    do.Repeat: lambda node, voice: f"{amount(node.n, voice)} times: {steps(node.steps, voice)}",
    do.Each: _each,
}
