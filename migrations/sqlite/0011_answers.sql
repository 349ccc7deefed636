-- The current reference answer of each labeller; `operations` has the history. `citations` are the chunks that the numbers of
-- the text mean; `confirmed` is what the labeller was asked and confirmed.
CREATE TABLE answers (
    query_id BLOB NOT NULL REFERENCES queries (id),
    labeller_id BLOB NOT NULL REFERENCES users (id),
    text TEXT NOT NULL,
    citations TEXT NOT NULL,
    answerable TEXT NOT NULL,
    confirmed TEXT,
    -- The labeller could see others' answers before they gave it, so that it is not independent.
    saw_others INTEGER NOT NULL,
    guideline INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (query_id, labeller_id)
) STRICT, WITHOUT ROWID;

-- An answer that is being written. It never touches a submitted one.
CREATE TABLE answer_drafts (
    query_id BLOB NOT NULL REFERENCES queries (id),
    labeller_id BLOB NOT NULL REFERENCES users (id),
    text TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    base INTEGER NOT NULL,
    PRIMARY KEY (query_id, labeller_id)
) STRICT, WITHOUT ROWID;
