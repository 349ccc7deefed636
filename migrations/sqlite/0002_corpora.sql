-- Bodies of documents, and the ways in which they were cut into chunks.
CREATE TABLE corpora (
    id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    CONSTRAINT corpus_name_once UNIQUE (name)
) STRICT;

CREATE TABLE chunkings (
    id BLOB PRIMARY KEY,
    corpus_id BLOB NOT NULL REFERENCES corpora (id),
    name TEXT NOT NULL,
    chunks INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    CONSTRAINT chunking_name_once UNIQUE (corpus_id, name)
) STRICT;
