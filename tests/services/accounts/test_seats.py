"""Seats: given, invited to, joined, rotated; delays and looks."""

import asyncio

import pytest

from services.accounts.accounts import Accounts, Seated, Seating
from services.accounts.caller import OPERATOR, Caller
from services.accounts.errors import AccountsError, BadGrant, BadInvitation, BadToken, SeatTaken
from services.accounts.ledger import Look
from services.accounts.tokens import Issued, new_token
from services.streams.delay import Delay
from tests.services.accounts.builders import GAME, OTHER, Clock, run

SEATS = ("red", "white")


def test_a_new_games_seats_get_tokens_or_invitations(accounts: Accounts) -> None:
    given = run(accounts.seat_tokens(GAME, {"red": Seating("Anna"), "white": Seating("Boris", invite=True)}))
    assert [given[seat].kind for seat in SEATS] == ["token", "invitation"]
    assert run(accounts.caller(given["red"].token)) == Caller(given["red"].id, "player", GAME, "red", "Anna")
    assert run(accounts.seats(GAME, SEATS)) == [Seated("red", "Anna", True), Seated("white", "", False)]
    joined = run(accounts.join(GAME, given["white"].token))
    assert (joined.seat, joined.name) == ("white", "Boris")
    assert run(accounts.caller(joined.token)).audience(GAME) == "white"
    assert run(accounts.seats(GAME, SEATS))[1] == Seated("white", "Boris", True)
    assert run(accounts.seats(OTHER, SEATS)) == [Seated("red", "", False), Seated("white", "", False)]


def test_an_invitation_is_good_once_and_for_its_own_game(accounts: Accounts) -> None:
    invitation = run(accounts.invite(GAME, "red")).token
    told = set()
    for game, bad in ((OTHER, invitation), (GAME, new_token()), (GAME, ""), (GAME, "\ud800")):
        with pytest.raises(BadInvitation) as error:
            run(accounts.join(game, bad))
        told.add(str(error.value))
    with pytest.raises(BadGrant):
        run(accounts.join(GAME, invitation, "a\nb"))
    assert run(accounts.join(GAME, invitation, "Anna")).name == "Anna"
    with pytest.raises(BadInvitation) as error:
        run(accounts.join(GAME, invitation, "Boris"))
    assert {*told, str(error.value)} == {str(BadInvitation())}
    assert run(accounts.names([GAME])) == {GAME: {"red": "Anna"}}


def test_a_token_is_no_invitation(accounts: Accounts) -> None:
    given = run(accounts.seat_tokens(GAME, {"red": Seating()}))
    with pytest.raises(BadInvitation):
        run(accounts.join(GAME, given["red"].token))


def test_nobody_is_invited_to_a_taken_seat_until_its_token_is_revoked(accounts: Accounts) -> None:
    given = run(accounts.seat_tokens(GAME, {"red": Seating("Anna")}))
    with pytest.raises(SeatTaken, match="seat red is taken"):
        run(accounts.invite(GAME, "red"))
    assert run(accounts.caller(given["red"].token))
    run(accounts.revoke(given["red"].id, OPERATOR))
    assert run(accounts.seats(GAME, ["red"])) == [Seated("red", "", False)]
    assert run(accounts.names([GAME])) == {GAME: {"red": "Anna"}}, "whoever played is still remembered"
    run(accounts.join(GAME, run(accounts.invite(GAME, "red")).token, "Vera"))
    assert run(accounts.names([GAME, OTHER])) == {GAME: {"red": "Vera"}, OTHER: {}}


def test_a_seat_whose_token_has_expired_is_free(accounts: Accounts, clock: Clock) -> None:
    run(accounts.issue("player", GAME, "Anna", 60, seat="red"))
    clock.turn(60)
    assert run(accounts.seats(GAME, ["red"])) == [Seated("red", "", False)]
    assert run(accounts.join(GAME, run(accounts.invite(GAME, "red")).token)).seat == "red"


def test_a_fresh_token_ends_the_seats_earlier_tokens_and_invitations_and_no_others(
    accounts: Accounts,
) -> None:
    given = run(accounts.seat_tokens(GAME, {"red": Seating("Anna"), "white": Seating(invite=True)}))
    elsewhere = run(accounts.seat_tokens(OTHER, {"red": Seating()}))["red"]
    red = run(accounts.caller(given["red"].token))
    fresh = run(accounts.rotate(GAME, "red", red))
    with pytest.raises(BadToken):
        run(accounts.caller(given["red"].token))
    assert not run(accounts.holds(red))
    assert run(accounts.caller(fresh.token)) == Caller(fresh.id, "player", GAME, "red", "Anna")
    run(accounts.rotate(GAME, "white"))
    with pytest.raises(BadInvitation):
        run(accounts.join(GAME, given["white"].token))
    assert run(accounts.caller(elsewhere.token))


def test_a_new_invitation_ends_the_one_before(accounts: Accounts) -> None:
    first, second = run(accounts.invite(GAME, "red")), run(accounts.invite(GAME, "red"))
    with pytest.raises(BadInvitation):
        run(accounts.join(GAME, first.token))
    run(accounts.revoke(second.id, OPERATOR))
    with pytest.raises(BadInvitation):
        run(accounts.join(GAME, second.token))


def test_of_many_who_join_at_once_by_one_invitation_one_does(accounts: Accounts) -> None:
    async def rush() -> list[Issued | BaseException]:
        invitation = (await accounts.invite(GAME, "red")).token
        joining = (accounts.join(GAME, invitation, f"guest {number}") for number in range(20))
        return await asyncio.gather(*joining, return_exceptions=True)

    came = run(rush())
    seated = [one for one in came if isinstance(one, Issued)]
    assert len(seated) == 1
    assert sum(isinstance(one, BadInvitation) for one in came) == 19
    assert run(accounts.seats(GAME, ["red"])) == [Seated("red", seated[0].name, True)]


def test_a_ticket_redeemed_by_many_at_once_opens_one_connection(accounts: Accounts) -> None:
    async def rush() -> list[Caller | BaseException]:
        issued = await accounts.issue("observer")
        ticket = await accounts.ticket(await accounts.caller(issued.token))
        return await asyncio.gather(*(accounts.redeem(ticket) for _ in range(20)), return_exceptions=True)

    came = run(rush())
    assert sum(isinstance(one, Caller) for one in came) == 1
    assert sum(isinstance(one, BadToken) for one in came) == 19


def test_seats_are_given_all_or_none(accounts: Accounts) -> None:
    with pytest.raises(AccountsError):
        run(accounts.seat_tokens(GAME, {"red": Seating(), "arbiter": Seating()}))
    assert run(accounts.tokens()) == []


def test_a_games_delay_can_be_set_and_changed(accounts: Accounts) -> None:
    assert run(accounts.delay(GAME)) == Delay()
    run(accounts.set_game(GAME, Delay(30, 5), OPERATOR))
    assert run(accounts.delay(GAME)) == Delay(30, 5)
    run(accounts.set_game(GAME, Delay(), OPERATOR))
    assert run(accounts.delay(GAME)) == Delay()
    for wrong in (Delay(-1), Delay(0, -1), Delay(1 << 62), Delay(0, 10_001)):
        with pytest.raises(BadGrant, match="a delay is of 0 to"):
            run(accounts.set_game(GAME, wrong, OPERATOR))


def test_every_look_of_an_arbiter_is_written_down_one_by_one(accounts: Accounts, clock: Clock) -> None:
    vera = run(accounts.caller(run(accounts.issue("arbiter", name="Vera")).token))
    for _ in range(2):
        run(accounts.looked(vera, GAME, "view", 17))
    clock.turn(1)
    run(accounts.looked(vera, OTHER, "events", 3))
    at = clock.now() - 1_000_000
    assert run(accounts.looks(GAME)) == [Look(at, vera.id, "Vera", GAME, "view", 17)] * 2
    assert [look.what for look in run(accounts.looks(OTHER))] == ["events"]


def test_names_of_very_many_games_come_in_one_answer(accounts: Accounts) -> None:
    games = [f"game-{number}" for number in range(1200)]
    for game in games[::400]:
        run(accounts.seat_tokens(game, {"red": Seating(f"of {game}")}))
    found = run(accounts.names(games))
    assert list(found) == games
    assert {game: names for game, names in found.items() if names} == {
        game: {"red": f"of {game}"} for game in games[::400]
    }
