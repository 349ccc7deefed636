-- What people did. `operations` is the history, never changed; the other tables are what it comes to.
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
    at INTEGER NOT NULL,
    CONSTRAINT operation_once UNIQUE (actor_id, id)
) STRICT;
CREATE INDEX operations_by_query ON operations (query_id, sequence);

CREATE TABLE labels (
    query_id BLOB NOT NULL REFERENCES queries (id),
    chunk_id BLOB NOT NULL REFERENCES chunks (id),
    labeller_id BLOB NOT NULL REFERENCES users (id),
    grade INTEGER,
    cant_tell INTEGER NOT NULL,
    evidence TEXT NOT NULL,
    note TEXT NOT NULL,
    prelabel_visible INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (query_id, chunk_id, labeller_id),
    CONSTRAINT label_in_pool FOREIGN KEY (query_id, chunk_id) REFERENCES pool (query_id, chunk_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE answers (
    query_id BLOB NOT NULL REFERENCES queries (id),
    labeller_id BLOB NOT NULL REFERENCES users (id),
    text TEXT NOT NULL,
    citations TEXT NOT NULL,
    answerable TEXT NOT NULL,
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (query_id, labeller_id)
) STRICT, WITHOUT ROWID;

-- An answer that is being written. It never touches a submitted one.
CREATE TABLE answer_drafts (
    query_id BLOB NOT NULL REFERENCES queries (id),
    labeller_id BLOB NOT NULL REFERENCES users (id),
    text TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    base INTEGER NOT NULL,
    PRIMARY KEY (query_id, labeller_id)
) STRICT, WITHOUT ROWID;

-- `slot` is one of a query's overlap places, taken while the assignment is leased or completed.
CREATE TABLE assignments (
    query_id BLOB NOT NULL REFERENCES queries (id),
    labeller_id BLOB NOT NULL REFERENCES users (id),
    set_id BLOB NOT NULL REFERENCES sets (id),
    slot INTEGER,
    status TEXT NOT NULL,
    lease_ends INTEGER,
    flag TEXT,
    completed_at INTEGER,
    PRIMARY KEY (query_id, labeller_id),
    CONSTRAINT slot_once UNIQUE (query_id, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX assignments_by_labeller ON assignments (set_id, labeller_id, status, completed_at);
CREATE INDEX assignments_by_lease ON assignments (set_id, lease_ends) WHERE status = 'leased';
