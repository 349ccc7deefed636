-- What retrievers rank. A chunk's text never changes once it is stored: labels and versions point at it.
CREATE TABLE chunks (
    id UUID PRIMARY KEY,
    chunking_id UUID NOT NULL REFERENCES chunkings (id),
    external_id TEXT NOT NULL,
    doc_id TEXT NOT NULL,
    ordinal INT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    text_hash BYTEA NOT NULL,
    metadata JSONB NOT NULL,
    CONSTRAINT chunk_once UNIQUE (chunking_id, external_id)
);
CREATE INDEX chunks_by_document ON chunks (chunking_id, doc_id, ordinal);
