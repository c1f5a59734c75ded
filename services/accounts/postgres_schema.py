"""The tables of the accounts in PostgreSQL, beside the store in the same database, as forward steps.

They lie in a schema of their own, so that who sits where can be backed up, granted and removed by itself.
"""

SCHEMA = "protokol_accounts"

_TABLES = """
CREATE SCHEMA protokol_accounts;
CREATE TABLE protokol_accounts.about (id int PRIMARY KEY CHECK (id = 1), schema int NOT NULL);
INSERT INTO protokol_accounts.about VALUES (1, 0);

CREATE TABLE protokol_accounts.tokens (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    digest bytea NOT NULL UNIQUE,
    id text NOT NULL UNIQUE,
    kind text NOT NULL,
    role text NOT NULL,
    game text,
    seat text,
    name text NOT NULL,
    made_at bigint NOT NULL,
    expires_at bigint,
    ended_at bigint,
    ended_by text,
    stands_for text
);
CREATE INDEX tokens_by_game ON protokol_accounts.tokens (game, seat) WHERE game IS NOT NULL;
CREATE INDEX tickets ON protokol_accounts.tokens (expires_at) WHERE kind = 'ticket';
-- A seat has at most one token and one invitation that have not ended.
CREATE UNIQUE INDEX one_of_a_seat ON protokol_accounts.tokens (game, seat, kind)
    WHERE seat IS NOT NULL AND ended_at IS NULL AND kind <> 'ticket';

CREATE TABLE protokol_accounts.games (
    game text PRIMARY KEY,
    delay_seconds bigint NOT NULL,
    delay_events bigint NOT NULL,
    opened_by text NOT NULL
);

CREATE TABLE protokol_accounts.looks (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    token text NOT NULL,
    name text NOT NULL,
    game text NOT NULL,
    what text NOT NULL,
    version bigint NOT NULL
);
CREATE INDEX looks_by_game ON protokol_accounts.looks (game);
CREATE FUNCTION protokol_accounts.refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION '%: append only', TG_TABLE_NAME USING ERRCODE = '23000'; END$$;
CREATE TRIGGER looks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON protokol_accounts.looks
    FOR EACH STATEMENT EXECUTE FUNCTION protokol_accounts.refuse();
ALTER TABLE protokol_accounts.looks ENABLE ALWAYS TRIGGER looks_append_only;
"""

# The group of roles that a server needs: the store's own migration has made it, where it may.
_GRANTS = """
DO $$ BEGIN
    IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'protokol_writer') THEN
        GRANT USAGE ON SCHEMA protokol_accounts TO protokol_writer;
        GRANT SELECT ON ALL TABLES IN SCHEMA protokol_accounts TO protokol_writer;
        GRANT INSERT, UPDATE, DELETE ON protokol_accounts.tokens TO protokol_writer;
        GRANT INSERT, UPDATE ON protokol_accounts.games TO protokol_writer;
        GRANT INSERT ON protokol_accounts.looks TO protokol_writer;
    END IF;
END $$;
"""

STEPS: tuple[str, ...] = (_TABLES + _GRANTS,)
NEWEST = len(STEPS)
