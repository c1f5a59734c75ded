"""The words around the board in Russian."""

from domain.core.event import ARBITER, PUBLIC
from domain.games.dual_powers.words import russian
from domain.games.dual_powers.words.board import Labels

LABELS = Labels(
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
