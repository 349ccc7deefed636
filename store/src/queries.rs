//! Queries of a set.

use std::collections::HashMap;

use domain::id::{QueryId, SetId};
use domain::member::Member;
use domain::page::Page;
use domain::query::{NewQuery, Query, QueryStatus, StatusCounts, Style, Tally};
use domain::timestamp::Timestamp;

use crate::{Result, Store};

/// What became of a query that was to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedQuery {
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
    /// Who reads the list: a query of which they must not know what others said has the status that they may know. None sees all.
    pub reader: Option<Member>,
    /// The page, from 1.
    pub page: i64,
}

/// A query as it is kept.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(crate) struct QueryRow {
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

impl Store {
    /// Adds queries, in one transaction, and says for each what became of it. Each comes with the id it would get. A text
    /// that is there already makes its query seen more often, but once a name: the same file twice changes nothing.
    pub async fn add_queries(&self, set: SetId, queries: Vec<(QueryId, NewQuery)>, now: Timestamp) -> Result<Vec<AddedQuery>> {
        transact!(self, queries::add_queries(set, queries, now))
    }

    /// A query of the set.
    pub async fn query(&self, set: SetId, id: QueryId) -> Result<Option<Query>> {
        Ok(read!(self, queries::query(set, id))?.map(Query::from))
    }

    /// How many labellers a query of the set has, had and needs.
    pub async fn tally(&self, set: SetId, id: QueryId) -> Result<Option<Tally>> {
        read!(self, queries::tally(set, id))
    }

    /// One page of the queries that the filter lets through, in the order in which they came.
    pub async fn queries(&self, set: SetId, filter: &QueryFilter) -> Result<Page<Query>> {
        let (total, rows) = read!(self, queries::queries(set, filter))?;
        Ok(Page { rows: rows.into_iter().map(Query::from).collect(), number: domain::page::page_number(filter.page), total })
    }

    /// How many queries of the set stand where.
    pub async fn query_counts(&self, set: SetId) -> Result<StatusCounts> {
        read!(self, queries::query_counts(set))
    }

    /// The same as a member may know it: a query that is hidden from them stands where the blind may know that it stands.
    pub async fn query_counts_for(&self, set: SetId, reader: &Member) -> Result<StatusCounts> {
        read!(self, queries::query_counts_for(set, reader))
    }

    /// How many queries of the set have no chunk to judge.
    pub async fn queries_without_pool(&self, set: SetId) -> Result<i64> {
        read!(self, queries::queries_without_pool(set))
    }

    /// The sources that the set's queries came from, at most a hundred.
    pub async fn sources(&self, set: SetId) -> Result<Vec<String>> {
        read!(self, queries::sources(set))
    }

    /// The queries of the set that go by these ids of the user's.
    pub async fn query_ids(&self, set: SetId, external: &[String]) -> Result<HashMap<String, QueryId>> {
        Ok(read!(self, queries::query_ids(set, external))?.into_iter().collect())
    }

    /// The query of the set that asks this.
    pub async fn query_by_text(&self, set: SetId, text: &str) -> Result<Option<QueryId>> {
        read!(self, queries::query_by_text(set, text))
    }

    /// The next queries of a set after an id: for those who need all, a batch at a time.
    pub async fn queries_after(&self, set: SetId, after: Option<QueryId>, limit: i64) -> Result<Vec<(QueryId, String)>> {
        read!(self, queries::queries_after(set, after, limit))
    }
}
