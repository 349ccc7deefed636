-- What a reviewer settled about a query. The labels that it is about stay as they were given. `said` is SHA-256 over what had
-- been said, which is what it covers; `revision` counts how often the query was settled.
CREATE TABLE adjudications (
    query_id BLOB PRIMARY KEY REFERENCES queries (id),
    reviewer_id BLOB NOT NULL REFERENCES users (id),
    settled TEXT NOT NULL,
    said TEXT NOT NULL,
    revision INTEGER NOT NULL,
    note TEXT NOT NULL,
    party INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
