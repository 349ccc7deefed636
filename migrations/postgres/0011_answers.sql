-- The current reference answer of each labeller; `operations` has the history. `citations` are the chunks that the numbers of
-- the text mean; `confirmed` is what the labeller was asked and confirmed.
CREATE TABLE answers (
    query_id UUID NOT NULL REFERENCES queries (id),
    labeller_id UUID NOT NULL REFERENCES users (id),
    text TEXT NOT NULL,
    citations JSONB NOT NULL,
    answerable TEXT NOT NULL,
    confirmed TEXT,
    -- The labeller could see others' answers before they gave it, so that it is not independent.
    saw_others BOOLEAN NOT NULL,
    guideline INT NOT NULL,
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
