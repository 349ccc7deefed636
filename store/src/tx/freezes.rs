//! Freezes that are under way, and what is left of those that came to no end.

use domain::id::{SetId, VersionId};
use domain::lint_report::Looked;
use domain::timestamp::Timestamp;

use super::Connection;
use crate::Result;
use crate::freezes::FreezeLease;

/// Begins a freeze, which nobody else does to the set meanwhile.
pub(crate) async fn begin(connection: &mut Connection, set: SetId, lease: FreezeLease) -> Result<()> {
    let sql = "INSERT INTO freezes (id, set_id, lease_ends_at) VALUES ($1, $2, $3)";
    sqlx::query(sql).bind(lease.version).bind(set).bind(lease.ends_at).execute(connection).await?;
    Ok(())
}

/// Prolongs the hold on a freeze; `false`: it is held no more.
pub(crate) async fn renew(connection: &mut Connection, lease: FreezeLease) -> Result<bool> {
    let sql = "UPDATE freezes
        SET lease_ends_at = $2, done = $3, total = $4
        WHERE id = $1 AND lease_ends_at IS NOT NULL";
    let update = sqlx::query(sql).bind(lease.version).bind(lease.ends_at).bind(lease.progress.done).bind(lease.progress.total);
    Ok(update.execute(connection).await?.rows_affected() > 0)
}

/// How far the freeze of a set is that somebody holds at this moment.
pub(crate) async fn progress(connection: &mut Connection, set: SetId, now: Timestamp) -> Result<Option<Looked>> {
    let sql = "SELECT done, total FROM freezes WHERE set_id = $1 AND lease_ends_at > $2";
    Ok(sqlx::query_as(sql).bind(set).bind(now).fetch_optional(connection).await?)
}

/// Ends the hold on a freeze if it was not prolonged beyond this moment; `false`: it is not held until then.
pub(crate) async fn end_lease(connection: &mut Connection, version: VersionId, now: Timestamp) -> Result<bool> {
    let sql = "UPDATE freezes SET lease_ends_at = NULL WHERE id = $1 AND lease_ends_at <= $2";
    Ok(sqlx::query(sql).bind(version).bind(now).execute(connection).await?.rows_affected() > 0)
}

/// The freezes that nobody holds at this moment and that made no version.
pub(crate) async fn left(connection: &mut Connection, now: Timestamp) -> Result<Vec<VersionId>> {
    let sql = "SELECT f.id
        FROM freezes f
        WHERE (f.lease_ends_at IS NULL OR f.lease_ends_at <= $1)
            AND NOT EXISTS (SELECT 1 FROM versions v WHERE v.id = f.id)";
    Ok(sqlx::query_scalar(sql).bind(now).fetch_all(connection).await?)
}

/// Removes some items of a freeze that nobody holds and that made no version, and the freeze after its last item; `false`: nothing
/// is left of it.
pub(crate) async fn remove_part(connection: &mut Connection, version: VersionId) -> Result<bool> {
    let items = "DELETE FROM version_items
        WHERE version_id = $1
            AND position IN (SELECT position FROM version_items WHERE version_id = $1 ORDER BY position LIMIT 500)
            AND EXISTS (SELECT 1 FROM freezes WHERE id = $1 AND lease_ends_at IS NULL)
            AND NOT EXISTS (SELECT 1 FROM versions WHERE id = $1)";
    if sqlx::query(items).bind(version).execute(&mut *connection).await?.rows_affected() > 0 {
        return Ok(true);
    }
    let freeze = "DELETE FROM freezes
        WHERE id = $1
            AND lease_ends_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM versions WHERE id = $1)";
    sqlx::query(freeze).bind(version).execute(connection).await?;
    Ok(false)
}
