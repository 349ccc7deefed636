//! Golden sets.

use domain::golden_set::{GoldenSet, Name, NewSet, Settings};
use domain::id::{ChunkingId, SetId};
use domain::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use crate::{Error, Result, Rule, Store};

/// A set in a list, with how far it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetSummary {
    /// Its name in addresses.
    pub name: Name,
    /// Its title.
    pub title: String,
    /// How many queries it has.
    pub queries: i64,
    /// How many of them are completed.
    pub completed: i64,
}

#[derive(sqlx::FromRow)]
struct SetRow {
    id: SetId,
    name: String,
    settings: Json<Settings>,
    chunking_id: Option<ChunkingId>,
    revision: i64,
    created_at: Timestamp,
}

impl SetRow {
    fn into_set(self) -> Result<GoldenSet> {
        Ok(GoldenSet {
            id: self.id,
            name: stored_name(self.name)?,
            settings: self.settings.0,
            chunking: self.chunking_id,
            revision: self.revision,
            created_at: self.created_at,
        })
    }
}

/// A name that was checked before it was stored.
pub(crate) fn stored_name(name: String) -> Result<Name> {
    Name::try_from(name).map_err(|error| Error::Unusable(format!("the database holds a name that is none: {error}")))
}

impl Store {
    /// Makes a set.
    pub async fn add_set(&self, set: NewSet) -> Result<()> {
        let sql = "INSERT INTO sets (id, name, settings, k, overlap, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
        write!(self, |connection| {
            let query = sqlx::query(sql).bind(set.id).bind(set.name.to_string()).bind(Json(&set.settings));
            let query = query.bind(set.settings.k).bind(set.settings.overlap).bind(set.created_at);
            match query.execute(connection).await.map_err(Error::of) {
                Err(Error::Conflict(_)) => Err(Error::Conflict(Rule::SetNameOnce)),
                other => other.map(drop),
            }
        })
    }

    /// The set of this name.
    pub async fn set(&self, name: &str) -> Result<Option<GoldenSet>> {
        let sql = "SELECT id, name, settings, chunking_id, revision, created_at FROM sets WHERE name = $1";
        let row: Option<SetRow> = read!(self, |pool| sqlx::query_as(sql).bind(name).fetch_optional(pool).await)?;
        row.map(SetRow::into_set).transpose()
    }

    /// The set of this id.
    pub async fn set_of(&self, id: SetId) -> Result<Option<GoldenSet>> {
        let sql = "SELECT id, name, settings, chunking_id, revision, created_at FROM sets WHERE id = $1";
        let row: Option<SetRow> = read!(self, |pool| sqlx::query_as(sql).bind(id).fetch_optional(pool).await)?;
        row.map(SetRow::into_set).transpose()
    }

    /// The newest hundred sets, the newest first, each with how far it is.
    pub async fn sets(&self) -> Result<Vec<SetSummary>> {
        let sql = "SELECT name, settings,
                (SELECT COUNT(*) FROM queries WHERE set_id = sets.id) AS queries,
                (SELECT COUNT(*) FROM queries WHERE set_id = sets.id AND status = 'completed') AS completed
            FROM sets ORDER BY id DESC LIMIT 100";
        let rows: Vec<(String, Json<Settings>, i64, i64)> = read!(self, |pool| sqlx::query_as(sql).fetch_all(pool).await)?;
        let summary = |(name, settings, queries, completed): (String, Json<Settings>, i64, i64)| {
            Ok(SetSummary { name: stored_name(name)?, title: settings.0.title, queries, completed })
        };
        rows.into_iter().map(summary).collect()
    }

    /// Changes a set's settings, if nobody else did since `revision`. Queries are given out by the new overlap at once.
    ///
    /// # Errors
    /// [`Rule::Revision`] when somebody did.
    pub async fn put_settings(&self, id: SetId, revision: i64, settings: Settings) -> Result<()> {
        write!(self, |connection| {
            let overlap: Option<i32> = sqlx::query_scalar("SELECT overlap FROM sets WHERE id = $1 AND revision = $2")
                .bind(id)
                .bind(revision)
                .fetch_optional(&mut *connection)
                .await?;
            let Some(before) = overlap else { return Err(Error::Conflict(Rule::Revision)) };
            let sql = "UPDATE sets SET settings = $3, k = $4, overlap = $5, revision = revision + 1 WHERE id = $1 AND revision = $2";
            let query = sqlx::query(sql).bind(id).bind(revision).bind(Json(&settings)).bind(settings.k).bind(settings.overlap);
            if query.execute(&mut *connection).await?.rows_affected() == 0 {
                return Err(Error::Conflict(Rule::Revision));
            }
            if before != settings.overlap {
                let sql = "UPDATE queries SET open_slots = open_slots + $2,
                    status = CASE WHEN status = 'completed' AND open_slots + $2 > 0 THEN 'started' ELSE status END WHERE set_id = $1";
                sqlx::query(sql).bind(id).bind(settings.overlap - before).execute(connection).await?;
            }
            Ok(())
        })
    }

    /// Ties a set to the chunking that its runs rank, if it is not tied yet, and gives the one that it is tied to.
    pub async fn tie_chunking(&self, id: SetId, chunking: ChunkingId) -> Result<ChunkingId> {
        write!(self, |connection| {
            let sql = "UPDATE sets SET chunking_id = COALESCE(chunking_id, $2) WHERE id = $1 RETURNING chunking_id";
            Ok(sqlx::query_scalar(sql).bind(id).bind(chunking).fetch_one(connection).await?)
        })
    }
}
