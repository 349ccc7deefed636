-- The current label of each labeller for a chunk of a query; `operations` has the history.
CREATE TABLE labels (
    query_id UUID NOT NULL REFERENCES queries (id),
    chunk_id UUID NOT NULL REFERENCES chunks (id),
    labeller_id UUID NOT NULL REFERENCES users (id),
    grade SMALLINT,
    cant_tell BOOLEAN NOT NULL,
    evidence JSONB NOT NULL,
    note TEXT NOT NULL,
    prelabel_visible BOOLEAN NOT NULL,
    -- The labeller could see what others said of the chunk before they gave it, so that it is not independent.
    saw_others BOOLEAN NOT NULL,
    guideline INT NOT NULL,
    revision BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (query_id, chunk_id, labeller_id),
    CONSTRAINT label_in_pool FOREIGN KEY (query_id, chunk_id) REFERENCES pool (query_id, chunk_id)
);

-- Grades of imported files that were not on the scale, what they became, and for how many labels.
CREATE TABLE mapped_grades (
    set_id UUID NOT NULL REFERENCES sets (id),
    from_grade BIGINT NOT NULL,
    to_grade SMALLINT NOT NULL,
    labels BIGINT NOT NULL,
    PRIMARY KEY (set_id, from_grade, to_grade)
);
