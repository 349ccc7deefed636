-- Runs, the pools that they feed, and what judges think of them.
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

CREATE TABLE judges (
    id BLOB PRIMARY KEY,
    set_id BLOB NOT NULL REFERENCES sets (id),
    name TEXT NOT NULL,
    prompt_version TEXT NOT NULL,
    CONSTRAINT judge_once UNIQUE (set_id, name, prompt_version)
) STRICT;

CREATE TABLE prelabels (
    query_id BLOB NOT NULL REFERENCES queries (id),
    chunk_id BLOB NOT NULL REFERENCES chunks (id),
    judge_id BLOB NOT NULL REFERENCES judges (id),
    grade INTEGER NOT NULL,
    rationale TEXT NOT NULL,
    evidence TEXT NOT NULL,
    PRIMARY KEY (query_id, chunk_id, judge_id)
) STRICT, WITHOUT ROWID;
