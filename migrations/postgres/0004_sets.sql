-- Golden sets. `erasures` counts the queries that were erased. `share_in_effect` says whether a share of the queries needs more
-- labellers now, as domain::overlap has it. While queries after `restated_until` still need what they needed before, that is not
-- null; `restates_begun` says whether those are meant too that somebody has begun.
CREATE TABLE sets (
    id UUID PRIMARY KEY,
    name TEXT NOT NULL,
    settings JSONB NOT NULL,
    k INT NOT NULL,
    share_in_effect BOOLEAN NOT NULL,
    restated_until UUID,
    restates_begun BOOLEAN NOT NULL DEFAULT FALSE,
    chunking_id UUID REFERENCES chunkings (id),
    revision BIGINT NOT NULL DEFAULT 1,
    erasures BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    CONSTRAINT set_name_once UNIQUE (name)
);
