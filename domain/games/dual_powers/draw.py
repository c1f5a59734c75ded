"""Draw: the table as fixed-width text, as one audience sees it."""

from collections.abc import Iterable
from textwrap import wrap

from msgspec import Struct

from domain.core.event import Seat
from domain.core.table import Pile
from domain.games.dual_powers.components import CardId, Region, TokenId
from domain.games.dual_powers.table import SIDES, TURNS, PetrogradTable
from domain.games.dual_powers.words import english, german, russian

WIDTH = 100
_INNER = WIDTH - 4
_LABEL = 18
_GAP = 2
_CELL = (_INNER - _GAP) // 2


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

    def side(self, seat: Seat) -> str:
        return self.sides.get(seat, seat)

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
    },
    phases={"setup": "set-up", "over": "over", **english.PHASES},
    asked={
        "objective": "secret objective", "play_card": "a card to play", "action": "an action",
        "leader_action": "leader actions", "bonus_action": "a bonus action",
        "unrest": "points or bonus action",
        "promise_entropy": "promise of entropy", "give_entropy": "entropy",
    },
    ended=english.ENDED,
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
    },
    phases={"setup": "Aufbau", "over": "beendet", **german.PHASES},
    asked={
        "objective": "geheimes Ziel", "play_card": "eine Karte", "action": "eine Aktion",
        "leader_action": "Führungsaktionen", "bonus_action": "eine Bonusaktion",
        "unrest": "Punkte oder Bonusaktion",
        "promise_entropy": "Versprechen von Entropie", "give_entropy": "Entropie",
    },
    ended=german.ENDED,
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
)  # fmt: skip
LABELS = {"en": _ENGLISH, "de": _GERMAN, "ru": _RUSSIAN}


def draw(view: PetrogradTable, audience: str, language: str = "en") -> str:
    """The whole table on one page, from nothing but what this audience's view holds."""
    if language not in LABELS:
        raise ValueError(f"language: no {language!r}; there are {', '.join(sorted(LABELS))}")
    words = LABELS[language]
    blocks = [
        _head(view, audience, words),
        _tracks(view, words),
        _city(view, words),
        _sides(view, words),
        _foot(view, words),
    ]
    rule = "─" * (WIDTH - 2)
    lines = [f"┌{rule}┐"]
    for number, block in enumerate(blocks):
        if number:
            lines.append(f"├{rule}┤")
        lines.extend(f"│ {line:<{_INNER}} │" for line in block)
    return "\n".join([*lines, f"└{rule}┘"])


def _row(label: str, text: str) -> list[str]:
    """A label and its text, wrapped under itself."""
    lines = wrap(text, _INNER - _LABEL, break_on_hyphens=False) or ["-"]
    return [f"{label if not number else '':<{_LABEL}}{line}" for number, line in enumerate(lines)]


def _head(view: PetrogradTable, audience: str, words: Labels) -> list[str]:
    text = words.text
    parts = [f"{text['round']} {view.round}", f"{text['phase']}: {words.phases.get(view.phase, view.phase)}"]
    if view.phase == "action":
        parts.append(f"{text['turn']} {view.turn}/{TURNS}")
        parts.append(f"{text['active']}: {words.side(view.active)}")
        parts.append(f"{text['first']}: {words.side(view.first)}")
        if view.card:
            parts.append(f"{text['card']}: {words.card(view.card)}")
    parts.append(f"({text['seen']}: {words.side(audience)})")
    return wrap("  ".join(parts), _INNER, break_on_hyphens=False)


def _tracks(view: PetrogradTable, words: Labels) -> list[str]:
    text = words.text
    months = words.months if view.month < len(words.months) else view.components.calendar.months
    date = f"{months[view.month]}, {text['day']} {view.day}"
    return [
        *_row(text["calendar"], date),
        *_row(text["support"], _support(view, words)),
        *_row(text["will"], words.side(view.will)),
        *_row(text["unrest"], words.colour(view.unrest_tile) if view.unrest_tile else "-"),
        *_row(text["blockade"], _blockade(view, words)),
    ]


def _support(view: PetrogradTable, words: Labels) -> str:
    """White's end on the left, red's on the right, as the score counts."""
    track = view.components.track
    spaces = ["·"] * (2 * track + 1)
    spaces[track] = "|"
    spaces[view.score + track] = "◆"
    white, red = words.side("white"), words.side("red")
    value = "0"
    if view.score:
        value = f"{red if view.score > 0 else white} {abs(view.score)}"
    return f"{white} {track} {''.join(spaces)} {track} {red}  ({value})"


def _blockade(view: PetrogradTable, words: Labels) -> str:
    ends = view.components.connections.get(view.blockade)
    return " ✕ ".join(words.colour(end) for end in ends) if ends else "-"


def _token(view: PetrogradTable, token: TokenId, fresh: bool, words: Labels) -> str:
    """What is up first, what is on the other side after the stroke."""
    name = _name(view, token, words)
    strength = f"{view.strength(token, fresh)}/{view.strength(token, not fresh)}"
    return f"{name} {strength}" if fresh else f"{name} {strength} (x)"


def _name(view: PetrogradTable, token: TokenId, words: Labels) -> str:
    if token in words.leaders:
        side = view.side_of(token)
        owner = words.text["neutral"] if side is None else words.side(side)
        return f"{words.leaders[token]} [{owner}]" if token == "trotsky" else words.leaders[token]
    if token in view.components.opposing:
        return f"{words.text['opposing']} {token.removeprefix('opposing-')}"
    owner, found, code = token.partition("-unit-")
    if not found:
        return token
    return f"{words.text['neutral'] if owner == 'neutral' else words.side(owner)} {code}"


def _city(view: PetrogradTable, words: Labels) -> list[str]:
    """Two regions side by side, three times."""
    regions = view.components.regions
    lines: list[str] = []
    for one, other in zip(regions[::2], regions[1::2], strict=True):
        left, right = _region(view, one, words), _region(view, other, words)
        height = max(len(left), len(right))
        left += [""] * (height - len(left))
        right += [""] * (height - len(right))
        lines += [f"{a:<{_CELL}}{' ' * _GAP}{b:<{_CELL}}" for a, b in zip(left, right, strict=True)]
    return [*lines, *_row(words.text["legend"], words.text["key"])]


def _region(view: PetrogradTable, region: Region, words: Labels) -> list[str]:
    marks = "".join(f" [{number}]" for number, place in sorted(view.markers.items()) if place == region)
    unrest = f" ! {words.text['unrest']}" if view.unrest_tile == region else ""
    title = f"── {words.colour(region).upper()}{marks}{unrest} "
    tokens = [_token(view, token, fresh, words) for token, fresh in view.city[region].items()]
    return [f"{title:─<{_CELL}}", *(_packed(tokens, _CELL) or ["-"])]


def _packed(items: Iterable[str], width: int) -> list[str]:
    """Items after one another, none of them broken over two lines."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 2 + len(item) <= width:
            lines[-1] += f", {item}"
        else:
            lines.append(item)
    return lines


def _sides(view: PetrogradTable, words: Labels) -> list[str]:
    text = words.text
    lines: list[str] = []
    for side in SIDES:
        supply = (_token(view, token, True, words) for token in view.supply[side])
        packed = _packed(supply, _INNER - _LABEL) or ["-"]
        lines.append(words.side(side).upper())
        lines += _row(f"  {text['hand']}", _pile(view.hands[side], words))
        lines += _row(f"  {text['objective']}", _objective(view, side, words))
        lines += _row(f"  {text['played']}", ", ".join(words.card(card) for card in view.played[side]))
        label = f"  {text['supply']}"
        lines += [f"{label if not number else '':<{_LABEL}}{line}" for number, line in enumerate(packed)]
    return lines


def _pile(pile: Pile, words: Labels) -> str:
    parts = [words.card(card) for card in pile.known]
    if pile.hidden:
        parts.append(f"{words.text['hidden']}: {pile.hidden}")
    return ", ".join(parts)


def _objective(view: PetrogradTable, side: Seat, words: Labels) -> str:
    objective = view.objectives.get(side)
    if objective is None:
        return "-"
    shown = words.text["unknown"] if objective.card is None else words.card(objective.card)
    return f"{shown} ({words.text['up' if objective.face_up else 'down']})"


def _foot(view: PetrogradTable, words: Labels) -> list[str]:
    text = words.text
    piles = f"{text['deck']} {len(view.deck)}, {text['discard']} {len(view.discard)}"
    piles += f", {text['tiles']} {len(view.tiles)}"
    if view.options.solitaire:
        piles += f", {text['leaders']} {len(view.leader_stack)}"
    lines = _row(text["piles"], piles)
    tokens = [one for one in view.removed if not one.startswith("card:")]
    if tokens:
        lines += _row(text["gone"], ", ".join(_name(view, token, words) for token in tokens))
    due = view.asks()
    if view.over:
        lines += _row(text["result"], _result(view, words))
    elif due is not None:
        who = ", ".join(words.side(seat) for seat in due.seats)
        lines += _row(text["waits"], f"{who}: {words.asked.get(due.what, due.what)}")
    else:
        lines += _row(text["waits"], text["nobody"])
    return lines


def _result(view: PetrogradTable, words: Labels) -> str:
    winner = words.text["nobody"] if view.winner is None else words.side(view.winner)
    reason = view.reason.removesuffix("_will")
    told = f"{words.text['wins'].format(winner)} {words.ended.get(reason, reason)}"
    return told if reason == view.reason else f"{told}, {words.text['by_will']}"
