"""The tables of a PostgreSQL store, as forward steps: step n makes schema n of schema n - 1.

All lies in a schema of its own, `protokol`. The columns are those of the SQLite store, where the last event
of a command also keeps the command. What differs is the counter: the one row that every writer locks first,
so that positions have no gaps and are in the order of commits whoever writes.
"""

SCHEMA = "protokol"
MIGRATION_LOCK = 0x50726F746F6B6F6C  # "Protokol": one process at a time brings the tables forward
BEING_COPIED = -1  # what stands for the schema while a copy is not yet whole
OLDEST_SERVER = 160000
APPEND_ONLY = ("events", "games", "keys", "origin")
WRITERS = "protokol_writer"

_TABLES = """
CREATE TABLE protokol.about (id int PRIMARY KEY CHECK (id = 1), schema int NOT NULL);
INSERT INTO protokol.about VALUES (1, 0);

CREATE TABLE protokol.origin (id int PRIMARY KEY CHECK (id = 1), name text NOT NULL);

-- Its page has room for many versions of the one row, so that changing it touches no index.
CREATE TABLE protokol.counter (
    id int PRIMARY KEY CHECK (id = 1),
    position bigint NOT NULL,
    term bigint NOT NULL  -- a statement of an earlier term writes nothing any more
) WITH (fillfactor = 10);
INSERT INTO protokol.counter VALUES (1, 0, 0);

CREATE TABLE protokol.events (
    position bigint PRIMARY KEY,
    game bytea NOT NULL,
    version bigint NOT NULL,
    type text NOT NULL,
    body bytea NOT NULL,
    command text,
    digest bytea,
    first bigint,
    head bytea,
    at bigint,
    key text,
    signature bytea
);
CREATE UNIQUE INDEX events_by_game ON protokol.events (game, version);
CREATE UNIQUE INDEX commands_by_game ON protokol.events (game, command) WHERE command IS NOT NULL;

CREATE TABLE protokol.games (
    game bytea PRIMARY KEY,
    first_position bigint NOT NULL,
    seed bytea,
    sealing_key bytea
);

CREATE TABLE protokol.keys (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    public bytea NOT NULL,
    created_at bigint NOT NULL,
    vouched_by text NOT NULL,
    vouch bytea NOT NULL
);

CREATE TABLE protokol.tracking (name text PRIMARY KEY, position bigint NOT NULL);

-- Read models: folded from the events, written together with how far they are, and disposable.
CREATE TABLE protokol.generations (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    projection text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    version bigint NOT NULL,
    position bigint NOT NULL,
    current boolean NOT NULL
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX generations_by_number ON protokol.generations (projection, number);
CREATE UNIQUE INDEX generations_current ON protokol.generations (projection) WHERE current;

CREATE TABLE protokol.models (
    generation bigint NOT NULL,
    game bytea NOT NULL,
    key text COLLATE "C" NOT NULL,
    body bytea NOT NULL
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX models_by_key ON protokol.models (generation, game, key);

CREATE TABLE protokol.stuck (
    generation bigint NOT NULL,
    game bytea NOT NULL,
    version bigint NOT NULL,
    why text NOT NULL,
    PRIMARY KEY (generation, game)
);
"""

# Even a role that owns the tables is refused, unless it first takes the guard away.
REFUSE = "BEGIN RAISE EXCEPTION '%: append only', TG_TABLE_NAME USING ERRCODE = '23000'; END"
_GUARDS = f"CREATE FUNCTION protokol.refuse() RETURNS trigger LANGUAGE plpgsql AS $${REFUSE}$$;" + "".join(
    f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON protokol.{table}"
    f" FOR EACH STATEMENT EXECUTE FUNCTION protokol.refuse();"
    f"ALTER TABLE protokol.{table} ENABLE ALWAYS TRIGGER {table}_append_only;"
    for table in APPEND_ONLY
)

# A server needs no more than this. The group is made where the migrating role may make one; a server's role
# that is its member can neither change nor remove an event, even without the guards. The owner gives up the
# same rights, which a superuser still has.
_GUARDED = ", ".join(f"protokol.{table}" for table in APPEND_ONLY)
_GRANTS = f"""
DO $$ BEGIN
    CREATE ROLE {WRITERS} NOLOGIN;
EXCEPTION WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN NULL;
END $$;
REVOKE UPDATE, DELETE, TRUNCATE ON {_GUARDED} FROM CURRENT_USER;
DO $$ BEGIN
    IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '{WRITERS}') THEN
        GRANT USAGE ON SCHEMA protokol TO {WRITERS};
        GRANT SELECT ON ALL TABLES IN SCHEMA protokol TO {WRITERS};
        GRANT INSERT ON protokol.events, protokol.games, protokol.keys, protokol.tracking TO {WRITERS};
        GRANT UPDATE ON protokol.counter, protokol.tracking TO {WRITERS};
        GRANT INSERT, UPDATE, DELETE ON protokol.generations, protokol.models, protokol.stuck TO {WRITERS};
    END IF;
END $$;
"""

STEPS: tuple[str, ...] = (_TABLES + _GUARDS + _GRANTS,)
NEWEST = len(STEPS)

# What the doctor must find, table by table; "!" is for columns that are never empty.
_COLUMNS = {
    "about": "id integer!, schema integer!",
    "origin": "id integer!, name text!",
    "counter": "id integer!, position bigint!, term bigint!",
    "events": "position bigint!, game bytea!, version bigint!, type text!, body bytea!, command text,"
    " digest bytea, first bigint, head bytea, at bigint, key text, signature bytea",
    "games": "game bytea!, first_position bigint!, seed bytea, sealing_key bytea",
    "keys": "number bigint!, id text!, public bytea!, created_at bigint!, vouched_by text!, vouch bytea!",
    "tracking": "name text!, position bigint!",
    "generations": "id bigint!, projection text!, number bigint!, version bigint!, position bigint!,"
    " current boolean!",
    "models": "generation bigint!, game bytea!, key text!, body bytea!",
    "stuck": "generation bigint!, game bytea!, version bigint!, why text!",
}
_INDEXES = (
    "about_pkey, origin_pkey, counter_pkey, events_pkey, events_by_game, commands_by_game, games_pkey,"
    " keys_pkey, keys_id_key, tracking_pkey, generations_pkey, generations_by_number, generations_current,"
    " models_by_key, stuck_pkey"
)
TABLES = tuple(_COLUMNS)
EXPECTED = (
    {f"{table}.{one.replace('!', ' not null')}" for table in TABLES for one in _COLUMNS[table].split(", ")}
    | {f"index {one}" for one in _INDEXES.split(", ")}
    | {f"guard of {table}" for table in APPEND_ONLY}
)
