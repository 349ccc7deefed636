//! Writes what is frozen, and makes it a version.

use domain::id::{SetId, VersionId};
use domain::timestamp::Timestamp;
use domain::version::Head;
use sqlx::QueryBuilder;

use super::{Connection, Driver, LOCK_ERASURES, freezes};
use crate::Result;
use crate::freezes::FreezeLease;
use crate::freezing::{NewItem, WrittenVersion};
use crate::frozen::to_text;

/// How many queries a set has.
pub(crate) async fn queries(connection: &mut Connection, set: SetId) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM queries WHERE set_id = $1";
    Ok(sqlx::query_scalar(sql).bind(set).fetch_one(connection).await?)
}

/// How many queries of a set were erased.
pub(crate) async fn erasures(connection: &mut Connection, set: SetId) -> Result<i64> {
    let sql = "SELECT erasures FROM sets WHERE id = $1";
    Ok(sqlx::query_scalar(sql).bind(set).fetch_one(connection).await?)
}

/// Writes some items of a freeze and prolongs the hold on it; `false`: it is held no more, or a query was erased meanwhile.
pub(crate) async fn write_items(
    connection: &mut Connection,
    set: SetId,
    erasures_before: i64,
    lease: FreezeLease,
    items: Vec<NewItem>,
) -> Result<bool> {
    if erasures(connection, set).await? != erasures_before || !freezes::renew(connection, lease).await? {
        return Ok(false);
    }
    insert_items(connection, lease.version, items).await?;
    Ok(true)
}

/// Writes items of a version.
pub(crate) async fn insert_items(connection: &mut Connection, version: VersionId, items: Vec<NewItem>) -> Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    let mut query: QueryBuilder<Driver> =
        QueryBuilder::new("INSERT INTO version_items (version_id, position, external_id, hash, salt, item) ");
    query.push_values(items, |mut row, NewItem { position, hash, kept }| {
        row.push_bind(version).push_bind(position);
        row.push_bind(kept.as_ref().map(|kept| kept.external_id.clone())).push_bind(hash);
        row.push_bind(kept.as_ref().map(|kept| kept.salt.clone())).push_bind(kept.map(|kept| kept.item));
    });
    query.build().execute(connection).await?;
    Ok(())
}

/// Makes what was written the set's next version, for everybody to see; none: it is held no more, or a query was erased meanwhile.
pub(crate) async fn publish(connection: &mut Connection, written: WrittenVersion) -> Result<Option<Head>> {
    let WrittenVersion { new, set, erasures, root, head } = written;
    let erased: i64 = sqlx::query_scalar(LOCK_ERASURES).bind(set.id).fetch_one(&mut *connection).await?;
    if erased != erasures || !freezes::end_lease(connection, new.id, Timestamp(i64::MAX)).await? {
        return Ok(None);
    }
    let parent = last_number(connection, set.id).await?;
    let head = Head { version: parent.unwrap_or(0) + 1, parent, ..head };
    let head = Head { root_hash: root.finish(&head), ..head };
    let sql = "INSERT INTO versions (id, set_id, number, head, chunking_id, author_id, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let insert = sqlx::query(sql).bind(new.id).bind(set.id).bind(head.version).bind(to_text(&head)).bind(set.chunking);
    insert.bind(new.author).bind(head.created_at).execute(connection).await?;
    fail::fail_point!("freeze-published");
    Ok(Some(head))
}

async fn last_number(connection: &mut Connection, set: SetId) -> Result<Option<i32>> {
    let sql = "SELECT MAX(number) FROM versions WHERE set_id = $1";
    Ok(sqlx::query_scalar(sql).bind(set).fetch_one(connection).await?)
}
