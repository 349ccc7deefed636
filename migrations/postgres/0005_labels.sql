-- What people did. `operations` is the history, never changed; the other tables are what it comes to.
CREATE TABLE operations (
    sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id UUID NOT NULL,
    actor_id UUID NOT NULL REFERENCES users (id),
    set_id UUID NOT NULL REFERENCES sets (id),
    query_id UUID NOT NULL REFERENCES queries (id),
    chunk_id UUID REFERENCES chunks (id),
    kind TEXT NOT NULL,
    action JSONB NOT NULL,
    revision BIGINT NOT NULL,
    late BOOLEAN NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT operation_once UNIQUE (actor_id, id)
);
CREATE INDEX operations_by_query ON operations (query_id, sequence);

CREATE TABLE labels (
    query_id UUID NOT NULL REFERENCES queries (id),
    chunk_id UUID NOT NULL REFERENCES chunks (id),
    labeller_id UUID NOT NULL REFERENCES users (id),
    grade SMALLINT,
    cant_tell BOOLEAN NOT NULL,
    evidence JSONB NOT NULL,
    note TEXT NOT NULL,
    prelabel_visible BOOLEAN NOT NULL,
    revision BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (query_id, chunk_id, labeller_id),
    CONSTRAINT label_in_pool FOREIGN KEY (query_id, chunk_id) REFERENCES pool (query_id, chunk_id)
);

CREATE TABLE answers (
    query_id UUID NOT NULL REFERENCES queries (id),
    labeller_id UUID NOT NULL REFERENCES users (id),
    text TEXT NOT NULL,
    citations JSONB NOT NULL,
    answerable TEXT NOT NULL,
    revision BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (query_id, labeller_id)
);

-- An answer that is being written. It never touches a submitted one.
CREATE TABLE answer_drafts (
    query_id UUID NOT NULL REFERENCES queries (id),
    labeller_id UUID NOT NULL REFERENCES users (id),
    text TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    base BIGINT NOT NULL,
    PRIMARY KEY (query_id, labeller_id)
);

-- `slot` is one of a query's overlap places, taken while the assignment is leased or completed.
CREATE TABLE assignments (
    query_id UUID NOT NULL REFERENCES queries (id),
    labeller_id UUID NOT NULL REFERENCES users (id),
    set_id UUID NOT NULL REFERENCES sets (id),
    slot INT,
    status TEXT NOT NULL,
    lease_ends BIGINT,
    flag TEXT,
    completed_at BIGINT,
    PRIMARY KEY (query_id, labeller_id),
    CONSTRAINT slot_once UNIQUE (query_id, slot)
);
CREATE INDEX assignments_by_labeller ON assignments (set_id, labeller_id, status, completed_at);
CREATE INDEX assignments_by_lease ON assignments (set_id, lease_ends) WHERE status = 'leased';
