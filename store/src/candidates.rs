//! Candidates of the next version: what was said about queries, settled by the domain.

use std::collections::HashMap;

use domain::adjudication::{Resolution, Settled, Unsettled, settle, settle_without_disputed_chunks};
use domain::id::{ChunkId, QueryId};
use domain::query::Style;
use domain::version::{Item, renumber};
use sqlx::types::Json;

use crate::frozen::{FrozenItem, FrozenLabel};
use crate::said::SaidRows;
use crate::{ChunkRow, Error, Result};

/// A query with what became of it when it was settled.
pub(crate) struct Gathered {
    /// The query, by the user's id.
    pub external_id: String,
    /// How many retrievers ranked chunks for it.
    pub retrievers: i64,
    /// The item, or why there is none.
    pub outcome: std::result::Result<Candidate, Unsettled>,
}

/// What would be frozen.
pub(crate) struct Candidate {
    /// As it is exported.
    pub item: Item,
    /// As it is kept.
    pub frozen: FrozenItem,
    /// Numbers of the answer that cite nothing.
    pub dangling: Vec<i32>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct QueryRow {
    text: String,
    style: Style,
    source: String,
    seen: i64,
    metadata: Json<serde_json::Map<String, serde_json::Value>>,
}

/// A query that is to be settled.
#[derive(sqlx::FromRow)]
pub(crate) struct NamedQuery {
    pub id: QueryId,
    pub external_id: String,
    /// Whether as many labellers as it needs completed it.
    pub overlap_met: bool,
}

/// What the tables say of some queries.
pub(crate) struct Tables {
    pub named: Vec<NamedQuery>,
    pub queries: HashMap<QueryId, QueryRow>,
    pub said: SaidRows,
    pub retrievers: HashMap<QueryId, i64>,
    pub settling: Settling,
}

/// How queries are settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Settling {
    pub resolution: Resolution,
    pub disputed: DisputedChunks,
}

/// What happens to a query that is unsettled only because labellers' grades of some chunks differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DisputedChunks {
    /// It is left out.
    #[default]
    LeaveOutQuery,
    /// It is frozen without these chunks.
    LeaveOutChunks,
}

impl Tables {
    /// Settles the queries, in the byte order of the user's ids.
    pub(crate) fn settle(mut self) -> Vec<SettledQuery> {
        self.named.sort_unstable_by(|a, b| a.external_id.as_bytes().cmp(b.external_id.as_bytes()));
        let settled = |query: &NamedQuery| SettledQuery {
            external_id: query.external_id.clone(),
            retrievers: self.retrievers.get(&query.id).copied().unwrap_or_default(),
            outcome: self.settle_query(query),
        };
        self.named.iter().map(settled).collect()
    }

    fn settle_query(&self, query: &NamedQuery) -> std::result::Result<(FrozenItem, Vec<i32>), Unsettled> {
        let said = self.said.said(query.id, query.overlap_met)?;
        let Settling { resolution, disputed } = self.settling;
        let settled = match disputed {
            DisputedChunks::LeaveOutQuery => settle(&said, resolution)?,
            DisputedChunks::LeaveOutChunks => settle_without_disputed_chunks(&said, resolution)?,
        };
        let row = self.queries.get(&query.id).ok_or_else(|| Unsettled::Damaged { what: "its row cannot be read".into() })?;
        Ok(Self::frozen(row, settled))
    }

    /// The item as it is kept, and the numbers of its answer that cite nothing.
    fn frozen(query: &QueryRow, settled: Settled) -> (FrozenItem, Vec<i32>) {
        let (answer, citations, dangling) = renumber(&settled.answer);
        let label = |(chunk, (grade, evidence))| FrozenLabel { chunk, grade, evidence, bare: false };
        let frozen = FrozenItem {
            query: query.text.clone(),
            style: query.style,
            answerable: settled.answer.answerable,
            answer,
            citations,
            labels: settled.labels.into_iter().map(label).collect(),
            disputed: settled.disputed,
            source: query.source.clone(),
            seen: query.seen,
            metadata: query.metadata.0.clone(),
        };
        (frozen, dangling)
    }
}

/// A query that was settled, before the texts of its chunks are known.
pub(crate) struct SettledQuery {
    external_id: String,
    retrievers: i64,
    outcome: std::result::Result<(FrozenItem, Vec<i32>), Unsettled>,
}

impl SettledQuery {
    /// The chunks that its item points at.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = ChunkId> + '_ {
        self.outcome.iter().flat_map(|(frozen, _)| frozen.chunks())
    }

    /// The query with the texts of its chunks.
    pub(crate) fn gathered(self, chunks: &HashMap<ChunkId, ChunkRow>) -> Result<Gathered> {
        let Self { external_id, retrievers, outcome } = self;
        let candidate = |(mut frozen, dangling): (FrozenItem, Vec<i32>)| -> Result<Candidate> {
            for label in &mut frozen.labels {
                label.bare = chunks.get(&label.chunk).is_some_and(|chunk| chunk.text.is_empty());
            }
            Ok(Candidate { item: frozen.clone().into_item(external_id.clone(), chunks)?, frozen, dangling })
        };
        let outcome = match outcome.map(candidate) {
            Ok(Ok(candidate)) => Ok(candidate),
            // What is wrong with one query does not stop the others.
            Ok(Err(Error::Damaged(what))) => Err(Unsettled::Damaged { what }),
            Ok(Err(error)) => return Err(error),
            Err(why) => Err(why),
        };
        Ok(Gathered { external_id, retrievers, outcome })
    }
}
