-- Runs, the pools that they feed, and what judges think of them.
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

-- `number` is the number on the card. A later run's chunks come after those that are there, so that it never changes.
CREATE TABLE pool (
    query_id UUID NOT NULL REFERENCES queries (id),
    chunk_id UUID NOT NULL REFERENCES chunks (id),
    number INT NOT NULL,
    provenance TEXT NOT NULL,
    run_id UUID REFERENCES runs (id),
    added_by UUID REFERENCES users (id),
    score DOUBLE PRECISION,
    PRIMARY KEY (query_id, chunk_id)
);

CREATE TABLE judges (
    id UUID PRIMARY KEY,
    set_id UUID NOT NULL REFERENCES sets (id),
    name TEXT NOT NULL,
    prompt_version TEXT NOT NULL,
    CONSTRAINT judge_once UNIQUE (set_id, name, prompt_version)
);

CREATE TABLE prelabels (
    query_id UUID NOT NULL REFERENCES queries (id),
    chunk_id UUID NOT NULL REFERENCES chunks (id),
    judge_id UUID NOT NULL REFERENCES judges (id),
    grade SMALLINT NOT NULL,
    rationale TEXT NOT NULL,
    evidence JSONB NOT NULL,
    PRIMARY KEY (query_id, chunk_id, judge_id)
);
