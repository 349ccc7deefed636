-- What reviewers asked the labellers of a query.
CREATE TABLE questions (
    id BLOB PRIMARY KEY,
    query_id BLOB NOT NULL REFERENCES queries (id),
    subject TEXT NOT NULL,
    question TEXT NOT NULL,
    reviewer_id BLOB NOT NULL REFERENCES users (id),
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX questions_by_query ON questions (query_id);

-- Who has which query, or had it. Its overlap is met by those who completed it, `completed_at`. Who completed it once, at
-- `first_completed_at`, is heard ever after: what they said stands until they change it. `assigned_by` gave it to them by hand (they themselves where the
-- command line did), until they are through with it; `lease_ends` stays when a lease has ended, so that what comes after it is known to be late.
CREATE TABLE assignments (
    query_id BLOB NOT NULL REFERENCES queries (id),
    labeller_id BLOB NOT NULL REFERENCES users (id),
    set_id BLOB NOT NULL REFERENCES sets (id),
    status TEXT NOT NULL,
    assigned_by BLOB REFERENCES users (id),
    -- What a reviewer asked the labeller, who has not completed the query since.
    question_id BLOB REFERENCES questions (id),
    lease_ends INTEGER,
    flag TEXT,
    completed_at INTEGER,
    first_completed_at INTEGER,
    -- When the query was given out again, the labeller's last label had been given by then.
    judged_until INTEGER,
    -- The last operation of another on the query that was there for the labeller to see.
    saw_until INTEGER,
    -- Labels from a file completed it.
    imported INTEGER NOT NULL DEFAULT FALSE,
    PRIMARY KEY (query_id, labeller_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX assignments_by_labeller ON assignments (set_id, labeller_id, status, completed_at);
-- How fast a labeller is.
CREATE INDEX assignments_by_pace ON assignments (set_id, labeller_id, status, completed_at) WHERE NOT imported;
CREATE INDEX assignments_by_lease ON assignments (set_id, lease_ends) WHERE status = 'leased';
CREATE INDEX assignments_handed_back ON assignments (set_id, query_id) WHERE status = 'handed_back';
CREATE INDEX assignments_by_question ON assignments (set_id, question_id) WHERE question_id IS NOT NULL;
