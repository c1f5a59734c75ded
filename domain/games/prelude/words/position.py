"""Position: what the text board and the picture both say of a table, as far as a view holds it."""

from domain.core.event import Seat
from domain.games.prelude.components import PartyId, Place
from domain.games.prelude.rules.activities import mobilization_cost
from domain.games.prelude.rules.duma import track_modifier
from domain.games.prelude.table import GOV, REV, SIDES, PreludeTable
from domain.games.prelude.words.english import REASONS
from domain.games.prelude.words.names import (
    COLOUR,
    LETTER,
    LEVELS,
    SUBTYPES,
    TROOPS,
    begin,
    points,
    side,
    together,
)
from domain.games.prelude.words.questions import asked

PHASES = {"red_october": "Red October", "final": "final scoring"}


def spoken(language: str) -> None:
    if language != "en":
        raise ValueError(f"language: no {language!r}; there are en")


# Where the game is.


def progress(view: PreludeTable) -> list[str]:
    """Turn and Action Round, or what else is going on."""
    if view.turn < 0:
        return ["Start of Game"]
    parts = [view.now.name, f"Turn {view.turn + 1} of {max(view.turn + 1, view.options.last_turn)}"]
    if view.phase in PHASES:
        return [*parts, PHASES[view.phase]]
    if not view.round:
        return [*parts, "Start of Turn"]
    parts.append(f"Action Round {view.round} of {view.now.rounds}")
    return parts if view.over else [*parts, f"{side(view.active)} is active"]


def first(view: PreludeTable) -> str:
    return f"First Player: {side(view.first)}"


def session(view: PreludeTable) -> str:
    """The Duma Sessions of this Turn, and whether one is going on."""
    rounds = [together(map(str, some)) for some in view.now.sessions]
    now = "in session" if view.session() is not None else "not in session"
    return f"{now}; sessions this Turn: Action Rounds {', '.join(rounds)}" if rounds else now


def outcome(view: PreludeTable) -> tuple[str, str]:
    """What the table waits for, or the result: a label and its text."""
    due = view.asks()
    if view.over:
        how = REASONS.get(view.reason, view.reason)
        won = f"{begin(view.winner)} wins" if view.winner else "Both players have lost"
        return "Result", f"{won} {how}"
    if due is None:
        return "Waiting for", "nobody"
    whom = together(side(seat) for seat in due.seats)
    return "Waiting for", f"{whom} {asked(due.what, view.agenda, view.components)}"


# Tracks.


def score(view: PreludeTable) -> str:
    ahead = view.ahead()
    return f"{points(abs(view.vp))} for {side(ahead)}" if ahead else "0, nobody is ahead"


def unrest(view: PreludeTable) -> str:
    most = view.components.board.limits.unrest
    return f"{view.unrest} of {most}; extremism of {side(REV)} {track_modifier(view, REV):+d}"


def prestige(view: PreludeTable) -> str:
    box = "the Tsar has abdicated"
    if not view.abdicated:
        box = f"{view.prestige} of {view.components.board.limits.prestige}"
    return f"{box}; extremism of {side(GOV)} {track_modifier(view, GOV):+d}"


def op(view: PreludeTable, seat: Seat) -> str:
    return f"{view.op[seat]} of {view.components.board.limits.opportunity}"


def troops(view: PreludeTable, seat: Seat) -> str:
    """The markers of Military Preparations, largest first."""
    markers = sorted(view.military[seat], reverse=True)
    worth = " + ".join(map(str, markers)) or "none"
    return f"{TROOPS[seat]}: {worth}{f' = {sum(markers)}' if len(markers) > 1 else ''}"


def advantage(view: PreludeTable, track: str) -> str:
    """Whom a track favours, by how much, and what that brings when it scores."""
    seat = view.favoured(track)
    if seat is None:
        return "favours nobody"
    worth = points(view.printed(track))
    if track == "duma":
        return f"{LEVELS[view.duma_level(seat)]} of {side(seat)}: {worth}"
    return f"favours {side(seat)} by {abs(view.advantage(track))}: {worth}"


def scoring(view: PreludeTable, track: str) -> str:
    return f"{view.scoring[track]} of {view.components.tracks[track].length}"


# Places.


def near(view: PreludeTable, place: Place) -> list[Place]:
    """The Urban Districts that arrows lead to; of an Urban one, those that they come from."""
    districts = view.components.districts
    if districts[place].subtype != "urban":
        return list(districts[place].adjacent)
    return [one.id for one in districts.values() if place in one.adjacent]


def named(view: PreludeTable, places: list[Place]) -> str:
    return ", ".join(view.components.name_of(one) for one in places)


def next_cube(view: PreludeTable, seat: Seat, place: Place) -> int | None:
    """What the next cube costs there; None without a free box."""
    return mobilization_cost(view, seat, place) if view.room(seat, place) > 0 else None


def held(view: PreludeTable, place: Place) -> str:
    """`red 2 of 9, blue 0 of 7`."""
    parts = []
    for seat in SIDES:
        boxes = view.components.boxes[seat].get(place)
        if boxes:
            parts.append(f"{COLOUR[seat]} {view.mv(seat, place)} of {len(boxes)}")
    return ", ".join(parts)


def organized(view: PreludeTable, place: Place) -> list[Seat]:
    return [seat for seat in SIDES if view.has_organization(seat, place)]


def district(view: PreludeTable, place: Place) -> str:
    """A District in a sentence."""
    found = view.components.districts[place]
    holder = view.controller(place)
    parts = [
        f"{found.name}, {SUBTYPES[found.subtype]} District: {held(view, place)}",
        f"controlled by {side(holder)}" if holder else "uncontrolled",
        *(f"Organization of {side(seat)}" for seat in organized(view, place)),
    ]
    costs = [(seat, next_cube(view, seat, place)) for seat in SIDES]
    parts += [f"the next {COLOUR[seat]} cube costs {cost} AP" for seat, cost in costs if cost is not None]
    around = near(view, place)
    return "; ".join([*parts, f"adjacent: {named(view, around)}"] if around else parts)


def sponsoring(view: PreludeTable, party: PartyId) -> str:
    """Where a Party can Sponsor Organizations."""
    kinds = view.sponsors[party]
    return f"sponsors {together(SUBTYPES[one] for one in kinds)}" if kinds else ""


def party(view: PreludeTable, party: PartyId) -> str:
    """A Party in a sentence."""
    found = view.components.parties[party]
    if party in view.out_of_play:
        return f"{found.name}: out of play"
    parts = [f"{found.name}, {found.wing}: {held(view, party)}"]
    parts += ["Organization"] if organized(view, party) else []
    cost = next_cube(view, found.faction, party)
    parts += [f"the next cube costs {cost} AP"] if cost is not None else []
    return "; ".join([*parts, sponsoring(view, party)] if view.sponsors[party] else parts)


def duma(view: PreludeTable) -> str:
    """Who leads in the Duma."""
    totals = f"red {view.duma_total(REV)}, blue {view.duma_total(GOV)}"
    for seat in SIDES:
        level = view.duma_level(seat)
        if level:
            return f"{LEVELS[level]} of {side(seat)}, {totals}"
    return f"no Majority, {totals}"


def letters(seats: list[Seat]) -> str:
    return "".join(LETTER[seat] for seat in seats)
