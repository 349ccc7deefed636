-- API tokens of programs. Only the hash is kept; each is bound to a set.
CREATE TABLE tokens (
    id UUID PRIMARY KEY,
    set_id UUID NOT NULL REFERENCES sets (id),
    name TEXT NOT NULL,
    token_hash BYTEA NOT NULL,
    scopes JSONB NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    last_used_at BIGINT,
    revoked_at BIGINT,
    CONSTRAINT token_once UNIQUE (token_hash)
);
CREATE INDEX tokens_by_set ON tokens (set_id, id);
