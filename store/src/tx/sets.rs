//! Golden sets.

use domain::adjudication::Resolution;
use domain::golden_set::{NewSet, Settings};
use domain::id::{ChunkingId, SetId, UserId};
use domain::scale::Grade;

use super::{Connection, guidelines, standing};
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
    let sql = "INSERT INTO sets (id, name, settings, guideline, k, overlap, resolution, cutoff, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let insert = sqlx::query(sql).bind(set.id).bind(set.name.to_string()).bind(kept_settings(&set.settings)).bind(guideline);
    let insert = insert.bind(set.settings.k).bind(set.settings.overlap).bind(set.settings.resolution).bind(set.settings.cutoff);
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
            (SELECT COUNT(*) FROM queries WHERE set_id = sets.id AND status = 'completed') AS completed,
            (SELECT role FROM set_members WHERE set_id = sets.id AND user_id = $1) AS given
        FROM sets
        ORDER BY id DESC
        LIMIT 100";
    Ok(sqlx::query_as(sql).bind(user).fetch_all(connection).await?)
}

/// Changes settings if they are of the revision that was seen; says whether its queries have to be worked out anew.
pub(crate) async fn put_settings(connection: &mut Connection, id: SetId, revision: i64, settings: &Settings) -> Result<bool> {
    guidelines::check_unchanged(connection, id, &settings.guidelines).await?;
    let sql = "SELECT overlap, resolution, cutoff FROM sets WHERE id = $1";
    let before: Option<(i32, Resolution, Grade)> = sqlx::query_as(sql).bind(id).fetch_optional(&mut *connection).await?;
    let sql = "UPDATE sets
        SET settings = $3, k = $4, overlap = $5, resolution = $6, cutoff = $7, revision = revision + 1
        WHERE id = $1 AND revision = $2";
    let update = sqlx::query(sql).bind(id).bind(revision).bind(kept_settings(settings)).bind(settings.k).bind(settings.overlap);
    let update = update.bind(settings.resolution).bind(settings.cutoff);
    if update.execute(&mut *connection).await?.rows_affected() == 0 {
        return Err(Error::Conflict(Rule::Revision));
    }
    if before == Some((settings.overlap, settings.resolution, settings.cutoff)) {
        return Ok(false);
    }
    standing::leave_behind(connection, id).await?;
    Ok(true)
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
