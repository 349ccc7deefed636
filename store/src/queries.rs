//! Queries of a set.

use std::collections::HashMap;

use domain::id::{QueryId, SetId};
use domain::page::{PAGE_SIZE, Page};
use domain::query::{NewQuery, Query, QueryStatus, Style, merge_key};
use domain::timestamp::Timestamp;
use sha2::{Digest, Sha256};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use crate::{Error, Result, Store};

/// What became of a query that was to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedQuery {
    /// It is new.
    New,
    /// It was there, by its id or by its text.
    Merged,
    /// Its id belongs to a query with another text; nothing was changed.
    Differs,
}

/// Which queries a list shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct QueryFilter {
    /// Words that the text holds.
    pub search: String,
    /// Where they stand.
    pub status: Option<QueryStatus>,
    /// How they are worded.
    pub style: Option<Style>,
    /// Where they came from.
    pub source: Option<String>,
    /// The page, from 1.
    pub page: i64,
}

/// A query as it is kept.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct QueryRow {
    id: QueryId,
    external_id: String,
    text: String,
    style: Style,
    source: String,
    seen: i64,
    status: QueryStatus,
    created_at: Timestamp,
}

impl From<QueryRow> for Query {
    fn from(row: QueryRow) -> Self {
        Self {
            id: row.id,
            external_id: row.external_id,
            text: row.text,
            style: row.style,
            source: row.source,
            seen: row.seen,
            status: row.status,
            created_at: row.created_at,
        }
    }
}

const COLUMNS: &str = "SELECT id, external_id, text, style, source, seen, status, created_at FROM queries WHERE set_id = ";

macro_rules! narrow {
    ($query:ident, $set:expr, $filter:expr) => {
        $query.push_bind($set);
        if let Some(status) = $filter.status {
            $query.push(" AND status = ").push_bind(status);
        }
        if let Some(style) = $filter.style {
            $query.push(" AND style = ").push_bind(style);
        }
        if let Some(source) = &$filter.source {
            $query.push(" AND source = ").push_bind(source);
        }
        for word in $filter.search.split_whitespace().take(8) {
            $query.push(" AND LOWER(text) LIKE ").push_bind(like(word)).push(" ESCAPE '!'");
        }
    };
}

impl Store {
    /// Adds queries, in one transaction, and says for each what became of it. Each comes with the id it would get. A text
    /// that is there already makes its query seen more often, but once a name: the same file twice changes nothing.
    pub async fn add_queries(&self, set: SetId, queries: Vec<(QueryId, NewQuery)>, now: Timestamp) -> Result<Vec<AddedQuery>> {
        write!(self, both, |connection| {
            let mut added = Vec::with_capacity(queries.len());
            for (id, query) in queries {
                added.push(both::add_query(connection, set, id, query, now).await?);
            }
            Ok(added)
        })
    }

    /// A query of the set.
    pub async fn query(&self, set: SetId, id: QueryId) -> Result<Option<Query>> {
        let row: Option<QueryRow> = read!(self, |pool| {
            let mut query = QueryBuilder::new(COLUMNS);
            query.push_bind(set).push(" AND id = ").push_bind(id);
            query.build_query_as().fetch_optional(pool).await
        })?;
        Ok(row.map(Query::from))
    }

    /// One page of the queries that the filter lets through, in the order in which they came.
    pub async fn queries(&self, set: SetId, filter: &QueryFilter) -> Result<Page<Query>> {
        let number = filter.page.max(1);
        let (total, rows): (i64, Vec<QueryRow>) = read!(self, |pool| {
            let mut count = QueryBuilder::new("SELECT COUNT(*) FROM queries WHERE set_id = ");
            narrow!(count, set, filter);
            let mut query = QueryBuilder::new(COLUMNS);
            narrow!(query, set, filter);
            query.push(" ORDER BY id LIMIT ").push_bind(PAGE_SIZE).push(" OFFSET ").push_bind((number - 1) * PAGE_SIZE);
            (count.build_query_scalar().fetch_one(pool).await?, query.build_query_as().fetch_all(pool).await?)
        });
        Ok(Page { rows: rows.into_iter().map(Query::from).collect(), number, total })
    }

    /// How many queries of the set stand where.
    pub async fn query_counts(&self, set: SetId) -> Result<HashMap<String, i64>> {
        let sql = "SELECT status, COUNT(*) FROM queries WHERE set_id = $1 GROUP BY status";
        let rows: Vec<(String, i64)> = read!(self, |pool| sqlx::query_as(sql).bind(set).fetch_all(pool).await)?;
        Ok(rows.into_iter().collect())
    }

    /// How many queries of the set have no chunk to judge.
    pub async fn queries_without_pool(&self, set: SetId) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM queries WHERE set_id = $1 AND pool_size = 0";
        Ok(read!(self, |pool| sqlx::query_scalar(sql).bind(set).fetch_one(pool).await)?)
    }

    /// The sources that the set's queries came from, at most a hundred.
    pub async fn sources(&self, set: SetId) -> Result<Vec<String>> {
        let sql = "SELECT DISTINCT source FROM queries WHERE set_id = $1 ORDER BY source LIMIT 100";
        Ok(read!(self, |pool| sqlx::query_scalar(sql).bind(set).fetch_all(pool).await)?)
    }

    /// The queries of the set that go by these ids of the user's.
    pub async fn query_ids(&self, set: SetId, external: &[String]) -> Result<HashMap<String, QueryId>> {
        let mut found = HashMap::with_capacity(external.len());
        for part in external.chunks(1000) {
            let rows: Vec<(String, QueryId)> = read!(self, |pool| {
                let mut query = QueryBuilder::new("SELECT external_id, query_id FROM query_names WHERE set_id = ");
                query.push_bind(set).push(" AND external_id IN (");
                let mut list = query.separated(", ");
                for id in part {
                    list.push_bind(id);
                }
                query.push(")");
                query.build_query_as().fetch_all(pool).await
            })?;
            found.extend(rows);
        }
        Ok(found)
    }

    /// The query of the set that asks this.
    pub async fn query_by_text(&self, set: SetId, text: &str) -> Result<Option<QueryId>> {
        let sql = "SELECT id FROM queries WHERE set_id = $1 AND merge_hash = $2";
        Ok(read!(self, |pool| sqlx::query_scalar(sql).bind(set).bind(merge_hash(text)).fetch_optional(pool).await)?)
    }

    /// The next queries of a set after an id: for those who need all, a batch at a time.
    pub async fn queries_after(&self, set: SetId, after: Option<QueryId>, limit: i64) -> Result<Vec<(QueryId, String)>> {
        let after = after.unwrap_or(QueryId(uuid::Uuid::nil()));
        let sql = "SELECT id, text FROM queries WHERE set_id = $1 AND id > $2 ORDER BY id LIMIT $3";
        Ok(read!(self, |pool| sqlx::query_as(sql).bind(set).bind(after).bind(limit).fetch_all(pool).await)?)
    }
}

/// The pattern that finds a word anywhere in a lower-cased text.
fn like(word: &str) -> String {
    let escaped = word.to_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
}

fn merge_hash(text: &str) -> Vec<u8> {
    Sha256::digest(merge_key(text).as_bytes()).to_vec()
}

/// The id of a query whose file gives none: its text's hash, so that the same file twice is the same query.
fn id_from(hash: &[u8]) -> String {
    hash.iter().take(6).fold(String::from("q-"), |id, byte| format!("{id}{byte:02x}"))
}

on_both! {
    pub(super) async fn add_query(connection: &mut Connection, set: SetId, id: QueryId, query: NewQuery, now: Timestamp) -> Result<AddedQuery> {
        let hash = merge_hash(&query.text);
        let external_id = query.external_id.unwrap_or_else(|| id_from(&hash));
        let sql = "SELECT q.merge_hash FROM query_names n JOIN queries q ON q.id = n.query_id WHERE n.set_id = $1 AND n.external_id = $2";
        let known: Option<Vec<u8>> = sqlx::query_scalar(sql).bind(set).bind(&external_id).fetch_optional(&mut *connection).await?;
        if let Some(known) = known {
            return Ok(if known == hash { AddedQuery::Merged } else { AddedQuery::Differs });
        }
        let style = query.style.unwrap_or_else(|| Style::of(&query.text));
        let sql = "INSERT INTO queries (id, set_id, external_id, text, merge_hash, style, source, seen, status, open_slots, metadata, created_at)
            SELECT $1, id, $3, $4, $5, $6, $7, $8, 'open', overlap, $9, $10 FROM sets WHERE id = $2
            ON CONFLICT (set_id, merge_hash) DO UPDATE SET seen = queries.seen + excluded.seen RETURNING id";
        let insert = sqlx::query_scalar(sql).bind(id).bind(set).bind(&external_id).bind(&query.text).bind(hash).bind(style);
        let insert = insert.bind(query.source.unwrap_or_default()).bind(query.seen).bind(Json(query.metadata)).bind(now);
        let kept: QueryId = insert.fetch_one(&mut *connection).await.map_err(Error::of)?;
        let sql = "INSERT INTO query_names (set_id, external_id, query_id) VALUES ($1, $2, $3)";
        sqlx::query(sql).bind(set).bind(&external_id).bind(kept).execute(connection).await?;
        Ok(if kept == id { AddedQuery::New } else { AddedQuery::Merged })
    }
}
