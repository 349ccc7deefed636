-- Retrievers' ranked lists.
CREATE TABLE runs (
    id BLOB PRIMARY KEY,
    set_id BLOB NOT NULL REFERENCES sets (id),
    chunking_id BLOB NOT NULL REFERENCES chunkings (id),
    retriever TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    queries INTEGER NOT NULL DEFAULT 0,
    hits INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    CONSTRAINT run_once UNIQUE (set_id, retriever, commit_id)
) STRICT;

CREATE TABLE ranked_lists (
    run_id BLOB NOT NULL REFERENCES runs (id),
    query_id BLOB NOT NULL REFERENCES queries (id),
    latency_ms REAL,
    cost_usd REAL,
    PRIMARY KEY (run_id, query_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE hits (
    run_id BLOB NOT NULL,
    query_id BLOB NOT NULL,
    rank INTEGER NOT NULL,
    chunk_id BLOB NOT NULL REFERENCES chunks (id),
    score REAL,
    PRIMARY KEY (run_id, query_id, rank)
) STRICT, WITHOUT ROWID;
