"""12.1 The Tsar's Abdication."""

from domain.core.event import Secret
from domain.games.prelude import agenda, commands
from domain.games.prelude.components import CardId
from domain.games.prelude.events import (
    CardsRemoved,
    CollapseDeckFormed,
    GovernmentFormed,
    OpportunitySpent,
    PoolJoined,
    TsarAbdicated,
)
from domain.games.prelude.rules.play import Events, Play
from domain.games.prelude.rules.tracks import move_world
from domain.games.prelude.rules.turns import draw_cards, fill_pool, name_first
from domain.games.prelude.table import GOV, REV, SIDES

ERA = "collapse"


def abdicate_if_due(play: Play, task: agenda.AbdicateIfDue) -> Events:
    """2.4, 4: Prestige at 0. Before February 1917 the game jumps there (18, 19)."""
    table = play.table
    if table.abdicated or table.prestige > 0:
        return
    february = next(place for place, turn in enumerate(table.components.turns) if turn.era == ERA)
    jumps = table.turn < february
    sizes = {seat: len(table.hands[seat]) for seat in SIDES}
    if jumps:
        sizes = dict.fromkeys(SIDES, table.components.board.start.hand)
        yield TsarAbdicated(february, {seat: tuple(table.hands[seat].known) for seat in SIDES})
    else:
        yield TsarAbdicated()
    yield from adjust_deck(play, sizes)
    if jumps:
        yield from fill_pool(play, table.now)
        play.instead(name_first(table), agenda.Provisional())
    else:
        play.then(agenda.Provisional())


def adjust_deck(play: Play, sizes: dict[str, int]) -> Events:
    """Star-and-triangle cards leave; hands, deck and the Provisional Government become the new deck."""
    table = play.table
    cards = table.components.cards

    def starred(some: list[CardId]) -> tuple[CardId, ...]:
        return tuple(card for card in some if cards[card].removed_at_abdication)

    yield CardsRemoved(
        in_play=starred(table.in_play),
        deck=tuple(sorted(starred(table.decks[ERA].known))),
        pool=starred(table.pool),
        aside=starred(table.aside),
        hands={seat: tuple(sorted(starred(table.hands[seat].known))) for seat in SIDES},
    )
    begun = {turn.id for turn in table.components.turns[: table.turn + 1]}
    late = tuple(x for x in table.aside if cards[x].enters == "tsar_gone" and cards[x].entry in begun)
    if late:
        yield PoolJoined(late)
    added = tuple(card for card in table.aside if cards[card].entry == "pg")
    together = [*table.decks[ERA].known, *added]
    for seat in SIDES:
        together += table.hands[seat].known
    roll = play.roll()
    order = play.chance.shuffle(f"shuffle/{roll}", together)
    yield CollapseDeckFormed(roll, len(order), added, Secret((), order))
    for seat in SIDES:
        yield from draw_cards(play, seat, sizes[seat])


def provisional(play: Play, task: agenda.Provisional) -> Events:
    """Form the Provisional Government; then the world reacts."""
    table = play.table
    lost = {}
    for party in table.components.parties.values():
        cubes = table.parties[party.id]
        lost[party.id] = cubes if party.wing == "extremist" else cubes - cubes // 2
    yield GovernmentFormed({party: count for party, count in lost.items() if count})
    spend = [agenda.SpendAny(seat=seat) for seat in (table.first, table.second)]
    jumped = [] if play.agenda else [agenda.BeginRound(table.first, 1)]
    play.then(*spend, agenda.WorldReacts(), *jumped)


def spend_any(play: Play, question: agenda.SpendAny, command: commands.SpendOpportunity) -> Events:
    """Any number of Opportunity Points; the contest below counts them."""
    yield OpportunitySpent(question.seat, command.points)
    for place in range(len(play.agenda) - 1, -1, -1):
        task = play.agenda[place]
        if isinstance(task, agenda.WorldReacts | agenda.Judge):
            spent = {**task.spent, question.seat: command.points}
            play.agenda[place] = agenda.replaced(task, spent=spent)
            return


def most_spent(spent: dict[str, int]) -> str | None:
    """Who spent more; on a tie nobody (17)."""
    lead = spent.get(REV, 0) - spent.get(GOV, 0)
    return None if lead == 0 else REV if lead > 0 else GOV


def world_reacts(play: Play, task: agenda.WorldReacts) -> Events:
    """World Affairs moves one box toward whoever spent more."""
    seat = most_spent(task.spent)
    if seat is not None:
        yield from move_world(play.table, seat, 1)
