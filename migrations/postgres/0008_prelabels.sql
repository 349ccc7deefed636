-- What judges think of chunks.
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
