-- Golden sets. `erasures` counts the queries that were erased; `guideline` is the number of the
-- guidelines in force, 0 before the first. `share_in_effect` says whether a share of the queries needs more labellers now, as
-- domain::overlap has it. `restated_until` is set while queries are worked out anew after a change of the settings or of who
-- can label: those up to this id are. `restates_begun` says whether those that somebody has begun get a new overlap too.
CREATE TABLE sets (
    id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    settings TEXT NOT NULL,
    k INTEGER NOT NULL,
    resolution TEXT NOT NULL,
    cutoff INTEGER NOT NULL,
    share_in_effect INTEGER NOT NULL,
    restated_until BLOB,
    restates_begun INTEGER NOT NULL DEFAULT 0,
    chunking_id BLOB REFERENCES chunkings (id),
    guideline INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 1,
    erasures INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    CONSTRAINT set_name_once UNIQUE (name)
) STRICT;

-- The versions of a set's guidelines. The text in force stands here and nowhere else; without an author it came from the command line.
CREATE TABLE guidelines (
    set_id BLOB NOT NULL REFERENCES sets (id),
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    author_id BLOB REFERENCES users (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (set_id, number)
) STRICT, WITHOUT ROWID;

-- The roles that a set gives its members, where they are not those that they have everywhere.
CREATE TABLE set_members (
    set_id BLOB NOT NULL REFERENCES sets (id),
    user_id BLOB NOT NULL REFERENCES users (id),
    role TEXT NOT NULL,
    PRIMARY KEY (set_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX set_members_by_user ON set_members (user_id);

-- How somebody gets in: as a member with a role everywhere, or, where there is a set, with a role in it and as a viewer of the others.
CREATE TABLE invitations (
    id BLOB PRIMARY KEY,
    token_hash BLOB NOT NULL,
    role TEXT NOT NULL,
    set_id BLOB REFERENCES sets (id),
    created_by BLOB REFERENCES users (id),
    at_first_start INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    CONSTRAINT invitation_once UNIQUE (token_hash)
) STRICT;
CREATE INDEX invitations_by_end ON invitations (expires_at);
