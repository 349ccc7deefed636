//! Golden sets.

use domain::golden_set::{NewSet, Settings};
use domain::id::{ChunkingId, QueryId, SetId, UserId};
use sqlx::types::Json;

use super::{Connection, guidelines, labellers};
use crate::sets::{SetForUser, SetRow, SummaryRow, kept_settings};
use crate::{Error, Result, Rule, SetRevision};

/// Sets with the guidelines in force; what comes besides, and which.
macro_rules! sets_with {
    ($besides:literal, $which:literal) => {
        concat!(
            "SELECT s.id, s.name, s.settings, s.guideline, COALESCE(g.text, '') AS guidelines, s.chunking_id, s.revision, s.created_at",
            $besides,
            " FROM sets s LEFT JOIN guidelines g ON g.set_id = s.id AND g.number = s.guideline ",
            $which
        )
    };
}

pub(crate) async fn add_set(connection: &mut Connection, set: &NewSet) -> Result<()> {
    let text = &set.settings.guidelines;
    let guideline = i32::from(!text.is_empty());
    let several = labellers::are_several(connection, set.id).await?;
    let sql = "INSERT INTO sets (id, name, settings, guideline, k, share_in_effect, resolution, cutoff, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let insert = sqlx::query(sql).bind(set.id).bind(set.name.to_string()).bind(kept_settings(&set.settings)).bind(guideline);
    let insert = insert.bind(set.settings.k).bind(several).bind(set.settings.resolution).bind(set.settings.cutoff);
    insert.bind(set.created_at).execute(&mut *connection).await?;
    if guideline == 0 {
        return Ok(());
    }
    guidelines::insert(connection, set.id, guideline, text, None, set.created_at).await
}

pub(crate) async fn set(connection: &mut Connection, name: &str) -> Result<Option<SetRow>> {
    let sql = sets_with!("", "WHERE s.name = $1");
    Ok(sqlx::query_as(sql).bind(name).fetch_optional(connection).await?)
}

pub(crate) async fn set_for(connection: &mut Connection, name: &str, user: UserId) -> Result<Option<SetForUser>> {
    let sql = sets_with!(", m.role AS given", "LEFT JOIN set_members m ON m.set_id = s.id AND m.user_id = $2 WHERE s.name = $1");
    Ok(sqlx::query_as(sql).bind(name).bind(user).fetch_optional(connection).await?)
}

pub(crate) async fn set_by_id(connection: &mut Connection, id: SetId) -> Result<Option<SetRow>> {
    let sql = sets_with!("", "WHERE s.id = $1");
    Ok(sqlx::query_as(sql).bind(id).fetch_optional(connection).await?)
}

/// The newest hundred sets, the newest first, each with how far it is and the role that it gives a user.
pub(crate) async fn sets(connection: &mut Connection, user: UserId) -> Result<Vec<SummaryRow>> {
    let sql = "SELECT name, settings,
            (SELECT COUNT(*) FROM queries WHERE set_id = sets.id) AS queries,
            (SELECT COUNT(*) FROM queries WHERE set_id = sets.id AND free_places > 0 AND pool_size > 0) AS waiting,
            (SELECT role FROM set_members WHERE set_id = sets.id AND user_id = $1) AS given
        FROM sets
        ORDER BY id DESC
        LIMIT 100";
    Ok(sqlx::query_as(sql).bind(user).fetch_all(connection).await?)
}

/// Changes settings if they are of the revision that was seen, and notes that the queries follow where they depend on what changed.
pub(crate) async fn put_settings(connection: &mut Connection, id: SetId, revision: i64, settings: &Settings) -> Result<()> {
    guidelines::check_unchanged(connection, id, &settings.guidelines).await?;
    let sql = "SELECT settings FROM sets WHERE id = $1 AND revision = $2";
    let before: Option<Json<Settings>> = sqlx::query_scalar(sql).bind(id).bind(revision).fetch_optional(&mut *connection).await?;
    let Some(Json(before)) = before else { return Err(Error::Conflict(Rule::Revision)) };
    let needs_others = before.overlap != settings.overlap;
    let restates = needs_others || (before.resolution, before.cutoff) != (settings.resolution, settings.cutoff);
    let several = labellers::are_several(connection, id).await?;
    let sql = "UPDATE sets
        SET settings = $3,
            k = $4,
            resolution = $5,
            cutoff = $6,
            revision = revision + 1,
            share_in_effect = CASE WHEN $7 THEN $8 ELSE share_in_effect END,
            restates_begun = restates_begun OR $7,
            restated_until = CASE WHEN $9 THEN $10 ELSE restated_until END
        WHERE id = $1 AND revision = $2";
    let update = sqlx::query(sql).bind(id).bind(revision).bind(kept_settings(settings)).bind(settings.k);
    let update = update.bind(settings.resolution).bind(settings.cutoff).bind(needs_others).bind(several);
    if update.bind(restates).bind(QueryId(uuid::Uuid::nil())).execute(connection).await?.rows_affected() == 0 {
        return Err(Error::Conflict(Rule::Revision));
    }
    Ok(())
}

/// How far the set has changed; read from indexes alone.
pub(crate) async fn set_revision(connection: &mut Connection, id: SetId) -> Result<SetRevision> {
    let sql = "SELECT s.revision + s.guideline AS settings,
            s.erasures,
            COALESCE((SELECT revision FROM chunkings WHERE id = s.chunking_id), 0) AS chunks,
            (SELECT COUNT(*) FROM queries WHERE set_id = $1) AS queries,
            (SELECT CAST(COALESCE(SUM(revision), 0) AS BIGINT) FROM queries WHERE set_id = $1) AS changes
        FROM sets s
        WHERE s.id = $1";
    Ok(sqlx::query_as(sql).bind(id).fetch_one(connection).await?)
}

/// Ties a set to a chunking if it is not tied yet, and gives the one that it is tied to.
pub(crate) async fn tie_chunking(connection: &mut Connection, id: SetId, chunking: ChunkingId) -> Result<ChunkingId> {
    let sql = "UPDATE sets
        SET chunking_id = COALESCE(chunking_id, $2)
        WHERE id = $1
        RETURNING chunking_id";
    Ok(sqlx::query_scalar(sql).bind(id).bind(chunking).fetch_one(connection).await?)
}
