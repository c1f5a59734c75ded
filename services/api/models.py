"""Read models: scores, records and stories, as the projections keep them."""

import asyncio
from collections.abc import Container
from contextlib import suppress

import msgspec
from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from domain.core.ruleset import ruleset
from projections.learned import Learned
from projections.scoreboard import Outcome, Records, Score, Tallies
from projections.timeline import Told
from services.accounts import ANYONE, Caller
from services.api.callers import known
from services.api.games import look
from services.api.parameters import Most, Version
from services.api.problems import ApiError, NotAllowed
from services.api.shapes import PlayerTally
from services.play.looking import plain_id
from services.projector.reading import AsOf
from services.server import Server
from services.store.errors import NoSuchGame
from services.store.log import game_key


class Scoreboard(Struct, frozen=True):
    """The records of all finished games: by ruleset and side, and of players who gave a name."""

    position_lag: int
    rulesets: list[Tallies]
    players: list[PlayerTally]


class PointsFrom(Struct, frozen=True):
    """The points from a version on."""

    version: int
    points: dict[str, int]


class GameScoreboard(Struct, frozen=True):
    """A game's points from version to version, and its result."""

    game: str
    ruleset: str
    version: int
    points: dict[str, int]
    over: bool
    winners: tuple[str, ...]
    reason: str
    course: list[PointsFrom]


class Story(Struct, frozen=True):
    """What happened, told; and after which version to go on."""

    game: str
    version: int
    told: list[Told]


class Knowledge(Struct, frozen=True):
    """Who has known which secret since when; for the arbiter."""

    game: str
    version: int
    secrets: list[Learned]


class ModelController(Controller):
    path = "/v1"
    tags = ["read models"]
    guards = [known]

    @get("/scoreboard", operation_id="scoreboard", summary="Records over all finished games")
    async def records(self, server: NamedDependency[Server], caller: NamedDependency[Caller]) -> Scoreboard:
        await server.models_caught_up()
        found = await asyncio.to_thread(server.models.scoreboard)
        held_back = await _held_back(server)
        records = Records()
        records.load({f"{one.ruleset}/{one.players}": msgspec.json.encode(one) for one in found.value})
        for score in held_back.values():
            if await asyncio.to_thread(_end_of, server, score) <= found.position:  # else it is not counted
                records.add(Outcome(score.ruleset, len(score.seats), score.standing), -1)
        players = await _players(server, held_back)
        lag = await asyncio.to_thread(lambda: server.projector.lag)
        return Scoreboard(lag, records.tallies(), players)

    @get(
        "/games/{game:str}/scoreboard",
        operation_id="gameScoreboard",
        summary="The points of a game over time",
    )
    async def score(
        self, game: FromPath[str], server: NamedDependency[Server], caller: NamedDependency[Caller]
    ) -> GameScoreboard:
        game = plain_id(game)
        header = await server.play.header(game)
        horizon = await server.horizon(caller, game)
        await server.models_caught_up()
        found = await asyncio.to_thread(server.models.scoreboard, game)
        standing, version, course = found.value.score.standing, found.version, found.value.points
        if horizon is not None and horizon < version:
            seen = await look(server, caller, game, None, "scoreboard")
            standing, version = seen.standing, seen.version
            course = [points for points in course if points.version <= version]
        return GameScoreboard(
            game,
            header.ruleset,
            version,
            standing.points,
            standing.over,
            standing.winners,
            standing.reason,
            [PointsFrom(points.version, points.points) for points in course],
        )

    @get("/games/{game:str}/timeline", operation_id="gameTimeline", summary="The story of a game")
    async def story(
        self,
        game: FromPath[str],
        server: NamedDependency[Server],
        caller: NamedDependency[Caller],
        after: Version = 0,
        limit: Most = 100,
        language: FromQuery[str] = "en",
    ) -> Story:
        game = plain_id(game)
        header = await server.play.header(game)
        rules = ruleset(header.ruleset)
        if language not in rules.languages:
            raise ApiError(
                400, "bad_request", f"{rules.name} speaks {', '.join(rules.languages)}", "language"
            )
        horizon = await server.horizon(caller, game)
        await server.models_caught_up()
        found: AsOf[list[Told]] = await asyncio.to_thread(
            server.models.timeline, game, after, limit, language
        )
        last = found.version if horizon is None else min(horizon, found.version)
        return Story(game, last, [told for told in found.value if told.version <= last])

    @get(
        "/games/{game:str}/knowledge",
        operation_id="gameKnowledge",
        summary="Who knew what since when (arbiters)",
    )
    async def knowledge(
        self, game: FromPath[str], server: NamedDependency[Server], caller: NamedDependency[Caller]
    ) -> Knowledge:
        game = plain_id(game)
        if not caller.sees_all_of(game):
            raise NotAllowed("only an arbiter may ask who knew what")
        await server.audience(caller, game, "knowledge")
        await server.models_caught_up()
        found = await asyncio.to_thread(server.models.knew, game)
        return Knowledge(game, found.version, found.value)


async def _held_back(server: Server) -> dict[str, Score]:
    """Games that are over although spectators cannot know it yet."""
    found = {}
    for game in await server.accounts.delayed():
        with suppress(NoSuchGame):  # it was never opened, or is not folded yet
            score = (await asyncio.to_thread(server.models.scoreboard, game)).value.score
            if score.standing.over and (await server.horizon(ANYONE, game) or 0) < score.version:
                found[game] = score
    return found


def _end_of(server: Server, score: Score) -> int:
    """The position of a game's last event."""
    (entry,) = server.store.log.game(game_key(score.game), score.version - 1, score.version)
    return entry.position


async def _players(server: Server, but: Container[str]) -> list[PlayerTally]:
    """Records of named players: who sat where comes from the accounts, never from the log."""
    tallies: dict[tuple[str, str, str], list[int]] = {}
    everyone = await server.accounts.names([one.game for one in await server.play.games()])
    named = {game: seats for game, seats in everyone.items() if seats and game not in but}
    scores = await asyncio.to_thread(lambda: [server.models.scoreboard(game).value.score for game in named])
    for score, seats in zip(scores, named.values(), strict=True):
        if not score.standing.over:
            continue
        for seat, name in seats.items():
            tally = tallies.setdefault((name, score.ruleset, seat), [0, 0])
            tally[0] += 1
            tally[1] += seat in score.standing.winners
    return [PlayerTally(*key, games, won) for key, (games, won) in sorted(tallies.items())]
