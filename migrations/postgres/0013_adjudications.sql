-- What a reviewer settled about a query. The labels that it is about stay as they were given. `said` is SHA-256 over what had
-- been said, which is what it covers; `revision` counts how often the query was settled.
CREATE TABLE adjudications (
    query_id UUID PRIMARY KEY REFERENCES queries (id),
    reviewer_id UUID NOT NULL REFERENCES users (id),
    settled JSONB NOT NULL,
    said TEXT NOT NULL,
    revision BIGINT NOT NULL,
    note TEXT NOT NULL,
    party BOOLEAN NOT NULL,
    at BIGINT NOT NULL
);
