-- Long work. `work` says enough to take it up again. While a job is running it is free for any server once its lease has
-- ended; `owner` is the server that holds it, and only the owner moves it.
CREATE TABLE jobs (
    id UUID PRIMARY KEY,
    kind TEXT NOT NULL,
    work JSONB NOT NULL,
    status TEXT NOT NULL,
    done BIGINT NOT NULL,
    total BIGINT NOT NULL,
    report JSONB,
    error TEXT,
    attempts INTEGER NOT NULL,
    owner UUID,
    lease_ends_at BIGINT NOT NULL,
    created_by UUID REFERENCES users (id),
    created_at BIGINT NOT NULL
);
CREATE INDEX jobs_by_time ON jobs (created_at, id);
CREATE INDEX jobs_running ON jobs (kind, created_at, id) WHERE status = 'running';
