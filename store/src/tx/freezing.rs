//! Checks and freezes what is settled.

use domain::finding::Finding;
use domain::golden_set::GoldenSet;
use domain::hash::sha256;
use domain::id::{QueryId, SetId, VersionId};
use domain::lint::Linter;
use domain::scale::Grade;
use domain::version::{HEAD_SCHEMA, Head};
use sqlx::QueryBuilder;

use super::{Connection, Driver, candidates, prelabels, read_one_moment};
use crate::freezing::{ChunkingNames, Making, NewItem, check};
use crate::frozen::to_text;
use crate::{Freezing, NewVersion, OnErrors, Result};

/// How many queries are settled and written at a time.
const BATCH: usize = 200;
/// How many warnings a version keeps.
const KEPT_WARNINGS: usize = 1000;

/// What the linter finds in what would be frozen now.
pub(crate) async fn lint(connection: &mut Connection, set: SetId, cutoff: Grade) -> Result<Vec<Finding>> {
    let mut linter = Linter::new(cutoff);
    let queries = settleable(connection, set, &mut linter).await?.queries;
    for part in queries.chunks(BATCH) {
        for gathered in candidates::gather(connection, set, part).await? {
            check(&mut linter, gathered);
        }
    }
    Ok(linter.finish())
}

/// The queries that may be settled, and how many there are in all.
struct Settleable {
    queries: Vec<QueryId>,
    all: i64,
}

/// What may be settled; the linter hears of the rest, all at once.
async fn settleable(connection: &mut Connection, set: SetId, linter: &mut Linter) -> Result<Settleable> {
    let queries: Vec<QueryId> = candidates::settleable(connection, set).await?.into_iter().map(|(_, id)| id).collect();
    let sql = "SELECT COUNT(*) FROM queries WHERE set_id = $1";
    let all: i64 = sqlx::query_scalar(sql).bind(set).fetch_one(connection).await?;
    linter.unfinished(all - i64::try_from(queries.len()).unwrap_or(i64::MAX));
    Ok(Settleable { queries, all })
}

/// Freezes what is settled as the set's next version, or refuses and leaves nothing behind.
pub(crate) async fn freeze(connection: &mut Connection, set: &GoldenSet, names: ChunkingNames, new: &NewVersion) -> Result<Freezing> {
    read_one_moment(connection).await?;
    let parent = last_number(connection, set.id).await?;
    let number = parent.unwrap_or(0) + 1;
    insert_version(connection, set, new, number).await?;
    fail::fail_point!("freeze-begun");
    let (made, findings) = freeze_items(connection, set, new).await?;
    fail::fail_point!("freeze-items");
    if made.position == 0 || (new.errors == OnErrors::Refuse && findings.iter().any(Finding::is_error)) {
        remove_version(connection, new.id).await?;
        return Ok(Freezing::Refused(findings.into_iter().filter(Finding::is_error).collect()));
    }
    let judges = prelabels::judges(connection, set.id).await?;
    let mut head = Head {
        schema: HEAD_SCHEMA.into(),
        set: set.name.clone(),
        title: set.settings.title.clone(),
        version: number,
        note: new.note.clone(),
        created_at: new.created_at,
        parent,
        root_hash: String::new(),
        counts: made.counts,
        corpus: names.corpus,
        chunking: names.chunking,
        scale: set.settings.scale.0.iter().map(|grade| grade.name.clone()).collect(),
        cutoff: set.settings.cutoff,
        guidelines_sha256: sha256(set.settings.guidelines.as_bytes()),
        judges,
        warnings: findings.into_iter().take(KEPT_WARNINGS).collect(),
    };
    head.root_hash = made.root.finish(&head);
    let sql = "UPDATE versions SET head = $2 WHERE id = $1";
    sqlx::query(sql).bind(new.id).bind(to_text(&head)).execute(connection).await?;
    fail::fail_point!("freeze-head");
    Ok(Freezing::Frozen(Box::new(head)))
}

async fn last_number(connection: &mut Connection, set: SetId) -> Result<Option<i32>> {
    let sql = "SELECT MAX(number) FROM versions WHERE set_id = $1";
    Ok(sqlx::query_scalar(sql).bind(set).fetch_one(connection).await?)
}

async fn insert_version(connection: &mut Connection, set: &GoldenSet, new: &NewVersion, number: i32) -> Result<()> {
    let sql = "INSERT INTO versions (id, set_id, number, head, chunking_id, author_id, created_at)
        VALUES ($1, $2, $3, '{}', $4, $5, $6)";
    let insert = sqlx::query(sql).bind(new.id).bind(set.id).bind(number).bind(set.chunking).bind(new.author).bind(new.created_at);
    insert.execute(connection).await?;
    Ok(())
}

async fn freeze_items(connection: &mut Connection, set: &GoldenSet, new: &NewVersion) -> Result<(Making, Vec<Finding>)> {
    let mut linter = Linter::new(set.settings.cutoff);
    let Settleable { queries, all } = settleable(connection, set.id, &mut linter).await?;
    let mut making = Making::default();
    for part in queries.chunks(BATCH) {
        let mut items = Vec::with_capacity(part.len());
        for gathered in candidates::gather(connection, set.id, part).await? {
            if let Some(candidate) = check(&mut linter, gathered) {
                making.counts.add(&candidate.item, set.settings.cutoff);
                items.push(NewItem::from_candidate(candidate, (new.new_salt)()));
            }
        }
        insert_items(connection, new.id, &mut making, items).await?;
    }
    making.counts.left_out = all - making.counts.queries;
    Ok((making, linter.finish()))
}

/// Writes items behind those that are written.
pub(crate) async fn insert_items(connection: &mut Connection, version: VersionId, making: &mut Making, items: Vec<NewItem>) -> Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    let mut query: QueryBuilder<Driver> =
        QueryBuilder::new("INSERT INTO version_items (version_id, position, external_id, hash, salt, item) ");
    query.push_values(items, |mut row, NewItem { hash, kept }| {
        making.position += 1;
        making.root.push(&hash);
        row.push_bind(version).push_bind(making.position);
        row.push_bind(kept.as_ref().map(|kept| kept.external_id.clone())).push_bind(hash);
        row.push_bind(kept.as_ref().map(|kept| kept.salt.clone())).push_bind(kept.map(|kept| to_text(&kept.frozen)));
    });
    query.build().execute(connection).await?;
    Ok(())
}

async fn remove_version(connection: &mut Connection, version: VersionId) -> Result<()> {
    sqlx::query("DELETE FROM version_items WHERE version_id = $1").bind(version).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM versions WHERE id = $1").bind(version).execute(connection).await?;
    Ok(())
}
