//! Chunks of a chunking.

use std::collections::HashSet;

use domain::chunk::NewChunk;
use domain::id::{ChunkId, ChunkingId};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::in_list::rows_in;
use super::{Connection, Driver};
use crate::{ChunkRow, Result};

/// How many chunks one statement inserts.
const INSERTED: usize = 500;

/// A chunk with the id that it would get and the hash of its text.
pub(crate) type HashedChunk = (ChunkId, NewChunk, Vec<u8>);

/// Inserts the chunks that are not there. Gives the user's ids of those that were inserted, and, when there were others, the
/// user's id and the text's hash of all.
pub(crate) async fn add_chunks(
    connection: &mut Connection,
    chunking: ChunkingId,
    chunks: &[HashedChunk],
) -> Result<(Vec<String>, Vec<(String, Vec<u8>)>)> {
    let mut inserted = Vec::with_capacity(chunks.len());
    for part in chunks.chunks(INSERTED) {
        inserted.extend(insert(connection, chunking, part).await?);
    }
    count(connection, chunking, chunks, &inserted).await?;
    let names: Vec<&str> = chunks.iter().map(|(_, chunk, _)| chunk.external_id.as_str()).collect();
    let known = if inserted.len() == names.len() { Vec::new() } else { hashes(connection, chunking, &names).await? };
    Ok((inserted, known))
}

async fn insert(connection: &mut Connection, chunking: ChunkingId, chunks: &[HashedChunk]) -> Result<Vec<String>> {
    let mut query: QueryBuilder<Driver> =
        QueryBuilder::new("INSERT INTO chunks (id, chunking_id, external_id, doc_id, ordinal, title, text, text_hash, metadata) ");
    query.push_values(chunks, |mut row, (id, chunk, hash)| {
        row.push_bind(*id).push_bind(chunking).push_bind(&chunk.external_id).push_bind(&chunk.doc_id);
        row.push_bind(chunk.ordinal.unwrap_or_default()).push_bind(&chunk.title).push_bind(&chunk.text);
        row.push_bind(hash).push_bind(Json(&chunk.metadata));
    });
    // A chunk that was known by its id alone gets its text now; any other text never changes.
    query.push(
        " ON CONFLICT (chunking_id, external_id) DO UPDATE
        SET doc_id = excluded.doc_id,
            ordinal = excluded.ordinal,
            title = excluded.title,
            text = excluded.text,
            text_hash = excluded.text_hash,
            metadata = excluded.metadata
        WHERE chunks.text = '' AND excluded.text <> ''
        RETURNING external_id",
    );
    Ok(query.build_query_scalar().fetch_all(connection).await?)
}

/// Counts the new chunks that have a text.
async fn count(connection: &mut Connection, chunking: ChunkingId, chunks: &[HashedChunk], inserted: &[String]) -> Result<()> {
    let with_text: HashSet<&str> =
        chunks.iter().filter(|(_, chunk, _)| !chunk.text.is_empty()).map(|(_, chunk, _)| chunk.external_id.as_str()).collect();
    let new = inserted.iter().filter(|id| with_text.contains(id.as_str())).count();
    if new > 0 {
        let sql = "UPDATE chunkings SET chunks = chunks + $2, revision = revision + 1 WHERE id = $1";
        sqlx::query(sql).bind(chunking).bind(i64::try_from(new).unwrap_or(i64::MAX)).execute(connection).await?;
    }
    Ok(())
}

async fn hashes(connection: &mut Connection, chunking: ChunkingId, names: &[&str]) -> Result<Vec<(String, Vec<u8>)>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT external_id, text_hash FROM chunks WHERE chunking_id = ").push_bind(chunking);
        query.push(" AND external_id");
    };
    rows_in(connection, begin, names).await
}

/// The chunks that are known by these ids of the user's.
pub(crate) async fn chunk_ids(
    connection: &mut Connection,
    chunking: Option<ChunkingId>,
    names: &[String],
) -> Result<Vec<(String, ChunkId)>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT external_id, id FROM chunks WHERE chunking_id = ").push_bind(chunking);
        query.push(" AND external_id");
    };
    rows_in(connection, begin, names).await
}

/// The chunks of these ids that belong to the chunking, in no order.
pub(crate) async fn chunks(connection: &mut Connection, chunking: ChunkingId, ids: &[ChunkId]) -> Result<Vec<ChunkRow>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT id, external_id, doc_id, ordinal, title, text FROM chunks WHERE chunking_id = ").push_bind(chunking);
        query.push(" AND id");
    };
    rows_in(connection, begin, ids).await
}

/// The chunks of these ids, whatever chunking they belong to, in no order.
pub(crate) async fn chunks_by_id(connection: &mut Connection, ids: &[ChunkId]) -> Result<Vec<ChunkRow>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT id, external_id, doc_id, ordinal, title, text FROM chunks WHERE id");
    };
    rows_in(connection, begin, ids).await
}

/// The chunks before a place of a document, the nearest first.
pub(crate) async fn chunks_before(
    connection: &mut Connection,
    chunking: ChunkingId,
    document: &str,
    ordinal: i32,
    most: i64,
) -> Result<Vec<ChunkRow>> {
    let sql = "SELECT id, external_id, doc_id, ordinal, title, text
        FROM chunks
        WHERE chunking_id = $1 AND doc_id = $2 AND ordinal < $3
        ORDER BY ordinal DESC
        LIMIT $4";
    Ok(sqlx::query_as(sql).bind(chunking).bind(document).bind(ordinal).bind(most).fetch_all(connection).await?)
}

/// The chunks after a place of a document, the nearest first.
pub(crate) async fn chunks_behind(
    connection: &mut Connection,
    chunking: ChunkingId,
    document: &str,
    ordinal: i32,
    most: i64,
) -> Result<Vec<ChunkRow>> {
    let sql = "SELECT id, external_id, doc_id, ordinal, title, text
        FROM chunks
        WHERE chunking_id = $1 AND doc_id = $2 AND ordinal > $3
        ORDER BY ordinal
        LIMIT $4";
    Ok(sqlx::query_as(sql).bind(chunking).bind(document).bind(ordinal).bind(most).fetch_all(connection).await?)
}

/// The next chunks of a chunking after an id.
pub(crate) async fn chunks_after(
    connection: &mut Connection,
    chunking: ChunkingId,
    after: Option<ChunkId>,
    limit: i64,
) -> Result<Vec<ChunkRow>> {
    let after = after.unwrap_or(ChunkId(uuid::Uuid::nil()));
    let sql = "SELECT id, external_id, doc_id, ordinal, title, text
        FROM chunks
        WHERE chunking_id = $1 AND id > $2
        ORDER BY id
        LIMIT $3";
    Ok(sqlx::query_as(sql).bind(chunking).bind(after).bind(limit).fetch_all(connection).await?)
}
