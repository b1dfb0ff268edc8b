-- A note may be parked without a session; it knows the run it was written in, and when it was deleted.
CREATE TABLE new_notes (
    id         TEXT    NOT NULL PRIMARY KEY,
    session_id TEXT    REFERENCES sessions (id),
    run_id     INTEGER, -- no reference: a note outlives what it was written in
    kind       TEXT    NOT NULL CHECK (kind IN ('park', 'win', 'struggle', 'question', 'note')),
    body       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    edited_at  INTEGER NOT NULL,
    log_offset INTEGER NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('draft', 'open', 'done')),
    deleted_at INTEGER
) STRICT;

INSERT INTO new_notes (id, session_id, kind, body, created_at, edited_at, log_offset, state, deleted_at)
SELECT id, session_id, kind, body, created_at, edited_at, log_offset,
       CASE state WHEN 'deleted' THEN 'open' ELSE state END,
       CASE state WHEN 'deleted' THEN edited_at END
FROM notes;

DROP TABLE notes;
ALTER TABLE new_notes RENAME TO notes;

CREATE INDEX notes_of_a_session ON notes (session_id, created_at);
