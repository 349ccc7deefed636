//! Judges and their pre-labels.

use std::collections::HashSet;

use domain::id::{ChunkId, JudgeId, QueryId, SetId};
use domain::label::Span;
use domain::prelabel::Prelabel;
use domain::scale::Grade;
use sqlx::types::Json;

use crate::{Result, Store};

/// A pre-label with its ids resolved.
#[derive(Debug, Clone)]
pub struct PrelabelRow {
    pub query: QueryId,
    pub chunk: ChunkId,
    pub judge: JudgeId,
    pub grade: Grade,
    /// The reason.
    pub rationale: String,
    /// The quotes that were found.
    pub evidence: Vec<Span>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct SaidRow {
    chunk_id: ChunkId,
    name: String,
    grade: Grade,
    rationale: String,
    evidence: Json<Vec<Span>>,
}

impl From<SaidRow> for Prelabel {
    fn from(row: SaidRow) -> Self {
        Self { chunk: row.chunk_id, judge: row.name, grade: row.grade, rationale: row.rationale, evidence: row.evidence.0 }
    }
}

impl Store {
    /// The id of the set's judge of this name and prompt version; made when it is not there.
    pub async fn ensure_judge(&self, id: JudgeId, set: SetId, name: String, prompt_version: String) -> Result<JudgeId> {
        transact!(self, prelabels::ensure_judge(id, set, &name, &prompt_version))
    }

    /// Adds pre-labels, in one transaction, and says for each whether it is new.
    pub async fn add_prelabels(&self, rows: Vec<PrelabelRow>) -> Result<Vec<bool>> {
        transact!(self, prelabels::add_prelabels(rows))
    }

    /// The chunks of some queries that a judge said anything of.
    pub async fn prelabelled(&self, queries: &[QueryId]) -> Result<HashSet<(QueryId, ChunkId)>> {
        Ok(read!(self, prelabels::prelabelled(queries))?.into_iter().collect())
    }

    /// What the newest judge said of each chunk of a query.
    pub async fn prelabels(&self, query: QueryId) -> Result<Vec<Prelabel>> {
        let mut newest: Vec<Prelabel> = Vec::new();
        for row in read!(self, prelabels::prelabels(query))? {
            let prelabel = Prelabel::from(row);
            match newest.last_mut() {
                Some(last) if last.chunk == prelabel.chunk => *last = prelabel,
                _ => newest.push(prelabel),
            }
        }
        Ok(newest)
    }
}
