-- What is said differently about queries, by one rule (domain::disagreement::disagreements), kept in step by every write. `subject` is
-- a chunk's id, `answer` or `flag`; `place` is less the more it matters among those of its kind.
CREATE TABLE disagreements (
    query_id BLOB NOT NULL REFERENCES queries (id),
    subject TEXT NOT NULL,
    chunk_id BLOB REFERENCES chunks (id),
    set_id BLOB NOT NULL REFERENCES sets (id),
    kind INTEGER NOT NULL,
    place INTEGER NOT NULL,
    state TEXT NOT NULL,
    -- When a reviewer settled it, and why labellers differed; while that holds.
    settled_at INTEGER,
    reason TEXT,
    PRIMARY KEY (query_id, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX disagreements_in_order ON disagreements (set_id, state, kind, place, query_id, subject);
CREATE INDEX disagreements_by_settling ON disagreements (set_id, settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX disagreements_by_reason ON disagreements (set_id, reason) WHERE reason IS NOT NULL;

-- What reviewers decided, each about one subject of a query: the history, which is never changed. The last about a subject holds while
-- `said`, SHA-256 over what is said about the subject, is what it was. Without a verdict it takes back the one before it. What was
-- decided together has one operation id.
CREATE TABLE adjudications (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    operation_id BLOB NOT NULL,
    set_id BLOB NOT NULL REFERENCES sets (id),
    query_id BLOB NOT NULL REFERENCES queries (id),
    subject TEXT NOT NULL,
    verdict TEXT,
    said TEXT NOT NULL,
    reviewer_id BLOB NOT NULL REFERENCES users (id),
    reason TEXT,
    note TEXT NOT NULL,
    party INTEGER NOT NULL,
    at INTEGER NOT NULL,
    CONSTRAINT adjudication_once UNIQUE (reviewer_id, operation_id, query_id, subject)
) STRICT;
CREATE INDEX adjudications_by_subject ON adjudications (query_id, subject, sequence);

-- What a reviewer settled at once: by which rule, of which kind. `operation_id` is what its decisions have in common.
CREATE TABLE batches (
    reviewer_id BLOB NOT NULL REFERENCES users (id),
    operation_id BLOB NOT NULL,
    set_id BLOB NOT NULL REFERENCES sets (id),
    kind INTEGER NOT NULL,
    rule TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- When its reviewer took it back first: nothing more is settled under its id.
    taken_back_at INTEGER,
    PRIMARY KEY (reviewer_id, operation_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX batches_of_reviewer ON batches (set_id, reviewer_id, at);
