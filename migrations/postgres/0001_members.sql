-- People, and how they are signed in. `last_seen` is kept with them too, because sessions end. Moments are milliseconds since 1970 UTC; ids are UUIDv7.
CREATE TABLE users (
    id UUID PRIMARY KEY,
    name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    role TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    disabled_at BIGINT,
    last_seen BIGINT,
    CONSTRAINT user_name_once UNIQUE (name)
);

CREATE TABLE sessions (
    token_hash BYTEA PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    last_seen BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
