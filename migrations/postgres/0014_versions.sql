-- A freeze writes items in small parts. They are a version once `versions` has it, and until then nobody sees them. Whoever freezes
-- holds it by a lease that each part moves on, with how many of the completed queries it is through; a freeze without a lease and without its version is a remainder, which is removed.
CREATE TABLE freezes (
    id UUID PRIMARY KEY,
    set_id UUID NOT NULL REFERENCES sets (id),
    lease_ends_at BIGINT,
    done BIGINT NOT NULL DEFAULT 0,
    total BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX freeze_once ON freezes (set_id) WHERE lease_ends_at IS NOT NULL;

-- Frozen versions. `head` is all that an export says about the version; it is written once and never changes.
CREATE TABLE versions (
    id UUID PRIMARY KEY REFERENCES freezes (id),
    set_id UUID NOT NULL REFERENCES sets (id),
    number INTEGER NOT NULL,
    head TEXT NOT NULL,
    chunking_id UUID REFERENCES chunkings (id),
    author_id UUID REFERENCES users (id),
    created_at BIGINT NOT NULL,
    CONSTRAINT version_once UNIQUE (set_id, number)
);

-- One row a query, in the byte order of query ids. Chunks are pointed at: their text never changes. Head and item are kept
-- as text on both databases, because PostgreSQL's JSONB writes numbers its own way and the bytes must stay the same. When a query is
-- erased its hash stays, and everything else of it goes.
CREATE TABLE version_items (
    version_id UUID NOT NULL REFERENCES freezes (id),
    position BIGINT NOT NULL,
    external_id TEXT,
    hash TEXT NOT NULL,
    salt TEXT,
    item TEXT,
    PRIMARY KEY (version_id, position)
);
CREATE INDEX version_items_by_query ON version_items (version_id, external_id);
