"""A card in words, made from its data and from nothing else."""

from collections.abc import Iterable
from typing import Any

from domain.games.prelude.cards import standing
from domain.games.prelude.cards.deck import STANDARD_DECK, Deck
from domain.games.prelude.cards.language import Card
from domain.games.prelude.cards.phrases import TRACK_NAMES, TURN_NAMES, Voice, condition, joined, places
from domain.games.prelude.cards.sentences import step, steps
from domain.games.prelude.cards.steps import Step

FACTIONS = {"rev": "Revolutionary", "gov": "Government", "neutral": "neutral"}
DECKS = {
    "turmoil": "Years of Turmoil",
    "war": "Great War",
    "collapse": "The Collapse",
    "pg": "Provisional Government",
}
DICE = {
    "DI": "Districts (DI)",
    "O": "Organizations (O)",
    "WA": "World Affairs (WA)",
    "DU": "Duma (DU)",
    "rev": "Revolutionary's choice",
    "gov": "Government's choice",
    "all": "all four",
}
STAYS = {
    "turn": "until the end of the Turn",
    "era": "until the end of the era",
    "game": "until the end of the game",
}
ENTERS = {
    "always": "",
    "tsar_reigns": ", if the Tsar still reigns",
    "tsar_gone": ", if the Tsar has abdicated",
}
SOURCES = {
    "rulebook": "named in the rulebook",
    "published": "as published",
    "reconstructed": "reconstructed: not a card of the printed game",
}
PURPOSES = {
    "any": "Mobilization Checks",
    "organization": "checks to create Organizations",
    "vote": "checks in Duma Votes",
}


def voice_of(card: Card, deck: Deck = STANDARD_DECK) -> Voice:
    """The voice in which a card speaks."""
    return Voice(card.faction, {one.number: one.title for one in deck.cards})


def head(card: Card) -> str:
    """What stands around the Event: deck, faction, AP, die."""
    if card.is_key_event:
        deck = f"Key Event of {TURN_NAMES[card.entry]}{ENTERS[card.enters]}"
    else:
        deck = DECKS[card.entry]
    return f"{deck} · {FACTIONS[card.faction]} · {card.ap} AP · die: {DICE[card.die]}"


def describe(card: Card, deck: Deck = STANDARD_DECK) -> str:
    """All that a card does, in sentences."""
    return " ".join(lines(card, deck))


def lines(card: Card, deck: Deck = STANDARD_DECK) -> list[str]:
    """What a card does, a line for the prerequisite, each step, each hook and each modifier."""
    voice = voice_of(card, deck)
    said = []
    if card.prerequisite is not None:
        said.append(f"Prerequisite: {condition(card.prerequisite, voice)}.")
    said += [sentence(step(one, voice)) for one in card.event]
    if card.duration != "none":
        needs = f" if {condition(card.stays_if, voice)}" if card.stays_if is not None else ""
        said.append(f"Stays in play {STAYS[card.duration]}{needs}.")
    said += [sentence(_hook(one, voice)) for one in card.hooks]
    said += [sentence(f"while in play, {_modifier(one, voice)}") for one in card.modifiers]
    if card.removed_at_abdication:
        said.append("Removed when the Tsar abdicates.")
    return said


def describe_step(node: Step, card: Card, deck: Deck = STANDARD_DECK) -> str:
    """One step of a card as a sentence."""
    return sentence(step(node, voice_of(card, deck)))


def sentence(said: str) -> str:
    """With a capital letter and a full stop."""
    return f"{said[:1].upper()}{said[1:]}."


def _hook(hook: Any, voice: Voice) -> str:
    when = _WHEN[type(hook)](hook, voice)
    return f"{when}: {steps(hook.steps, voice)}"


def _played(hook: standing.CardPlayed, voice: Voice) -> str:
    faction = f"{FACTIONS[hook.faction]} " if hook.faction else ""
    origin = {"hand": " from hand", "pool": " from the Pool", None: ""}[hook.origin]
    player = voice.subject(hook.who) if hook.who else "a player"
    return f"after {player} {'have' if player == 'you' else 'has'} played another {faction}card{origin}"


def _mobilized(hook: standing.Mobilized, voice: Voice) -> str:
    who = voice.subject(hook.who)
    have = "have" if who == "you" else "has"
    return f"each time {who} {have} spent {hook.ap} AP on Mobilization in one Action Round"


def _round(hook: standing.EndOfRound, voice: Voice) -> str:
    subject = voice.subject(hook.who) if hook.who else ""
    if subject == "you":
        return "at the end of each of your Action Rounds"
    return f"at the end of each Action Round{f' of {subject}' if subject else ''}"


def _scored(hook: standing.Scored, voice: Voice) -> str:
    which = joined((TRACK_NAMES[track] for track in hook.tracks), "or") if hook.tracks else "any"
    return f"after the {which} Track has scored" if hook.tracks else "after any track has scored"


_WHEN: dict[type, Any] = {
    standing.EndOfRound: _round,
    standing.EndOfTurn: lambda hook, voice: "at the end of the Turn",
    standing.Mobilized: _mobilized,
    standing.DumaVoted: lambda hook, voice: "after each Duma Vote",
    standing.Scored: _scored,
    standing.CardPlayed: _played,
}


def _modifier(rule: Any, voice: Voice) -> str:
    return str(_CHANGES[type(rule)](rule, voice))


def _cost(rule: standing.MobilizeCost, voice: Voice) -> str:
    where = places(rule.where, voice, "many", rule.who)
    pays = voice.acts(rule.who, "pay")
    if rule.at_most is not None:
        return f"{pays} at most {rule.at_most} AP for a cube in {where}"
    more = "more" if rule.plus > 0 else "less (at least 1)"
    return f"{pays} {abs(rule.plus)} AP {more} for each cube in {where}"


def _check(rule: standing.CheckChange, voice: Voice) -> str:
    where = f" in {places(rule.where, voice, 'many', rule.who)}" if rule.where is not None else ""
    return f"{voice.owner(rule.who)} {PURPOSES[rule.purpose]}{where} are at {rule.plus:+}"


_CHANGES: dict[type, Any] = {
    standing.MobilizeCost: _cost,
    standing.RollChange: lambda rule, voice: f"rolls of {voice.card(rule.card)} are at {rule.plus:+}",
    standing.ExtremismChange: lambda rule, voice: (
        f"{voice.owner(rule.who)} Growing Extremism rolls are at {rule.plus:+}"
    ),
    standing.CheckChange: _check,
}


def listing(cards: Iterable[Card]) -> list[tuple[str, ...]]:
    """Rows of a table of cards: number, title, faction, AP, die, source."""
    return [
        (card.id, card.title, FACTIONS[card.faction], str(card.ap), card.die, card.source) for card in cards
    ]
