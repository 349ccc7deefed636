//! Corpora and their chunkings.

use domain::id::{ChunkingId, CorpusId};
use domain::timestamp::Timestamp;

use super::Connection;
use crate::Result;
use crate::corpora::ChunkingRow;

/// The chunking of these names; made, with its corpus, where it is not there.
pub(crate) async fn ensure_chunking(
    connection: &mut Connection,
    corpus: &str,
    chunking: &str,
    ids: (CorpusId, ChunkingId),
    now: Timestamp,
) -> Result<ChunkingRow> {
    let sql = "INSERT INTO corpora (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING";
    sqlx::query(sql).bind(ids.0).bind(corpus).bind(now).execute(&mut *connection).await?;
    let sql = "INSERT INTO chunkings (id, corpus_id, name, created_at)
        SELECT $1, id, $3, $4 FROM corpora WHERE name = $2
        ON CONFLICT (corpus_id, name) DO NOTHING";
    sqlx::query(sql).bind(ids.1).bind(corpus).bind(chunking).bind(now).execute(&mut *connection).await?;
    let sql = "SELECT c.id, c.corpus_id, o.name AS corpus_name, c.name, c.chunks, c.revision, c.created_at
        FROM chunkings c
        JOIN corpora o ON o.id = c.corpus_id
        WHERE o.name = $1 AND c.name = $2";
    Ok(sqlx::query_as(sql).bind(corpus).bind(chunking).fetch_one(connection).await?)
}

pub(crate) async fn chunking(connection: &mut Connection, id: ChunkingId) -> Result<Option<ChunkingRow>> {
    let sql = "SELECT c.id, c.corpus_id, o.name AS corpus_name, c.name, c.chunks, c.revision, c.created_at
        FROM chunkings c
        JOIN corpora o ON o.id = c.corpus_id
        WHERE c.id = $1";
    Ok(sqlx::query_as(sql).bind(id).fetch_optional(connection).await?)
}

/// The newest hundred chunkings, the newest first.
pub(crate) async fn chunkings(connection: &mut Connection) -> Result<Vec<ChunkingRow>> {
    let sql = "SELECT c.id, c.corpus_id, o.name AS corpus_name, c.name, c.chunks, c.revision, c.created_at
        FROM chunkings c
        JOIN corpora o ON o.id = c.corpus_id
        ORDER BY c.id DESC
        LIMIT 100";
    Ok(sqlx::query_as(sql).fetch_all(connection).await?)
}
