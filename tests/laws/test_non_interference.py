"""Non-interference: two games that differ only in what an audience may not know look the same to it.

A twin of a game is made by exchanging what the audience has never seen (cards with other cards, a bid with
another bid), all through the log. What differs by nature, digests of secrets and the chain over them, is
blanked; everything else must be the same to the byte: streams, views, boards as text and as picture,
choices, refusals.
"""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest

from domain.core.canonical import canonical
from domain.core.event import Event, Secret, secrets_of
from domain.core.game import choices, happen
from domain.core.record import Record, redact_record
from domain.core.refusal import Refused
from domain.core.replay import table_at
from domain.games.dual_powers.table import PetrogradTable
from domain.games.revolution import choices as bid_choices
from domain.games.revolution.commands import PlaceBid
from domain.games.revolution.events import BidPlaced
from domain.games.revolution.rules import rounds as revolution
from domain.games.revolution.table import TownTable
from tests.laws.games import VARIANTS, RandomGame
from tests.laws.hidden import HIDDEN, Hidden, exchanged

variants = pytest.mark.parametrize("variant", list(VARIANTS))


def blanked(record: Record[Any], audience: str) -> bytes:
    shown = msgspec.to_builtins(redact_record(record, audience))
    shown["prev"] = ""
    for field in shown["event"].values():
        if isinstance(field, dict):
            field.pop("digest", None)
    return canonical(shown)


def view(play: RandomGame, audience: str, records: list[Record[Any]]) -> Any:
    return table_at(play.ruleset, [redact_record(record, audience) for record in records])


def told(table: Any) -> bytes:
    return canonical(msgspec.to_builtins(table, str_keys=True, enc_hook=lambda _: "components"))


def answer(play: RandomGame, table: Any, seat: str, command: Any) -> tuple[str, list[Event[Any]]]:
    try:
        return "accepted", happen(table, play.ruleset.perform(table, seat, command, play.game.chance))
    except Refused as refusal:
        return str(refusal), []


def public_part(hidden: Hidden, events: list[Event[Any]]) -> list[Any]:
    """What everyone sees of events, up to the first that rightly shows what was hidden before."""
    parts: list[Any] = []
    for event in events:
        if hidden.opens(event, not parts):
            break
        shown = msgspec.to_builtins(event)
        for name in secrets_of(type(event)):
            shown[name] = shown[name]["to"]
        parts.append(shown)
    return parts


def check_at(play: RandomGame, audience: str, random: Random) -> int:
    """Compare a game with a twin at this point; how many hidden things the twin has elsewhere."""
    hidden = HIDDEN[play.ruleset.name]
    twins = hidden.twin(audience, play.records, random)
    moved = sum(a != b for a, b in zip(play.records, twins, strict=True))
    for mine, other in zip(play.records, twins, strict=True):
        assert blanked(mine, audience) == blanked(other, audience)
    ours, theirs = view(play, audience, play.records), view(play, audience, twins)
    assert told(ours) == told(theirs)
    assert play.ruleset.draw(ours, audience) == play.ruleset.draw(theirs, audience)
    assert play.ruleset.svg(ours, audience) == play.ruleset.svg(theirs, audience)
    if audience not in play.game.header.seats:
        return moved
    full, full_twin = table_at(play.ruleset, play.records), table_at(play.ruleset, twins)
    game = play.game.header.game
    assert play.ruleset.choices(full, audience) == play.ruleset.choices(full_twin, audience)
    assert choices(play.ruleset, game, ours, audience) == choices(play.ruleset, game, theirs, audience)
    probes = [play.ruleset.commands.decode(msgspec.json.encode(probe)) for probe in hidden.probes]
    mine_now = play.choices(audience)
    if mine_now is not None:
        probes += [mine_now.sample(random.randrange) for _ in range(4)]
    for command in probes:
        here = answer(play, full.copy(), audience, command)
        there = answer(play, full_twin.copy(), audience, command)
        assert here[0] == there[0]
        assert public_part(hidden, here[1]) == public_part(hidden, there[1])
    return moved


def run(variant: str, seeds: range) -> int:
    moved = 0
    for seed in seeds:
        play = RandomGame(variant, seed)
        random = Random(seed)
        for number, _ in enumerate(play.decisions()):
            if number % 5 == 0:
                for audience in play.audiences:
                    moved += check_at(play, audience, random)
    return moved


@variants
def test_what_an_audience_may_not_know_changes_nothing_that_it_gets(variant: str) -> None:
    assert run(variant, range(100, 104)) > 0


def pairs(variant: str, seeds: range) -> int:
    """Two commands that others may not tell apart, each performed: the same public part, the same size."""
    compared = 0
    for seed in seeds:
        play = RandomGame(variant, seed)
        for seat, found in play.decisions():
            hidden = HIDDEN[play.ruleset.name]
            samples = [found.sample(play.random.randrange) for _ in range(4)]
            for one, other in combinations(samples, 2):
                if one != other and hidden.alike(one, other):
                    shown = [answer(play, play.game.table.copy(), seat, command) for command in (one, other)]
                    assert public_part(hidden, shown[0][1]) == public_part(hidden, shown[1][1])
                    compared += 1
    return compared


@variants
def test_a_secret_choice_shows_others_nothing_of_itself(variant: str) -> None:
    """Not its size either: how many characters a bid names, how much an offer holds."""
    name, given, _ = VARIANTS[variant]
    asked = HIDDEN[name].in_secret and given.get("solitaire", 0) == 0  # alone, nothing is chosen in secret
    assert (pairs(variant, range(200, 204)) > 0) == asked


def test_a_planted_leak_in_an_event_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw that is also open to the other seat."""
    honest = Secret.open_to
    monkeypatch.setattr(
        "domain.core.event.Secret.open_to", lambda secret, who: honest(secret, who) or "red" in secret.to
    )
    with pytest.raises(AssertionError):
        _run_honest_twins(honest)


def _run_honest_twins(honest: Any) -> None:
    """Twins are made by who *may* know; the planted leak is in who is *shown*."""
    play = RandomGame("dual_powers", 100)
    for _, _found in play.decisions():
        if play.game.table.turn == 3:
            break
    swap: dict[str, str] = {}
    hidden = list(play.game.table.deck.known)
    held = [card for card in play.game.table.hands["red"].known if card in play.game.table.components.cards]
    swap = {held[0]: hidden[0], hidden[0]: held[0]}
    for record in play.records:
        for name in secrets_of(type(record.event)):
            secret = getattr(record.event, name)
            if honest(secret, "white"):
                continue
            twin = Secret(secret.to, exchanged(secret.value, swap), secret.digest, secret.salt)
            other = msgspec.structs.replace(
                record, event=msgspec.structs.replace(record.event, **{name: twin})
            )
            assert blanked(record, "white") == blanked(other, "white")


def test_a_planted_leak_in_the_choices_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices that look into the other hand."""
    from domain.games.dual_powers import choices as module

    honest = module.LISTS["play_card"]

    def leaking(table: PetrogradTable, seat: str) -> list[Any]:
        other = table.hands["white" if seat == "red" else "red"]
        return honest(table, seat)[: 1 + sum(map(len, other.known)) % 3]

    monkeypatch.setitem(module.LISTS, "play_card", leaking)
    with pytest.raises(AssertionError):
        run("dual_powers", range(100, 110))


def test_a_planted_leak_in_a_refusal_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that says whether the opponent holds the card."""
    from domain.games.dual_powers import commands as ask
    from domain.games.dual_powers.rules import rounds

    fits, honest = rounds.ANSWERS[ask.PlayCard]

    def leaking(table: PetrogradTable, seat: str, command: Any, chance: Any) -> Iterator[Event[Any]]:
        if command.card in table.hands["white" if seat == "red" else "red"]:
            raise Refused("your_opponent_holds_it", "none")
        yield from honest(table, seat, command, chance)

    monkeypatch.setitem(rounds.ANSWERS, ask.PlayCard, (fits, leaking))
    with pytest.raises(AssertionError):
        run("dual_powers", range(100, 110))


def test_a_bid_that_shows_how_many_characters_it_names_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of those it is open to is as long as the bid."""
    honest = revolution.ANSWERS[PlaceBid][1]

    def leaking(table: TownTable, seat: str, command: PlaceBid) -> Iterator[Event[Any]]:
        for event in honest(table, seat, command):
            assert isinstance(event, BidPlaced)
            yield BidPlaced(seat, Secret((seat,) * len(command.bid), command.bid))

    monkeypatch.setitem(revolution.ANSWERS, PlaceBid, (revolution.BIDDING, leaking))
    with pytest.raises(AssertionError):
        pairs("revolution-4", range(200, 202))


def test_a_refusal_that_knows_another_bid_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """An illegal bid is refused for another reason when someone else has bid on the same character."""
    honest = revolution.ANSWERS[PlaceBid][1]

    def leaking(table: TownTable, seat: str, command: PlaceBid) -> Iterator[Event[Any]]:
        taken = [name for board in table.boards.values() for name in board.bid or {}]
        try:
            yield from honest(table, seat, command)
        except Refused:
            if any(name in command.bid for name in taken):
                raise Refused("somebody_else_bids_there", "none") from None
            raise

    monkeypatch.setitem(revolution.ANSWERS, PlaceBid, (revolution.BIDDING, leaking))
    with pytest.raises(AssertionError):
        run("revolution-3", range(100, 102))


def test_a_form_that_knows_another_bid_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A form that allows fewer characters, the more another bid names."""
    honest = bid_choices._bid

    def leaking(table: TownTable, seat: str, needed: bool) -> bid_choices.BidForm:
        named = sum(len(board.bid or {}) for board in table.boards.values())
        return msgspec.structs.replace(honest(table, seat, needed), most=6 - named % 2)

    monkeypatch.setattr(bid_choices, "_bid", leaking)
    with pytest.raises(AssertionError):
        run("revolution-3", range(100, 102))
