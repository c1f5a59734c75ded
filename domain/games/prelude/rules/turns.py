"""2.1 to 2.5: the start of the game, Turns, Action Rounds and how they end."""

from domain.core.event import Seat, Secret
from domain.games.prelude import agenda, commands
from domain.games.prelude.components import CardId, Turn
from domain.games.prelude.effects.frames import begin_steps
from domain.games.prelude.effects.hooks import hooks
from domain.games.prelude.events import (
    BonusSpent,
    CardsDrawn,
    DeckShuffled,
    EraEnded,
    EventBegan,
    EventChosen,
    FirstPlayerNamed,
    HandsExchanged,
    LaterBegan,
    PoolFilled,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from domain.games.prelude.rules.duma import duma_vote
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.rules.tracks import change_opportunity, move_unrest
from domain.games.prelude.table import ERAS, OTHER, REV, SIDES
from domain.games.prelude.table import PreludeTable as Table

END_OF_ROUND = (
    agenda.VoteIfDue(),
    agenda.RoundEvents(),
    agenda.CheckEnd(),
    agenda.AbdicateIfDue(),
    agenda.NextRound(),
)


def set_up(play: Play) -> Events:
    """2.1: the three Era Decks are shuffled; the rest is how a new table lies."""
    for era in ERAS:
        yield from shuffle(play, era, tuple(play.table.decks[era].known))
    play.then(agenda.BeginTurn())


def shuffle(play: Play, era: str, cards: tuple[CardId, ...], from_discards: bool = False) -> Events:
    roll = play.roll()
    order = play.chance.shuffle(f"shuffle/{roll}", cards)
    yield DeckShuffled(era, roll, len(order), Secret((), order), from_discards)


# 2.2 Start of Turn.


def begin_turn(play: Play, task: agenda.BeginTurn) -> Events:
    """Opportunity Pool, hands, initiative."""
    table = play.table
    yield TurnBegan(table.turn + 1)
    yield from fill_pool(play, table.now)
    for seat in SIDES:
        yield from draw_cards(play, seat, table.components.board.start.hand - len(table.hands[seat]))
    play.then(name_first(table))


def fill_pool(play: Play, turn: Turn) -> Events:
    """Cards of the Active Deck, and the Key Events of this Turn that enter as things stand."""
    table, left = play.table, turn.pool
    deck = table.decks[turn.era]
    if len(deck) < left:
        left -= len(deck)
        yield PoolFilled(turn.era, tuple(deck.known))
        yield from refill(play, turn.era)
    yield PoolFilled(turn.era, tuple(table.decks[turn.era].known[:left]), key_events(table, turn))


def key_events(table: Table, turn: Turn) -> tuple[CardId, ...]:
    gone = "tsar_gone" if table.abdicated else "tsar_reigns"
    cards = table.components.cards
    return tuple(x for x in table.aside if cards[x].entry == turn.id and cards[x].enters in ("always", gone))


def draw_cards(play: Play, seat: Seat, count: int) -> Events:
    """From the Active Deck; one that runs out is made anew from its discards (24)."""
    table, era = play.table, play.table.now.era
    while count > 0:
        yield from refill(play, era)
        cards = tuple(table.decks[era].known[:count])
        if not cards:
            return
        yield CardsDrawn(seat, era, len(cards), Secret((seat,), cards))
        count -= len(cards)


def refill(play: Play, era: str) -> Events:
    """An empty deck is made anew from its era's discards."""
    table = play.table
    if not len(table.decks[era]):
        cards = table.components.cards
        used = tuple(card for card in table.discard if cards[card].entry == era)
        if used:
            yield from shuffle(play, era, used, from_discards=True)


def name_first(table: Table) -> agenda.ChooseFirst:
    """Initiative: who is behind, on a tie the Revolutionary (41)."""
    ahead = table.ahead()
    return agenda.ChooseFirst(seat=OTHER[ahead] if ahead else REV)


def choose_first(play: Play, question: agenda.ChooseFirst, command: commands.NameFirstPlayer) -> Events:
    yield FirstPlayerNamed(question.seat, command.side)
    if not any(isinstance(task, agenda.BeginRound | agenda.Provisional) for task in play.agenda):
        play.then(agenda.BeginRound(command.side, 1))


# 2.3 and 2.4: Action Rounds.


def begin_round(play: Play, task: agenda.BeginRound) -> Events:
    """The active player plays a card; a round that is skipped goes straight to its end (36)."""
    skipped = play.table.skips[task.seat] > 0
    yield RoundBegan(task.seat, task.round, skipped)
    play.then(*([] if skipped else [agenda.ChoosePlay(seat=task.seat)]), *END_OF_ROUND)


def vote_if_due(play: Play, task: agenda.VoteIfDue) -> Events:
    """2.4, 1: after the Second Player's part of a session's last round, unless it was ended early (37)."""
    table = play.table
    session = table.session()
    if (
        table.active == table.second
        and session is not None
        and table.round == max(table.now.sessions[session])
    ):
        duma_vote(play)
    yield from ()


def round_events(play: Play, task: agenda.RoundEvents) -> Events:
    """2.4, 2: hands change sides if that was arranged, then what cards have promised, then cards in play."""
    table, seat = play.table, play.table.active
    if table.exchange_due:
        yield exchanged(table)
    for bonus in [x for x in table.bonuses if x.seat == seat and x.after < table.rounds_begun]:
        yield BonusSpent(seat, bonus.points, wasted=True)
    due = [x for x in table.later if x.of == seat and x.after < table.rounds_begun]
    play.then(*hooks(table, "end_of_round", seat=seat))
    for later in reversed(due):
        yield LaterBegan(later.card, later.path, later.you, later.of)
        begin_steps(play, later.card, later.path, later.you)


def exchanged(table: Table) -> HandsExchanged:
    """Parliamentary Maneuver: a straight swap, whatever the sizes (25)."""
    one, other = SIDES
    return HandsExchanged(
        revolutionary=Secret((one,), tuple(table.hands[other].known)),
        government=Secret((other,), tuple(table.hands[one].known)),
    )


def trigger(play: Play, task: agenda.Trigger) -> Events:
    """A hook of a card that is still in play."""
    table = play.table
    if task.card in table.in_play:
        you = table.owner(task.card) or table.active
        yield EventBegan(task.card, you, hook=True)
        begin_steps(play, task.card, ("hooks", task.hook, "steps"), you)


def next_round(play: Play, task: agenda.NextRound) -> Events:
    """2.4, 5: the other player, the next round, or the end of the Turn."""
    table = play.table
    if table.active == table.first:
        play.then(agenda.BeginRound(table.second, table.round))
    elif table.round < table.now.rounds:
        play.then(agenda.BeginRound(table.first, table.round + 1))
    else:
        last = table.turn + 1 >= table.options.last_turn  # a jump may have led beyond it (44)
        waiting = tuple(dict.fromkeys(trigger.card for trigger in hooks(table, "end_of_turn")))
        play.then(
            agenda.TurnEvents(waiting), agenda.LateTurn(), agenda.CheckEnd(final=last),
            agenda.CloseTurn(), agenda.BeginTurn(),
        )  # fmt: skip
    yield from ()


# 2.5 End of Turn.


def turn_events(play: Play, task: agenda.TurnEvents) -> Events:
    """2.5, 1: the First Player says which of several Events comes next."""
    left = tuple(card for card in task.left if card in play.table.in_play)
    if left:
        play.then(agenda.ChooseEvent(seat=play.table.first, left=left))
    yield from ()


def choose_event(play: Play, question: agenda.ChooseEvent, command: commands.ChooseCard) -> Events:
    yield EventChosen(question.seat, command.card)
    left = tuple(card for card in question.left if card != command.card)
    due = [one for one in hooks(play.table, "end_of_turn") if one.card == command.card]
    play.then(*due, agenda.TurnEvents(left))


def late_turn(play: Play, task: agenda.LateTurn) -> Events:
    """2.5, 2 and 3: Events of this Turn are discarded, and Unrest rises."""
    table = play.table
    over = tuple(card for card in table.in_play if table.components.cards[card].duration == "turn")
    yield TurnEnded(table.turn, over)
    yield from move_unrest(table, table.components.board.income.unrest)


def close_turn(play: Play, task: agenda.CloseTurn) -> Events:
    """2.5, 5 and 6: an Era's cards are discarded, whatever they say (21); Opportunity Points come in."""
    table = play.table
    if table.now.ends_era:
        yield EraEnded({seat: tuple(table.hands[seat].known) for seat in SIDES})
    for seat in SIDES:
        yield from change_opportunity(table, seat, table.components.board.income.opportunity)
