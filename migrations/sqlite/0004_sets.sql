-- Golden sets. `erasures` counts the queries that were erased. `share_in_effect` says whether a share of the queries needs more
-- labellers now, as domain::overlap has it. While queries after `restated_until` still need what they needed before, that is not
-- null; `restates_begun` says whether those are meant too that somebody has begun.
CREATE TABLE sets (
    id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    settings TEXT NOT NULL,
    k INTEGER NOT NULL,
    share_in_effect INTEGER NOT NULL,
    restated_until BLOB,
    restates_begun INTEGER NOT NULL DEFAULT 0,
    chunking_id BLOB REFERENCES chunkings (id),
    revision INTEGER NOT NULL DEFAULT 1,
    erasures INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    CONSTRAINT set_name_once UNIQUE (name)
) STRICT;
