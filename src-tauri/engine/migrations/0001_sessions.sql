-- Who owns runs. Alive exactly while it holds the lock on instances/<id>.lock; pid and start are for messages.
CREATE TABLE instances (
    id            TEXT    NOT NULL PRIMARY KEY,
    kind          TEXT    NOT NULL CHECK (kind IN ('app', 'nook')),
    pid           INTEGER NOT NULL,
    process_start INTEGER,
    boot_id       TEXT,
    started_at    INTEGER NOT NULL,
    ended_at      INTEGER
) STRICT;

CREATE TABLE subjects (
    id     INTEGER NOT NULL PRIMARY KEY,
    name   TEXT    NOT NULL UNIQUE COLLATE NOCASE,
    colour TEXT    NOT NULL DEFAULT ''
) STRICT;

-- The durable thing a learner opens. No lifecycle event deletes a row.
CREATE TABLE sessions (
    id              TEXT    NOT NULL PRIMARY KEY,
    subject_id      INTEGER REFERENCES subjects (id),
    title           TEXT    NOT NULL,
    titled_by       TEXT    NOT NULL CHECK (titled_by IN ('learner', 'inglenook')),
    transport       TEXT    NOT NULL DEFAULT 'pty',
    profile         TEXT    NOT NULL,
    command         TEXT    NOT NULL, -- JSON: program and arguments
    directory       TEXT    NOT NULL,
    environment     TEXT    NOT NULL DEFAULT '{}', -- JSON: added to the child's environment
    columns         INTEGER NOT NULL DEFAULT 80,
    rows            INTEGER NOT NULL DEFAULT 24,
    pinned          INTEGER NOT NULL DEFAULT 0,
    archived        INTEGER NOT NULL DEFAULT 0,
    deleted_at      INTEGER,
    created_at      INTEGER NOT NULL,
    last_active_at  INTEGER NOT NULL,
    studied_seconds INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE runs (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, -- never reused
    session_id  TEXT    NOT NULL REFERENCES sessions (id),
    instance_id TEXT    NOT NULL REFERENCES instances (id),
    pid         INTEGER,
    started_at  INTEGER NOT NULL,
    ended_at    INTEGER,
    reason      TEXT,
    exit_code   INTEGER,
    exit_signal INTEGER,
    CHECK ((ended_at IS NULL) = (reason IS NULL))
) STRICT;

CREATE UNIQUE INDEX runs_one_live_a_session ON runs (session_id) WHERE ended_at IS NULL;
CREATE INDEX runs_of_a_session ON runs (session_id, id);

-- Output as it came. The newest block of a run is rewritten, longer, until it is full.
CREATE TABLE log_blocks (
    session_id   TEXT    NOT NULL REFERENCES sessions (id),
    sequence     INTEGER NOT NULL,
    run_id       INTEGER NOT NULL REFERENCES runs (id),
    first_offset INTEGER NOT NULL,
    started_at   INTEGER NOT NULL,
    last_at      INTEGER NOT NULL,
    length       INTEGER NOT NULL, -- bytes of events before compression
    data         BLOB    NOT NULL,
    UNIQUE (session_id, sequence)
) STRICT;
CREATE INDEX log_blocks_of_a_run ON log_blocks (run_id, sequence);

-- The screen after all blocks before `next_sequence`.
CREATE TABLE checkpoints (
    id            INTEGER NOT NULL PRIMARY KEY,
    session_id    TEXT    NOT NULL REFERENCES sessions (id),
    run_id        INTEGER NOT NULL REFERENCES runs (id),
    next_sequence INTEGER NOT NULL,
    log_offset    INTEGER NOT NULL,
    next_line     INTEGER NOT NULL, -- history lines that had left the screen for good
    own_lines     INTEGER NOT NULL, -- lines above the screen that are in `data`, and may still change
    columns       INTEGER NOT NULL,
    rows          INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    data          BLOB    NOT NULL
) STRICT;
CREATE INDEX checkpoints_of_a_session ON checkpoints (session_id, next_sequence);

CREATE TABLE history_blocks (
    session_id TEXT    NOT NULL REFERENCES sessions (id),
    first_line INTEGER NOT NULL,
    count      INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    data       BLOB    NOT NULL,
    UNIQUE (session_id, first_line)
) STRICT;

CREATE TABLE notes (
    id         TEXT    NOT NULL PRIMARY KEY,
    session_id TEXT    NOT NULL REFERENCES sessions (id),
    kind       TEXT    NOT NULL CHECK (kind IN ('park', 'win', 'struggle', 'question', 'note')),
    body       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    edited_at  INTEGER NOT NULL,
    log_offset INTEGER NOT NULL,
    state      TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('draft', 'open', 'done', 'deleted'))
) STRICT;
CREATE INDEX notes_of_a_session ON notes (session_id, created_at);
