"""The sources that `replay` is tried on: a store, evidence for several eyes, logs, a folder."""

from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from domain.core.canonical import canonical
from domain.core.record import redact_record
from services.selfplay import keep, play_game
from services.store.keys import FROM_ENVIRONMENT
from services.store.store import open_store
from tests.laws.games import rules_of
from tests.replay_cli.support import replay

SIGNING = "17" * 32


class Sources(NamedTuple):
    """Where the sources lie, and the ids of the games in the store."""

    place: Path
    store: str
    dual: str
    revolution: str
    solitaire: str

    def file(self, name: str) -> Path:
        return self.place / name

    def words(self, line: list[str]) -> list[str]:
        """A command line with its file names replaced by real ones."""
        names = {"STORE": self.store, "DUAL": self.dual, "REV": self.revolution, "SOLO": self.solitaire}
        return [names.get(word, str(self.place / word) if word.startswith("my-") else word) for word in line]


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """One store with a game of each kind; of the first, copies for all eyes. Signed with a key for tests."""
    place = tmp_path_factory.mktemp("sources")
    url = f"sqlite:///{place / 'my-store.db'}"
    games: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FROM_ENVIRONMENT, SIGNING)
        with open_store(url) as store:
            for number, variant in enumerate(("dual_powers", "revolution-3", "solitaire-red-1"), 1):
                rules, options = rules_of(variant)
                clock = count(number * 1_000_000_000, 1000).__next__
                played = play_game(rules, options, {}, Random(1917 + number), clock)
                keep(store, played)
                games.append(played.records[0].game)
                for audience in ("red", "white", "public", "arbiter") if number == 1 else ("arbiter",):
                    lines = [redact_record(record, audience).line() + b"\n" for record in played.records]
                    (place / f"my-{variant}-{audience}.ndjson").write_bytes(b"".join(lines))
            receipts = [canonical(receipt) + b"\n" for receipt in store.receipts(games[0])]
            (place / "my-receipts.ndjson").write_bytes(b"".join(receipts[3:20]))
        for audience in ("red", "white", "public", "arbiter"):
            words = ("export", url, "evidence", "--game", games[0], "--as", audience)
            assert replay(*words, "-o", place / f"my-{audience}.evidence").code == 0
        folder = place / "my-folder"
        folder.mkdir()
        for name in (
            "my-red.evidence",
            "my-revolution-3-arbiter.ndjson",
            "my-solitaire-red-1-arbiter.ndjson",
        ):
            (folder / name).write_bytes((place / name).read_bytes())
    return Sources(place, url, *games)
