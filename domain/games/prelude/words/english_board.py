"""English for cubes, Organizations, checks, points and tracks: a sentence for each event."""

from collections.abc import Callable
from typing import Any

from domain.core.event import Event, Seat
from domain.games.prelude import events as e
from domain.games.prelude.components import STANDARD
from domain.games.prelude.table import OTHER, SIDES
from domain.games.prelude.words.names import (
    SUBTYPES,
    TROOPS,
    a_cube,
    activity,
    begin,
    card,
    cubes,
    opportunity,
    place,
    plural,
    points,
    side,
    sides,
    special,
    together,
    track,
    upper,
)
from domain.games.prelude.words.questions import DONE

ARMED = {
    "activities_and_event": "The next {own} card from hand brings {who} its Activity Points and its Event.",
    "opposing_card_without_event": "The next {other} card that {who} plays from hand brings no Event.",
}
ADJECTIVE = {"revolutionary": "Revolutionary", "government": "Government"}


def _armed(event: e.SpecialArmed) -> str:
    other = ADJECTIVE.get(OTHER.get(event.seat, ""), "opposing")
    own = ADJECTIVE.get(event.seat, "own")
    text = ARMED.get(event.effect, "It waits for the next card that {who} plays from hand.")
    return text.format(who=side(event.seat), own=own, other=other)


def _added(event: e.CubesAdded) -> str:
    where = place(event.place)
    if event.by is not None:
        return f"{begin(event.by)} adds {_some_cubes(event.count, event.seat)} in {where}."
    return f"{cubes(event.count, event.seat)} {_is(event.count)} added in {where}."


def _cubes_gone(event: e.CubesRemoved) -> str:
    where = place(event.place)
    if event.by is not None:
        return f"{begin(event.by)} removes {_some_cubes(event.count, event.seat)} from {where}."
    return f"{cubes(event.count, event.seat)} {_is(event.count)} removed from {where}."


def _cube_moved(event: e.CubeMoved) -> str:
    way = f"from {place(event.origin)} to {place(event.place)}"
    if event.by is not None:
        return f"{begin(event.by)} moves {a_cube(event.seat)} {way}."
    return f"{upper(a_cube(event.seat))} moves {way}."


def _some_cubes(number: int, seat: Seat) -> str:
    return a_cube(seat) if number == 1 else cubes(number, seat)


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _check(event: e.CheckRolled) -> str:
    where = f" in {place(event.place)}" if event.place else ""
    total = sum(event.dice)
    over = total - event.target
    came = "success" if over <= 0 else f"{over} too many"
    dice = " + ".join(map(str, event.dice))
    return (
        f"Mobilization Check of {side(event.seat)}{where}: {dice} = {total} against {event.target}, {came}."
    )


def _opportunity(event: e.OpportunityChanged) -> str:
    verb = "gains" if event.points > 0 else "loses"
    return f"{begin(event.seat)} {verb} {opportunity(abs(event.points))}."


def _scored(event: e.PointsScored) -> str:
    by = "in the Duma Vote" if event.by == "vote" else f"for {special(event.by)}"
    if event.by in STANDARD.cards:
        by = f"for {card(event.by)}"
    return f"{begin(event.seat)} scores {points(event.points)}{f' {by}' if event.by else ''}."


def _moved(name: str, boxes: int) -> str:
    return f"{name} {'rises' if boxes > 0 else 'falls'} by {abs(boxes)}."


def _die(event: e.ScoringDieRolled) -> str:
    own = event.die == event.track
    went = "its Scoring Marker advances" if own else f"the {track(event.track)} Scoring Marker advances"
    return f"{begin(event.seat)} rolls the {track(event.die)} die: {went}."


def _marker_moved(event: e.ScoringMarkerMoved) -> str:
    way = "forward" if event.boxes > 0 else "back"
    boxes = plural(abs(event.boxes), "box", "boxes")
    return f"{begin(event.seat)} moves the {track(event.track)} Scoring Marker {boxes} {way}."


def _track_scored(event: e.TrackScored) -> str:
    who = "nobody is favoured" if event.seat is None else f"{side(event.seat)} gains {points(event.points)}"
    more = [
        f"{side(seat)} gains {points(event.empty[seat])} for empty Parties of {side(OTHER[seat])}"
        for seat in SIDES
        if event.empty.get(seat)
    ]
    return f"The {track(event.track)} Track scores: {'; '.join([who, *more])}."


def _extremism(event: e.ExtremismRolled) -> str:
    shown = str(event.die)
    if event.modifier:
        sign = "+" if event.modifier > 0 else "-"
        shown += f" {sign} {abs(event.modifier)} = {event.die + event.modifier}"
    moderate, extremist = (place(STANDARD.wing[event.seat, wing]) for wing in ("moderate", "extremist"))  # type: ignore[index]
    parts = []
    if event.removed:
        parts.append(f"{moderate} loses {plural(event.removed, 'cube')}")
    if event.moved:
        what = f"{event.moved} more" if event.removed else f"{plural(event.moved, 'cube')} of {moderate}"
        parts.append(f"{what} go{_es(event.moved)} over to {extremist}")
    if event.points:
        parts.append(f"{side(OTHER[event.seat])} scores {points(event.points)}")
    how = "rolls" if event.roll else "is given"
    return f"Growing Extremism: {side(event.seat)} {how} {shown}; {together(parts or ['nothing happens'])}."


def _es(number: int) -> str:
    return "es" if number == 1 else ""


def _vote(event: e.VoteHeld) -> str:
    if event.seat is None:
        return "The Duma has voted; neither side holds a Majority."
    return f"The Duma has voted; {side(event.seat)} holds the Majority and scores {points(event.points)}."


def _rolled(event: e.DieRolled) -> str:
    if not event.plus:
        return f"{begin(event.seat)} rolls {event.die}."
    sign = "+" if event.plus > 0 else "-"
    return f"{begin(event.seat)} rolls {event.die} {sign} {abs(event.plus)} = {event.die + event.plus}."


def _troops(seat: Seat, value: int) -> str:
    return f"{TROOPS.get(seat, 'troops')} worth {points(value)}"


def _marker(event: e.MarkersAdded) -> str:
    times = "" if event.count == 1 else f", {event.count} times"
    return f"{_troops(event.seat, event.value)} join the Military Preparations{times}."


def _tested(event: e.MarkerTested) -> str:
    lost = "they desert" if event.lost else "they stand firm"
    return f"{_troops(event.seat, event.value)}: the die shows {event.die}, {lost}."


def _sponsor(event: e.SponsorChanged) -> str:
    kinds = together(SUBTYPES.get(one, one) for one in event.subtypes)
    return f"{upper(place(event.party))} can now Sponsor Organizations in {kinds} Districts."


BOARD: dict[type[Event[Any]], Callable[[Any], str]] = {
    e.Mobilized: lambda x: (
        f"{begin(x.seat)} mobilizes {a_cube(x.seat)} in {place(x.place)} for {activity(x.cost)}."
    ),
    e.OrganizationTried: lambda x: (
        f"{begin(x.seat)} spends {activity(x.points)} to create an Organization in {place(x.place)}."
    ),
    e.SpecialUsed: lambda x: (
        f"{begin(x.seat)} uses the Special Action {special(x.special)} for {activity(x.points)}."
    ),
    e.SpecialArmed: _armed,
    e.WasDone: lambda x: f"{begin(x.seat)} {DONE.get(x.what, 'lets it be')}.",
    e.CubesAdded: _added,
    e.CubesRemoved: _cubes_gone,
    e.CubeMoved: _cube_moved,
    e.PlaceChosen: lambda x: f"{begin(x.seat)} chooses {place(x.place)}.",
    e.OptionChosen: lambda x: f"{begin(x.seat)} chooses ({x.option}).",
    e.TrackChosen: lambda x: f"{begin(x.seat)} chooses {track(x.track)}.",
    e.SideChosen: lambda x: f"{begin(x.seat)} chooses {side(x.side)}.",
    e.OrganizationCreated: lambda x: f"{begin(x.seat)} creates an Organization in {place(x.place)}.",
    e.OrganizationRemoved: lambda x: f"{upper(sides(x.seat))} Organization in {place(x.place)} is removed.",
    e.SponsorChanged: _sponsor,
    e.CheckRolled: _check,
    e.CheckRescued: lambda x: f"{begin(x.seat)} spends {opportunity(x.points)}: the check succeeds.",
    e.OpportunitySpent: lambda x: f"{begin(x.seat)} spends {opportunity(x.points)}.",
    e.OpportunityChanged: _opportunity,
    e.PointsScored: _scored,
    e.UnrestMoved: lambda x: _moved("Revolutionary Unrest", x.boxes),
    e.PrestigeMoved: lambda x: _moved("The Tsar's Prestige", x.boxes),
    e.WorldAffairsMoved: lambda x: (
        f"World Affairs turns toward {side(x.seat)} by {plural(x.boxes, 'box', 'boxes')}."
    ),
    e.ScoringDieRolled: _die,
    e.ScoringMarkerMoved: _marker_moved,
    e.TrackScored: _track_scored,
    e.TrackReset: lambda x: f"{begin(x.seat)} sends the {track(x.track)} Scoring Marker back to Start.",
    e.ExtremismRolled: _extremism,
    e.SessionEnded: lambda x: "The Duma Session is over, without a Vote.",
    e.VoteHeld: _vote,
    e.DieRolled: _rolled,
    e.DistrictRolled: lambda x: f"Random District: red {x.red} and blue {x.blue} give {place(x.district)}.",
    e.MarkersAdded: _marker,
    e.MarkerTested: _tested,
}  # fmt: skip
