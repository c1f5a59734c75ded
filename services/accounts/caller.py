"""Caller: who is asking, what they see, and what they may."""

from typing import Literal

from msgspec import Struct

from domain.core.event import ARBITER, PUBLIC, Audience, Seat

Role = Literal["public", "player", "observer", "organiser", "arbiter"]


class Caller(Struct, frozen=True, gc=False):
    """Someone with a token, known by its public id; without a game the role is held in all games."""

    id: str
    role: Role
    game: str | None = None
    seat: Seat | None = None
    name: str = ""

    # what they see

    def audience(self, game: str) -> Audience:
        """As whom they are told of a game."""
        if self.sits_in(game):
            assert self.seat is not None
            return self.seat
        return ARBITER if self.sees_all_of(game) else PUBLIC

    def undelayed(self, game: str) -> bool:
        """Whether they see a game as it happens, whatever delay spectators have."""
        return self.role != "public" and self._is_for(game)

    def sees_all_of(self, game: str) -> bool:
        """Whether each look of theirs into this game belongs into the access log."""
        return self.role == "arbiter" and self._is_for(game)

    # what they may

    def sits_in(self, game: str) -> bool:
        """Whether they have a seat of this game to command."""
        return self.role == "player" and self.seat is not None and self.game == game

    def may_open_games(self) -> bool:
        return self._organises()

    def may_set_delays(self) -> bool:
        return self._organises()

    def may_issue_tokens(self) -> bool:
        return self._organises()

    def may_rebuild(self) -> bool:
        return self._organises()

    def may_invite(self) -> bool:
        return self._organises()

    def may_seat(self, game: str, seat: Seat) -> bool:
        """Whether they may have a fresh token for a seat: an organiser, or who sits there."""
        return self._organises() or (self.sits_in(game) and self.seat == seat)

    def may_revoke(self, token: str) -> bool:
        """Whether they may end the token of this id: an organiser any, everyone their own."""
        return self._organises() or (self.id != "" and self.id == token)

    def may_read_looks(self, game: str) -> bool:
        """Whether the access log of a game is open to them."""
        return self._organises() or self.sees_all_of(game)

    def _organises(self) -> bool:
        return self.role == "organiser" and self.game is None

    def _is_for(self, game: str) -> bool:
        return self.game is None or self.game == game


ANYONE = Caller("", "public", name="anyone")
OPERATOR = Caller("operator", "organiser", name="operator")  # whoever may write the accounts' file
