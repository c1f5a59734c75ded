"""Who is calling: tokens, roles, seats, invitations and tickets; and who looked behind the screen."""

from services.accounts.accounts import Accounts, Seating, open_accounts
from services.accounts.caller import ANYONE, Caller
from services.accounts.errors import AccountsError, BadGrant, BadToken
from services.streams.delay import Delay

__all__ = [
    "ANYONE",
    "Accounts",
    "AccountsError",
    "BadGrant",
    "BadToken",
    "Caller",
    "Delay",
    "Seating",
    "open_accounts",
]
