"""The tables of a SQLite store, as forward steps: step n makes schema n of schema n - 1."""

APPLICATION_ID = 0x50726F74  # "Prot": how a file says that it is one of ours

# A commit writes whole pages: small ones, and tables that grow at their end with only slim indexes beside
# them, cost about a third of the bytes that wide rows under random keys would.
PAGE_SIZE = 2048

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE origin (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL) STRICT;

    CREATE TABLE events (
        position INTEGER PRIMARY KEY,
        game BLOB NOT NULL,
        version INTEGER NOT NULL,
        type TEXT NOT NULL,
        body BLOB NOT NULL,
        UNIQUE (game, version)
    ) STRICT;

    CREATE TABLE games (
        game BLOB PRIMARY KEY,
        version INTEGER NOT NULL,
        head BLOB NOT NULL,
        first_position INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE commands (
        number INTEGER PRIMARY KEY,
        game BLOB NOT NULL,
        command TEXT NOT NULL,
        digest BLOB NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        head BLOB NOT NULL,
        at INTEGER NOT NULL,
        key TEXT NOT NULL,
        signature BLOB NOT NULL,
        UNIQUE (game, command)
    ) STRICT;

    CREATE TABLE secrets (
        game BLOB PRIMARY KEY,
        seed BLOB NOT NULL,
        sealing_key BLOB NOT NULL
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

    CREATE TRIGGER games_go_forward BEFORE UPDATE ON games
    WHEN NEW.version <= OLD.version OR NEW.game IS NOT OLD.game
        OR NEW.first_position IS NOT OLD.first_position
    BEGIN SELECT raise(ABORT, 'games: a game only goes forward'); END;
    """
    + "".join(
        f"""
    CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table}
    BEGIN SELECT raise(ABORT, '{table}: append only'); END;
    """
        for table in ("events", "commands", "secrets", "keys", "origin")
        for verb in ("UPDATE", "DELETE")
    )
    + """
    CREATE TRIGGER games_no_delete BEFORE DELETE ON games
    BEGIN SELECT raise(ABORT, 'games: append only'); END;
    """,
)
NEWEST = len(STEPS)
