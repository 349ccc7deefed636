-- `merge_hash` is SHA-256 over what two texts share when they are the same query.
-- `overlap` is how many labellers it needs (domain::overlap::Overlap::needed).
-- `status` and `free_places` follow from what labellers and reviewers said by one rule (domain::query::Tally::standing).
-- `pool_size` counts the pool, so that a query without chunks is not given to anybody.
-- `revision` is raised by everything that changes what was said about it or what a version would hold of it.
CREATE TABLE queries (
    id BLOB PRIMARY KEY,
    set_id BLOB NOT NULL REFERENCES sets (id),
    external_id TEXT NOT NULL,
    text TEXT NOT NULL,
    merge_hash BLOB NOT NULL,
    style TEXT NOT NULL,
    source TEXT NOT NULL,
    seen INTEGER NOT NULL,
    overlap INTEGER NOT NULL,
    status TEXT NOT NULL,
    free_places INTEGER NOT NULL,
    pool_size INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0,
    metadata TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    CONSTRAINT query_text_once UNIQUE (set_id, merge_hash)
) STRICT;
CREATE INDEX queries_by_set ON queries (set_id, id);
CREATE INDEX queries_by_status ON queries (set_id, status, id);
CREATE INDEX queries_by_style ON queries (set_id, style, id);
CREATE INDEX queries_by_source ON queries (set_id, source, id);
CREATE INDEX queries_by_revision ON queries (set_id, revision);
CREATE INDEX queries_to_give_out ON queries (set_id, id) WHERE free_places > 0 AND pool_size > 0;

-- Every id that a file ever gave to a query: a query that was merged into another is still found by its own.
CREATE TABLE query_names (
    set_id BLOB NOT NULL,
    external_id TEXT NOT NULL,
    query_id BLOB NOT NULL REFERENCES queries (id),
    PRIMARY KEY (set_id, external_id)
) STRICT, WITHOUT ROWID;

-- For erasing a query: its other names are found by it.
CREATE INDEX query_names_by_query ON query_names (query_id);
