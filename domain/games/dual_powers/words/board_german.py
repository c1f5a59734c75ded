"""The words around the board in German."""

from domain.core.event import ARBITER, PUBLIC
from domain.games.dual_powers.words import german
from domain.games.dual_powers.words.board import Labels

LABELS = Labels(
    sides=german.SIDE,
    seen={
        "red": "aus Sicht von Rot", "white": "aus Sicht von Weiß",
        PUBLIC: "aus Sicht des Publikums", ARBITER: "aus Sicht der Schiedsperson",
    },
    colours=german.COLOURS,
    leaders=german.LEADERS,
    months=german.MONTHS,
    text={
        "round": "Runde {}", "turn": "Zug {} von {}", "active": "am Zug: {}", "card": "Karte: {}",
        "solitaire": "Solospiel, Schwierigkeit {}",
        "calendar": "Kalender", "date": "{}, Tag {}", "support": "Unterstützung", "will": "Wille des Volkes",
        "unrest": "Unruhe", "worth": "{}: {} Punkte oder eine Bonusaktion",
        "blockade": "Blockade", "next": "nächste Unruhe: {}", "ahead": "{} vorn {}:{}",
        "level": "niemand vorn", "hand": "Hand", "stack": "Stapel", "hidden": "{} verdeckt",
        "objective": "Ziel", "up": "offen", "down": "verdeckt", "unknown": "unbekannt",
        "played": "Gespielt", "supply": "Vorrat", "piles": "Stapel",
        "deck": "Nachziehstapel {}", "discard": "Ablage {}", "tiles": "Plättchen {}",
        "leaders": "Anführer der Gegenseite {}",
        "waits": "Gefragt ist", "result": "Ergebnis", "wins": "{} gewinnt", "nobody": "niemand",
        "neutral": "neutral", "opposing": "Gegenseite", "gone": "Aus dem Spiel", "key": "Zeichen",
        "tokens": "Plättchen Stärke/Rückseite, (x) {exhausted}  → {way}  ✕ Blockade  [1] {marker}",
        "cards": "Karte (Tage · {recruit}/Aktion · {points})",
        "exhausted": "erschöpft", "way": "Weg", "marker": "Marker", "recruit": "Rekrutierung",
        "points": "Punkte", "city": "Die Stadt",
        "by_will": "durch den Willen des Volkes",
    },
    phases={"setup": "Aufbau", "over": "Spielende", **german.PHASES},
    actions={
        "move": "Bewegen", "double_move": "Doppelt bewegen", "refresh": "Erholen",
        "inspire": "Volk begeistern", "espionage": "Spionage", "mobilize": "Protest",
    },
    asked={
        "objective": "ein geheimes Ziel", "play_card": "eine Karte", "action": "eine Aktion",
        "leader_action": "Anführeraktionen", "bonus_action": "eine Bonusaktion",
        "unrest": "Punkte oder Bonusaktion",
        "promise_entropy": "das Versprechen von Entropie", "give_entropy": "Entropie",
    },
    ended=german.ENDED,
)  # fmt: skip
