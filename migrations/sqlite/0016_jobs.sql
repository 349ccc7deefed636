-- Long work. `work` says enough to take it up again. While a job is running it is free for any server once its lease has
-- ended; `owner` is the server that holds it, and only the owner moves it.
CREATE TABLE jobs (
    id BLOB PRIMARY KEY,
    kind TEXT NOT NULL,
    work TEXT NOT NULL,
    status TEXT NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    report TEXT,
    error TEXT,
    attempts INTEGER NOT NULL,
    owner BLOB,
    lease_ends_at INTEGER NOT NULL,
    created_by BLOB REFERENCES users (id),
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX jobs_by_time ON jobs (created_at, id);
CREATE INDEX jobs_running ON jobs (kind, created_at, id) WHERE status = 'running';
