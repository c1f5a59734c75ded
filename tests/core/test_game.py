"""Game: entropy of the seats, components that fit, moments."""

from random import Random

import pytest
from msgspec import Struct

from domain.core.canonical import canonical
from domain.core.chance import promise
from domain.core.frame import GiveEntropy, PromiseEntropy
from domain.core.game import Game, choices, new_game
from domain.core.refusal import Refused
from domain.core.replay import moments, table_at, version_at
from domain.core.ruleset import installed, ruleset
from domain.core.table import Pile
from domain.core.verify import by_the_rules, fair, intact
from services.selfplay import play_game

RULES = ruleset("dual_powers")


def with_entropy() -> Game:
    return new_game(RULES, game="g", seed=bytes(32), sealing_key=bytes(32), entropy=True)


def test_seats_promise_then_give_and_only_then_the_game_is_set_up() -> None:
    game = with_entropy()
    records = game.open(at=1, cause="open")
    assert len(records) == 1
    given = {"red": "ab" * 32, "white": "cd" * 32}
    for seat, entropy in given.items():
        form = choices(RULES, "g", game.table, seat)
        command = PromiseEntropy(promise("g", seat, entropy))
        assert form is not None and form.allows(command)
        with pytest.raises(Refused, match="not_asked_now"):
            game.perform(seat, GiveEntropy(entropy), at=2, cause=f"early {seat}")
        records += game.perform(seat, command, at=2, cause=f"promise {seat}")
    with pytest.raises(Refused, match="not_what_was_promised"):
        game.perform("red", GiveEntropy("00" * 32), at=3, cause="other")
    for seat, entropy in given.items():
        records += game.perform(seat, GiveEntropy(entropy), at=3, cause=f"give {seat}")
    random = Random(1)
    while (due := game.table.asks()) is not None:
        found = RULES.choices(game.table, due.seats[0])
        assert found is not None
        records += game.perform(due.seats[0], found.sample(random.randrange), at=4, cause=f"c{len(records)}")
    assert intact([record.line() for record in records], game.head)
    assert fair(records)
    assert by_the_rules(RULES, records)


def test_entropy_changes_what_chance_gives() -> None:
    plain = new_game(RULES, game="g", seed=bytes(32), sealing_key=bytes(32))
    plain.open(at=1, cause="open")
    game = with_entropy()
    game.open(at=1, cause="open")
    for step in ("promise", "give"):
        for seat in ("red", "white"):
            entropy = "ab" * 32
            given = PromiseEntropy(promise("g", seat, entropy)) if step == "promise" else GiveEntropy(entropy)
            game.perform(seat, given, at=1, cause=f"{step} {seat}")
    assert game.table.deck.known != plain.table.deck.known


def test_a_seed_that_was_not_committed_to_is_not_taken() -> None:
    header = with_entropy().header
    with pytest.raises(ValueError, match="commits to"):
        Game(RULES, header, bytes([1]) * 32, bytes(32))


def test_a_game_is_not_replayed_with_other_components() -> None:
    from importlib import resources

    text = resources.files("domain.games.dual_powers").joinpath("components.toml").read_text(encoding="utf-8")
    other = RULES.components(text.replace('name = "standard"', 'name = "mine"'))
    log = play_game(RULES, RULES.options(), {}, Random(1)).records
    with pytest.raises(ValueError, match="'standard'"):
        table_at(RULES, log, components=other)


def test_a_moment_names_its_last_version() -> None:
    log = play_game(RULES, RULES.options(), {}, Random(1)).records
    spans = moments(RULES, log)
    assert version_at(RULES, log, "end") == len(log)
    assert version_at(RULES, log, "17") == 17
    first, last = spans["r1.t3"]
    assert version_at(RULES, log, "r1.t3") == last
    assert RULES.moment(table_at(RULES, log, last)) == "r1.t3"
    assert RULES.moment(table_at(RULES, log, last + 1)) != "r1.t3"
    assert first < last
    assert version_at(RULES, log, "r1") == max(
        end for name, (_, end) in spans.items() if name.startswith("r1.")
    )
    with pytest.raises(LookupError, match="r99"):
        version_at(RULES, log, "r99")
    for version in (9999, 0, -1):
        with pytest.raises(LookupError, match=f"no version {version}"):
            table_at(RULES, log, version)
    assert RULES.moment(table_at(RULES, log)) == "over"


def test_a_log_that_does_not_begin_at_its_beginning_has_no_table() -> None:
    log = play_game(RULES, RULES.options(), {}, Random(1)).records
    with pytest.raises(ValueError, match="opens its game"):
        table_at(RULES, log[1:])
    with pytest.raises(ValueError, match="empty"):
        table_at(RULES, [])


def test_times_never_run_backwards_in_a_log() -> None:
    """A command may come with an earlier time than the one before it; its records do not."""
    game = with_entropy()
    records = game.open(at=100, cause="open")
    for at, seat in ((50, "red"), (150, "white")):
        records += game.perform(seat, PromiseEntropy(promise("g", seat, "ab" * 32)), at=at, cause=seat)
    assert [record.at for record in records] == [100, 100, 150]


def test_before_the_game_the_ruleset_itself_offers_nothing() -> None:
    game = with_entropy()
    game.open(at=1, cause="open")
    assert RULES.choices(game.table, "red") is None
    assert choices(RULES, "g", game.table, "red") is not None


@pytest.mark.parametrize("seed", range(3))
def test_points_of_the_standing_are_where_the_score_marker_lies(seed: int) -> None:
    played = play_game(RULES, RULES.options(), {}, Random(seed))
    points, score = played.standing.points, played.table.score
    assert points == {"red": score, "white": -score}
    assert played.standing.over
    assert played.standing.reason == played.table.reason
    if score:
        assert played.standing.winners == (max(points, key=points.__getitem__),)


def frozen(value: object) -> bool:
    return isinstance(value, Struct) and value.__struct_config__.frozen


def test_a_copy_of_a_table_shares_nothing_that_changes() -> None:
    """Also not what lies inside: a thought on the copy leaves the table alone."""
    table = with_entropy().table
    played = play_game(RULES, RULES.options({"solitaire": 2}), {}, Random(2)).table
    town = ruleset("revolution")
    bids = play_game(town, town.options(), {}, Random(2)).table
    for one in (table, played, bids):
        twin = one.copy()
        for name in one.__struct_fields__:
            mine, other = getattr(one, name), getattr(twin, name)
            if isinstance(mine, list | dict | Pile):
                assert mine is not other, name
                inner = [part for part in mine.values() if not frozen(part)] if isinstance(mine, dict) else []
                for part in inner:
                    if not isinstance(part, str | int):
                        assert all(part is not theirs for theirs in other.values()), name


def test_the_registry_names_what_is_installed() -> None:
    assert "dual_powers" in installed()
    with pytest.raises(LookupError, match="dual_powers"):
        ruleset("chess")


def test_a_game_that_is_resumed_goes_on_exactly_as_the_one_that_was_not() -> None:
    """From any point: while entropy is promised, after it, in mid-game; with the same records."""
    game, random = with_entropy(), Random(3)
    records = game.open(at=5, cause="open")
    waiting = [PromiseEntropy, PromiseEntropy, GiveEntropy, GiveEntropy]
    while (due := game.table.asks()) is not None:
        other = Game.resume(RULES, game.header, bytes(32), bytes(32), records, game.head)
        seat = due.seats[0]
        if waiting:
            promised = promise("g", seat, "ab" * 32)
            command = waiting.pop(0)(promised if len(waiting) >= 2 else "ab" * 32)
        else:
            found = RULES.choices(game.table, seat)
            assert found is not None
            command = found.sample(random.randrange)
        cause = f"c{len(records)}"
        new = game.perform(seat, command, at=4, cause=cause)
        assert other.perform(seat, command, at=4, cause=cause) == new
        assert other.head == game.head
        records += new


@pytest.mark.parametrize("name", installed())
def test_what_happens_in_a_draft_has_not_happened_in_the_game(name: str) -> None:
    rules, random = ruleset(name), Random(4)
    game = new_game(rules, game="g", seed=bytes(32), sealing_key=bytes(32), entropy=True)
    game.open(at=1, cause="open")
    decisions = 0
    while (due := game.table.asks()) is not None:
        seat = due.seats[0]
        if due.what == "promise_entropy":
            command: Struct = PromiseEntropy(promise("g", seat, "ab" * 32))
        elif due.what == "give_entropy":
            command = GiveEntropy("ab" * 32)
        else:
            found = rules.choices(game.table, seat)
            assert found is not None
            command = found.sample(random.randrange)
        before = (canonical(game.table.as_data()), game.head, game.at)
        draft = game.draft()
        records = draft.perform(seat, command, at=decisions, cause=f"c{decisions}")
        assert (canonical(game.table.as_data()), game.head, game.at) == before
        game.go_on(records, draft.head)
        assert canonical(game.table.as_data()) == canonical(draft.table.as_data())
        decisions += 1
