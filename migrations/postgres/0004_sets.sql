-- Golden sets. `erasures` counts the queries that were erased; `guideline` is the number of the
-- guidelines in force, 0 before the first. `share_in_effect` says whether a share of the queries needs more labellers now, as
-- domain::overlap has it. `restated_until` is set while queries are worked out anew after a change of the settings or of who
-- can label: those up to this id are. `restates_begun` says whether those that somebody has begun get a new overlap too.
CREATE TABLE sets (
    id UUID PRIMARY KEY,
    name TEXT NOT NULL,
    settings JSONB NOT NULL,
    k INT NOT NULL,
    resolution TEXT NOT NULL,
    cutoff SMALLINT NOT NULL,
    share_in_effect BOOLEAN NOT NULL,
    restated_until UUID,
    restates_begun BOOLEAN NOT NULL DEFAULT FALSE,
    chunking_id UUID REFERENCES chunkings (id),
    guideline INT NOT NULL DEFAULT 0,
    revision BIGINT NOT NULL DEFAULT 1,
    erasures BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    CONSTRAINT set_name_once UNIQUE (name)
);

-- The versions of a set's guidelines. The text in force stands here and nowhere else; without an author it came from the command line.
CREATE TABLE guidelines (
    set_id UUID NOT NULL REFERENCES sets (id),
    number INT NOT NULL,
    text TEXT NOT NULL,
    author_id UUID REFERENCES users (id),
    at BIGINT NOT NULL,
    PRIMARY KEY (set_id, number)
);

-- The roles that a set gives its members, where they are not those that they have everywhere.
CREATE TABLE set_members (
    set_id UUID NOT NULL REFERENCES sets (id),
    user_id UUID NOT NULL REFERENCES users (id),
    role TEXT NOT NULL,
    PRIMARY KEY (set_id, user_id)
);
CREATE INDEX set_members_by_user ON set_members (user_id);

-- How somebody gets in: as a member with a role everywhere, or, where there is a set, with a role in it and as a viewer of the others.
CREATE TABLE invitations (
    id UUID PRIMARY KEY,
    token_hash BYTEA NOT NULL,
    role TEXT NOT NULL,
    set_id UUID REFERENCES sets (id),
    created_by UUID REFERENCES users (id),
    at_first_start BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    CONSTRAINT invitation_once UNIQUE (token_hash)
);
CREATE INDEX invitations_by_end ON invitations (expires_at);
