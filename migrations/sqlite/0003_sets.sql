-- Golden sets and their queries.
CREATE TABLE sets (
    id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    settings TEXT NOT NULL,
    k INTEGER NOT NULL,
    overlap INTEGER NOT NULL,
    chunking_id BLOB REFERENCES chunkings (id),
    revision INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    CONSTRAINT set_name_once UNIQUE (name)
) STRICT;

-- `merge_hash` is SHA-256 over what two texts share when they are the same query.
-- `open_slots` is overlap minus the assignments that are leased or completed: what is still to be given out.
-- `pool_size` counts the pool, so that a query without chunks is not given to anybody.
CREATE TABLE queries (
    id BLOB PRIMARY KEY,
    set_id BLOB NOT NULL REFERENCES sets (id),
    external_id TEXT NOT NULL,
    text TEXT NOT NULL,
    merge_hash BLOB NOT NULL,
    style TEXT NOT NULL,
    source TEXT NOT NULL,
    seen INTEGER NOT NULL,
    status TEXT NOT NULL,
    open_slots INTEGER NOT NULL,
    pool_size INTEGER NOT NULL DEFAULT 0,
    metadata TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    CONSTRAINT query_text_once UNIQUE (set_id, merge_hash)
) STRICT;
CREATE INDEX queries_by_set ON queries (set_id, id);
CREATE INDEX queries_by_status ON queries (set_id, status, id);
CREATE INDEX queries_by_style ON queries (set_id, style, id);
CREATE INDEX queries_by_source ON queries (set_id, source, id);
CREATE INDEX queries_to_give_out ON queries (set_id, id) WHERE open_slots > 0 AND pool_size > 0;

-- Every id that a file ever gave to a query: a query that was merged into another is still found by its own.
CREATE TABLE query_names (
    set_id BLOB NOT NULL,
    external_id TEXT NOT NULL,
    query_id BLOB NOT NULL REFERENCES queries (id),
    PRIMARY KEY (set_id, external_id)
) STRICT, WITHOUT ROWID;
