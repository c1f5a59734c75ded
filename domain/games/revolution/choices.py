"""What a seat may do now: lists for the Spy and the Apothecary, a form for a bid and for table talk."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise

from msgspec import Struct

from domain.core.choices import Choices
from domain.core.event import Seat
from domain.games.revolution import commands as ask
from domain.games.revolution.components import KINDS, NOTHING, Bid, CharacterId, Kind, Tokens
from domain.games.revolution.rules.deals import offers_left
from domain.games.revolution.rules.influence import replaceable, swappable
from domain.games.revolution.sampling import a_bid, an_offer
from domain.games.revolution.table import BIDDING_RULE
from domain.games.revolution.table import TownTable as Table

_replace = cache(ask.ReplaceCube)
_swap = cache(ask.SwapCubes)
DECLINE = ask.Decline()
TALK = 5  # one in so many samples is an offer or an answer, where deals are made


class BidForm(Choices, frozen=True, kw_only=True):
    """Every bid: all of `tokens`, on at most `most` characters, each of a kind that it `accepts`.

    Where deals are made, also every offer `to` some others as long as `offers` are left; the answers to
    offers of others are listed in `commands`.
    """

    tokens: Tokens
    accepts: dict[CharacterId, tuple[Kind, ...]]
    most: int
    to: tuple[Seat, ...] = ()
    offers: int = 0

    def allows(self, command: Struct) -> bool:
        if isinstance(command, ask.PlaceBid):
            return self._allows_bid(command.bid)
        if isinstance(command, ask.MakeOffer):
            return self._allows_offer(command)
        return command in self.commands

    def _allows_bid(self, bid: Bid) -> bool:
        if len(bid) > self.most:
            return False
        placed = dict.fromkeys(KINDS, 0)
        for character, tokens in bid.items():
            for kind in KINDS:
                count = getattr(tokens, kind)
                if count < 0 or (count and kind not in self.accepts.get(character, ())):
                    return False
                placed[kind] += count
            if tokens == NOTHING:
                return False
        return all(placed[kind] == getattr(self.tokens, kind) for kind in KINDS)

    def _allows_offer(self, offer: ask.MakeOffer) -> bool:
        places = [self.to.index(seat) if seat in self.to else -1 for seat in offer.to]
        return (
            self.offers > 0
            and bool(places)
            and -1 not in places
            and all(one < other for one, other in pairwise(places))
            and bool(offer.mine or offer.yours)
            and all(character in self.accepts for character in (*offer.mine, *offer.yours))
        )

    def sample(self, pick: Callable[[int], int]) -> Struct:
        """A bid, none likelier than another while tokens are few; where deals are made, now and then talk."""
        if (self.offers or self.commands) and pick(TALK) == 0:
            if self.commands and (not self.offers or pick(2)):
                return self.commands[pick(len(self.commands))]
            to, mine, yours = an_offer(pick, self.to, tuple(self.accepts))
            return ask.MakeOffer(to, mine, yours)
        return ask.PlaceBid(a_bid(pick, self.tokens, self.accepts, self.most))

    def candidates(self, pick: Callable[[int], int], count: int) -> tuple[Struct, ...]:
        bids = (ask.PlaceBid(a_bid(pick, self.tokens, self.accepts, self.most)) for _ in range(count))
        return (*bids, *self.commands)


def choices(view: Table, seat: Seat) -> Choices | None:
    """Everything the decision that is due allows; None when this seat has nothing to say now."""
    due = view.asks()
    if due is None or seat not in view.seats:
        return None
    if due.what == "bid":
        return _bid(view, seat, seat in due.seats)
    if seat not in due.seats:
        return None
    found: list[Struct] = [DECLINE]
    if due.what == "replace":
        found += [_replace(*cube) for cube in replaceable(view, seat)]
    else:
        found += [_swap(*cubes) for cubes in swappable(view)]
    return Choices(seat, due.what, due.rule, tuple(found))


def _bid(view: Table, seat: Seat, needed: bool) -> BidForm:
    """A seat that has bid may bid anew until the last one has."""
    parts = view.components
    strict = view.options.illegal_bids == "refused"
    deals = view.options.making_deals
    answers = [
        ask.AnswerOffer(version, agreed)
        for version, made in view.offers.items()
        if seat in made.to and seat not in made.answered
        for agreed in (True, False)
    ]
    return BidForm(
        seat=seat,
        what="bid" if needed else "change_bid",
        rule=BIDDING_RULE,
        commands=tuple(answers),
        needed=needed,
        tokens=view.tokens[seat],
        accepts=parts.accepts if strict else dict.fromkeys(parts.order, KINDS),
        most=parts.most_bids if strict else len(parts.order),
        to=view.others(seat) if deals else (),
        offers=offers_left(view, seat) if deals else 0,
    )
