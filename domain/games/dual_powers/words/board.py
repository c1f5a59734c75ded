"""The words around the board in three languages, shared by the text and the picture of it."""

from msgspec import Struct

from domain.core.event import ARBITER, PUBLIC, Audience, Seat
from domain.games.dual_powers.components import CardId
from domain.games.dual_powers.words import english, german, russian


class Labels(Struct, frozen=True):
    """What stands beside the things on the table in one language."""

    sides: dict[str, str]
    seen: dict[str, str]
    colours: dict[str, str]
    leaders: dict[str, str]
    months: tuple[str, ...]
    text: dict[str, str]
    phases: dict[str, str]
    actions: dict[str, str]
    asked: dict[str, str]
    ended: dict[str, str]

    def side(self, seat: Seat) -> str:
        return self.sides.get(seat, seat)

    def owner(self, side: Seat | None) -> str:
        return self.text["neutral"] if side is None else self.side(side)

    def seen_by(self, audience: Audience) -> str:
        return self.seen.get(audience, audience)

    def colour(self, name: str) -> str:
        return self.colours.get(name, name)

    def card(self, card: CardId) -> str:
        return self.leaders.get(card, card)

    def key(self, name: str) -> str:
        """What the signs on tokens or on cards mean."""
        return self.text[name].format(**self.text)


_ENGLISH = Labels(
    sides=english.SIDE,
    seen={
        "red": "seen by Red", "white": "seen by White",
        PUBLIC: "seen by the public", ARBITER: "seen by the arbiter",
    },
    colours={},
    leaders=english.LEADERS,
    months=english.MONTHS,
    text={
        "round": "Round {}", "turn": "turn {} of {}", "active": "to move: {}", "card": "card: {}",
        "solitaire": "solitaire, difficulty {}",
        "calendar": "Calendar", "date": "{}, day {}", "support": "Support", "will": "Will of the people",
        "unrest": "Unrest", "worth": "{}: {} points or a bonus action",
        "blockade": "Blockade", "next": "next unrest: {}", "ahead": "{} ahead {}:{}",
        "level": "nobody ahead", "hand": "Hand", "stack": "Stack", "hidden": "{} face down",
        "objective": "Objective", "up": "face up", "down": "face down", "unknown": "unknown",
        "played": "Played", "supply": "Supply", "piles": "Piles",
        "deck": "deck {}", "discard": "discard {}", "tiles": "tiles {}", "leaders": "opposing leaders {}",
        "waits": "Waiting for", "result": "Result", "wins": "{} wins", "nobody": "nobody",
        "neutral": "neutral", "opposing": "opposing", "gone": "Out of the game", "key": "Key",
        "tokens": "token strength/reverse, (x) {exhausted}  → {way}  ✕ blockade  [1] {marker}",
        "cards": "card (days · {recruit}/action · {points})",
        "exhausted": "exhausted", "way": "way", "marker": "marker", "recruit": "recruit", "points": "points",
        "city": "The city",
        "by_will": "by the will of the people",
    },
    phases={
        "setup": "set-up", "over": "the game is over",
        **{name: f"{word} phase" for name, word in english.PHASES.items()},
    },
    actions={
        "move": "move", "double_move": "double move", "refresh": "refresh", "inspire": "inspire the people",
        "espionage": "espionage", "mobilize": "mobilize protest",
    },
    asked={
        "objective": "a secret objective", "play_card": "a card to play", "action": "an action",
        "leader_action": "the leader's actions", "bonus_action": "a bonus action",
        "unrest": "points or a bonus action",
        "promise_entropy": "a promise of entropy", "give_entropy": "entropy",
    },
    ended=english.ENDED,
)  # fmt: skip
_GERMAN = Labels(
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
_RUSSIAN = Labels(
    sides={seat: name.lower() for seat, name in russian.SIDE.items()},
    seen={
        "red": "глазами красных", "white": "глазами белых",
        PUBLIC: "глазами зрителей", ARBITER: "глазами арбитра",
    },
    colours={name: forms[0] for name, forms in russian.COLOURS.items()},
    leaders=russian.LEADERS,
    months=russian.MONTHS,
    text={
        "round": "Раунд {}", "turn": "ход {} из {}", "active": "ходят {}", "card": "карта: {}",
        "solitaire": "одиночная игра, сложность {}",
        "calendar": "Календарь", "date": "{}, день {}", "support": "Поддержка", "will": "Воля народа",
        "unrest": "Волнения", "worth": "{}: очков {} или бонусное действие",
        "blockade": "Блокада", "next": "следующие волнения: {}", "ahead": "впереди {} {}:{}",
        "level": "никто не впереди", "hand": "Рука", "stack": "Стопка", "hidden": "закрытых: {}",
        "objective": "Цель", "up": "открыта", "down": "закрыта", "unknown": "неизвестна",
        "played": "Сыграно", "supply": "Запас", "piles": "Стопки",
        "deck": "колода {}", "discard": "сброс {}", "tiles": "плитки {}", "leaders": "лидеры оппозиции {}",
        "waits": "Ожидается", "result": "Итог", "wins": "победили {}", "nobody": "никто",
        "neutral": "нейтр.", "opposing": "оппозиция", "gone": "Вне игры", "key": "Знаки",
        "tokens": "жетон сила/на обороте, (x) {exhausted}  → {way}  ✕ блокада  [1] {marker}",
        "cards": "карта (дни · {recruit}/действие · {points})",
        "exhausted": "истощён", "way": "путь", "marker": "маркер", "recruit": "вербовка", "points": "очки",
        "city": "Город",
        "by_will": "по воле народа",
    },
    phases={
        "setup": "подготовка", "over": "партия окончена",
        **{name: f"фаза {word}" for name, word in russian.PHASES.items()},
    },
    actions={
        "move": "движение", "double_move": "двойное движение", "refresh": "восстановление",
        "inspire": "воодушевление", "espionage": "шпионаж", "mobilize": "протест",
    },
    asked={
        "objective": "тайная цель", "play_card": "карта", "action": "действие",
        "leader_action": "действия лидера", "bonus_action": "бонусное действие",
        "unrest": "очки или бонусное действие",
        "promise_entropy": "обещание энтропии", "give_entropy": "энтропия",
    },
    ended=russian.ENDED,
)  # fmt: skip
LABELS = {"en": _ENGLISH, "de": _GERMAN, "ru": _RUSSIAN}


def labels(language: str) -> Labels:
    if language not in LABELS:
        raise ValueError(f"language: no {language!r}; there are {', '.join(sorted(LABELS))}")
    return LABELS[language]
