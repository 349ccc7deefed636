-- What a reviewer settled about a query. The labels that it is about stay as they were given.
CREATE TABLE adjudications (
    query_id BLOB PRIMARY KEY REFERENCES queries (id),
    reviewer_id BLOB NOT NULL REFERENCES users (id),
    settled TEXT NOT NULL,
    note TEXT NOT NULL,
    party INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
