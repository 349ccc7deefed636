-- Frozen versions. `head` is all that an export says about the version; it is written once and never changes.
CREATE TABLE versions (
    id BLOB PRIMARY KEY,
    set_id BLOB NOT NULL REFERENCES sets (id),
    number INTEGER NOT NULL,
    head TEXT NOT NULL,
    chunking_id BLOB REFERENCES chunkings (id),
    author_id BLOB REFERENCES users (id),
    created_at INTEGER NOT NULL,
    CONSTRAINT version_once UNIQUE (set_id, number)
) STRICT;

-- One row a query, in the byte order of query ids. Chunks are pointed at: their text never changes. Head and item are kept
-- as text on both databases, because PostgreSQL's JSONB writes numbers its own way and the bytes must stay the same. When a query is
-- erased its hash stays, and everything else of it goes.
CREATE TABLE version_items (
    version_id BLOB NOT NULL REFERENCES versions (id),
    position INTEGER NOT NULL,
    external_id TEXT,
    hash TEXT NOT NULL,
    salt TEXT,
    item TEXT,
    PRIMARY KEY (version_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX version_items_by_query ON version_items (version_id, external_id);

-- What a reviewer settled about a query. The labels that it is about stay as they were given.
CREATE TABLE adjudications (
    query_id BLOB PRIMARY KEY REFERENCES queries (id),
    reviewer_id BLOB NOT NULL REFERENCES users (id),
    settled TEXT NOT NULL,
    note TEXT NOT NULL,
    party INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- For erasing a query: its other names are found by it.
CREATE INDEX query_names_by_query ON query_names (query_id);
