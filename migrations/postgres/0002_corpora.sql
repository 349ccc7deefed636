-- Bodies of documents, and the ways in which they were cut into chunks.
CREATE TABLE corpora (
    id UUID PRIMARY KEY,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CONSTRAINT corpus_name_once UNIQUE (name)
);

CREATE TABLE chunkings (
    id UUID PRIMARY KEY,
    corpus_id UUID NOT NULL REFERENCES corpora (id),
    name TEXT NOT NULL,
    chunks BIGINT NOT NULL DEFAULT 0,
    revision BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    CONSTRAINT chunking_name_once UNIQUE (corpus_id, name)
);
