//! Frozen versions.

use domain::id::{ChunkId, SetId, VersionId};
use sqlx::QueryBuilder;

use super::in_list::rows_in;
use super::{Connection, Driver};
use crate::Result;
use crate::versions::{ItemRow, VersionRow};

/// The set's versions, the newest first, at most a hundred before a number.
pub(crate) async fn versions(connection: &mut Connection, set: SetId, before: i32) -> Result<Vec<VersionRow>> {
    let sql = "SELECT v.id, v.head, v.chunking_id, u.name AS author
        FROM versions v
        LEFT JOIN users u ON u.id = v.author_id
        WHERE v.set_id = $1 AND v.number < $2
        ORDER BY v.number DESC
        LIMIT 100";
    Ok(sqlx::query_as(sql).bind(set).bind(before).fetch_all(connection).await?)
}

pub(crate) async fn newest(connection: &mut Connection, set: SetId) -> Result<Option<VersionRow>> {
    let sql = "SELECT v.id, v.head, v.chunking_id, u.name AS author
        FROM versions v
        LEFT JOIN users u ON u.id = v.author_id
        WHERE v.set_id = $1
        ORDER BY v.number DESC
        LIMIT 1";
    Ok(sqlx::query_as(sql).bind(set).fetch_optional(connection).await?)
}

pub(crate) async fn version(connection: &mut Connection, set: SetId, number: i32) -> Result<Option<VersionRow>> {
    let sql = "SELECT v.id, v.head, v.chunking_id, u.name AS author
        FROM versions v
        LEFT JOIN users u ON u.id = v.author_id
        WHERE v.set_id = $1 AND v.number = $2";
    Ok(sqlx::query_as(sql).bind(set).bind(number).fetch_optional(connection).await?)
}

/// At most `limit` items of a version after a position.
pub(crate) async fn items(connection: &mut Connection, version: VersionId, after: i64, limit: i64) -> Result<Vec<ItemRow>> {
    let sql = "SELECT position, external_id, hash, salt, item
        FROM version_items
        WHERE version_id = $1 AND position > $2
        ORDER BY position
        LIMIT $3";
    Ok(sqlx::query_as(sql).bind(version).bind(after).bind(limit).fetch_all(connection).await?)
}

pub(crate) async fn erased(connection: &mut Connection, version: VersionId) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM version_items WHERE version_id = $1 AND external_id IS NULL";
    Ok(sqlx::query_scalar(sql).bind(version).fetch_one(connection).await?)
}

/// The user's ids of chunks, and the hashes of their texts.
pub(crate) async fn chunk_names(connection: &mut Connection, ids: &[ChunkId]) -> Result<Vec<(ChunkId, String, Vec<u8>)>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT id, external_id, text_hash FROM chunks WHERE id");
    };
    rows_in(connection, begin, ids).await
}
