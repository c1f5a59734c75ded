"""Whole games: what may and may not happen to cubes and support, moments, entropy, what bots imagine."""

import msgspec
import pytest

from domain.core.chance import Chance, promise
from domain.core.frame import GiveEntropy, PromiseEntropy
from domain.core.game import new_game
from domain.core.replay import as_seen_by, fold, moments, table_at, version_at
from domain.games.revolution.commands import PlaceBid
from domain.games.revolution.events import CubeReplaced, CubesSwapped
from domain.games.revolution.options import Options
from domain.games.revolution.ruleset import RULESET
from domain.games.revolution.table import TownTable
from tests.games.revolution.builders import CHANCE, a_table, bid, happened
from tests.laws.games import RandomGame

games = pytest.mark.parametrize("variant", ["revolution-3", "revolution-4", "revolution-optional-3"])


def placed(table: TownTable) -> dict[str, int]:
    return {seat: sum(cubes[seat] for cubes in table.town.values()) for seat in table.seats}


@games
def test_only_spy_and_apothecary_change_cubes_only_the_spy_takes_influence_and_support_is_never_lost(
    variant: str,
) -> None:
    """Spy and Apothecary; The Board: in every event of whole games."""
    for seed in range(5):
        play = RandomGame(variant, seed).finish()
        table = RULESET.new_table(play.options)
        for record in play.records:
            town, totals, support = (
                {a: dict(c) for a, c in table.town.items()},
                placed(table),
                dict(table.support),
            )
            fold(table, [record])
            fewer = [a for a in town if any(table.town[a][s] < town[a][s] for s in table.seats)]
            assert not fewer or isinstance(record.event, CubeReplaced | CubesSwapped)
            less = [s for s in table.seats if placed(table)[s] < totals[s]]
            assert not less or isinstance(record.event, CubeReplaced)
            assert all(table.support[s] >= support[s] for s in table.seats)


def test_moments_name_round_phase_and_character() -> None:
    """`r2.resolution.spy` is the table when that has happened; `r2.resolution` the end of the phase."""
    play = RandomGame("revolution-3", 1).finish()
    spans = moments(RULESET, play.records)
    names = list(spans)
    assert names[:5] == ["setup", "r1.espionage", "r1.bidding", "r1.resolution", "r1.resolution.general"]
    assert names[-1] == "over"
    assert version_at(RULESET, play.records, "r1.resolution") == spans["r1.resolution.mercenary"][1]
    revealed = table_at(RULESET, play.records, version_at(RULESET, play.records, "r1.bidding"))
    assert all(board.bid is not None for board in revealed.boards.values())
    assert f"r{play.game.table.round}.patronage" not in spans


def test_four_seats_may_add_entropy_before_the_game() -> None:
    """All promise, then all give; then the first round begins."""
    game = new_game(RULESET, game="g", seed=bytes(32), sealing_key=bytes(32), entropy=True)
    game.open(at=0, cause="open")
    given = {seat: f"{number:064x}" for number, seat in enumerate(game.header.seats)}
    for seat, entropy in given.items():
        game.perform(seat, PromiseEntropy(promise("g", seat, entropy)), at=0, cause=f"promise-{seat}")
    for seat in reversed(given):
        game.perform(seat, GiveEntropy(given[seat]), at=0, cause=f"give-{seat}")
    due = game.table.asks()
    assert due is not None
    assert (due.what, due.seats) == ("bid", game.header.seats)


def test_a_bot_imagines_that_those_whose_bids_are_closed_have_yet_to_bid() -> None:
    """`imagine` has no holes: it neither knows another bid nor waits for nobody."""
    game = new_game(RULESET, game="g", seed=bytes(32), sealing_key=bytes(32), options=Options(players=3))
    log = game.open(at=0, cause="open")
    log += game.perform("red", PlaceBid(bid(printer="1F 1B 3G")), at=0, cause="a")
    log += game.perform("blue", PlaceBid(bid(printer="1F 1B 3G")), at=0, cause="b")
    view = table_at(RULESET, list(as_seen_by(log, "green")))
    table = RULESET.imagine(view, "green", Chance("imagined", bytes(32), {}, ()))
    due = table.asks()
    assert due is not None
    assert due.seats == ("red", "blue", "green")
    assert table.boards == {}
    assert set(view.boards) == {"red", "blue"}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (bid(printer="1F 1B", priest="3G"), bid(printer="1F 1B 3G")),  # two chances instead of one
        (bid(priest="1F", printer="1B", general="3G"), bid(priest="1F", printer="1B", apothecary="3G")),
    ],
)
def test_a_bid_that_may_win_more_is_worth_more(better: dict[str, object], worse: dict[str, object]) -> None:
    """`worth` looks at what each character brings and at what the others could bid."""
    values = []
    for wanted in (better, worse):
        table = a_table()
        happened(table, "red", PlaceBid(wanted))  # type: ignore[arg-type]
        values.append(RULESET.worth(RULESET.imagine(table, "red", CHANCE), "red"))
    assert values[0] > values[1]


def test_the_form_can_be_sent_as_json() -> None:
    """A client gets the bounds of a bid without knowing the rules."""
    sent = msgspec.json.decode(msgspec.json.encode(RULESET.choices(a_table(), "red")))
    assert sent["tokens"] == {"force": 1, "blackmail": 1, "gold": 3}
    assert sent["most"] == 6
    assert sent["accepts"]["rogue"] == ["gold"]
