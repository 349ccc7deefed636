//! Frozen versions, read a batch at a time.

use std::collections::HashMap;

use domain::diff::Diff;
use domain::id::{ChunkId, ChunkingId, SetId, VersionId};
use domain::version::{HashedItem, Head, Item};

use crate::frozen::{FrozenItem, from_text};
use crate::{ChunkRow, Result, Store, settling};

/// How many queries are read at a time.
const BATCH: usize = 200;
/// A version, as lists need it.
#[derive(Debug, Clone, PartialEq)]
pub struct Version {
    /// Its id.
    pub id: VersionId,
    /// All that is said about it.
    pub head: Head,
    /// The chunking that its labels are on.
    pub chunking: Option<ChunkingId>,
    /// Who froze it.
    pub author: Option<String>,
}

#[derive(sqlx::FromRow)]
struct VersionRow {
    id: VersionId,
    head: String,
    chunking_id: Option<ChunkingId>,
    author: Option<String>,
}

impl VersionRow {
    fn into_version(self) -> Result<Version> {
        Ok(Version { id: self.id, head: from_text(&self.head)?, chunking: self.chunking_id, author: self.author })
    }
}

#[derive(sqlx::FromRow)]
struct ItemRow {
    position: i64,
    external_id: Option<String>,
    hash: String,
    salt: Option<String>,
    item: Option<String>,
}

impl ItemRow {
    fn thawed(self) -> Result<(Self, Option<FrozenItem>)> {
        let item = self.item.as_deref().map(from_text).transpose()?;
        Ok((self, item))
    }
}

impl Store {
    /// The set's versions, the newest first, at most a hundred before a number.
    pub async fn versions(&self, set: SetId, before: Option<i32>) -> Result<Vec<Version>> {
        let sql = "SELECT v.id, v.head, v.chunking_id, u.name AS author FROM versions v LEFT JOIN users u ON u.id = v.author_id
            WHERE v.set_id = $1 AND v.number < $2 ORDER BY v.number DESC LIMIT 100";
        let before = before.unwrap_or(i32::MAX);
        let rows: Vec<VersionRow> = read!(self, |pool| sqlx::query_as(sql).bind(set).bind(before).fetch_all(pool).await)?;
        rows.into_iter().map(VersionRow::into_version).collect()
    }

    /// The set's version of this number.
    pub async fn version(&self, set: SetId, number: i32) -> Result<Option<Version>> {
        let sql = "SELECT v.id, v.head, v.chunking_id, u.name AS author FROM versions v LEFT JOIN users u ON u.id = v.author_id
            WHERE v.set_id = $1 AND v.number = $2";
        let row: Option<VersionRow> = read!(self, |pool| sqlx::query_as(sql).bind(set).bind(number).fetch_optional(pool).await)?;
        row.map(VersionRow::into_version).transpose()
    }

    /// The next items of a version after a position, and the position of the last one; empty at the end.
    pub async fn version_items(&self, version: VersionId, after: i64) -> Result<(i64, Vec<HashedItem>)> {
        self.version_items_from(version, after, i64::try_from(BATCH).unwrap_or(i64::MAX)).await
    }

    /// At most `limit` items of a version after a position, and the position of the last one.
    pub async fn version_items_from(&self, version: VersionId, after: i64, limit: i64) -> Result<(i64, Vec<HashedItem>)> {
        let sql = "SELECT position, external_id, hash, salt, item FROM version_items WHERE version_id = $1 AND position > $2
            ORDER BY position LIMIT $3";
        let rows: Vec<ItemRow> = read!(self, |pool| sqlx::query_as(sql).bind(version).bind(after).bind(limit).fetch_all(pool).await)?;
        let last = rows.last().map_or(after, |row| row.position);
        let rows: Vec<(ItemRow, Option<FrozenItem>)> = rows.into_iter().map(ItemRow::thawed).collect::<Result<_>>()?;
        let chunks = self.chunks_of(rows.iter().filter_map(|(_, item)| item.as_ref()).flat_map(FrozenItem::chunks).collect()).await?;
        let items = rows.into_iter().map(|row| composed(row, &chunks)).collect::<Result<_>>()?;
        Ok((last, items))
    }

    /// What changed between two versions.
    pub async fn diff(&self, from: &Version, to: &Version) -> Result<Diff> {
        let (from, to) = (self.all_items(from.id).await?, self.all_items(to.id).await?);
        Diff::between(from.into_iter().map(Ok), to.into_iter().map(Ok))
    }

    async fn all_items(&self, version: VersionId) -> Result<Vec<Item>> {
        let (mut items, mut after) = (Vec::new(), 0);
        loop {
            let (last, batch) = self.version_items(version, after).await?;
            if batch.is_empty() {
                return Ok(items);
            }
            after = last;
            items.extend(batch.into_iter().filter_map(|hashed| hashed.item).map(|(_, item)| item));
        }
    }

    /// The grades of a version's judged chunks: what an evaluation needs, without any text.
    pub async fn version_grades(&self, version: VersionId, after: i64) -> Result<(i64, Vec<VersionGrades>)> {
        let sql = "SELECT position, external_id, hash, salt, item FROM version_items WHERE version_id = $1 AND position > $2
            ORDER BY position LIMIT $3";
        let rows: Vec<ItemRow> = read!(self, |pool| sqlx::query_as(sql).bind(version).bind(after).bind(1000i64).fetch_all(pool).await)?;
        let last = rows.last().map_or(after, |row| row.position);
        let grades = |row: ItemRow| {
            let (row, item) = row.thawed()?;
            let kept = row.external_id.zip(item);
            Ok(kept.map(|(external_id, item)| {
                let labels = item.labels.iter().map(|label| (label.chunk, label.grade)).collect();
                VersionGrades { external_id, query: item.query, style: item.style, answerable: item.answerable, labels }
            }))
        };
        Ok((last, rows.into_iter().filter_map(|row| grades(row).transpose()).collect::<Result<_>>()?))
    }

    async fn chunks_of(&self, ids: Vec<ChunkId>) -> Result<HashMap<ChunkId, ChunkRow>> {
        use crate::pool::Pool;
        match &self.pool {
            Pool::Sqlite { readers, .. } => settling::sqlite::chunks_of(&mut *readers.acquire().await?, ids).await,
            Pool::Postgres(pool) => settling::postgres::chunks_of(&mut *pool.acquire().await?, ids).await,
        }
    }

    /// How many queries of a version were erased.
    pub async fn erased(&self, version: VersionId) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM version_items WHERE version_id = $1 AND external_id IS NULL";
        Ok(read!(self, |pool| sqlx::query_scalar(sql).bind(version).fetch_one(pool).await)?)
    }
}

/// A query of a version with its grades.
#[derive(Debug, Clone, PartialEq)]
pub struct VersionGrades {
    /// The query, by the user's id.
    pub external_id: String,
    /// What was asked.
    pub query: String,
    /// How it is worded.
    pub style: domain::query::Style,
    /// Whether the corpus answers it.
    pub answerable: domain::query::Answerable,
    /// The judged chunks.
    pub labels: Vec<(ChunkId, domain::scale::Grade)>,
}

fn composed((row, item): (ItemRow, Option<FrozenItem>), chunks: &HashMap<ChunkId, ChunkRow>) -> Result<HashedItem> {
    let item = match (row.external_id, row.salt, item) {
        (Some(query_id), Some(salt), Some(item)) => Some((salt, item.compose(query_id, chunks)?)),
        _ => None,
    };
    Ok(HashedItem { hash: row.hash, item })
}
