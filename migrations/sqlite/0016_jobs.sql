-- Long work. `work` says enough to take it up again.
CREATE TABLE jobs (
    id BLOB PRIMARY KEY,
    work TEXT NOT NULL,
    status TEXT NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    report TEXT,
    error TEXT,
    created_by BLOB REFERENCES users (id),
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX jobs_by_time ON jobs (created_at, id);
