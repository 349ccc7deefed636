-- Retrievers' ranked lists.
CREATE TABLE runs (
    id UUID PRIMARY KEY,
    set_id UUID NOT NULL REFERENCES sets (id),
    chunking_id UUID NOT NULL REFERENCES chunkings (id),
    retriever TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    queries BIGINT NOT NULL DEFAULT 0,
    hits BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    CONSTRAINT run_once UNIQUE (set_id, retriever, commit_id)
);

CREATE TABLE ranked_lists (
    run_id UUID NOT NULL REFERENCES runs (id),
    query_id UUID NOT NULL REFERENCES queries (id),
    latency_ms DOUBLE PRECISION,
    cost_usd DOUBLE PRECISION,
    PRIMARY KEY (run_id, query_id)
);

CREATE TABLE hits (
    run_id UUID NOT NULL,
    query_id UUID NOT NULL,
    rank INT NOT NULL,
    chunk_id UUID NOT NULL REFERENCES chunks (id),
    score DOUBLE PRECISION,
    PRIMARY KEY (run_id, query_id, rank)
);
