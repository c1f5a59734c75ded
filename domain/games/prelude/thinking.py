"""What a player may think: a table that fits what they see, and a plain estimate of how they stand."""

from domain.core.chance import Chance
from domain.core.event import Seat
from domain.core.table import Pile
from domain.games.prelude.components import CardId
from domain.games.prelude.table import ERAS, OTHER, SIDES
from domain.games.prelude.table import PreludeTable as Table

POINT = 100  # what a Victory Point counts; the rest in the same measure
NEXT_TIME, LATER_TIMES, FORESEEN = 80, 45, 2  # a track that scores: the next time, in each of so many Turns
OPPORTUNITY, SPECIAL, MILITARY, CARD = 14, 60, 18, 30
CUBE, LEAD, ENOUGH = 9, 7, 6  # beyond so many in a place a cube is worth nothing in itself
MODERATE, EXTREMIST = 18, 8
SPONSOR = 25  # for an Organization of a Party, and for each kind of District that it Sponsors
CUBES = [CUBE * min(cubes, ENOUGH) for cubes in range(20)]
LEADS = {lead: LEAD * max(-2, min(2, lead)) for lead in range(-20, 21)}
NEAR_AUTOCRACY, LOST_CAUSE = 3, 3000  # both lose at the end of the Prestige Track


def imagine(view: Table, seat: Seat, chance: Chance) -> Table:
    """The view with its holes filled: unseen cards of each deck in some order, some of them in hands."""
    table = view.copy()
    unseen = unseen_by_deck(view)
    for era in ERAS:
        unseen[era] = list(chance.shuffle(f"imagined/{era}", unseen[era]))
    for side in SIDES:
        pile = table.hands[side]
        for _ in range(pile.hidden):
            pile.known.append(_one_for_a_hand(unseen, view.now.era))
        pile.hidden = 0
    for era, pile in table.decks.items():
        cards = pile.known + unseen[era][: pile.hidden]
        table.decks[era] = Pile(cards)
    return table


def unseen_by_deck(view: Table) -> dict[str, list[CardId]]:
    """Cards that lie in no place that this audience sees, by the deck they are in; those of the Provisional
    Government belong to the Collapse once the Tsar is gone."""
    seen = {*view.pool, *view.playing, *view.in_play, *view.discard, *view.removed, *view.aside}
    for pile in (*view.hands.values(), *view.decks.values()):
        seen.update(pile.known)
    found: dict[str, list[CardId]] = {era: [] for era in ERAS}
    for card in view.components.cards.values():
        if card.id not in seen:
            found[card.entry if card.entry in ERAS else "collapse"].append(card.id)
    return found


def _one_for_a_hand(unseen: dict[str, list[CardId]], era: str) -> CardId:
    """From the Active Deck; hands hold nothing else, but a card may have come to one from an earlier deck."""
    return next(pile.pop() for pile in (unseen[era], *unseen.values()) if pile)


def worth(view: Table, seat: Seat) -> int:
    """Points so far, what the tracks are about to bring, and what will bring more of it later."""
    if view.over:
        return (10_000 if view.winner == seat else -10_000) * POINT
    total = POINT * view.points(seat)
    for track in view.components.tracks.values():
        total += _track(view, seat, track.id)
    total += _holdings(view, seat) - _holdings(view, OTHER[seat])
    near = view.prestige - (view.components.board.limits.prestige - NEAR_AUTOCRACY)
    return total - (near * LOST_CAUSE if near > 0 and not view.abdicated else 0)


def _track(view: Table, seat: Seat, track: str) -> int:
    """What it would bring now, once for each time that it may still score, the next time counting most."""
    favoured = view.favoured(track)
    gain = view.printed(track) * (1 if favoured == seat else -1 if favoured else 0)
    if track == "duma":
        for side in SIDES:
            empty = sum(view.parties[party] == 0 for party in view.parties_in_play(OTHER[side]))
            gain += empty * view.components.board.duma.empty_party * (1 if side == seat else -1)
    box, length = view.scoring[track], view.components.tracks[track].length
    turns = max(1, min(FORESEEN, view.options.last_turn - view.turn))
    return gain * (NEXT_TIME * (length + box) // (2 * length) + LATER_TIMES * turns)


def _holdings(view: Table, seat: Seat) -> int:
    """Cubes, leads, Organizations, Opportunity Points, Special Actions, soldiers, cards."""
    total = OPPORTUNITY * view.op[seat] + SPECIAL * len(view.specials[seat])
    total += MILITARY * view.military_total(seat) + CARD * len(view.hands[seat])
    other = OTHER[seat]
    for here in view.cubes.values():
        mine = here[seat]
        total += CUBES[mine] + LEADS[mine - here[other]]
    for party in view.parties_in_play(seat):
        moderate = view.components.parties[party].wing == "moderate"
        total += (MODERATE if moderate else EXTREMIST) * min(view.parties[party], ENOUGH)
        if view.has_organization(seat, party):
            total += SPONSOR * (1 + len(view.sponsors[party]))
    return total
