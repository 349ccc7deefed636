//! Queries of a set.

use domain::adjudication::Unsettled;
use domain::format::storable;
use domain::id::{QueryId, SetId};
use domain::member::Member;
use domain::overlap::Overlap;
use domain::page::PAGE_SIZE;
use domain::query::{NewQuery, QueryStatus, StatusCounts, Style, Tally, id_from_text, merge_hash};
use domain::timestamp::Timestamp;
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::in_list::rows_in;
use super::involvements::push_hidden;
use super::{Connection, Driver, overlap, standing};
use crate::queries::QueryRow;
use crate::{AddedQuery, QueryFilter, Result};

const COLUMNS: &str = "SELECT id, external_id, text, style, source, seen, status, created_at FROM queries WHERE set_id = ";

/// Adds queries, and says for each what became of it.
pub(crate) async fn add_queries(
    connection: &mut Connection,
    set: SetId,
    queries: Vec<(QueryId, NewQuery)>,
    now: Timestamp,
) -> Result<Vec<AddedQuery>> {
    let overlap = overlap::for_new_queries(connection, set).await?;
    let mut added = Vec::with_capacity(queries.len());
    for (id, query) in queries {
        added.push(add_query(connection, set, (id, query), &overlap, now).await?);
    }
    Ok(added)
}

async fn add_query(
    connection: &mut Connection,
    set: SetId,
    (id, query): (QueryId, NewQuery),
    overlap: &Overlap,
    now: Timestamp,
) -> Result<AddedQuery> {
    let hash = merge_hash(&query.text).to_vec();
    let external_id = query.external_id.unwrap_or_else(|| id_from_text(&query.text));
    if let Some(known) = merge_hash_of(connection, set, &external_id).await? {
        return Ok(if known == hash { AddedQuery::Merged } else { AddedQuery::Differs });
    }
    let style = query.style.unwrap_or_else(|| Style::of(&query.text));
    let needed = overlap.needed(id, style);
    let standing = Tally { overlap: needed.into(), ..Tally::default() }.standing(Some(&Unsettled::NotCompleted));
    let sql = "INSERT INTO queries
            (id, set_id, external_id, text, merge_hash, style, source, seen, overlap, status, free_places, metadata, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        ON CONFLICT (set_id, merge_hash) DO UPDATE
        SET seen = queries.seen + excluded.seen, revision = queries.revision + 1
        RETURNING id";
    let insert = sqlx::query_scalar(sql).bind(id).bind(set).bind(&external_id).bind(&query.text).bind(hash).bind(style);
    let insert =
        insert.bind(query.source.unwrap_or_default()).bind(query.seen).bind(needed).bind(standing.status).bind(standing.free_places);
    let insert = insert.bind(Json(query.metadata)).bind(now);
    let kept: QueryId = insert.fetch_one(&mut *connection).await?;
    let sql = "INSERT INTO query_names (set_id, external_id, query_id) VALUES ($1, $2, $3)";
    sqlx::query(sql).bind(set).bind(&external_id).bind(kept).execute(connection).await?;
    Ok(if kept == id { AddedQuery::New } else { AddedQuery::Merged })
}

/// The merge hash of the query that has this name.
async fn merge_hash_of(connection: &mut Connection, set: SetId, external_id: &str) -> Result<Option<Vec<u8>>> {
    let sql = "SELECT q.merge_hash
        FROM query_names n
        JOIN queries q ON q.id = n.query_id
        WHERE n.set_id = $1 AND n.external_id = $2";
    Ok(sqlx::query_scalar(sql).bind(set).bind(external_id).fetch_optional(connection).await?)
}

/// Whether the set has this query.
pub(crate) async fn query_is_of_set(connection: &mut Connection, set: SetId, query: QueryId) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM queries WHERE id = $1 AND set_id = $2";
    let count: i64 = sqlx::query_scalar(sql).bind(query).bind(set).fetch_one(connection).await?;
    Ok(count > 0)
}

pub(crate) async fn tally(connection: &mut Connection, set: SetId, query: QueryId) -> Result<Option<Tally>> {
    if query_is_of_set(connection, set, query).await? { Ok(Some(standing::tally(connection, query).await?.tally)) } else { Ok(None) }
}

pub(crate) async fn query(connection: &mut Connection, set: SetId, id: QueryId) -> Result<Option<QueryRow>> {
    let mut query: QueryBuilder<Driver> = QueryBuilder::new(COLUMNS);
    query.push_bind(set).push(" AND id = ").push_bind(id);
    Ok(query.build_query_as().fetch_optional(connection).await?)
}

/// How many queries a filter lets through, and one page of them, in the order in which they came.
pub(crate) async fn queries(connection: &mut Connection, set: SetId, filter: &QueryFilter) -> Result<(i64, Vec<QueryRow>)> {
    let mut count = QueryBuilder::new("SELECT COUNT(*) FROM queries WHERE set_id = ");
    narrow(&mut count, set, filter);
    let total: i64 = count.build_query_scalar().fetch_one(&mut *connection).await?;
    let mut query = QueryBuilder::new(COLUMNS);
    narrow(&mut query, set, filter);
    query
        .push(" ORDER BY id LIMIT ")
        .push_bind(PAGE_SIZE)
        .push(" OFFSET ")
        .push_bind((domain::page::page_number(filter.page) - 1) * PAGE_SIZE);
    Ok((total, query.build_query_as().fetch_all(connection).await?))
}

/// Narrows a statement that ends with `set_id = ` to what a filter lets through.
pub(crate) fn narrow(query: &mut QueryBuilder<Driver>, set: SetId, filter: &QueryFilter) {
    query.push_bind(set);
    if let Some(status) = filter.status {
        narrow_to_status(query, set, status, filter.reader.as_ref());
    }
    if let Some(style) = filter.style {
        query.push(" AND style = ").push_bind(style);
    }
    if let Some(source) = &filter.source {
        query.push(" AND source = ").push_bind(storable(source).0);
    }
    for word in filter.search.split_whitespace().take(8) {
        query.push(" AND LOWER(text) LIKE ").push_bind(like(&storable(word).0)).push(" ESCAPE '!'");
    }
}

/// The queries of this status, as the reader may know it.
fn narrow_to_status(query: &mut QueryBuilder<Driver>, set: SetId, status: QueryStatus, reader: Option<&Member>) {
    query.push(" AND ");
    if let Some(reader) = reader {
        query.push("CASE WHEN id IN (");
        push_hidden(query, set, reader);
        query.push(") THEN status IN (''");
        for hidden in QueryStatus::ALL.into_iter().filter(|hidden| hidden.as_blind() == status) {
            query.push(", ").push_bind(hidden);
        }
        query.push(") ELSE status = ").push_bind(status).push(" END");
    } else {
        query.push("status = ").push_bind(status);
    }
}

/// The pattern that finds a word anywhere in a lower-cased text; of a very long one its beginning, because SQLite refuses long patterns.
fn like(word: &str) -> String {
    let word: String = word.chars().take(200).collect();
    let escaped = word.to_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
}

/// How many queries of the set stand where; a word that is none is damage.
pub(crate) async fn query_counts(connection: &mut Connection, set: SetId) -> Result<StatusCounts> {
    let sql = "SELECT status, COUNT(*) FROM queries WHERE set_id = $1 GROUP BY status";
    let rows: Vec<(String, i64)> = sqlx::query_as(sql).bind(set).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|(word, count)| (status_named(&word), count)).collect())
}

/// The same as a member may know it.
pub(crate) async fn query_counts_for(connection: &mut Connection, set: SetId, reader: &Member) -> Result<StatusCounts> {
    let mut query = QueryBuilder::new("SELECT status, FALSE, COUNT(*) FROM queries WHERE set_id = ");
    query.push_bind(set).push(" GROUP BY status UNION ALL SELECT status, TRUE, COUNT(*) FROM queries WHERE id IN (");
    push_hidden(&mut query, set, reader);
    let rows: Vec<(String, bool, i64)> = query.push(") GROUP BY status").build_query_as().fetch_all(connection).await?;
    let moved = |(word, hidden, count): (String, bool, i64)| {
        let status = status_named(&word);
        if hidden { vec![(status, -count), (status.as_blind(), count)] } else { vec![(status, count)] }
    };
    Ok(rows.into_iter().flat_map(moved).collect())
}

fn status_named(word: &str) -> QueryStatus {
    QueryStatus::named(word).unwrap_or(QueryStatus::Damaged)
}

pub(crate) async fn queries_without_pool(connection: &mut Connection, set: SetId) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM queries WHERE set_id = $1 AND pool_size = 0";
    Ok(sqlx::query_scalar(sql).bind(set).fetch_one(connection).await?)
}

pub(crate) async fn sources(connection: &mut Connection, set: SetId) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT source FROM queries WHERE set_id = $1 ORDER BY source LIMIT 100";
    Ok(sqlx::query_scalar(sql).bind(set).fetch_all(connection).await?)
}

/// The queries of the set that go by these names.
pub(crate) async fn query_ids(connection: &mut Connection, set: SetId, names: &[String]) -> Result<Vec<(String, QueryId)>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT external_id, query_id FROM query_names WHERE set_id = ").push_bind(set);
        query.push(" AND external_id");
    };
    rows_in(connection, begin, names).await
}

/// The query of the set that asks this.
pub(crate) async fn query_by_text(connection: &mut Connection, set: SetId, text: &str) -> Result<Option<QueryId>> {
    let sql = "SELECT id FROM queries WHERE set_id = $1 AND merge_hash = $2";
    Ok(sqlx::query_scalar(sql).bind(set).bind(merge_hash(text).to_vec()).fetch_optional(connection).await?)
}

/// The next queries of a set after an id.
pub(crate) async fn queries_after(
    connection: &mut Connection,
    set: SetId,
    after: Option<QueryId>,
    limit: i64,
) -> Result<Vec<(QueryId, String)>> {
    let after = after.unwrap_or(QueryId(uuid::Uuid::nil()));
    let sql = "SELECT id, text
        FROM queries
        WHERE set_id = $1 AND id > $2
        ORDER BY id
        LIMIT $3";
    Ok(sqlx::query_as(sql).bind(set).bind(after).bind(limit).fetch_all(connection).await?)
}
