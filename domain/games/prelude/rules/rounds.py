"""3.1 Playing a Card, from hand and from the Opportunity Pool (8.0)."""

from domain.core.event import Seat
from domain.games.prelude import agenda, commands
from domain.games.prelude.components import CardId
from domain.games.prelude.effects.frames import begin_event
from domain.games.prelude.effects.hooks import hooks
from domain.games.prelude.effects.scope import Scope, prerequisite_met
from domain.games.prelude.events import (
    BonusSpent,
    CardPlayed,
    CardPutAway,
    EventBegan,
    EventNotMet,
    Passed,
    SpecialSpent,
)
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.table import OTHER
from domain.games.prelude.table import PreludeTable as Table

BOTH = "activities_and_event"
ALONE = "opposing_card_without_event"


def choose_play(play: Play, question: agenda.ChoosePlay, command: commands.AnyCommand) -> Events:
    """2.3: a card from hand, a card of the Pool, or a pass."""
    seat = question.seat
    if isinstance(command, commands.PlayEvent):
        yield CardPlayed(seat, command.card, "event", "hand")
        begin_event(play, command.card, seat, seat, "hand")
    elif isinstance(command, commands.PlayActivities):
        yield from play_activities(play, seat, command.card)
    elif isinstance(command, commands.PlayFromPool):
        yield CardPlayed(seat, command.card, "event", "pool", play.table.components.cards[command.card].ap)
        begin_event(play, command.card, seat, seat, "pool")
    else:
        yield Passed(seat)


def play_activities(play: Play, seat: Seat, card: CardId) -> Events:
    """For the Activity Points; whose card it is says what follows."""
    table = play.table
    owner = table.owner(card)
    both = owner == seat and BOTH in table.armed[seat]
    yield CardPlayed(seat, card, "both" if both else "activities", "hand")
    points: int = table.components.cards[card].ap
    for bonus in [x for x in table.bonuses if x.seat == seat and x.after < table.rounds_begun]:
        yield BonusSpent(seat, bonus.points)
        points += bonus.points
    die = agenda.RollPrinted(seat, card)
    spend = agenda.SpendPoints(seat=seat, points=points)
    if both:
        yield from special_spent(table, seat, BOTH)
        play.then(spend, agenda.OwnEvent(seat, card))
    elif owner == OTHER[seat] and ALONE in table.armed[seat]:
        yield from special_spent(table, seat, ALONE)
        play.then(spend, die, agenda.PutAway(card, "discard", seat, "hand"))
    elif owner == OTHER[seat]:
        play.then(spend, agenda.OpposingEvent(seat, card))
    else:
        to = "pool" if owner is None else "discard"
        play.then(spend, die, agenda.PutAway(card, to, seat, "hand"))


def special_spent(table: Table, seat: Seat, effect: str) -> Events:
    """All that wait for such a card wait for the same next one (#122 may have armed a second): one acts."""
    for number in range(table.armed[seat].count(effect)):
        yield SpecialSpent(seat, effect, wasted=number > 0)


def opposing_event(play: Play, task: agenda.OpposingEvent) -> Events:
    """After the AP (2): the opponent's Event if it can be played; else the Pool, and half the AP as OP."""
    table = play.table
    owner = OTHER[task.seat]
    if prerequisite_met(table, task.card, owner):
        yield EventBegan(task.card, owner)
        begin_event(play, task.card, owner, task.seat, "hand")
        return
    board = table.components.board
    gain = table.components.cards[task.card].ap // board.activities.unmet_divisor
    yield EventNotMet(task.card, owner, min(gain, board.limits.opportunity - table.op[owner]))
    play.then(agenda.RollPrinted(task.seat, task.card), agenda.PutAway(task.card, "pool", task.seat, "hand"))


def own_event(play: Play, task: agenda.OwnEvent) -> Events:
    """A Special Action gives AP and then the Event; without its prerequisite it is wasted."""
    if prerequisite_met(play.table, task.card, task.seat):
        yield EventBegan(task.card, task.seat)
        begin_event(play, task.card, task.seat, task.seat, "hand")
        return
    yield EventNotMet(task.card)
    play.then(
        agenda.RollPrinted(task.seat, task.card), agenda.PutAway(task.card, "discard", task.seat, "hand")
    )


def end_event(play: Play, task: agenda.Frame) -> Events:
    """The Event is over: the Scoring Die, then the card goes where it belongs."""
    if task.hook:
        return
    yield from ()
    card = play.table.components.cards[task.card]
    stays = card.duration != "none" and scope_of(play.table, task).holds(card.stays_if)
    to = task.to or ("in_play" if stays else "discard")
    die = [agenda.RollPrinted(task.seat, task.card)] if task.rolls else []
    play.then(*die, agenda.PutAway(task.card, to, task.seat, task.origin))


def scope_of(table: Table, frame: agenda.Frame) -> Scope:
    you = table.owner(frame.card) or frame.seat
    return Scope(table, you, leading=frame.leading, received=frame.received, result=frame.result)


def put_away(play: Play, task: agenda.PutAway) -> Events:
    """The card lies where it belongs; cards in play may answer to it."""
    yield CardPutAway(task.card, task.to)
    play.then(*hooks(play.table, "card_played", seat=task.seat, card=task.card, origin=task.origin))


def event_cards(table: Table, seat: Seat) -> list[CardId]:
    """Cards from hand that can be played for their Event: own and neutral ones whose prerequisite is met."""
    both = BOTH in table.armed[seat]
    return [
        card
        for card in table.hands[seat].known
        if table.owner(card) in (None, seat)
        and not (both and table.owner(card) == seat)
        and prerequisite_met(table, card, seat)
    ]


def pool_cards(table: Table, seat: Seat, less: int = 0) -> list[CardId]:
    """8.0: own and neutral cards of the Pool that can be paid and whose prerequisite is met."""
    cards = table.components.cards
    return [
        card
        for card in table.pool
        if table.owner(card) in (None, seat)
        and max(0, cards[card].ap - less) <= table.op[seat]
        and prerequisite_met(table, card, seat)
    ]
