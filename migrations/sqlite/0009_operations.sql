-- What people did: the history, which is never changed. The tables of labels, answers and assignments are what it comes to.
-- `guideline` is the version of the guidelines that it was done under, here as in labels and answers.
CREATE TABLE operations (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id BLOB NOT NULL,
    actor_id BLOB NOT NULL REFERENCES users (id),
    set_id BLOB NOT NULL REFERENCES sets (id),
    query_id BLOB NOT NULL REFERENCES queries (id),
    chunk_id BLOB REFERENCES chunks (id),
    kind TEXT NOT NULL,
    action TEXT NOT NULL,
    revision INTEGER NOT NULL,
    late INTEGER NOT NULL,
    guideline INTEGER NOT NULL,
    at INTEGER NOT NULL,
    CONSTRAINT operation_once UNIQUE (actor_id, id)
) STRICT;
CREATE INDEX operations_late ON operations (set_id, sequence) WHERE late;
CREATE INDEX operations_by_query ON operations (query_id, sequence);
CREATE INDEX operations_late ON operations (set_id, actor_id, query_id) WHERE late;
CREATE INDEX operations_by_guideline ON operations (set_id, actor_id, guideline) WHERE kind = 'judge';
