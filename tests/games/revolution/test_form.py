"""The form for bids: its samples are legal, every legal bid can come up, and none is favoured."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from domain.games.revolution.choices import BidForm
from domain.games.revolution.commands import PlaceBid
from domain.games.revolution.components import STANDARD, Bid, Tokens
from domain.games.revolution.options import Options
from domain.games.revolution.ruleset import RULESET
from domain.games.revolution.sampling import spread
from tests.games.revolution.builders import a_table, allowed, happened


def a_form(hold: str, options: Options | None = None) -> BidForm:
    found = RULESET.choices(a_table(options=options, hold={"red": hold}), "red")
    assert isinstance(found, BidForm)
    return found


def named(bid: Bid) -> tuple[tuple[str, Tokens], ...]:
    return tuple((name, bid[name]) for name in STANDARD.order if name in bid)


def test_the_form_states_its_bounds() -> None:
    """2. Bidding: characters and what each accepts, the seat's tokens, at most six."""
    form = a_form("1F 1B 3G")
    assert (form.what, form.needed, form.tokens, form.most) == ("bid", True, Tokens(1, 1, 3), 6)
    assert form.accepts == STANDARD.accepts
    lax = a_form("1F 1B 3G", Options(illegal_bids="corrected"))
    assert lax.most == 12
    assert set(lax.accepts.values()) == {("force", "blackmail", "gold")}


@pytest.mark.parametrize("hold", ["1F 1B 3G", "5G", "3F 4B 8G", "12F 12B 8G", "29G", "1F", ""])
@pytest.mark.parametrize("illegal_bids", ["refused", "corrected"])
def test_every_sample_is_legal_however_rich_the_hand(hold: str, illegal_bids: str) -> None:
    """The form checks what it samples, and the rules take it."""
    options = RULESET.options({"illegal_bids": illegal_bids})
    form, random = a_form(hold, options), Random(1)
    for _ in range(60):
        command = form.sample(random.randrange)
        assert isinstance(command, PlaceBid)
        assert form.allows(command)
        table = a_table(options=options, hold={"red": hold})
        assert allowed(table, "red", command)
        assert happened(table, "red", command)


def test_all_legal_bids_are_equally_likely() -> None:
    """One Force, one Blackmail, one Gold: 7 x 7 x 12 bids, each within four tenths of its due."""
    form, random = a_form("1F 1B 1G"), Random(2)
    throws = 100 * 588
    counted = Counter(named(form.sample(random.randrange).bid) for _ in range(throws))  # type: ignore[attr-defined]
    assert len(counted) == 588
    assert min(counted.values()) > 60
    assert max(counted.values()) < 140


def test_bids_on_six_characters_come_up_as_often_as_they_should() -> None:
    """Six Gold on twelve characters: 924 of 12,376 bids name six."""
    form, random = a_form("6G"), Random(5)
    sampled = [form.sample(random.randrange).bid for _ in range(4000)]  # type: ignore[attr-defined]
    assert 240 < sum(len(bid) == 6 for bid in sampled) < 360  # 299 are due


def test_like_tokens_are_spread_so_that_every_result_is_alike() -> None:
    """Three Gold over four places: twenty ways."""
    random = Random(3)
    counted = Counter(tuple(spread(random.randrange, 3, 4)) for _ in range(20_000))
    assert set(counted) == {way for way in product(range(4), repeat=4) if sum(way) == 3}
    assert min(counted.values()) > 850
    assert max(counted.values()) < 1150


def test_bots_get_as_many_candidates_as_they_ask_for() -> None:
    form, random = a_form("1F 1B 3G"), Random(4)
    candidates = form.candidates(random.randrange, 25)
    assert len(candidates) == 25
    assert all(form.allows(command) for command in candidates)
