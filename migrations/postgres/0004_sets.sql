-- Golden sets. `erasures` counts the queries that were erased. `restated_until` is set while its queries are worked out anew after a change
-- of its settings: those up to this id are.
CREATE TABLE sets (
    id UUID PRIMARY KEY,
    name TEXT NOT NULL,
    settings JSONB NOT NULL,
    k INT NOT NULL,
    overlap INT NOT NULL,
    resolution TEXT NOT NULL,
    cutoff SMALLINT NOT NULL,
    restated_until UUID,
    chunking_id UUID REFERENCES chunkings (id),
    revision BIGINT NOT NULL DEFAULT 1,
    erasures BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    CONSTRAINT set_name_once UNIQUE (name)
);
