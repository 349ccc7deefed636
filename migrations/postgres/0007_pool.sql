-- `number` is the number on the card. A later run's chunks come after those that are there, so that it never changes.
CREATE TABLE pool (
    query_id UUID NOT NULL REFERENCES queries (id),
    chunk_id UUID NOT NULL REFERENCES chunks (id),
    number INT NOT NULL,
    provenance TEXT NOT NULL,
    run_id UUID REFERENCES runs (id),
    added_by UUID REFERENCES users (id),
    score DOUBLE PRECISION,
    PRIMARY KEY (query_id, chunk_id)
);
