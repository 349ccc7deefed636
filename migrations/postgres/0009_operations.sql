-- What people did: the history, which is never changed. The tables of labels, answers and assignments are what it comes to.
-- `guideline` is the version of the guidelines that it was done under, here as in labels and answers.
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
    guideline INT NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT operation_once UNIQUE (actor_id, id)
);
CREATE INDEX operations_late ON operations (set_id, sequence) WHERE late;
CREATE INDEX operations_by_query ON operations (query_id, sequence);
CREATE INDEX operations_late ON operations (set_id, actor_id, query_id) WHERE late;
CREATE INDEX operations_by_guideline ON operations (set_id, actor_id, guideline) WHERE kind = 'judge';
