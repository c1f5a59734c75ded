"""What can go wrong with callers and tokens: each with a stable code, none of them repeating a token."""


class AccountsError(Exception):
    """Any refusal of the accounts. Nothing was written."""

    code = "not_allowed"


class BadToken(AccountsError):
    """Unknown, revoked, expired or misspelled: a caller is not told which."""

    code = "bad_token"

    def __init__(self) -> None:
        super().__init__("this token is not good, or no longer")


class NotAllowed(AccountsError):
    """The caller is known, and may not do this."""

    code = "not_allowed"

    def __init__(self, what: str = "this") -> None:
        super().__init__(f"this token does not allow {what}")


class BadInvitation(AccountsError):
    """Unknown, used, withdrawn, or to another game: a caller is not told which."""

    code = "bad_invitation"

    def __init__(self) -> None:
        super().__init__("this invitation is not good, or no longer")


class SeatTaken(AccountsError):
    """Somebody sits there."""

    code = "seat_taken"

    def __init__(self, seat: str) -> None:
        super().__init__(f"seat {seat} is taken")
        self.seat = seat


class NoSuchToken(AccountsError):
    """No token or invitation has this id."""

    code = "no_such_token"

    def __init__(self) -> None:
        super().__init__("no token has this id")


class BadGrant(AccountsError):
    """A token, a name or a delay that cannot be given; `field` names the part at fault."""

    code = "bad_request"

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field
