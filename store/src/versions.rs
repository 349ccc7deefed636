//! Frozen versions, read a batch at a time.

use std::collections::HashMap;

use domain::id::{ChunkId, ChunkingId, SetId, VersionId};
use domain::query::{Answerable, Style};
use domain::scale::Grade;
use domain::version::{HashedItem, Head};

use crate::frozen::{FrozenItem, from_text};
use crate::{ChunkRow, Result, Store};

/// How many items are read at a time with their texts.
const BATCH: i64 = 200;
/// How many items are read at a time for their grades.
const GRADES_BATCH: i64 = 1000;

/// A version, as lists need it.
#[derive(Debug, Clone, PartialEq)]
pub struct Version {
    pub id: VersionId,
    /// All that is said about it.
    pub head: Head,
    /// The chunking that its labels are on.
    pub chunking: Option<ChunkingId>,
    /// Who froze it.
    pub author: Option<String>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct VersionRow {
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
pub(crate) struct ItemRow {
    pub position: i64,
    pub external_id: Option<String>,
    hash: String,
    salt: Option<String>,
    pub item: Option<String>,
}

impl ItemRow {
    fn frozen(&self) -> Result<Option<FrozenItem>> {
        self.item.as_deref().map(from_text).transpose()
    }

    /// The row with the texts of its item's chunks.
    fn hashed_item(self, frozen: Option<FrozenItem>, chunks: &HashMap<ChunkId, ChunkRow>) -> Result<HashedItem> {
        let item = match (self.external_id, self.salt, frozen) {
            (Some(query_id), Some(salt), Some(frozen)) => Some((salt, frozen.into_item(query_id, chunks)?)),
            _ => None,
        };
        Ok(HashedItem { hash: self.hash, item })
    }

    /// The grades of the row's item; none when it was erased.
    fn grades(self) -> Result<Option<VersionGrades>> {
        let frozen = self.frozen()?;
        Ok(self.external_id.zip(frozen).map(|(external_id, item)| {
            let labels = item.labels.iter().map(|label| (label.chunk, label.grade)).collect();
            VersionGrades { external_id, query: item.query, style: item.style, answerable: item.answerable, labels }
        }))
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
    pub style: Style,
    /// Whether the corpus answers it.
    pub answerable: Answerable,
    /// The judged chunks.
    pub labels: Vec<(ChunkId, Grade)>,
}

impl Store {
    /// The set's versions, the newest first, at most a hundred before a number.
    pub async fn versions(&self, set: SetId, before: Option<i32>) -> Result<Vec<Version>> {
        let rows = read!(self, versions::versions(set, before.unwrap_or(i32::MAX)))?;
        rows.into_iter().map(VersionRow::into_version).collect()
    }

    /// The set's newest version.
    pub async fn newest_version(&self, set: SetId) -> Result<Option<Version>> {
        read!(self, versions::newest(set))?.map(VersionRow::into_version).transpose()
    }

    /// The set's version of this number.
    pub async fn version(&self, set: SetId, number: i32) -> Result<Option<Version>> {
        read!(self, versions::version(set, number))?.map(VersionRow::into_version).transpose()
    }

    /// The next items of a version after a position, and the position of the last one; empty at the end.
    pub async fn version_items(&self, version: VersionId, after: i64) -> Result<(i64, Vec<HashedItem>)> {
        self.version_items_from(version, after, BATCH).await
    }

    /// At most `limit` items of a version after a position, and the position of the last one.
    pub async fn version_items_from(&self, version: VersionId, after: i64, limit: i64) -> Result<(i64, Vec<HashedItem>)> {
        let rows = read!(self, versions::items(version, after, limit))?;
        let last = rows.last().map_or(after, |row| row.position);
        let rows: Vec<(ItemRow, Option<FrozenItem>)> =
            rows.into_iter().map(|row| row.frozen().map(|frozen| (row, frozen))).collect::<Result<_>>()?;
        let pointed = rows.iter().filter_map(|(_, frozen)| frozen.as_ref()).flat_map(FrozenItem::chunks).collect();
        let chunks = read!(self, candidates::texts(pointed))?;
        let items = rows.into_iter().map(|(row, frozen)| row.hashed_item(frozen, &chunks)).collect::<Result<_>>()?;
        Ok((last, items))
    }

    /// The grades of a version's judged chunks: what an evaluation needs, without any text.
    pub async fn version_grades(&self, version: VersionId, after: i64) -> Result<(i64, Vec<VersionGrades>)> {
        let rows = read!(self, versions::items(version, after, GRADES_BATCH))?;
        let last = rows.last().map_or(after, |row| row.position);
        let grades = rows.into_iter().filter_map(|row| row.grades().transpose()).collect::<Result<_>>()?;
        Ok((last, grades))
    }

    /// How many queries of a version were erased.
    pub async fn erased(&self, version: VersionId) -> Result<i64> {
        read!(self, versions::erased(version))
    }
}
