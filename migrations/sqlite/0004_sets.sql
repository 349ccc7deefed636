-- Golden sets. `erasures` counts the queries that were erased.
CREATE TABLE sets (
    id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    settings TEXT NOT NULL,
    k INTEGER NOT NULL,
    overlap INTEGER NOT NULL,
    chunking_id BLOB REFERENCES chunkings (id),
    revision INTEGER NOT NULL DEFAULT 1,
    erasures INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    CONSTRAINT set_name_once UNIQUE (name)
) STRICT;
