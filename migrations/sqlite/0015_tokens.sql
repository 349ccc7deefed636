-- API tokens of programs. Only the hash is kept; each is bound to a set.
CREATE TABLE tokens (
    id BLOB PRIMARY KEY,
    set_id BLOB NOT NULL REFERENCES sets (id),
    name TEXT NOT NULL,
    token_hash BLOB NOT NULL,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER,
    CONSTRAINT token_once UNIQUE (token_hash)
) STRICT;
CREATE INDEX tokens_by_set ON tokens (set_id, id);
