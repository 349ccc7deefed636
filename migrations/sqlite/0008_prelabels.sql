-- What judges think of chunks.
CREATE TABLE judges (
    id BLOB PRIMARY KEY,
    set_id BLOB NOT NULL REFERENCES sets (id),
    name TEXT NOT NULL,
    prompt_version TEXT NOT NULL,
    CONSTRAINT judge_once UNIQUE (set_id, name, prompt_version)
) STRICT;

CREATE TABLE prelabels (
    query_id BLOB NOT NULL REFERENCES queries (id),
    chunk_id BLOB NOT NULL REFERENCES chunks (id),
    judge_id BLOB NOT NULL REFERENCES judges (id),
    grade INTEGER NOT NULL,
    rationale TEXT NOT NULL,
    evidence TEXT NOT NULL,
    PRIMARY KEY (query_id, chunk_id, judge_id)
) STRICT, WITHOUT ROWID;
