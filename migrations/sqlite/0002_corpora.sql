-- What retrievers rank. A chunk's text never changes once it is stored: labels and versions point at it.
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

CREATE TABLE chunks (
    id BLOB PRIMARY KEY,
    chunking_id BLOB NOT NULL REFERENCES chunkings (id),
    external_id TEXT NOT NULL,
    doc_id TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    text_hash BLOB NOT NULL,
    metadata TEXT NOT NULL,
    CONSTRAINT chunk_once UNIQUE (chunking_id, external_id)
) STRICT;
CREATE INDEX chunks_by_document ON chunks (chunking_id, doc_id, ordinal);
