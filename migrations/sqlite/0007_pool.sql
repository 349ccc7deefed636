-- `number` is the number on the card. A later run's chunks come after those that are there, so that it never changes.
CREATE TABLE pool (
    query_id BLOB NOT NULL REFERENCES queries (id),
    chunk_id BLOB NOT NULL REFERENCES chunks (id),
    number INTEGER NOT NULL,
    provenance TEXT NOT NULL,
    run_id BLOB REFERENCES runs (id),
    added_by BLOB REFERENCES users (id),
    score REAL,
    PRIMARY KEY (query_id, chunk_id)
) STRICT, WITHOUT ROWID;
