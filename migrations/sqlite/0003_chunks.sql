-- What retrievers rank. A chunk's text never changes once it is stored: labels and versions point at it.
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
