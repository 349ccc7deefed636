//! Chunks. Their text never changes: another text under a known id is refused, and wants another chunking. A chunk that
//! labels from a file are about may be known by its id alone; it gets its text when the text comes.

use std::collections::{HashMap, HashSet};

use domain::chunk::{Chunk, NewChunk};
use domain::id::{ChunkId, ChunkingId};
use sha2::{Digest, Sha256};

use crate::{Result, Store};

/// What became of a chunk that was to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedChunk {
    New,
    /// The same chunk was there.
    Known,
    /// A chunk of this id with another text was there; nothing was changed.
    Differs,
}

/// A chunk as it is kept.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct ChunkRow {
    pub id: ChunkId,
    /// The user's id.
    pub external_id: String,
    /// The document.
    pub doc_id: String,
    /// Its place in the document.
    pub ordinal: i32,
    /// The document's title.
    pub title: String,
    pub text: String,
}

impl From<ChunkRow> for Chunk {
    fn from(row: ChunkRow) -> Self {
        Self { id: row.id, external_id: row.external_id, doc_id: row.doc_id, ordinal: row.ordinal, title: row.title, text: row.text }
    }
}

impl Store {
    /// Adds chunks, in one transaction, and says for each what became of it. Each comes with the id it would get.
    pub async fn add_chunks(&self, chunking: ChunkingId, chunks: Vec<(ChunkId, NewChunk)>) -> Result<Vec<AddedChunk>> {
        let keys: Vec<(String, Vec<u8>)> = chunks.iter().map(|(_, chunk)| (chunk.external_id.clone(), hash(&chunk.text))).collect();
        let mut hashes: HashMap<String, Vec<u8>> = HashMap::new();
        let mut firsts = Vec::with_capacity(chunks.len());
        for ((id, chunk), (key, hash)) in chunks.into_iter().zip(&keys) {
            if !hashes.contains_key(key) {
                hashes.insert(key.clone(), hash.clone());
                firsts.push((id, chunk, hash.clone()));
            }
        }
        let (inserted, known) = transact!(self, chunks::add_chunks(chunking, &firsts))?;
        let mut new: HashSet<String> = inserted.into_iter().collect();
        hashes.extend(known);
        let added = |(key, hash): &(String, Vec<u8>)| {
            if hashes.get(key) != Some(hash) {
                AddedChunk::Differs
            } else if new.remove(key) {
                AddedChunk::New
            } else {
                AddedChunk::Known
            }
        };
        Ok(keys.iter().map(added).collect())
    }

    /// The ids of the chunks that are known by these ids of the user's.
    pub async fn chunk_ids(&self, chunking: ChunkingId, external: &[String]) -> Result<HashMap<String, ChunkId>> {
        Ok(read!(self, chunks::chunk_ids(Some(chunking), external))?.into_iter().collect())
    }

    /// The chunks of these ids that belong to the chunking, in no order.
    pub async fn chunks(&self, chunking: ChunkingId, ids: &[ChunkId]) -> Result<Vec<ChunkRow>> {
        read!(self, chunks::chunks(chunking, ids))
    }

    /// The chunks that stand before a place of a document and after it, at most so many on each side, in the document's order.
    pub async fn chunks_around(&self, chunking: ChunkingId, document: &str, ordinal: i32, most: i64) -> Result<[Vec<ChunkRow>; 2]> {
        let mut before = read!(self, chunks::chunks_before(chunking, document, ordinal, most))?;
        before.reverse();
        Ok([before, read!(self, chunks::chunks_behind(chunking, document, ordinal, most))?])
    }

    /// The next chunks of a chunking after an id, in the order of ids: for those who need all, a batch at a time.
    pub async fn chunks_after(&self, chunking: ChunkingId, after: Option<ChunkId>, limit: i64) -> Result<Vec<ChunkRow>> {
        read!(self, chunks::chunks_after(chunking, after, limit))
    }
}

fn hash(text: &str) -> Vec<u8> {
    Sha256::digest(text.as_bytes()).to_vec()
}
