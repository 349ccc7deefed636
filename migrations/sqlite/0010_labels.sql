-- The current label of each labeller for a chunk of a query; `operations` has the history.
CREATE TABLE labels (
    query_id BLOB NOT NULL REFERENCES queries (id),
    chunk_id BLOB NOT NULL REFERENCES chunks (id),
    labeller_id BLOB NOT NULL REFERENCES users (id),
    grade INTEGER,
    cant_tell INTEGER NOT NULL,
    evidence TEXT NOT NULL,
    note TEXT NOT NULL,
    prelabel_visible INTEGER NOT NULL,
    -- The labeller could see what others said of the chunk before they gave it, so that it is not independent.
    saw_others INTEGER NOT NULL,
    guideline INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (query_id, chunk_id, labeller_id),
    CONSTRAINT label_in_pool FOREIGN KEY (query_id, chunk_id) REFERENCES pool (query_id, chunk_id)
) STRICT, WITHOUT ROWID;

-- Grades of imported files that were not on the scale, what they became, and for how many labels.
CREATE TABLE mapped_grades (
    set_id BLOB NOT NULL REFERENCES sets (id),
    from_grade INTEGER NOT NULL,
    to_grade INTEGER NOT NULL,
    labels INTEGER NOT NULL,
    PRIMARY KEY (set_id, from_grade, to_grade)
) STRICT, WITHOUT ROWID;
