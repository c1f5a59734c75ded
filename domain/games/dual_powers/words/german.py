"""German: the words for what lies on the table, and one sentence for each event."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.core import frame
from domain.core.event import Event, Seat
from domain.games.dual_powers import events as e
from domain.games.dual_powers.components import REGIONS

SIDE = {"red": "Rot", "white": "Weiß"}
COLOURS = {  # the stem of the adjective
    "purple": "violett",
    "green": "grün",
    "red": "rot",
    "blue": "blau",
    "white": "weiß",
    "brown": "braun",
    "neutral": "neutral",
}
LEADERS = {
    "lenin": "Lenin",
    "stalin": "Stalin",
    "kollontai": "Kollontai",
    "kerensky": "Kerenski",
    "lvov": "Fürst Lwow",
    "kornilov": "Kornilow",
    "trotsky": "Trotzki",
}
MONTHS = ("März/April", "Mai/Juni", "Juli", "August", "September", "Oktober", "November")
PHASES = {
    "draw": "Ziehphase",
    "objective": "Zielphase",
    "action": "Aktionsphase",
    "scoring": "Wertungsphase",
    "cleanup": "Aufräumphase",
}
DECLINED = {
    "action": "die Aktion",
    "leader_action": "die Sonderaktion des Anführers",
    "bonus_action": "die Bonusaktion",
}
WILL = {
    "month": "Mit dem neuen Monat geht der Wille des Volkes an {}.",
    "inspired": "Die Menge ist begeistert, und der Wille des Volkes geht an {}.",
    "solitaire": "Nach den Soloregeln geht der Wille des Volkes an {}.",
}
REVEALED = {"espionage": " durch Spionage", "organize": " durch Organisieren", "scoring": " zur Wertung"}
JUDGED = {
    "strength": "ist stärker",
    "tokens": "liegt mit mehr Plättchen vorn",
    "will": "liegt durch den Willen des Volkes vorn",
}
FOUND = {
    "days": "Die Region dieser Karte hat die höchste Summe an Tagen",
    "cards": "Bei gleich vielen Tagen hat die Region dieser Karte die meisten Karten",
    "last": "Bei gleich vielen Tagen und Karten kam aus der Region dieser Karte die letzte",
}
ENDED = {
    "track": " am Ende der Unterstützungsleiste",
    "october": " mit dem Ablauf des Kalenders",
    "third_round": " nach der dritten Runde",
}


def side(seat: Seat) -> str:
    return SIDE.get(seat, seat)


def _adjective(name: str, ending: str) -> str:
    return COLOURS[name] + ending if name in COLOURS else name


def region(name: str) -> str:
    """Nominative and accusative."""
    return f"die {_adjective(name, 'e')} Region"


def of_region(name: str) -> str:
    """Dative: in, aus, zu, über."""
    return f"der {_adjective(name, 'en')} Region"


def connection(name: str) -> str:
    """A connection by its colour: which regions it joins is a matter of the board that is played on."""
    return f"die {_adjective(name, 'e')} Verbindung"


def card(name: str) -> str:
    return LEADERS.get(name, name)


def cards(names: Iterable[str]) -> str:
    return ", ".join(card(name) for name in names)


def token(name: str) -> str:
    if name.startswith("opposing-"):
        return f"die Einheit {name.removeprefix('opposing-')} der Gegenseite"
    colour, found, code = name.partition("-unit-")
    return f"die {_adjective(colour, 'e')} Einheit {code}" if found else LEADERS.get(name, name)


def together(words: Iterable[str]) -> str:
    *before, last = list(words) or ["nichts"]
    return f"{', '.join(before)} und {last}" if before else last


def tokens(names: Iterable[str]) -> str:
    return together(token(name) for name in names)


def many(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


def month(index: int) -> str:
    return MONTHS[index] if 0 <= index < len(MONTHS) else f"Monat {index + 1}"


def _stack(what: str, count: int, order: tuple[str, ...] | None) -> str:
    shown = "" if order is None else f", von oben {', '.join(COLOURS.get(one, card(one)) for one in order)}"
    return f"{count} {what} werden zu einem verdeckten Stapel gemischt{shown}."


def _opened(event: frame.GameOpened) -> str:
    header = event.header
    who = together(side(seat) for seat in header.seats)
    if header.options.get("solitaire"):
        who += f" gegen die Gegenseite auf Schwierigkeit {header.options['solitaire']}"
    version = header.ruleset_version
    return f"Partie {header.game} wird eröffnet: {header.ruleset}, Version {version}, gespielt von {who}."


def _neutrals(event: e.NeutralsPlaced) -> str:
    placed = zip(event.tokens, REGIONS, strict=True)
    places = (
        f"{name.removeprefix('neutral-unit-')} in {COLOURS[colour].capitalize()}" for name, colour in placed
    )
    return f"In jeder Region bezieht eine neutrale Einheit ihren Platz: {together(places)}."


def _drawn(event: e.CardsDrawn) -> str:
    what = many(event.count, "Karte", "Karten") if event.cards.value is None else cards(event.cards.value)
    return f"{side(event.seat)} zieht {what}{' als Bonusaktion' if event.bonus else ''}."


def _chosen(event: e.ObjectiveChosen) -> str:
    return f"{side(event.seat)} legt {event.card.value or 'eine Karte'} verdeckt als geheimes Ziel aus."


def _dealt(event: e.ObjectiveDealt) -> str:
    return f"{side(event.seat)} bekommt {event.card.value or 'eine Karte'} verdeckt als geheimes Ziel."


def _opposition(event: e.OppositionDealt) -> str:
    shown = "" if event.cards.value is None else f", von oben {cards(event.cards.value)}"
    stack = many(event.count, "Karte", "Karten")
    return f"Die Gegenseite, {side(event.seat)}, bekommt einen verdeckten Stapel aus {stack}{shown}."


def _moved(event: e.TokenMoved) -> str:
    via = "".join(f" über {region(step)}" for step in event.path[:-1])
    start, end = of_region(event.start), region(event.path[-1])
    return f"{side(event.seat)} bewegt {token(event.token)} aus {start}{via} in {end}."


def _judged(event: e.RegionJudged) -> str:
    red, white = (
        f"{event.strength.get(s, 0)} mit {event.tokens.get(s, 0)} Plättchen" for s in ("red", "white")
    )
    ahead = "niemand ist stärker"
    if event.stronger is not None:
        ahead = f"{side(event.stronger)} {JUDGED.get(event.by, 'ist stärker')}"
    where = f"In {of_region(event.region)} (Marker {event.marker})"
    return f"{where} hat Rot Stärke {red}, Weiß {white}: {ahead}."


def _exhausted(event: e.TokensExhausted) -> str:
    parts = [
        (tokens(some), one if len(some) == 1 else more, rest)
        for some, one, more, rest in (
            (event.exhausted, "wird", "werden", "erschöpft"),
            (event.to_supply, "kehrt", "kehren", "in den Vorrat zurück"),
            (event.out_of_game, "verlässt", "verlassen", "das Spiel"),
        )
        if some
    ]
    told = [
        f"{who} {verb} {rest}" if number else f"{verb} {who} {rest}"
        for number, (who, verb, rest) in enumerate(parts)
    ]
    return f"In {of_region(event.region)} {'; '.join(told) or 'bleibt alles, wie es ist'}."


def _discarded(event: e.CardsDiscarded) -> str:
    gone = f"; diese Anführerkarten verlassen das Spiel: {cards(event.leaders)}" if event.leaders else ""
    return f"Auf den Ablagestapel kommen diese Karten: {cards(event.cards) or 'keine'}{gone}."


def _ended(event: e.GameEnded) -> str:
    reason = event.reason.removesuffix("_will")
    will = ", entschieden durch den Willen des Volkes" if reason != event.reason else ""
    return f"{side(event.winner)} gewinnt die Partie{ENDED.get(reason, f' ({reason})')}{will}."


SENTENCES: dict[type[Event[Any]], Callable[[Any], str]] = {
    frame.GameOpened: _opened,
    frame.EntropyPromised: lambda x: f"{side(x.seat)} verspricht Entropie mit dem Fingerabdruck {x.promise}.",
    frame.EntropyGiven: lambda x: f"{side(x.seat)} steuert die Entropie {x.entropy} bei.",
    frame.SeedOpened: lambda x: f"Der Startwert der Partie wird offengelegt: {x.seed}.",
    e.NeutralsPlaced: _neutrals,
    e.TilesShuffled: lambda x: _stack("Regionsplättchen", x.count, x.order.value),
    e.UnrestTileSet: lambda x: f"Unruhe herrscht nun in {of_region(x.region)}.",
    e.BlockadeTileSet: lambda x: (
        f"Das {_adjective(x.region, 'e')} Plättchen wird gezogen: Die Blockade sperrt {connection(x.region)}."
    ),
    e.DeckShuffled: lambda x: _stack("Befehlskarten", x.count, x.order.value),
    e.LeadersShuffled: lambda x: _stack("Anführerkarten der Gegenseite", x.count, x.order.value),
    e.RoundBegan: lambda x: f"Runde {x.round} beginnt.",
    e.PhaseBegan: lambda x: f"Die {PHASES.get(x.phase, x.phase)} beginnt.",
    e.CardsDrawn: _drawn,
    e.ObjectiveChosen: _chosen,
    e.ObjectiveDealt: _dealt,
    e.OppositionDealt: _opposition,
    e.TurnBegan: lambda x: f"Zug {x.turn}: {side(x.seat)} ist an der Reihe.",
    e.CardPlayed: lambda x: f"{side(x.seat)} spielt {card(x.card)}.",
    e.DateAdvanced: lambda x: f"Der Kalender zeigt nun {month(x.month)}, Tag {x.day}.",
    e.WillTaken: lambda x: WILL[x.by].format(side(x.seat)),
    e.TrotskyReturned: lambda x: f"Trotzki kehrt in {region(x.region)} zurück, neutral und bereit.",
    e.TrotskyJoined: lambda x: f"Trotzki steht in {of_region(x.region)} von nun an auf der Seite von Rot.",
    e.TrotskyStayedAway: lambda _: "Trotzki hat die Stadt schon verlassen und schließt sich Rot nicht an.",
    e.BonusEarned: lambda x: f"{side(x.seat)} erhält eine Bonusaktion.",
    e.UnitsRecruited: lambda x: f"{side(x.seat)} rekrutiert {tokens(x.tokens)} in {of_region(x.region)}.",
    e.TokenMoved: _moved,
    e.TokenRefreshed: lambda x: (
        f"{side(x.seat)} macht {token(x.token)} in {of_region(x.region)} wieder bereit."
    ),
    e.LeaderRecruited: lambda x: f"{side(x.seat)} bringt {token(x.leader)} in {region(x.region)}.",
    e.NeutralsRefreshed: lambda x: (
        f"Der neue Anführer in {of_region(x.region)} macht {tokens(x.tokens)} wieder bereit."
    ),
    e.BlockadeMoved: lambda x: f"{side(x.seat)} verlegt die Blockade auf {connection(x.connection)}.",
    e.ObjectiveRevealed: lambda x: (
        f"Das geheime Ziel von {side(x.owner)} wird{REVEALED.get(x.by, '')} aufgedeckt: {card(x.card.value)}."
    ),
    e.Declined: lambda x: f"{side(x.seat)} verzichtet auf {DECLINED.get(x.what, x.what)}.",
    e.MarkerPlaced: lambda x: f"Zielmarker {x.marker} kommt in {region(x.region)}.",
    e.RegionJudged: _judged,
    e.PointsScored: lambda x: (
        f"{side(x.seat)} erhält {many(x.points, 'Punkt', 'Punkte')} für Zielmarker {x.marker}."
    ),
    e.UnrestBonusChosen: lambda x: f"{side(x.seat)} nimmt für die Unruhe statt der Punkte eine Bonusaktion.",
    e.OppositionObjectiveFound: lambda x: (
        f"Ziel der Gegenseite, {side(x.seat)}, ist {card(x.card)}. {FOUND.get(x.by, x.by)}."
    ),
    e.TokensExhausted: _exhausted,
    e.MarkersReturned: lambda _: "Die Zielmarker kommen zurück neben die Unterstützungsleiste.",
    e.CardsDiscarded: _discarded,
    e.HandDiscarded: lambda x: f"{side(x.seat)} legt aus der Hand ab: {cards(x.cards) or 'nichts'}.",
    e.GameEnded: _ended,
}
