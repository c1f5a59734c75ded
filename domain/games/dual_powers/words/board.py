"""Board: the words on and around the table in each language, shared by the text and the picture of it."""

from msgspec import Struct

from domain.core.event import Audience, Seat
from domain.games.dual_powers.components import TROTSKY, CardId, TokenId
from domain.games.dual_powers.table import TURNS, PetrogradTable
from domain.games.dual_powers.words import english, german, russian


class Labels(Struct, frozen=True):
    """The words around the board in one language."""

    sides: dict[str, str]
    colours: dict[str, str]
    leaders: dict[str, str]
    months: tuple[str, ...]
    text: dict[str, str]
    phases: dict[str, str]
    asked: dict[str, str]
    ended: dict[str, str]
    effects: dict[str, str]
    onlookers: dict[str, str]

    def side(self, seat: Seat) -> str:
        return self.sides.get(seat, seat)

    def viewer(self, audience: Audience) -> str:
        return self.onlookers.get(audience, self.side(audience))

    def month(self, view: PetrogradTable) -> str:
        months = self.months if view.month < len(self.months) else view.components.calendar.months
        return months[view.month]

    def colour(self, name: str) -> str:
        return self.colours.get(name, name)

    def card(self, card: CardId) -> str:
        return self.leaders.get(card, card)


_ENGLISH = Labels(
    sides=english.SIDE,
    colours={},
    leaders=english.LEADERS,
    months=english.MONTHS,
    text={
        "round": "Round", "phase": "phase", "turn": "turn", "day": "day", "calendar": "Calendar",
        "support": "Support", "will": "Will of people", "unrest": "Unrest", "blockade": "Blockade",
        "marker": "marker", "supply": "Supply", "hand": "Hand", "hidden": "hidden", "objective": "Objective",
        "up": "face up", "down": "face down", "unknown": "unknown", "played": "Played", "piles": "Piles",
        "deck": "deck", "discard": "discard", "tiles": "tiles", "leaders": "opposition's leaders",
        "waits": "Waiting for", "result": "Result", "wins": "{} wins", "seen": "seen by",
        "neutral": "neutral",
        "opposing": "opposing", "nobody": "nobody", "gone": "Out of game", "legend": "Key",
        "key": "name strength/strength on the other side; (x) = exhausted; [1] = objective marker",
        "by_will": "by the will of the people", "first": "first", "active": "to move", "card": "card",
        "people": "Will of the people", "recruit": "recruit", "points": "points", "bonus": "bonus action",
        "strength": "strength", "exhausted": "exhausted", "fresh": "fresh", "connection": "Connection",
        "city": "The city", "leader": "leader",
    },
    phases={"setup": "set-up", "over": "over", **english.PHASES},
    asked={
        "objective": "secret objective", "play_card": "a card to play", "action": "an action",
        "leader_action": "leader actions", "bonus_action": "a bonus action",
        "unrest": "points or bonus action",
        "promise_entropy": "promise of entropy", "give_entropy": "entropy",
    },
    ended=english.ENDED,
    effects={
        "move": "move", "double_move": "double move", "refresh": "refresh", "inspire": "inspire the people",
        "espionage": "espionage", "mobilize": "mobilize protest",
    },
    onlookers={"public": "public", "arbiter": "arbiter"},
)  # fmt: skip
_GERMAN = Labels(
    sides=german.SIDE,
    colours=german.COLOURS,
    leaders=german.LEADERS,
    months=german.MONTHS,
    text={
        "round": "Runde", "phase": "Phase", "turn": "Zug", "day": "Tag", "calendar": "Kalender",
        "support": "Unterstützung", "will": "Wille d. Volkes", "unrest": "Unruhe", "blockade": "Blockade",
        "marker": "Marker", "supply": "Vorrat", "hand": "Hand", "hidden": "verdeckt", "objective": "Ziel",
        "up": "offen", "down": "verdeckt", "unknown": "unbekannt", "played": "Gespielt", "piles": "Stapel",
        "deck": "Nachziehstapel", "discard": "Ablage", "tiles": "Plättchen",
        "leaders": "Führung der Gegenseite",
        "waits": "Wartet auf", "result": "Ergebnis", "wins": "{} gewinnt", "seen": "gesehen von",
        "neutral": "neutral", "opposing": "gegnerisch", "nobody": "niemand", "gone": "Aus dem Spiel",
        "legend": "Zeichen",
        "key": "Name Stärke/Stärke der anderen Seite; (x) = erschöpft; [1] = Zielmarker",
        "by_will": "durch den Willen des Volkes", "first": "beginnt", "active": "am Zug", "card": "Karte",
        "people": "Wille des Volkes", "recruit": "Anwerben", "points": "Punkte", "bonus": "Bonusaktion",
        "strength": "Stärke", "exhausted": "erschöpft", "fresh": "frisch", "connection": "Verbindung",
        "city": "Die Stadt", "leader": "Führung",
    },
    phases={"setup": "Aufbau", "over": "beendet", **german.PHASES},
    asked={
        "objective": "geheimes Ziel", "play_card": "eine Karte", "action": "eine Aktion",
        "leader_action": "Führungsaktionen", "bonus_action": "eine Bonusaktion",
        "unrest": "Punkte oder Bonusaktion",
        "promise_entropy": "Versprechen von Entropie", "give_entropy": "Entropie",
    },
    ended=german.ENDED,
    effects={
        "move": "Bewegen", "double_move": "Doppelt bewegen", "refresh": "Auffrischen",
        "inspire": "das Volk begeistern", "espionage": "Spionage", "mobilize": "Protest mobilisieren",
    },
    onlookers={"public": "Publikum", "arbiter": "Spielleitung"},
)  # fmt: skip
_RUSSIAN = Labels(
    sides=russian.SIDE,
    colours={name: forms[0] for name, forms in russian.COLOURS.items()},
    leaders=russian.LEADERS,
    months=russian.MONTHS,
    text={
        "round": "Раунд", "phase": "фаза", "turn": "ход", "day": "день", "calendar": "Календарь",
        "support": "Поддержка", "will": "Воля народа", "unrest": "Волнения", "blockade": "Блокада",
        "marker": "маркер", "supply": "Запас", "hand": "Рука", "hidden": "скрыто", "objective": "Цель",
        "up": "открыта", "down": "закрыта", "unknown": "неизвестна", "played": "Сыграно", "piles": "Стопки",
        "deck": "колода", "discard": "сброс", "tiles": "плитки", "leaders": "лидеры противника",
        "waits": "Ожидается", "result": "Итог", "wins": "{} побеждают", "seen": "видит",
        "neutral": "нейтр.", "opposing": "противник", "nobody": "никто", "gone": "Вне игры",
        "legend": "Знаки",
        "key": "имя сила/сила другой стороны; (x) = утомлён; [1] = маркер цели",
        "by_will": "по воле народа", "first": "первыми", "active": "ходят", "card": "карта",
        "people": "Воля народа", "recruit": "вербовка", "points": "очки", "bonus": "бонусное действие",
        "strength": "сила", "exhausted": "утомлён", "fresh": "свеж", "connection": "Соединение",
        "city": "Город", "leader": "лидер",
    },
    phases={
        "setup": "подготовка", "draw": "добор", "objective": "выбор цели", "action": "действия",
        "scoring": "подсчёт", "cleanup": "уборка", "over": "окончена",
    },
    asked={
        "objective": "тайная цель", "play_card": "карта", "action": "действие",
        "leader_action": "действия лидера", "bonus_action": "бонусное действие",
        "unrest": "очки или бонусное действие",
        "promise_entropy": "обещание энтропии", "give_entropy": "энтропия",
    },
    ended=russian.ENDED,
    effects={
        "move": "перемещение", "double_move": "двойное перемещение", "refresh": "восстановление",
        "inspire": "воодушевить народ", "espionage": "шпионаж", "mobilize": "поднять протест",
    },
    onlookers={"public": "зрители", "arbiter": "судья"},
)  # fmt: skip
LABELS = {"en": _ENGLISH, "de": _GERMAN, "ru": _RUSSIAN}


def labels(language: str) -> Labels:
    if language not in LABELS:
        raise ValueError(f"language: no {language!r}; there are {', '.join(sorted(LABELS))}")
    return LABELS[language]


def date(view: PetrogradTable, words: Labels) -> str:
    return f"{words.month(view)}, {words.text['day']} {view.day}"


def progress(view: PetrogradTable, words: Labels) -> list[str]:
    """Round and phase; while actions are taken also the turn, whose it is, who was first, and the card."""
    text = words.text
    parts = [f"{text['round']} {view.round}", f"{text['phase']}: {words.phases.get(view.phase, view.phase)}"]
    if view.phase == "action":
        turns = 2 * TURNS + bool(view.options.solitaire)
        parts.append(f"{text['turn']} {view.turn}/{turns}")
        parts.append(f"{text['active']}: {words.side(view.active)}")
        parts.append(f"{text['first']}: {words.side(view.first)}")
        if view.card:
            parts.append(f"{text['card']}: {words.card(view.card)}")
    return parts


def connection(view: PetrogradTable, name: str, words: Labels, sign: str = "–") -> str:
    ends = view.components.connections.get(name)
    return f" {sign} ".join(words.colour(end) for end in ends) if ends else "-"


def token_name(view: PetrogradTable, token: TokenId, words: Labels) -> str:
    if token in words.leaders:
        side = view.side_of(token)
        owner = words.text["neutral"] if side is None else words.side(side)
        return f"{words.leaders[token]} [{owner}]" if token == TROTSKY else words.leaders[token]
    if token in view.components.opposing:
        return f"{words.text['opposing']} {token.removeprefix('opposing-')}"
    owner, found, code = token.partition("-unit-")
    if not found:
        return token
    return f"{words.text['neutral'] if owner == 'neutral' else words.side(owner)} {code}"


def token(view: PetrogradTable, token: TokenId, fresh: bool, words: Labels) -> str:
    """What is up first, what is on the other side after the stroke."""
    name = token_name(view, token, words)
    return f"{name} {view.strength(token, fresh)}/{view.strength(token, not fresh)}"


def objective(view: PetrogradTable, side: Seat, words: Labels) -> str:
    found = view.objectives.get(side)
    if found is None:
        return "-"
    shown = words.text["unknown"] if found.card is None else words.card(found.card)
    return f"{shown} ({words.text['up' if found.face_up else 'down']})"


def score(view: PetrogradTable, words: Labels) -> str:
    if not view.score:
        return "0"
    return f"{words.side('red' if view.score > 0 else 'white')} {abs(view.score)}"


def outcome(view: PetrogradTable, words: Labels) -> tuple[str, str]:
    """What the table waits for, or the result: a label and its text."""
    text = words.text
    due = view.asks()
    if view.over:
        winner = text["nobody"] if view.winner is None else words.side(view.winner)
        reason = view.reason.removesuffix("_will")
        told = f"{text['wins'].format(winner)} {words.ended.get(reason, reason)}"
        return text["result"], told if reason == view.reason else f"{told}, {text['by_will']}"
    if due is None:
        return text["waits"], text["nobody"]
    who = ", ".join(words.side(seat) for seat in due.seats)
    return text["waits"], f"{who}: {words.asked.get(due.what, due.what)}"
