-- Long work. `work` says enough to take it up again.
CREATE TABLE jobs (
    id UUID PRIMARY KEY,
    work JSONB NOT NULL,
    status TEXT NOT NULL,
    done BIGINT NOT NULL,
    total BIGINT NOT NULL,
    report JSONB,
    error TEXT,
    created_by UUID REFERENCES users (id),
    created_at BIGINT NOT NULL
);
CREATE INDEX jobs_by_time ON jobs (created_at, id);
