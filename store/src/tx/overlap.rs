//! Keeps how many labellers queries need in step with the domain's rule, [`Overlap::needed`](domain::overlap::Overlap::needed).
//!
//! A change of a set's settings can change where many queries stand. They follow in batches, each a transaction of its own, so
//! that labels get in between; the set's row says how far that is, so that whoever comes next goes on where somebody stopped.

use std::collections::{BTreeMap, BTreeSet};

use domain::golden_set::Settings;
use domain::id::{QueryId, SetId};
use domain::overlap::Overlap;
use domain::query::Style;
use sqlx::types::Json;

use super::in_list::{execute_in, rows_in};
use super::standing::restate_all;
use super::{Connection, Driver, LOCK_QUERIES, LOCK_SET, labellers};
use crate::Result;
use crate::overlap::AppliedBatch;

/// How many queries are looked at together.
const BATCH: i64 = 200;

/// What a set says about its overlap.
#[derive(sqlx::FromRow)]
struct SetOverlap {
    settings: Json<Settings>,
    share_in_effect: bool,
    restated_until: Option<QueryId>,
    restates_begun: bool,
    revision: i64,
}

#[derive(sqlx::FromRow)]
struct NeedRow {
    id: QueryId,
    style: String,
    overlap: i32,
    begun: bool,
}

impl SetOverlap {
    fn in_effect(&self) -> Overlap {
        self.settings.0.overlap.in_effect(self.share_in_effect)
    }

    const fn has_share(&self) -> bool {
        self.settings.0.overlap.share > 0
    }
}

async fn of_set(connection: &mut Connection, set: SetId) -> Result<SetOverlap> {
    let sql = "SELECT settings, share_in_effect, restated_until, restates_begun, revision FROM sets WHERE id = $1";
    Ok(sqlx::query_as(sql).bind(set).fetch_one(connection).await?)
}

/// Whether queries of a set may not stand where its settings put them.
pub(crate) async fn is_due(connection: &mut Connection, set: SetId) -> Result<bool> {
    let overlap = of_set(connection, set).await?;
    Ok(overlap.restated_until.is_some()
        || (overlap.has_share() && overlap.share_in_effect != labellers::are_several(connection, set).await?))
}

/// Notes that a second person can label, or no longer can: the share is for the queries that nobody has begun.
pub(crate) async fn notice_labellers(connection: &mut Connection, set: SetId) -> Result<()> {
    // Who comes second sees what the first has written.
    sqlx::query(LOCK_SET).bind(set).execute(&mut *connection).await?;
    let overlap = of_set(connection, set).await?;
    let several = labellers::are_several(connection, set).await?;
    if !overlap.has_share() || overlap.share_in_effect == several {
        return Ok(());
    }
    let sql = "UPDATE sets SET share_in_effect = $2, restated_until = $3 WHERE id = $1";
    sqlx::query(sql).bind(set).bind(several).bind(QueryId(uuid::Uuid::nil())).execute(connection).await?;
    Ok(())
}

/// Works the next queries of a set out anew: how many labellers they need, and where they stand. Nothing when all are.
pub(crate) async fn apply_batch(connection: &mut Connection, set: SetId) -> Result<Option<AppliedBatch>> {
    let Some(after) = of_set(connection, set).await?.restated_until else { return Ok(None) };
    let locked: Vec<QueryId> = sqlx::query_scalar(LOCK_QUERIES).bind(set).bind(after).bind(BATCH).fetch_all(&mut *connection).await?;
    // It is read while the queries are locked: who changes it later does these queries again after this transaction.
    let overlap = of_set(connection, set).await?;
    if let Some(last) = locked.last() {
        change(connection, set, &overlap, after, *last).await?;
        let before = statuses(connection, &locked).await?;
        restate_all(connection, &locked).await?;
        touch_changed(connection, before, &locked).await?;
    }
    let until = locked.last().copied().filter(|_| i64::try_from(locked.len()) == Ok(BATCH));
    Ok(Some(AppliedBatch { after, until, revision: overlap.revision, share_in_effect: overlap.share_in_effect }))
}

async fn statuses(connection: &mut Connection, queries: &[QueryId]) -> Result<BTreeSet<(QueryId, String)>> {
    let begin = |query: &mut sqlx::QueryBuilder<Driver>| {
        query.push("SELECT id, status FROM queries WHERE id");
    };
    Ok(rows_in(connection, begin, queries).await?.into_iter().collect())
}

/// Raises the revision of queries that stand elsewhere than before: a version would hold others.
async fn touch_changed(connection: &mut Connection, before: BTreeSet<(QueryId, String)>, queries: &[QueryId]) -> Result<()> {
    let after = statuses(connection, queries).await?;
    let changed: Vec<QueryId> = after.difference(&before).map(|(query, _)| *query).collect();
    let touch = |query: &mut sqlx::QueryBuilder<Driver>| {
        query.push("UPDATE queries SET revision = revision + 1 WHERE id");
    };
    execute_in(connection, touch, &changed).await
}

/// Changes what the queries between two need.
async fn change(connection: &mut Connection, set: SetId, overlap: &SetOverlap, after: QueryId, last: QueryId) -> Result<()> {
    let sql = "SELECT id, style, overlap, EXISTS (SELECT 1 FROM assignments a WHERE a.query_id = q.id) AS begun
        FROM queries q
        WHERE set_id = $1 AND id > $2 AND id <= $3";
    let rows: Vec<NeedRow> = sqlx::query_as(sql).bind(set).bind(after).bind(last).fetch_all(&mut *connection).await?;
    let rule = overlap.in_effect();
    let mut needing: BTreeMap<i32, Vec<QueryId>> = BTreeMap::new();
    for row in rows.into_iter().filter(|row| overlap.restates_begun || !row.begun) {
        // A style that is none is damage, which the linter tells; what the query needs stays.
        let needed = Style::named(&row.style).map_or(row.overlap, |style| rule.needed(row.id, style));
        if needed != row.overlap {
            needing.entry(needed).or_default().push(row.id);
        }
    }
    for (needed, queries) in &needing {
        let update = |query: &mut sqlx::QueryBuilder<Driver>| {
            query.push("UPDATE queries SET overlap = ").push_bind(*needed).push(" WHERE id");
        };
        execute_in(connection, update, queries).await?;
    }
    Ok(())
}

/// Notes how far a set's queries are, unless its settings or its labellers changed meanwhile, which begins anew.
pub(crate) async fn advance(connection: &mut Connection, set: SetId, batch: AppliedBatch) -> Result<()> {
    let sql = "UPDATE sets
        SET restated_until = $3, restates_begun = restates_begun AND $4
        WHERE id = $1 AND restated_until = $2 AND revision = $5 AND share_in_effect = $6";
    let AppliedBatch { after, until, revision, share_in_effect } = batch;
    let update = sqlx::query(sql).bind(set).bind(after).bind(until).bind(until.is_some()).bind(revision).bind(share_in_effect);
    update.execute(connection).await?;
    Ok(())
}

/// What is in effect for queries that are added to a set, which stays as it is until the transaction ends.
pub(crate) async fn for_new_queries(connection: &mut Connection, set: SetId) -> Result<Overlap> {
    sqlx::query(super::KEEP_SET).bind(set).execute(&mut *connection).await?;
    Ok(of_set(connection, set).await?.in_effect())
}

pub(crate) async fn of_query(connection: &mut Connection, set: SetId, query: QueryId) -> Result<Option<i32>> {
    let sql = "SELECT overlap FROM queries WHERE id = $2 AND set_id = $1";
    Ok(sqlx::query_scalar(sql).bind(set).bind(query).fetch_optional(connection).await?)
}

/// All sets.
pub(crate) async fn sets(connection: &mut Connection) -> Result<Vec<SetId>> {
    Ok(sqlx::query_scalar("SELECT id FROM sets ORDER BY id").fetch_all(connection).await?)
}
