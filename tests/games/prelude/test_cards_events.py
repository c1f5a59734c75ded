"""Every card's Event, from its data: prerequisite met and not; from hand, by the opponent, from the Pool."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.core.chance import Chance
from domain.core.event import Event
from domain.core.game import happen
from domain.core.refusal import Refused
from domain.games.prelude import agenda
from domain.games.prelude import commands as ask
from domain.games.prelude import events as e
from domain.games.prelude.cards import steps as do
from domain.games.prelude.cards.deck import STANDARD_DECK
from domain.games.prelude.cards.language import Card
from domain.games.prelude.effects.scope import prerequisite_met
from domain.games.prelude.ruleset import RULESET
from domain.games.prelude.table import GOV, OTHER, OWNERS, REV, TOWARD, PreludeTable
from tests.games.prelude.builders import may
from tests.games.prelude.situations import Situation, situation, spare

CARDS = STANDARD_DECK.cards
SEEDS = (1, 2)
# What must be seen of a step that has something to do.
SEEN: dict[type, tuple[type, ...]] = {
    do.Add: (e.CubesAdded,),
    do.Remove: (e.CubesRemoved,),
    do.Match: (e.CubesAdded,),
    do.Check: (e.CheckRolled,),
    do.EachPlace: (e.CheckRolled,),
    do.RandomDistricts: (e.DistrictRolled,),
    do.CreateOrganization: (e.CheckRolled,),
    do.RemoveOrganization: (e.OrganizationRemoved,),
    do.Sponsor: (e.SponsorChanged,),
    do.WorldAffairs: (e.WorldAffairsMoved,),
    do.Unrest: (e.UnrestMoved,),
    do.Prestige: (e.PrestigeMoved,),
    do.MoveScoring: (e.ScoringMarkerMoved,),
    do.ResetScoring: (e.TrackReset,),
    do.Score: (e.TrackScored,),
    do.RollScoring: (e.ScoringDieRolled,),
    do.Op: (e.OpportunityChanged,),
    do.Spend: (e.OpportunitySpent, e.WasDone, e.RoundSkippedNext, e.CardDiscarded),
    do.Bid: (e.OpportunitySpent,),
    do.Extremism: (e.ExtremismRolled,),
    do.DumaVote: (e.VoteHeld,),
    do.EndSession: (e.SessionEnded,),
    do.AddMarker: (e.MarkersAdded,),
    do.RollMarkers: (e.MarkerTested,),
    do.RemoveCard: (e.CardMoved,),
    do.EnterPlay: (e.CardMoved,),
    do.Discard: (e.CardDiscarded,),
    do.SwapHands: (e.ExchangeArranged,),
    do.ExchangeWithPool: (e.CardExchanged, e.WasDone),
    do.PlayFromPool: (e.CardPlayed, e.WasDone),
    do.SpecialAction: (e.SpecialUsed, e.WasDone),
    do.SkipRound: (e.RoundSkippedNext,),
    do.NextCard: (e.BonusPromised,),
    do.Later: (e.LaterPromised,),
    do.Choose: (e.OptionChosen,),
    do.Roll: (e.DieRolled,),
    do.Repeat: (e.DieRolled,),
    do.Activities: (e.Mobilized, e.OrganizationTried, e.SpecialUsed, e.WasDone),
}


def played(table: PreludeTable, command: Any, seed: int) -> list[Event[Any]]:
    """A command and all that follows it in this Action Round, questions answered at random."""
    random = Random(seed)
    chance = Chance("test", random.randbytes(32), {}, ())
    due = table.asks()
    assert due is not None
    found = happen(table, RULESET.perform(table, due.seats[0], command, chance))
    while (due := table.asks()) is not None and not isinstance(table.agenda[-1], agenda.ChoosePlay):
        if isinstance(table.agenda[-1], agenda.ChooseFirst):
            break  # the Turn is over, or the Tsar has abdicated
        found += happen(table, RULESET.perform(table, due.seats[0], random.choice(may(table)), chance))
    return found


def of_the_card(events: list[Event[Any]], card: Card) -> list[Event[Any]]:
    """What happened from its play to its putting away, without its Scoring Die."""
    names = [event.card for event in events if isinstance(event, e.CardPutAway)]
    assert card.id in names
    end = next(
        n for n, event in enumerate(events) if isinstance(event, e.CardPutAway) and event.card == card.id
    )
    return events[:end]


def cards_everywhere(table: PreludeTable) -> list[str]:
    piles = [*table.hands.values(), *table.decks.values()]
    loose = (table.pool, table.playing, table.in_play, table.discard, table.removed, table.aside)
    return sorted(
        [*(card for pile in piles for card in pile.known), *(card for one in loose for card in one)]
    )


def goes_to(card: Card, events: list[Event[Any]]) -> str:
    return next(one.to for one in events if isinstance(one, e.CardPutAway) and one.card == card.id)


def sure(card: Card, table: PreludeTable, you: str) -> Iterator[do.Step]:
    """The steps of an Event that happen in any case and have something to do on this table."""
    for step in card.event:
        if isinstance(step, do.If | do.Each | do.ToPool | do.Vp | do.Move):
            continue
        if isinstance(step, do.Op):
            if not isinstance(step.n, int):
                continue
            who = {"rev": REV, "gov": GOV, "you": you, "opponent": OTHER[you]}[step.who]
            if not 0 <= table.op[who] + step.n <= 16:
                continue
        if isinstance(step, do.Prestige) and table.abdicated:
            continue
        yield step


def check_event(card: Card, before: PreludeTable, events: list[Event[Any]], you: str) -> None:
    """What the Event's steps say, seen in what happened."""
    mine = of_the_card(events, card)
    for step in sure(card, before, you):
        assert any(isinstance(event, SEEN[type(step)]) for event in mine), type(step).__name__
    plain = [step for step in card.event if isinstance(step, do.Vp) and isinstance(step.n, int)]
    scored = [event for event in mine if isinstance(event, e.PointsScored) and event.by == card.id]
    for step in plain:
        assert any(one.points == step.n and one.seat == you for one in scored)
    for kind, event in ((do.Unrest, e.UnrestMoved), (do.Prestige, e.PrestigeMoved)):
        steps = [step for step in card.event if isinstance(step, kind)]
        if len(steps) == 1 and isinstance(steps[0].n, int) and steps[0].n:
            moved = [one.boxes for one in mine if isinstance(one, event)]
            assert steps[0].n in moved or before.abdicated
    boxes = sum(
        step.n for step in card.event if isinstance(step, do.WorldAffairs) and isinstance(step.n, int)
    )
    if boxes:
        moved = [TOWARD[one.seat] * one.boxes for one in mine if isinstance(one, e.WorldAffairsMoved)]
        assert TOWARD[you] * boxes in moved


def expected_home(card: Card, events: list[Event[Any]]) -> set[str]:
    """Where a card may go after its Event."""
    if any(
        isinstance(step, do.Spend) and any(isinstance(one, do.ToPool) for one in step.then)
        for step in card.event
    ):
        return {"pool", "discard"}
    if card.duration == "none":
        return {"discard"}
    return {"in_play"} if card.stays_if is None else {"in_play", "discard"}


def set_out(card: Card, active: str, met: bool, origin: str) -> tuple[Situation, PreludeTable] | None:
    """A table with the card in the active player's hand, or in the Pool."""
    found = situation(card, active, met)
    if found is None:
        return None
    others = spare(card, 8)
    hand = (card.number, *others[:3]) if origin == "hand" else others[:3]
    pool = (card.number, *others[6:]) if origin == "pool" else others[6:]
    table = found.table(hand=hand, other_hand=others[3:6], pool=pool)
    assert prerequisite_met(table, card.id, found.you) == met, "the situation is not as it was meant to be"
    return found, table


def by_card(card: Card) -> str:
    return card.id


@pytest.mark.parametrize("card", CARDS, ids=by_card)
@pytest.mark.parametrize("origin", ["hand", "pool"])
def test_the_event_of_an_own_or_neutral_card(card: Card, origin: str) -> None:
    """3.1 and 8.0: the Event happens as its data say; the card goes where it belongs; no card is lost."""
    for active in (REV, GOV) if card.faction == "neutral" else (OWNERS[card.faction],):
        assert active is not None
        for seed in SEEDS:
            made = set_out(card, active, True, origin)
            assert made is not None
            _, table = made
            before, cards = table.copy(), cards_everywhere(table)
            command = ask.PlayEvent(card.id) if origin == "hand" else ask.PlayFromPool(card.id)
            assert command in may(table)
            events = played(table, command, seed)
            first = events[0]
            assert isinstance(first, e.CardPlayed)
            assert first.cost == (card.ap if origin == "pool" else 0)
            check_event(card, before, events, active)
            assert goes_to(card, events) in expected_home(card, events)
            assert cards_everywhere(table) == cards


@pytest.mark.parametrize("card", [one for one in CARDS if one.prerequisite is not None], ids=by_card)
@pytest.mark.parametrize("origin", ["hand", "pool"])
def test_without_its_prerequisite_an_event_cannot_be_played(card: Card, origin: str) -> None:
    """3.1: the prerequisite of a card's Event must be met; its Activity Points are there in any case."""
    active = OWNERS[card.faction] or REV
    made = set_out(card, active, False, origin)
    assert made is not None
    _, table = made
    command = ask.PlayEvent(card.id) if origin == "hand" else ask.PlayFromPool(card.id)
    assert command not in may(table)
    with pytest.raises(Refused):
        happen(table, RULESET.perform(table, active, command, Chance("test", bytes(32), {}, ())))
    if origin == "hand":
        assert ask.PlayActivities(card.id) in may(table)


@pytest.mark.parametrize("card", [one for one in CARDS if one.faction != "neutral"], ids=by_card)
def test_an_opposing_card_gives_its_event_to_its_owner(card: Card) -> None:
    """3.1: AP first; then the Event, if its prerequisite is met, with the owner's decisions."""
    owner = OWNERS[card.faction]
    assert owner is not None
    made = set_out(card, OTHER[owner], True, "hand")
    if made is None:
        assert "ActivePlayer" in repr(card.prerequisite)
        return
    _, table = made
    before, cards = table.copy(), cards_everywhere(table)
    events = played(table, ask.PlayActivities(card.id), 3)
    began = [one for one in events if isinstance(one, e.EventBegan) and one.card == card.id and not one.hook]
    unmet = [one for one in events if isinstance(one, e.EventNotMet) and one.card == card.id]
    if not began:  # what was done with the AP has undone the prerequisite
        assert unmet
        assert goes_to(card, events) == "pool"
    else:
        assert began[0].seat == owner
        start = events.index(began[0])
        if not any(isinstance(one, e.SpecialUsed) for one in events[:start]):
            check_event(card, before, events[start:], owner)
        assert goes_to(card, events) in expected_home(card, events)
    assert cards_everywhere(table) == cards


@pytest.mark.parametrize(
    "card", [one for one in CARDS if one.faction != "neutral" and one.prerequisite is not None], ids=by_card
)
def test_an_opposing_card_whose_prerequisite_is_not_met_goes_to_the_pool(card: Card) -> None:
    """3.1: and its owner gains OP equal to half of its AP."""
    owner = OWNERS[card.faction]
    assert owner is not None
    made = set_out(card, OTHER[owner], False, "hand")
    assert made is not None
    _, table = made
    happen(
        table,
        RULESET.perform(table, OTHER[owner], ask.PlayActivities(card.id), Chance("t", bytes(32), {}, ())),
    )
    events = played(table, ask.Done(), 4)
    (unmet,) = [one for one in events if isinstance(one, e.EventNotMet)]
    assert (unmet.card, unmet.seat, unmet.points) == (card.id, owner, card.ap // 2)
    assert goes_to(card, events) == "pool"
    assert card.id in table.pool


@pytest.mark.parametrize("card", [one for one in CARDS if one.faction == "neutral"], ids=by_card)
def test_a_neutral_card_played_for_its_points_goes_to_the_pool(card: Card) -> None:
    """3.1."""
    made = set_out(card, GOV, True, "hand")
    assert made is not None
    _, table = made
    events = played(table, ask.PlayActivities(card.id), 5)
    assert goes_to(card, events) == "pool"


@pytest.mark.parametrize("card", [one for one in CARDS if one.hooks], ids=by_card)
def test_a_hook_fires_when_its_moment_comes(card: Card) -> None:
    """Cards in play: whole Turns of random play until a hook of the card fires."""
    for seed in range(40):
        made = set_out(card, OWNERS[card.faction] or REV, True, "hand")
        assert made is not None
        found, _ = made
        hand = spare(card, 8)
        found.in_play.add(card.number)
        found.round = 1
        table = found.table(hand=hand[:4], other_hand=hand[4:])
        random = Random(seed)
        chance = Chance("test", random.randbytes(32), {}, ())
        for _step in range(120):
            due = table.asks()
            if due is None or card.id not in table.in_play:
                break
            for event in happen(
                table, RULESET.perform(table, due.seats[0], random.choice(may(table)), chance)
            ):
                if isinstance(event, e.EventBegan) and event.hook and event.card == card.id:
                    return
    raise AssertionError("no hook has fired")
