"""Every command that can be written down, and who is stronger, against the rulebook said once more.

Choices and rules are two halves of one program and could agree on the same mistake. Here actions and strength
are written a second time, from the sentences of the rulebook, over all tokens, regions and paths there are.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

import pytest

from domain.core.game import happen
from domain.games.dual_powers import commands as ask
from domain.games.dual_powers.components import STANDARD
from domain.games.dual_powers.options import Options
from domain.games.dual_powers.rules.calendar import advance_date
from domain.games.dual_powers.ruleset import RULESET
from domain.games.dual_powers.table import PetrogradTable
from tests.games.dual_powers.builders import a_table, kinds
from tests.laws.games import VARIANTS, RandomGame, rules_of

DUAL_POWERS = [name for name, (game, _, _) in VARIANTS.items() if game == "dual_powers"]
RING = ["green", "red", "blue", "white", "brown", "purple"]  # each colour's way leads from it to the next
TOKENS = [*STANDARD.units, *STANDARD.leaders, "trotsky", *list(STANDARD.opposing)[::9]]
UNITS = [*STANDARD.units]
PATHS = [*((a,) for a in RING), *product(RING, RING)]
HANDFULS = [few for size in (1, 2, 3) for few in combinations(sorted(UNITS, key=lambda u: u[-2:]), size)]


def owner(table: PetrogradTable, token: str) -> str:
    """red, white or neutral, by the name on the token."""
    if token == "trotsky":
        return table.trotsky or "neutral"
    if token in ("lenin", "stalin", "kollontai"):
        return "red"
    if token in ("kerensky", "lvov", "kornilov"):
        return "white"
    if token.startswith("opposing"):
        return "white" if table.options.side == "red" else "red"
    return token.split("-")[0]


def in_hand_of(table: PetrogradTable, seat: str, token: str, bonus: bool) -> bool:
    """A player controls their own tokens and, with the will of the people, the neutral ones."""
    place = next((region for region, tokens in table.city.items() if token in tokens), None)
    if place is None:
        return False
    if owner(table, token) == seat:
        return True
    if owner(table, token) != "neutral" or table.will != seat:
        return False
    company = any(owner(table, other) == seat for other in table.city[place])
    return company or not (bonus and table.options.bonus_neutrals_in_company)


def open_way(table: PetrogradTable, here: str, there: str) -> bool:
    one, other = RING.index(here), RING.index(there)
    if (one + 1) % 6 == other:
        return table.blockade != here
    return (other + 1) % 6 == one and table.blockade != there


def may_move(table: PetrogradTable, seat: str, token: str, path: tuple[str, ...], bonus: bool) -> bool:
    action = "move" if bonus else STANDARD.cards[table.card].action
    steps = {"move": 1, "double_move": 2, "refresh": 0}[action]
    if not in_hand_of(table, seat, token, bonus) or len(path) > steps:
        return False
    if bonus and table.options.bonus_move_weak_only and token[-2:-1] in ("2", "3"):
        return False
    start = next(region for region, tokens in table.city.items() if token in tokens)
    stops = [start, *path]
    return path[-1] != start and all(open_way(table, *pair) for pair in pairwise(stops))


def may_refresh(table: PetrogradTable, seat: str, token: str, bonus: bool) -> bool:
    if not bonus and STANDARD.cards[table.card].action != "refresh":
        return False
    side_up = [tokens[token] for tokens in table.city.values() if token in tokens]
    return in_hand_of(table, seat, token, bonus) and side_up == [False]


def may_recruit(table: PetrogradTable, seat: str, units: tuple[str, ...], region: str, bonus: bool) -> bool:
    value = 1 if bonus else STANDARD.cards[table.card].recruit
    if not bonus and region != STANDARD.cards[table.card].region:
        return False
    own = all(unit.startswith(f"{seat}-unit") and unit in table.supply[seat] for unit in units)
    return own and sum(int(unit[-2]) for unit in units) <= value


def by_the_book(table: PetrogradTable, seat: str, bonus: bool) -> Iterator[Any]:
    """Every action that the rulebook allows, of all that can be written down."""
    yield ask.Decline()
    for token in TOKENS:
        yield from (ask.Move(token, path) for path in PATHS if may_move(table, seat, token, path, bonus))
        if may_refresh(table, seat, token, bonus):
            yield ask.Refresh(token)
    for units, region in product(HANDFULS, RING):
        if may_recruit(table, seat, units, region, bonus):
            yield ask.Recruit(units, region)
    if bonus and (len(table.deck) or table.discard):
        yield ask.DrawCard()
    if bonus and table.options.solitaire and not table.objectives[seat].face_up:
        yield ask.Organize()


@pytest.mark.parametrize("variant", DUAL_POWERS)
def test_actions_and_bonus_actions_are_those_of_the_rulebook(variant: str) -> None:
    """Command Card Actions and Bonus Actions: all of them, no others, none twice."""
    compared = {"action": 0, "bonus_action": 0}
    for seed in range(300, 320):
        play = RandomGame(variant, seed)
        for seat, found in play.decisions():
            if found.what in compared and compared[found.what] < 40:
                compared[found.what] += 1
                table = play.game.table
                allowed = list(by_the_book(table, seat, found.what == "bonus_action"))
                assert len(found.commands) == len(set(found.commands))
                assert set(found.commands) == set(allowed), (seed, table.version)
    assert min(compared.values()) > 9, compared


def stronger_by_the_book(table: PetrogradTable, region: str) -> str | None:
    """Determining Strength, sentence by sentence, with what N1 to N5 settle."""
    count: dict[str, tuple[int, int]] = {}
    for side in ("red", "white"):
        mine = [token for token in table.city[region] if owner(table, token) == side]
        if mine and table.will == side:
            mine += [token for token in table.city[region] if owner(table, token) == "neutral"]
        count[side] = (sum(value(table, token, table.city[region][token]) for token in mine), len(mine))
    if count["red"] == count["white"]:
        nobody = count["red"] == (0, 0) or not table.options.will_breaks_ties
        held = table.city[region] and count["red"] == (0, 0) and table.options.only_neutrals_hold
        return table.will if held or not nobody else None
    return max(count, key=count.__getitem__)


def value(table: PetrogradTable, token: str, fresh: bool) -> int:
    """What is printed on the side that is up; an X is the difficulty."""
    file = table.components.file
    if token.startswith("opposing"):
        return int(token[-2]) if fresh else table.options.solitaire
    printed = {one.id: (one.fresh, one.exhausted) for one in file.units}
    printed |= {one.id: (one.fresh, one.exhausted) for one in file.leaders}
    printed["trotsky"] = (file.trotsky.fresh, file.trotsky.exhausted)
    return printed[token][0 if fresh else 1]


@pytest.mark.parametrize("variant", DUAL_POWERS)
def test_the_stronger_player_is_that_of_the_rulebook(variant: str) -> None:
    """Any tokens in any number, either side up, Trotsky neutral or red, the will with either player."""
    _, options = rules_of(variant)
    random, found = Random(1917), set()
    table = RULESET.new_table(options)
    tokens = [token for token in TOKENS if options.solitaire or not token.startswith("opposing")]
    for _ in range(1500):
        some = random.sample(tokens, random.choice((0, 1, 2, 2, 3, 4, 6)))
        table.city["blue"] = {token: random.random() < 0.5 for token in some}
        table.will, table.trotsky = random.choice(("red", "white")), random.choice((None, "red"))
        judged = table.judge("blue")
        assert judged.stronger == stronger_by_the_book(table, "blue"), (table.city["blue"], table.will)
        found.add((judged.by, judged.stronger))
    assert {by for by, _ in found} >= {"strength", "tokens", "nobody"}
    assert len(found) >= 5


@pytest.mark.parametrize("carries", [True, False])
def test_the_day_marker_walks_space_by_space(carries: bool) -> None:
    """Advance the Date, from every day by every number of days: past 31 comes the 1st of the next month."""
    for start, days in product([*range(1, 29), 31], range(1, 7)):
        table = a_table(day=start, month="sep", options=Options(days_carry_over=carries))
        month, day = table.month, start
        for _ in range(days):
            day += 1
            if day == 32:
                month, day = month + 1, 1
                if not carries:
                    break
        day = 31 if day in (29, 30) else day
        events = happen(table, advance_date(table, "white", days))
        assert (table.month, table.day) == (month, day), (start, days)
        assert table.will == ("white" if month > 4 else "red")
        assert ("bonus_earned" in kinds(events)) == (day in (15, 31))
