"""What can go wrong in playing, beside what can go wrong with a store."""

from services.play.answers import Refusal


class PlayError(Exception):
    """Any refusal of the play service. Nothing was written."""


class BadRequest(PlayError):
    """What was sent cannot be read; `field` names the part at fault, empty for the whole."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class CommandRefused(PlayError):
    """The rules do not allow this command now."""

    def __init__(self, refusal: Refusal) -> None:
        where = f" ({refusal.field})" if refusal.field else ""
        super().__init__(f"{refusal.code}{where}: {refusal.rule}")
        self.refusal = refusal


class NotPlayable(PlayError):
    """A game that this server holds but cannot play: other rules, other components, or no secrets."""


class NotSeated(PlayError):
    """An audience that this game does not have."""


class NoSuchMoment(PlayError):
    """A game has no such version or moment."""
