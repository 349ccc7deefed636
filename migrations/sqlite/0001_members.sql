-- People, and how they are signed in. `last_seen` is kept with them too, because sessions end. Moments are milliseconds since 1970 UTC; ids are UUIDv7.
CREATE TABLE users (
    id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    role TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    disabled_at INTEGER,
    last_seen INTEGER,
    CONSTRAINT user_name_once UNIQUE (name)
) STRICT;

CREATE TABLE sessions (
    token_hash BLOB PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);
