"""The words around the board in English."""

from domain.core.event import ARBITER, PUBLIC
from domain.games.dual_powers.words import english
from domain.games.dual_powers.words.board import Labels

LABELS = Labels(
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
