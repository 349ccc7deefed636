-- Golden sets. `erasures` counts the queries that were erased. `restated_until` is set while its queries are worked out anew after a change
-- of its settings: those up to this id are.
CREATE TABLE sets (
    id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    settings TEXT NOT NULL,
    k INTEGER NOT NULL,
    overlap INTEGER NOT NULL,
    resolution TEXT NOT NULL,
    cutoff INTEGER NOT NULL,
    restated_until BLOB,
    chunking_id BLOB REFERENCES chunkings (id),
    revision INTEGER NOT NULL DEFAULT 1,
    erasures INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    CONSTRAINT set_name_once UNIQUE (name)
) STRICT;
