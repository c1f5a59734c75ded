"""Who is calling, what they see and may, and when they no longer are."""

import re

import pytest

from domain.core.event import ARBITER, PUBLIC
from services.accounts.accounts import Accounts, Seating
from services.accounts.caller import ANYONE, OPERATOR, Caller, Role
from services.accounts.errors import BadGrant, BadToken, NoSuchToken, NotAllowed
from services.accounts.tokens import new_token
from tests.services.accounts.builders import GAME, OTHER, Clock, run


def test_a_token_is_256_random_bits_in_base64url_and_has_a_public_id(accounts: Accounts) -> None:
    issued = [run(accounts.issue("observer")) for _ in range(5)]
    assert all(re.fullmatch(r"protokol_[A-Za-z0-9_-]{43}", one.token) for one in issued)
    assert all(re.fullmatch(r"[0-9a-f]{12}", one.id) for one in issued)
    assert len({one.token for one in issued}) == len({one.id for one in issued}) == 5


def test_a_token_tells_who_is_calling(accounts: Accounts) -> None:
    issued = run(accounts.issue("arbiter", GAME, " Vera "))
    assert run(accounts.caller(issued.token)) == Caller(issued.id, "arbiter", GAME, None, "Vera")
    assert run(accounts.caller(None)) == ANYONE


def test_each_role_sees_what_it_may(accounts: Accounts) -> None:
    seats = run(accounts.seat_tokens(GAME, {"red": Seating("Anna")}))
    red = run(accounts.caller(seats["red"].token))
    here, everywhere = Caller("a", "arbiter", GAME), Caller("b", "arbiter")
    observer, organiser = Caller("c", "observer", GAME), Caller("d", "organiser")
    assert [red.audience(GAME), red.audience(OTHER)] == ["red", PUBLIC]
    assert [here.audience(GAME), here.audience(OTHER), everywhere.audience(OTHER)] == [
        ARBITER,
        PUBLIC,
        ARBITER,
    ]
    assert {one.audience(GAME) for one in (observer, organiser, ANYONE)} == {PUBLIC}
    assert all(one.undelayed(GAME) for one in (red, here, everywhere, observer, organiser))
    assert not any(one.undelayed(OTHER) for one in (red, here, observer, ANYONE))
    assert not ANYONE.undelayed(GAME)
    assert [here.sees_all_of(GAME), here.sees_all_of(OTHER), organiser.sees_all_of(GAME)] == [
        True,
        False,
        False,
    ]


def test_each_role_may_what_it_may() -> None:
    red, organiser = Caller("a", "player", GAME, "red"), Caller("b", "organiser")
    arbiter, observer = Caller("c", "arbiter", GAME), Caller("d", "observer")
    for question in (
        Caller.may_open_games,
        Caller.may_set_delays,
        Caller.may_issue_tokens,
        Caller.may_invite,
    ):
        assert [question(one) for one in (organiser, red, arbiter, observer, ANYONE)] == [True] + [False] * 4
    assert organiser.may_seat(OTHER, "white")
    assert [red.may_seat(GAME, "red"), red.may_seat(GAME, "white"), red.may_seat(OTHER, "red")] == [
        True,
        False,
        False,
    ]
    assert [red.sits_in(GAME), red.sits_in(OTHER), arbiter.sits_in(GAME)] == [True, False, False]
    assert [red.may_revoke("a"), red.may_revoke("b"), organiser.may_revoke("a")] == [True, False, True]
    assert not ANYONE.may_revoke("")
    assert [arbiter.may_read_looks(GAME), arbiter.may_read_looks(OTHER)] == [True, False]
    assert [one.may_read_looks(GAME) for one in (organiser, red, observer)] == [True, False, False]


def test_unknown_revoked_expired_and_misused_tokens_are_refused_in_the_same_words(
    accounts: Accounts, clock: Clock
) -> None:
    revoked, expiring = run(accounts.issue("observer")), run(accounts.issue("observer", expires_in=60))
    invitation = run(accounts.invite(GAME, "red"))
    caller = run(accounts.caller(expiring.token))
    ticket = run(accounts.ticket(caller))
    run(accounts.revoke(revoked.id, OPERATOR))
    clock.turn(60)
    bad = [
        new_token(), revoked.token, expiring.token, invitation.token, ticket, caller.id, revoked.id,
        "", "protokol_", "x" * 100_000, "protokol_" + "ä" * 43, "\ud800", new_token() + "\n",
        " " + new_token(),
    ]  # fmt: skip
    told = set()
    for token in bad:
        for _ in range(2):
            with pytest.raises(BadToken) as error:
                run(accounts.caller(token))
            told.add((str(error.value), error.value.code, error.value.args))
    assert told == {("this token is not good, or no longer", "bad_token", (str(BadToken()),))}


def test_a_revoked_token_stops_at_once_and_stays_ended(accounts: Accounts) -> None:
    one, two = run(accounts.issue("observer")), run(accounts.issue("observer"))
    caller = run(accounts.caller(one.token))
    assert run(accounts.holds(caller))
    run(accounts.revoke(one.id, caller))
    with pytest.raises(BadToken):
        run(accounts.caller(one.token))
    assert not run(accounts.holds(caller))
    first = [grant.ended_at for grant in run(accounts.tokens())]
    run(accounts.revoke(one.id, OPERATOR))
    assert [grant.ended_at for grant in run(accounts.tokens())] == first
    assert run(accounts.caller(two.token)).id == two.id


def test_a_token_ends_when_its_time_is_over_though_it_was_just_used(accounts: Accounts, clock: Clock) -> None:
    issued = run(accounts.issue("organiser", expires_in=10))
    clock.turn(9.9)
    caller = run(accounts.caller(issued.token))
    assert run(accounts.holds(caller))
    clock.turn(0.1)
    with pytest.raises(BadToken):
        run(accounts.caller(issued.token))
    assert not run(accounts.holds(caller))


def test_only_an_organiser_ends_other_tokens_and_nobody_else_learns_which_there_are(
    accounts: Accounts,
) -> None:
    victim, observer = run(accounts.issue("observer")), run(accounts.issue("observer"))
    by = run(accounts.caller(observer.token))
    told = set()
    for token in (victim.id, "0" * 12):
        with pytest.raises(NotAllowed) as error:
            run(accounts.revoke(token, by))
        told.add(str(error.value))
    assert len(told) == 1
    assert run(accounts.caller(victim.token))
    with pytest.raises(NoSuchToken):
        run(accounts.revoke("0" * 12, OPERATOR))


@pytest.mark.parametrize(
    ("role", "game", "seat", "field"),
    [
        ("player", GAME, None, "seat"),
        ("player", None, "red", "game"),
        ("player", GAME, "", "seat"),
        ("player", GAME, ARBITER, "seat"),
        ("player", GAME, PUBLIC, "seat"),
        ("arbiter", GAME, "red", "seat"),
        ("organiser", GAME, None, "game"),
        ("observer", "", None, "game"),
        ("public", None, None, "role"),
        ("king", None, None, "role"),
    ],
)
def test_a_role_is_bound_to_what_belongs_to_it(
    accounts: Accounts, role: Role, game: str | None, seat: str | None, field: str
) -> None:
    with pytest.raises(BadGrant) as error:
        run(accounts.issue(role, game, seat=seat))
    assert (error.value.code, error.value.field) == ("bad_request", field)
    assert run(accounts.tokens()) == []


@pytest.mark.parametrize("name", ["x" * 61, "a\nb", "\x00", "\u202egnol", "\ud800"])
def test_a_name_can_stand_in_a_list(accounts: Accounts, name: str) -> None:
    with pytest.raises(BadGrant, match="visible"):
        run(accounts.issue("observer", name=name))


@pytest.mark.parametrize("expires_in", [0, -1, 1 << 62])
def test_a_token_lasts_some_time(accounts: Accounts, expires_in: int) -> None:
    with pytest.raises(BadGrant, match="lasts"):
        run(accounts.issue("observer", expires_in=expires_in))


def test_a_ticket_is_good_once_within_a_minute_for_whoever_made_it(accounts: Accounts, clock: Clock) -> None:
    red = run(accounts.caller(run(accounts.seat_tokens(GAME, {"red": Seating("Anna")}))["red"].token))
    ticket, late = run(accounts.ticket(red)), run(accounts.ticket(red))
    clock.turn(59)
    assert run(accounts.redeem(ticket)) == red
    clock.turn(1)
    for bad in (ticket, late, "", new_token(), "x"):
        with pytest.raises(BadToken):
            run(accounts.redeem(bad))


def test_a_ticket_ends_with_the_token_that_made_it_and_a_token_is_no_ticket(accounts: Accounts) -> None:
    issued = run(accounts.issue("arbiter"))
    caller = run(accounts.caller(issued.token))
    ticket = run(accounts.ticket(caller))
    with pytest.raises(BadToken):
        run(accounts.redeem(issued.token))
    run(accounts.revoke(issued.id, OPERATOR))
    with pytest.raises(BadToken):
        run(accounts.redeem(ticket))
    for nobody in (ANYONE, OPERATOR):
        with pytest.raises(NotAllowed):
            run(accounts.ticket(nobody))


def test_of_many_tokens_those_that_have_ended_are_found_together(accounts: Accounts, clock: Clock) -> None:
    lasting = [run(accounts.issue("observer")).id for _ in range(600)]
    short = run(accounts.issue("observer", expires_in=10)).id
    told: list[None] = []
    accounts.listeners.append(lambda: told.append(None))
    run(accounts.revoke(lasting[7], OPERATOR))
    assert told
    everyone = [*lasting, short, "0" * 12]
    assert run(accounts.ended(everyone)) == {lasting[7], "0" * 12}
    clock.turn(10)
    assert run(accounts.ended(everyone)) == {lasting[7], "0" * 12, short}
    assert run(accounts.ended([])) == set()
