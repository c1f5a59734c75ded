"""Verbs of cards and actions, and the words that steer an Event."""

from collections.abc import Callable
from typing import Any

from domain.games.prelude import agenda, commands
from domain.games.prelude.cards import steps as s
from domain.games.prelude.components import CardId
from domain.games.prelude.effects.frames import Act, begin_event, count
from domain.games.prelude.effects.modifiers import roll_change
from domain.games.prelude.events import (
    BonusPromised,
    CardDiscarded,
    CardMoved,
    CardPlayed,
    DieRolled,
    ExchangeArranged,
    LaterPromised,
    OptionChosen,
    RoundSkippedNext,
    WasDone,
)
from domain.games.prelude.rules.checks import question_name
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.rules.special_actions import use_special
from domain.games.prelude.table import OTHER, SIDES
from domain.games.prelude.table import PreludeTable as Table


def to_pool(act: Act, step: s.ToPool) -> Events:
    """A card in play goes back to the Pool; one that is being played goes there instead of elsewhere."""
    card = act.frame.card if step.card is None else str(step.card)
    if card in act.table.in_play:
        yield CardMoved(card, "in_play", "pool")
    elif card == act.frame.card and not act.frame.hook:
        act.play.note(to="pool")


def remove_card(act: Act, step: s.RemoveCard) -> Events:
    card = str(step.card)
    if card in act.table.in_play:
        yield CardMoved(card, "in_play", "removed")


def enter_play(act: Act, step: s.EnterPlay) -> Events:
    """From wherever it is, without what it does when it is played."""
    card = str(step.card)
    origin = lies_in(act.table, card)
    if origin:
        yield CardMoved(card, origin, "in_play")


def lies_in(table: Table, card: CardId) -> str:
    """Where a card is that could come into play; nowhere if it is there already, or gone."""
    for name in ("pool", "aside", "discard"):
        if card in getattr(table, name):
            return name
    for seat in SIDES:
        if card in table.hands[seat]:
            return seat
    return "deck" if any(card in deck for deck in table.decks.values()) else ""


def discard(act: Act, step: s.Discard) -> Events:
    """Cards from hand: drawn at random by a die as large as the hand, or chosen by their holder."""
    seat, number = act.who(), act.scope.number(step.n)
    if seat is None or number <= 0:
        return
    act.counting()
    if not step.random:
        act.play.then(agenda.DiscardCard(seat=seat, left=number))
        return
    for _ in range(min(number, len(act.table.hands[seat]))):
        hand = act.table.hands[seat].known
        place = act.play.die(sides=len(hand))
        yield CardDiscarded(seat, hand[place - 1], act.play.roll(), len(hand), place)
        count(act.play, 1)


def discard_card(play: Play, question: agenda.DiscardCard, command: commands.ChooseCard) -> Events:
    yield CardDiscarded(question.seat, command.card)
    count(play, 1)
    if question.left > 1:
        play.then(agenda.replaced(question, left=question.left - 1))


def swap_hands(act: Act, step: s.SwapHands) -> Events:
    yield ExchangeArranged(act.you)


def exchange_with_pool(act: Act, step: s.ExchangeWithPool) -> Events:
    seat = act.who()
    if seat is not None:
        act.counting()
        act.play.then(agenda.Exchange(seat=seat, left=step.n, optional=True))
    yield from ()


def play_from_pool(act: Act, step: s.PlayFromPool) -> Events:
    seat = act.who()
    if seat is not None:
        act.play.then(agenda.PickFromPool(seat=seat, less=step.less))
    yield from ()


def pick_from_pool(play: Play, question: agenda.PickFromPool, command: commands.AnyCommand) -> Events:
    """The Event of a card of the Pool within another Event: paid, but no die is rolled for it."""
    seat = question.seat
    if not isinstance(command, commands.PlayFromPool):
        yield WasDone(seat, question_name(question))
        return
    cost = max(0, play.table.components.cards[command.card].ap - question.less)
    yield CardPlayed(seat, command.card, "event", "pool", cost)
    begin_event(play, command.card, seat, seat, "pool", rolls=False)


def activities(act: Act, step: s.Activities) -> Events:
    seat, points = act.who(), act.scope.number(step.ap)
    if seat is not None and points > 0:
        places = None if step.where is None else tuple(act.scope.places(step.where, seat))
        barred = seat in act.table.tried
        act.play.then(
            agenda.SpendPoints(seat=seat, points=points, barred=barred, only=step.only, places=places)
        )
    yield from ()


def special_action(act: Act, step: s.SpecialAction) -> Events:
    seat, of = act.who(), act.scope.who(step.of)
    if seat is not None and of is not None:
        act.play.then(agenda.PickSpecial(seat=seat, of=of, points=act.scope.number(step.ap)))
    yield from ()


def pick_special(play: Play, question: agenda.PickSpecial, command: commands.AnyCommand) -> Events:
    """Used up for its owner; nobody's Special Action of the Turn."""
    if not isinstance(command, commands.UseSpecialAction):
        yield WasDone(question.seat, question_name(question))
        return
    yield from use_special(play, question.seat, command.special, command.points, by_card=True)


def skip_round(act: Act, step: s.SkipRound) -> Events:
    seat = act.who()
    if seat is not None:
        yield RoundSkippedNext(seat)


def next_card(act: Act, step: s.NextCard) -> Events:
    seat = act.who()
    if seat is not None:
        yield BonusPromised(seat, step.ap)


def later(act: Act, step: s.Later) -> Events:
    seat = act.who()
    if seat is not None:
        yield LaterPromised(act.frame.card, (*act.path, "steps"), act.you, seat)


def choose(act: Act, step: s.Choose) -> Events:
    """One of the possibilities that are open; a single one needs no choice."""
    seat = act.who()
    numbers = tuple(n for n, option in enumerate(step.options, 1) if act.scope.holds(option.needs))
    if seat is not None and numbers:
        act.play.then(
            agenda.PickOption(seat=seat, options=numbers, path=act.path, you=act.you, here=act.here)
        )
    yield from ()


def pick_option(play: Play, question: agenda.PickOption, command: commands.ChooseOption) -> Events:
    yield OptionChosen(question.seat, command.option)
    act = Act(play, question.path, question.you, question.here)
    play.then(act.follow("options", command.option - 1, "steps"))


def if_else(act: Act, step: s.If) -> Events:
    act.play.then(act.follow("then" if act.scope.holds(step.needs) else "otherwise"))
    yield from ()


def roll(act: Act, step: s.Roll) -> Events:
    """A die, changed by the card itself and by cards in play; the first outcome that fits happens."""
    seat = act.who()
    if seat is None:
        return
    plus = act.scope.number(step.plus) + roll_change(act.table, act.frame.card)
    die = act.play.die()
    yield DieRolled(seat, act.play.roll(), die, plus)
    act.play.note(result=die + plus)
    for number, outcome in enumerate(step.outcomes):
        low = outcome.at_least is None or die + plus >= outcome.at_least
        if low and (outcome.at_most is None or die + plus <= outcome.at_most):
            act.play.then(act.follow("outcomes", number, "steps"))
            return


def repeat(act: Act, step: s.Repeat) -> Events:
    number = act.scope.number(step.n)
    if number > 0:
        act.play.then(agenda.AndAgain(act.path, act.you, number, act.here))
    yield from ()


def each(act: Act, step: s.Each) -> Events:
    """Both players; in what follows "you" is the one whose turn it is."""
    table = act.table
    first = table.active if step.order == "active_first" else table.first
    act.play.then(*(act.follow("steps", you=seat) for seat in (first, OTHER[first])))
    yield from ()


VERBS: dict[type, Callable[[Act, Any], Events]] = {
    s.ToPool: to_pool,
    s.RemoveCard: remove_card,
    s.EnterPlay: enter_play,
    s.Discard: discard,
    s.SwapHands: swap_hands,
    s.ExchangeWithPool: exchange_with_pool,
    s.PlayFromPool: play_from_pool,
    s.Activities: activities,
    s.SpecialAction: special_action,
    s.SkipRound: skip_round,
    s.NextCard: next_card,
    s.Later: later,
    s.Choose: choose,
    s.If: if_else,
    s.Roll: roll,
    s.Repeat: repeat,
    s.Each: each,
}
