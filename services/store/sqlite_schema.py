"""The tables of a SQLite store, as forward steps: step n makes schema n of schema n - 1."""

APPLICATION_ID = 0x50726F74  # "Prot": how a file says that it is one of ours

# A commit writes whole pages. Small ones, one table that grows at its end, and only slim indexes beside it:
# about a third of the bytes that wide rows under random keys would cost.
PAGE_SIZE = 2048
CHECKPOINT_PAGES = 8192  # 16 MiB: pages that change often are folded into the file once, not each time

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE origin (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL) STRICT;

    -- The last event of a command also keeps the command: its id and request, where it began, the head it
    -- ended at, and that head's signature. So no event is without its command, and no command without events.
    CREATE TABLE events (
        position INTEGER PRIMARY KEY,
        game BLOB NOT NULL,
        version INTEGER NOT NULL,
        type TEXT NOT NULL,
        body BLOB NOT NULL,
        command TEXT,
        digest BLOB,
        first INTEGER,
        head BLOB,
        at INTEGER,
        key TEXT,
        signature BLOB
    ) STRICT;
    CREATE UNIQUE INDEX events_by_game ON events (game, version);
    CREATE UNIQUE INDEX commands_by_game ON events (game, command) WHERE command IS NOT NULL;

    CREATE TABLE games (
        game BLOB PRIMARY KEY,
        first_position INTEGER NOT NULL,
        seed BLOB,
        sealing_key BLOB
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE keys (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        public BLOB NOT NULL,
        created_at INTEGER NOT NULL,
        vouched_by TEXT NOT NULL,
        vouch BLOB NOT NULL
    ) STRICT;

    CREATE TABLE tracking (name TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TRIGGER events_follow_on BEFORE INSERT ON events
    WHEN NEW.position IS NOT 1 + coalesce((SELECT max(position) FROM events), 0)
    BEGIN SELECT raise(ABORT, 'events: positions have no gaps'); END;
    """
    + "".join(
        f"""
    CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table}
    BEGIN SELECT raise(ABORT, '{table}: append only'); END;
    """
        for table in ("events", "games", "keys", "origin")
        for verb in ("UPDATE", "DELETE")
    ),
    """
    -- Read models: folded from the events, written together with how far they are, and disposable.
    CREATE TABLE generations (
        id INTEGER PRIMARY KEY,
        projection TEXT NOT NULL,
        number INTEGER NOT NULL,
        version INTEGER NOT NULL,
        position INTEGER NOT NULL,
        current INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX generations_by_number ON generations (projection, number);
    CREATE UNIQUE INDEX generations_current ON generations (projection) WHERE current = 1;

    CREATE TABLE models (
        generation INTEGER NOT NULL,
        game BLOB NOT NULL,
        key TEXT NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX models_by_key ON models (generation, game, key);

    CREATE TABLE stuck (
        generation INTEGER NOT NULL,
        game BLOB NOT NULL,
        version INTEGER NOT NULL,
        why TEXT NOT NULL,
        PRIMARY KEY (generation, game)
    ) STRICT, WITHOUT ROWID;
    """,
)
NEWEST = len(STEPS)
