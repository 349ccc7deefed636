//! What reviewers settled. The labels that it is about stay as they were given.

use std::collections::HashSet;

use domain::answer::Answer;
use domain::id::{ChunkId, QueryId, SetId, UserId};
use domain::query::Answerable;
use domain::scale::{Grade, Judgement};
use domain::settle::{Adjudication, DisputedChunk, Unsettled};
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::pool::Pool;
use crate::{Result, Store, settling};

/// A query that is not settled although its overlap is met.
#[derive(Debug, Clone, PartialEq)]
pub struct Disputed {
    /// Why.
    pub why: Unsettled,
    /// The disputed chunks: id, number on the card, who gave what.
    pub chunks: Vec<DisputedChunk>,
    /// Who answered what, the first to complete first.
    pub answers: Vec<(UserId, String, Answer)>,
}

impl Store {
    /// Keeps what a reviewer settled about a query; what was settled before is replaced. `false`: the set has no such query.
    /// A reviewer who labelled the query is a party to it, and that is kept too.
    pub async fn adjudicate(
        &self,
        set: SetId,
        query: QueryId,
        reviewer: UserId,
        settled: Adjudication,
        note: String,
        at: Timestamp,
    ) -> Result<bool> {
        write!(self, |connection| {
            let sql = "INSERT INTO adjudications (query_id, reviewer_id, settled, note, party, at)
                SELECT id, $3, $4, $5, EXISTS (SELECT 1 FROM labels WHERE query_id = $2 AND labeller_id = $3), $6 FROM queries WHERE id = $2 AND set_id = $1
                ON CONFLICT (query_id) DO UPDATE SET reviewer_id = excluded.reviewer_id, settled = excluded.settled,
                    note = excluded.note, party = excluded.party, at = excluded.at";
            let insert = sqlx::query(sql).bind(set).bind(query).bind(reviewer).bind(Json(settled)).bind(note).bind(at);
            Ok(insert.execute(connection).await?.rows_affected() > 0)
        })
    }

    /// Why a query whose overlap is met is not settled, and what was said about it; none when there is nothing to settle.
    pub async fn disputed(&self, set: SetId, query: QueryId) -> Result<Option<Disputed>> {
        let Some(known) = self.query(set, query).await? else { return Ok(None) };
        let wanted = [(known.external_id, query)];
        let gathered = match &self.pool {
            Pool::Sqlite { readers, .. } => settling::sqlite::gather(&mut *readers.acquire().await?, set, &wanted).await?,
            Pool::Postgres(pool) => settling::postgres::gather(&mut *pool.acquire().await?, set, &wanted).await?,
        };
        let Some(Err(why)) = gathered.into_iter().next().map(|gathered| gathered.outcome) else { return Ok(None) };
        if why == Unsettled::NotCompleted {
            return Ok(None);
        }
        let disputed: HashSet<ChunkId> =
            if let Unsettled::GradesDiffer { chunks } = &why { chunks.iter().copied().collect() } else { HashSet::new() };
        let sql = "SELECT l.chunk_id, p.number, u.name, l.grade, l.cant_tell FROM labels l
            JOIN users u ON u.id = l.labeller_id JOIN pool p ON p.query_id = l.query_id AND p.chunk_id = l.chunk_id
            JOIN assignments a ON a.query_id = l.query_id AND a.labeller_id = l.labeller_id
            WHERE l.query_id = $1 AND a.status = 'completed' ORDER BY p.number, u.name";
        let rows: Vec<(ChunkId, i32, String, Option<Grade>, bool)> =
            read!(self, |pool| sqlx::query_as(sql).bind(query).fetch_all(pool).await)?;
        let mut chunks: Vec<DisputedChunk> = Vec::new();
        for (chunk, number, name, grade, cant_tell) in rows.into_iter().filter(|row| disputed.contains(&row.0)) {
            let judgement = if cant_tell { Some(Judgement::CantTell) } else { grade.map(Judgement::Grade) };
            if chunks.last().is_none_or(|last| last.0 != chunk) {
                chunks.push((chunk, number, Vec::new()));
            }
            if let (Some(judgement), Some(last)) = (judgement, chunks.last_mut()) {
                last.2.push((name, judgement));
            }
        }
        let sql = "SELECT s.labeller_id, u.name, s.text, s.answerable FROM answers s JOIN users u ON u.id = s.labeller_id
            JOIN assignments a ON a.query_id = s.query_id AND a.labeller_id = s.labeller_id
            WHERE s.query_id = $1 AND a.status = 'completed' ORDER BY a.completed_at, s.labeller_id";
        let rows: Vec<(UserId, String, String, Answerable)> = read!(self, |pool| sqlx::query_as(sql).bind(query).fetch_all(pool).await)?;
        let answers =
            rows.into_iter().map(|(user, name, text, answerable)| (user, name, Answer { text, answerable, ..Answer::default() })).collect();
        Ok(Some(Disputed { why, chunks, answers }))
    }

    /// What was settled about a query.
    pub async fn adjudication(&self, query: QueryId) -> Result<Option<Adjudication>> {
        let sql = "SELECT settled FROM adjudications WHERE query_id = $1";
        let settled: Option<Json<Adjudication>> = read!(self, |pool| sqlx::query_scalar(sql).bind(query).fetch_optional(pool).await)?;
        Ok(settled.map(|settled| settled.0))
    }
}
