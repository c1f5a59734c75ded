"""Source: where games are read from. A store, a server, an evidence file, a log, a folder of files."""

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from replay_cli.problem import FOUND, NOT_FOUND, UNREACHABLE, USAGE, Problem

if TYPE_CHECKING:
    from replay_cli.structs import Listed
    from services.store.evidence import Evidence
    from services.store.reader import Reader

_ZIP, _SQLITE = b"PK\x03\x04", b"SQLite format 3\x00"


class Source(ABC):
    """Something that holds games. `audience` is whose copies it holds; empty when the records must tell."""

    name: str
    audience: str = ""
    is_store = False

    @abstractmethod
    def games(self) -> list[str]:
        """The ids of its games."""

    @abstractmethod
    def lines(self, game: str) -> list[bytes]:
        """A game's records as they are held, one line each."""

    def of_game(self, game: str | None) -> str:
        """The game that is meant: by its id, by the beginning of it, or the only one."""
        games = self.games()
        if game is None:
            if len(games) == 1:
                return games[0]
            if not games:
                raise Problem(f"{self.name} holds no games", NOT_FOUND)
            raise Problem(f"{self.name} holds {len(games)} games: name one with --game (see `replay list`)")
        found = [one for one in games if one.startswith(game)]
        if len(found) == 1 or game in found:
            return game if game in found else found[0]
        if found:
            raise Problem(f"--game {game}: {len(found)} games begin like that: write more of the id")
        raise Problem(f"{self.name} has no game {game} (see `replay list {self.name}`)", NOT_FOUND)

    def file_of(self, game: str) -> "Source":
        """What holds a game by itself: this, unless it is made of parts."""
        return self

    def listed(self) -> "list[Listed] | None":
        """What `replay list` tells of its games, from a source that knows it without reading them all."""
        return None

    def follow(self, game: str, after: int) -> Iterator[bytes]:
        """The lines after a version, then new ones as they come; a file has no new ones."""
        yield from self.lines(game)[after:]


class LogFile(Source):
    """A log as NDJSON: one game, one record a line."""

    def __init__(self, name: str, text: bytes) -> None:
        self.name = name
        self._lines = [line for line in text.split(b"\n") if line.strip()]
        try:
            opened = msgspec.json.decode(self._lines[0])
            self._game: str = opened["event"]["header"]["game"]
            if not isinstance(self._game, str):
                raise TypeError(self._game)
        except (IndexError, KeyError, TypeError, RecursionError, msgspec.DecodeError) as error:
            raise Problem(f"{name}: not a log, not evidence and not a store", NOT_FOUND) from error

    def games(self) -> list[str]:
        return [self._game]

    def lines(self, game: str) -> list[bytes]:
        return self._lines


class EvidenceFile(Source):
    """One game in an evidence file, as one audience may know it."""

    def __init__(self, name: str, file: bytes) -> None:
        from services.store.evidence import BadEvidence, unpack

        self.name, self.content = name, file
        try:
            self.parts = unpack(file)
            self.audience = self.evidence.manifest.audience
        except BadEvidence as error:
            raise Problem(f"{name}: {error}", 1) from error

    @cached_property
    def evidence(self) -> "Evidence":
        from services.store.evidence import decode_evidence

        return decode_evidence(self.parts)

    def games(self) -> list[str]:
        return [self.evidence.manifest.game]

    def lines(self, game: str) -> list[bytes]:
        return self.evidence.lines


class StoreSource(Source):
    """A store, read without touching it, also while a server writes."""

    audience = "arbiter"
    is_store = True

    def __init__(self, url: str) -> None:
        from services.store.address import shown
        from services.store.reader import open_reader

        self.name, self.url = shown(url), url
        with _reachable():
            self.reader: Reader = open_reader(url)

    def games(self) -> list[str]:
        with _reachable():
            return self.reader.games()

    def lines(self, game: str) -> list[bytes]:
        with _reachable():
            return self.reader.lines(game)

    def follow(self, game: str, after: int) -> Iterator[bytes]:
        from services.store.log import game_key

        key, position = game_key(game), 0
        with _reachable():
            for entry in self.reader.log.game(key, after):
                position, after = entry.position, entry.version
                yield entry.body
            for entry in self.reader.follow(position):
                if entry.game == key and entry.version > after:
                    yield entry.body


@contextmanager
def _reachable() -> Iterator[None]:
    """What is wrong with a store, with the exit code that says what kind it is."""
    from services.store.errors import BadAddress, NotLetIn, StoreDamaged, StoreError, StoreNotFound

    try:
        yield
    except StoreError as error:
        codes = {BadAddress: USAGE, StoreNotFound: NOT_FOUND, NotLetIn: NOT_FOUND, StoreDamaged: FOUND}
        raise Problem(str(error), codes.get(type(error), UNREACHABLE)) from error


class Folder(Source):
    """All logs and evidence files of a folder, one game each."""

    def __init__(self, name: str) -> None:
        self.name = name
        files = sorted(file for file in os.listdir(name) if file.endswith((".ndjson", ".evidence")))
        if not files:
            raise Problem(f"{name}: a folder without logs (.ndjson) or evidence (.evidence)", NOT_FOUND)
        self.files: list[Source] = []
        self.broken: list[Problem] = []
        for file in files:
            try:
                self.files.append(open_source(os.path.join(name, file)))
            except Problem as problem:
                self.broken.append(problem)
        if not self.files:
            raise self.broken[0]

    def games(self) -> list[str]:
        return list(dict.fromkeys(source.games()[0] for source in self.files))

    def lines(self, game: str) -> list[bytes]:
        return self.file_of(game).lines(game)

    def file_of(self, game: str) -> Source:
        """The file that holds a game; if several hold copies of it, one must be named itself."""
        found = [source for source in self.files if source.games() == [game]]
        if len(found) > 1:
            names = ", ".join(os.path.basename(source.name) for source in found)
            raise Problem(f"{self.name} has several copies of game {game}: name one of {names}")
        return found[0]


def open_source(name: str) -> Source:
    """What a SOURCE argument means: `-`, a URL, a folder, or a file that says itself what it is."""
    if name == "-":
        text = sys.stdin.buffer.read()
        return EvidenceFile("-", text) if text.startswith(_ZIP) else LogFile("-", text)
    if name.startswith(("http://", "https://")):
        from replay_cli.server import ServerSource

        return ServerSource(name)
    if "://" in name or name == "memory:":
        return StoreSource(name)
    try:
        if os.path.isdir(name):
            return Folder(name)
        with open(name, "rb") as file:
            start = file.read(16)
            if start == _SQLITE:
                return StoreSource(f"sqlite:///{name}")
            text = start + file.read()
        return EvidenceFile(name, text) if start.startswith(_ZIP) else LogFile(name, text)
    except FileNotFoundError:
        raise Problem(
            f"{name}: no such file; a store is written sqlite:///path/protokol.db", NOT_FOUND
        ) from None
    except OSError as error:
        raise Problem(f"{name}: {error.strerror}", NOT_FOUND) from error
