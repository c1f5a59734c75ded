"""Russian: the words for what lies on the table, in the cases needed, and one sentence for each event."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.core import frame
from domain.core.event import Event, Seat
from domain.games.dual_powers import events as e
from domain.games.dual_powers.components import REGIONS

SIDE = {"red": "Красные", "white": "Белые"}
OF_SIDE = {"red": "красных", "white": "белых"}
TO_SIDE = {"red": "красным", "white": "белым"}
COLOURS = {  # nominative, genitive, prepositional
    "purple": ("фиолетовый", "фиолетового", "фиолетовом"),
    "green": ("зелёный", "зелёного", "зелёном"),
    "red": ("красный", "красного", "красном"),
    "blue": ("синий", "синего", "синем"),
    "white": ("белый", "белого", "белом"),
    "brown": ("коричневый", "коричневого", "коричневом"),
    "neutral": ("нейтральный", "нейтрального", "нейтральном"),
}
LEADERS = {
    "lenin": "Ленин",
    "stalin": "Сталин",
    "kollontai": "Коллонтай",
    "kerensky": "Керенский",
    "lvov": "князь Львов",
    "kornilov": "Корнилов",
    "trotsky": "Троцкий",
}
ACCUSATIVE = {
    "lenin": "Ленина",
    "stalin": "Сталина",
    "kollontai": "Коллонтай",
    "kerensky": "Керенского",
    "lvov": "князя Львова",
    "kornilov": "Корнилова",
    "trotsky": "Троцкого",
}
MONTHS = ("март/апрель", "май/июнь", "июль", "август", "сентябрь", "октябрь", "ноябрь")
PHASES = {
    "draw": "добора",
    "objective": "выбора цели",
    "action": "действий",
    "scoring": "подсчёта",
    "cleanup": "уборки",
}
DECLINED = {
    "action": "действия",
    "leader_action": "особого действия лидера",
    "bonus_action": "бонусного действия",
}
WILL = {
    "month": "С новым месяцем воля народа переходит к {}.",
    "inspired": "Народ воодушевлён, и его воля переходит к {}.",
    "solitaire": "По правилам одиночной игры воля народа переходит к {}.",
}
REVEALED = {
    "espionage": "Шпионаж открывает тайную цель {}",
    "organize": "Организация открывает тайную цель {}",
    "scoring": "Для подсчёта открыта тайная цель {}",
}
JUDGED = {
    "strength": "сильнее",
    "tokens": "впереди по числу жетонов",
    "will": "впереди благодаря воле народа",
}
FOUND = {
    "days": "у района этой карты наибольшая сумма дней",
    "cards": "дней поровну, но у района этой карты больше всего карт",
    "last": "дней и карт поровну, но последней сыграна карта этого района",
}
ENDED = {
    "track": ", дойдя до края шкалы поддержки",
    "october": " на исходе календаря",
    "third_round": " после третьего раунда",
}


def side(seat: Seat) -> str:
    return SIDE.get(seat, seat)


def of_side(seat: Seat) -> str:
    return OF_SIDE.get(seat, seat)


def to_side(seat: Seat) -> str:
    return TO_SIDE.get(seat, seat)


def _adjective(name: str, case: int) -> str:
    return COLOURS[name][case] if name in COLOURS else name


def region(name: str) -> str:
    """Nominative and accusative."""
    return f"{_adjective(name, 0)} район"


def of_region(name: str) -> str:
    return f"{_adjective(name, 1)} района"


def in_region(name: str) -> str:
    return f"в {_adjective(name, 2)} районе"


def connection(name: str) -> str:
    """A connection by its colour: which regions it joins is a matter of the board that is played on."""
    return f"{_adjective(name, 0)} путь"


def card(name: str) -> str:
    return LEADERS.get(name, name)


def cards(names: Iterable[str]) -> str:
    return ", ".join(card(name) for name in names)


def token(name: str, leaders: dict[str, str] = LEADERS) -> str:
    if name.startswith("opposing-"):
        return f"отряд оппозиции {name.removeprefix('opposing-')}"
    colour, found, code = name.partition("-unit-")
    return f"{_adjective(colour, 0)} отряд {code}" if found else leaders.get(name, name)


def token_seen(name: str) -> str:
    """Accusative: a unit keeps its form, a leader does not."""
    return token(name, ACCUSATIVE)


def together(words: Iterable[str]) -> str:
    *before, last = list(words) or ["ничего"]
    return f"{', '.join(before)} и {last}" if before else last


def many(count: int, one: str, few: str, more: str) -> str:
    if count % 10 == 1 and count % 100 != 11:
        return f"{count} {one}"
    return f"{count} {few if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else more}"


def month(index: int) -> str:
    return MONTHS[index] if 0 <= index < len(MONTHS) else f"месяц {index + 1}"


def _stack(what: str, count: int, order: tuple[str, ...] | None) -> str:
    shown = "" if order is None else f", сверху вниз: {', '.join(_adjective(card(one), 0) for one in order)}"
    return f"{what} ({count}) перемешаны и сложены рубашкой вверх{shown}."


def _opened(event: frame.GameOpened) -> str:
    header = event.header
    who = together(side(seat).lower() for seat in header.seats)
    if header.options.get("solitaire"):
        who += f" против оппозиции, сложность {header.options['solitaire']}"
    return f"Открыта партия {header.game}: {header.ruleset}, версия {header.ruleset_version}, играют {who}."


def _neutrals(event: e.NeutralsPlaced) -> str:
    placed = zip(event.tokens, REGIONS, strict=True)
    places = (f"{name.removeprefix('neutral-unit-')} в {_adjective(colour, 2)}" for name, colour in placed)
    return f"В каждом районе встаёт нейтральный отряд: {together(places)}."


def _drawn(event: e.CardsDrawn) -> str:
    what = (
        many(event.count, "карту", "карты", "карт") if event.cards.value is None else cards(event.cards.value)
    )
    return f"{side(event.seat)} берут {what}{' в качестве бонусного действия' if event.bonus else ''}."


def _chosen(event: e.ObjectiveChosen) -> str:
    return f"{side(event.seat)} кладут {event.card.value or 'карту'} рубашкой вверх как тайную цель."


def _dealt(event: e.ObjectiveDealt) -> str:
    return f"{side(event.seat)} получают {event.card.value or 'карту'} рубашкой вверх как тайную цель."


def _opposition(event: e.OppositionDealt) -> str:
    shown = "" if event.cards.value is None else f", сверху вниз: {cards(event.cards.value)}"
    stack = many(event.count, "карты", "карт", "карт")
    return f"Оппозиция ({side(event.seat).lower()}) получает закрытую стопку из {stack}{shown}."


def _moved(event: e.TokenMoved) -> str:
    via = "".join(f" через {region(step)}" for step in event.path[:-1])
    what = f"{token_seen(event.token)} из {of_region(event.start)}"
    return f"{side(event.seat)} перемещают {what}{via} в {_adjective(event.path[-1], 0)}."


def _judged(event: e.RegionJudged) -> str:
    red, white = (
        f"{event.strength.get(s, 0)} ({many(event.tokens.get(s, 0), 'жетон', 'жетона', 'жетонов')})"
        for s in ("red", "white")
    )
    ahead = "перевеса нет ни у кого"
    if event.stronger is not None:
        ahead = f"{side(event.stronger).lower()} {JUDGED.get(event.by, 'сильнее')}"
    where = f"В{in_region(event.region)[1:]} (маркер {event.marker})"
    return f"{where} сила красных — {red}, белых — {white}: {ahead}."


def _exhausted(event: e.TokensExhausted) -> str:
    parts = [
        f"{one if len(some) == 1 else more} {together(token(name) for name in some)}"
        for some, one, more in (
            (event.exhausted, "теряет силы", "теряют силы"),
            (event.to_supply, "возвращается в запас", "возвращаются в запас"),
            (event.out_of_game, "выбывает из игры", "выбывают из игры"),
        )
        if some
    ]
    return f"В{in_region(event.region)[1:]} {'; '.join(parts) or 'ничего не меняется'}."


def _discarded(event: e.CardsDiscarded) -> str:
    gone = f"; карты лидеров выходят из игры: {cards(event.leaders)}" if event.leaders else ""
    return f"В сброс уходят карты: {cards(event.cards) or 'ни одной'}{gone}."


def _ended(event: e.GameEnded) -> str:
    reason = event.reason.removesuffix("_will")
    will = ", всё решила воля народа" if reason != event.reason else ""
    return f"{side(event.winner)} выигрывают партию{ENDED.get(reason, f' ({reason})')}{will}."


SENTENCES: dict[type[Event[Any]], Callable[[Any], str]] = {
    frame.GameOpened: _opened,
    frame.EntropyPromised: lambda x: f"{side(x.seat)} обещают энтропию с отпечатком {x.promise}.",
    frame.EntropyGiven: lambda x: f"{side(x.seat)} добавляют энтропию {x.entropy}.",
    frame.SeedOpened: lambda x: f"Начальное число партии раскрыто: {x.seed}.",
    e.NeutralsPlaced: _neutrals,
    e.TilesShuffled: lambda x: _stack("Плитки районов", x.count, x.order.value),
    e.UnrestTileSet: lambda x: f"Теперь волнения {in_region(x.region)}.",
    e.BlockadeTileSet: lambda x: (
        f"Открыта плитка {of_region(x.region)}: блокада закрывает {connection(x.region)}."
    ),
    e.DeckShuffled: lambda x: _stack("Карты приказов", x.count, x.order.value),
    e.LeadersShuffled: lambda x: _stack("Карты лидеров оппозиции", x.count, x.order.value),
    e.RoundBegan: lambda x: f"Начинается раунд {x.round}.",
    e.PhaseBegan: lambda x: f"Начинается фаза {PHASES.get(x.phase, x.phase)}.",
    e.CardsDrawn: _drawn,
    e.ObjectiveChosen: _chosen,
    e.ObjectiveDealt: _dealt,
    e.OppositionDealt: _opposition,
    e.TurnBegan: lambda x: f"Ход {x.turn}: ходят {side(x.seat).lower()}.",
    e.CardPlayed: lambda x: f"{side(x.seat)} разыгрывают карту {card(x.card)}.",
    e.DateAdvanced: lambda x: f"На календаре теперь {month(x.month)}, день {x.day}.",
    e.WillTaken: lambda x: WILL[x.by].format(to_side(x.seat)),
    e.TrotskyReturned: lambda x: f"Троцкий возвращается в {region(x.region)}, нейтральный и полный сил.",
    e.TrotskyJoined: lambda x: f"Троцкий {in_region(x.region)} отныне на стороне красных.",
    e.TrotskyStayedAway: lambda _: "Троцкий уже покинул город и к красным не примыкает.",
    e.BonusEarned: lambda x: f"{side(x.seat)} получают бонусное действие.",
    e.UnitsRecruited: lambda x: (
        f"{side(x.seat)} вербуют {together(token_seen(t) for t in x.tokens)} {in_region(x.region)}."
    ),
    e.TokenMoved: _moved,
    e.TokenRefreshed: lambda x: (
        f"{side(x.seat)} восстанавливают {token_seen(x.token)} {in_region(x.region)}."
    ),
    e.LeaderRecruited: lambda x: f"{side(x.seat)} вводят {token_seen(x.leader)} в {region(x.region)}.",
    e.NeutralsRefreshed: lambda x: (
        f"Прибытие лидера в {region(x.region)} восстанавливает {together(token_seen(t) for t in x.tokens)}."
    ),
    e.BlockadeMoved: lambda x: f"{side(x.seat)} переносят блокаду на {connection(x.connection)}.",
    e.ObjectiveRevealed: lambda x: f"{REVEALED[x.by].format(of_side(x.owner))}: {card(x.card.value)}.",
    e.Declined: lambda x: f"{side(x.seat)} отказываются от {DECLINED.get(x.what, x.what)}.",
    e.MarkerPlaced: lambda x: f"Маркер цели {x.marker} помещён в {region(x.region)}.",
    e.RegionJudged: _judged,
    e.PointsScored: lambda x: (
        f"{side(x.seat)} получают {many(x.points, 'очко', 'очка', 'очков')} за маркер цели {x.marker}."
    ),
    e.UnrestBonusChosen: lambda x: f"{side(x.seat)} предпочитают бонусное действие очкам за волнения.",
    e.OppositionObjectiveFound: lambda x: (
        f"Цель оппозиции ({side(x.seat).lower()}) — {card(x.card)}: {FOUND.get(x.by, x.by)}."
    ),
    e.TokensExhausted: _exhausted,
    e.MarkersReturned: lambda _: "Маркеры целей возвращаются к шкале поддержки.",
    e.CardsDiscarded: _discarded,
    e.HandDiscarded: lambda x: f"{side(x.seat)} сбрасывают с руки: {cards(x.cards) or 'ничего'}.",
    e.GameEnded: _ended,
}
