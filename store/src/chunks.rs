//! Chunks. Their text never changes: another text under a known id is refused, and wants another chunking. A chunk that
//! labels from a file are about may be known by its id alone; it gets its text when the text comes.

use std::collections::{HashMap, HashSet};

use domain::chunk::{Chunk, NewChunk};
use domain::id::{ChunkId, ChunkingId};
use sha2::{Digest, Sha256};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use crate::{Result, Store};

/// What became of a chunk that was to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedChunk {
    /// It is new.
    New,
    /// The same chunk was there.
    Known,
    /// A chunk of this id with another text was there; nothing was changed.
    Differs,
}

/// A chunk as it is kept.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct ChunkRow {
    /// Its id.
    pub id: ChunkId,
    /// The user's id.
    pub external_id: String,
    /// The document.
    pub doc_id: String,
    /// Its place in the document.
    pub ordinal: i32,
    /// The document's title.
    pub title: String,
    /// Its text.
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
        let mut first: HashMap<String, Vec<u8>> = HashMap::new();
        let mut firsts = Vec::with_capacity(chunks.len());
        for (chunk, (key, hash)) in chunks.into_iter().zip(&keys) {
            if !first.contains_key(key) {
                first.insert(key.clone(), hash.clone());
                firsts.push((chunk.0, chunk.1, hash.clone()));
            }
        }
        let wanted: Vec<String> = first.keys().cloned().collect();
        let (mut new, stored): (Vec<String>, Vec<(String, Vec<u8>)>) = write!(self, both, |connection| {
            let new = both::insert_chunks(connection, chunking, firsts).await?;
            let known = if new.len() == wanted.len() { Vec::new() } else { both::hashes(connection, chunking, &wanted).await? };
            Ok((new, known))
        })?;
        new.sort_unstable();
        first.extend(stored);
        let mut placed = HashSet::new();
        let outcome = |(key, hash): &(String, Vec<u8>)| {
            if first.get(key) != Some(hash) {
                AddedChunk::Differs
            } else if placed.insert(key.clone()) && new.binary_search(key).is_ok() {
                AddedChunk::New
            } else {
                AddedChunk::Known
            }
        };
        Ok(keys.iter().map(outcome).collect())
    }

    /// The ids of the chunks that are known by these ids of the user's.
    pub async fn chunk_ids(&self, chunking: ChunkingId, external: &[String]) -> Result<HashMap<String, ChunkId>> {
        let mut found = HashMap::with_capacity(external.len());
        for part in external.chunks(1000) {
            let rows: Vec<(String, ChunkId)> = read!(self, |pool| {
                let mut query = QueryBuilder::new("SELECT external_id, id FROM chunks WHERE chunking_id = ");
                query.push_bind(chunking).push(" AND external_id IN (");
                let mut list = query.separated(", ");
                for id in part {
                    list.push_bind(id);
                }
                query.push(")");
                query.build_query_as().fetch_all(pool).await
            })?;
            found.extend(rows);
        }
        Ok(found)
    }

    /// The chunks of these ids that belong to the chunking, in no order.
    pub async fn chunks(&self, chunking: ChunkingId, ids: &[ChunkId]) -> Result<Vec<ChunkRow>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        Ok(read!(self, |pool| {
            let mut query = QueryBuilder::new("SELECT id, external_id, doc_id, ordinal, title, text FROM chunks WHERE chunking_id = ");
            query.push_bind(chunking).push(" AND id IN (");
            let mut list = query.separated(", ");
            for id in ids {
                list.push_bind(*id);
            }
            query.push(")");
            query.build_query_as().fetch_all(pool).await
        })?)
    }

    /// The next chunks of a chunking after an id, in the order of ids: for those who need all, a batch at a time.
    pub async fn chunks_after(&self, chunking: ChunkingId, after: Option<ChunkId>, limit: i64) -> Result<Vec<ChunkRow>> {
        let after = after.unwrap_or(ChunkId(uuid::Uuid::nil()));
        let sql = "SELECT id, external_id, doc_id, ordinal, title, text FROM chunks
            WHERE chunking_id = $1 AND id > $2 ORDER BY id LIMIT $3";
        Ok(read!(self, |pool| sqlx::query_as(sql).bind(chunking).bind(after).bind(limit).fetch_all(pool).await)?)
    }
}

on_both! {
    /// Inserts what is not there, and gives the user's ids of what was inserted.
    pub(super) async fn insert_chunks(connection: &mut Connection, chunking: ChunkingId, chunks: Vec<(ChunkId, NewChunk, Vec<u8>)>) -> Result<Vec<String>> {
        let mut inserted = Vec::with_capacity(chunks.len());
        for part in chunks.chunks(500) {
            let mut query: QueryBuilder<Database> =
                QueryBuilder::new("INSERT INTO chunks (id, chunking_id, external_id, doc_id, ordinal, title, text, text_hash, metadata) ");
            query.push_values(part, |mut row, (id, chunk, hash)| {
                row.push_bind(*id).push_bind(chunking).push_bind(&chunk.external_id).push_bind(&chunk.doc_id);
                row.push_bind(chunk.ordinal.unwrap_or_default()).push_bind(&chunk.title).push_bind(&chunk.text);
                row.push_bind(hash).push_bind(Json(&chunk.metadata));
            });
            // A chunk that was known by its id alone gets its text now; any other text never changes.
            query.push(" ON CONFLICT (chunking_id, external_id) DO UPDATE SET doc_id = excluded.doc_id, ordinal = excluded.ordinal,
                title = excluded.title, text = excluded.text, text_hash = excluded.text_hash, metadata = excluded.metadata
                WHERE chunks.text = '' AND excluded.text <> '' RETURNING external_id");
            inserted.extend(query.build_query_scalar::<String>().fetch_all(&mut *connection).await?);
        }
        let with_text: HashSet<&str> = chunks.iter().filter(|(_, chunk, _)| !chunk.text.is_empty()).map(|(_, chunk, _)| chunk.external_id.as_str()).collect();
        let count = inserted.iter().filter(|id| with_text.contains(id.as_str())).count();
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        if count > 0 {
            let sql = "UPDATE chunkings SET chunks = chunks + $2, revision = revision + 1 WHERE id = $1";
            sqlx::query(sql).bind(chunking).bind(count).execute(connection).await?;
        }
        Ok(inserted)
    }

    pub(super) async fn hashes(connection: &mut Connection, chunking: ChunkingId, external: &[String]) -> Result<Vec<(String, Vec<u8>)>> {
        let mut query: QueryBuilder<Database> = QueryBuilder::new("SELECT external_id, text_hash FROM chunks WHERE chunking_id = ");
        query.push_bind(chunking).push(" AND external_id IN (");
        let mut list = query.separated(", ");
        for id in external {
            list.push_bind(id);
        }
        query.push(")");
        Ok(query.build_query_as().fetch_all(connection).await?)
    }
}

fn hash(text: &str) -> Vec<u8> {
    Sha256::digest(text.as_bytes()).to_vec()
}
