-- The current label of each labeller for a chunk of a query; `operations` has the history.
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
