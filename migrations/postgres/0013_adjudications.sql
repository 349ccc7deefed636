-- What is said differently about queries, by one rule (domain::disagreement::disagreements), kept in step by every write. `subject` is
-- a chunk's id, `answer` or `flag`; `place` is less the more it matters among those of its kind.
CREATE TABLE disagreements (
    query_id UUID NOT NULL REFERENCES queries (id),
    subject TEXT NOT NULL,
    chunk_id UUID REFERENCES chunks (id),
    set_id UUID NOT NULL REFERENCES sets (id),
    kind SMALLINT NOT NULL,
    place BIGINT NOT NULL,
    state TEXT NOT NULL,
    -- When a reviewer settled it, and why labellers differed; while that holds.
    settled_at BIGINT,
    reason TEXT,
    PRIMARY KEY (query_id, subject)
);
CREATE INDEX disagreements_in_order ON disagreements (set_id, state, kind, place, query_id, subject);
CREATE INDEX disagreements_by_settling ON disagreements (set_id, settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX disagreements_by_reason ON disagreements (set_id, reason) WHERE reason IS NOT NULL;

-- What reviewers decided, each about one subject of a query: the history, which is never changed. The last about a subject holds while
-- `said`, SHA-256 over what is said about the subject, is what it was. Without a verdict it takes back the one before it. What was
-- decided together has one operation id.
CREATE TABLE adjudications (
    sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    operation_id UUID NOT NULL,
    set_id UUID NOT NULL REFERENCES sets (id),
    query_id UUID NOT NULL REFERENCES queries (id),
    subject TEXT NOT NULL,
    verdict JSONB,
    said TEXT NOT NULL,
    reviewer_id UUID NOT NULL REFERENCES users (id),
    reason TEXT,
    note TEXT NOT NULL,
    party BOOLEAN NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT adjudication_once UNIQUE (reviewer_id, operation_id, query_id, subject)
);
CREATE INDEX adjudications_by_subject ON adjudications (query_id, subject, sequence);

-- What a reviewer settled at once: by which rule, of which kind. `operation_id` is what its decisions have in common.
CREATE TABLE batches (
    reviewer_id UUID NOT NULL REFERENCES users (id),
    operation_id UUID NOT NULL,
    set_id UUID NOT NULL REFERENCES sets (id),
    kind SMALLINT NOT NULL,
    rule JSONB NOT NULL,
    at BIGINT NOT NULL,
    -- When its reviewer took it back first: nothing more is settled under its id.
    taken_back_at BIGINT,
    PRIMARY KEY (reviewer_id, operation_id)
);
CREATE INDEX batches_of_reviewer ON batches (set_id, reviewer_id, at);
