//! Labels that come in from a file. They go the same way as those of a page, history and all; what a labeller said already
//! is never overwritten.

use domain::answer::cited_numbers;
use domain::assignment::AssignmentStatus;
use domain::id::{ChunkId, OperationId, QueryId, RunId, SetId, UserId};
use domain::label::Span;
use domain::operation::{Action, Operation};
use domain::role::Role;
use domain::scale::Judgement;
use domain::timestamp::Timestamp;

use crate::assignments::LabelRow;
use crate::{Error, NewOperation, Result, Store};

/// A label from a file, with its ids resolved.
#[derive(Debug, Clone)]
pub struct NewLabel {
    /// The id of the operation that keeps it.
    pub operation: OperationId,
    /// The query.
    pub query: QueryId,
    /// The chunk; it enters the pool where it is not in it.
    pub chunk: ChunkId,
    /// The judgement.
    pub judgement: Judgement,
    /// What shows it.
    pub evidence: Vec<Span>,
    /// A note.
    pub note: String,
}

/// What became of a label that was to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedLabel {
    /// It is new.
    New,
    /// The labeller gave this judgement already.
    Known,
    /// The labeller gave another judgement, which stays.
    Differs,
}

impl Store {
    /// The member of this name; made, without a password, when there is none: labels from a file have somebody who gave
    /// them, and nobody can sign in as them.
    pub async fn ensure_labeller(&self, id: UserId, name: String, now: Timestamp) -> Result<UserId> {
        write!(self, |connection| {
            let sql =
                "INSERT INTO users (id, name, password_hash, role, created_at) VALUES ($1, $2, '', $3, $4) ON CONFLICT (name) DO NOTHING";
            sqlx::query(sql).bind(id).bind(&name).bind(Role::Labeller).bind(now).execute(&mut *connection).await?;
            Ok(sqlx::query_scalar("SELECT id FROM users WHERE name = $1").bind(name).fetch_one(connection).await?)
        })
    }

    /// Adds a labeller's labels, in one transaction, and says for each what became of it.
    pub async fn add_labels(&self, set: SetId, labeller: UserId, labels: Vec<NewLabel>, now: Timestamp) -> Result<Vec<AddedLabel>> {
        write!(self, both, |connection| {
            let mut added = Vec::with_capacity(labels.len());
            for label in labels {
                added.push(both::add_label(connection, set, labeller, label, now).await?);
            }
            Ok(added)
        })
    }

    /// Puts chunks into a query's pool where they are not in it, and gives their numbers.
    pub async fn pool_chunks(&self, query: QueryId, chunks: Vec<ChunkId>) -> Result<Vec<i32>> {
        write!(self, both, |connection| {
            let mut numbers = Vec::with_capacity(chunks.len());
            for chunk in chunks {
                numbers.push(both::pool_chunk(connection, query, chunk).await?);
            }
            Ok(numbers)
        })
    }

    /// Puts what nobody judged among the top hits of a run into the pools, and gives those queries out again: who completed
    /// one keeps their labels and judges what is new. Gives how many chunks and queries it is about.
    pub async fn reopen_for_holes(&self, set: SetId, run: RunId, queries: Vec<QueryId>, k: i32) -> Result<(u64, u64)> {
        write!(self, both, |connection| {
            let (mut chunks, mut reopened) = (0, 0);
            for query in queries {
                let found = both::holes(connection, set, run, query, k).await?;
                for chunk in &found {
                    both::pool_chunk(connection, query, *chunk).await?;
                }
                if !found.is_empty() {
                    both::give_out_again(connection, query).await?;
                    reopened += 1;
                }
                chunks += found.len() as u64;
            }
            Ok((chunks, reopened))
        })
    }

    /// Does some operations in one transaction, as if a page had sent them.
    pub async fn record_all(&self, operations: Vec<NewOperation>) -> Result<()> {
        write!(self, both, |connection| {
            for operation in operations {
                both::record_one(connection, &operation).await?;
            }
            Ok(())
        })
    }
}

on_both! {
    /// The chunks among a query's top hits that nobody judged.
    pub(super) async fn holes(connection: &mut Connection, set: SetId, run: RunId, query: QueryId, k: i32) -> Result<Vec<ChunkId>> {
        let sql = "SELECT h.chunk_id FROM hits h JOIN queries q ON q.id = h.query_id
            WHERE h.run_id = $1 AND h.query_id = $2 AND h.rank <= $3 AND q.set_id = $4
            AND NOT EXISTS (SELECT 1 FROM labels l WHERE l.query_id = h.query_id AND l.chunk_id = h.chunk_id AND (l.grade IS NOT NULL OR l.cant_tell))
            ORDER BY h.rank";
        Ok(sqlx::query_scalar(sql).bind(run).bind(query).bind(k).bind(set).fetch_all(connection).await?)
    }

    /// Frees the places of those who completed a query; what they said stays.
    pub(super) async fn give_out_again(connection: &mut Connection, query: QueryId) -> Result<()> {
        let sql = "SELECT labeller_id FROM assignments WHERE query_id = $1 AND status = 'completed'";
        let done: Vec<UserId> = sqlx::query_scalar(sql).bind(query).fetch_all(&mut *connection).await?;
        for labeller in done {
            assign::leave(connection, query, labeller, AssignmentStatus::Expired).await?;
        }
        Ok(())
    }

    pub(super) async fn record_one(connection: &mut Connection, operation: &NewOperation) -> Result<()> {
        let cited = match &operation.operation.action {
            Action::Answer { text, .. } => cited(connection, operation.operation.query, text).await?,
            _ => Vec::new(),
        };
        history::record(connection, operation, cited).await.map(drop)
    }

    async fn cited(connection: &mut Connection, query: QueryId, text: &str) -> Result<Vec<ChunkId>> {
        let pool: Vec<(i32, ChunkId)> = sqlx::query_as("SELECT number, chunk_id FROM pool WHERE query_id = $1").bind(query).fetch_all(connection).await?;
        let find = |number: i32| pool.iter().find(|entry| entry.0 == number).map(|entry| entry.1);
        Ok(cited_numbers(text).into_iter().filter_map(find).collect())
    }

    pub(super) async fn add_label(connection: &mut Connection, set: SetId, labeller: UserId, label: NewLabel, at: Timestamp) -> Result<AddedLabel> {
        let sql = "SELECT chunk_id, grade, cant_tell, evidence, note, prelabel_visible, revision FROM labels
            WHERE query_id = $1 AND chunk_id = $2 AND labeller_id = $3";
        let known: Option<LabelRow> = sqlx::query_as(sql).bind(label.query).bind(label.chunk).bind(labeller).fetch_optional(&mut *connection).await?;
        if let Some(known) = known.map(domain::label::Label::from) {
            return Ok(if known.judgement == Some(label.judgement) { AddedLabel::Known } else { AddedLabel::Differs });
        }
        pool_chunk(connection, label.query, label.chunk).await?;
        let NewLabel { operation, query, chunk, judgement, evidence, note } = label;
        let action = Action::Judge { chunk, judgement: Some(judgement), evidence, note, prelabel_visible: false, base: 0 };
        let new = NewOperation { set, actor: labeller, operation: Operation { id: operation, query, action }, at };
        history::record(connection, &new, Vec::new()).await?;
        Ok(AddedLabel::New)
    }

    /// Puts a chunk behind those that are in the pool, where it is not in it, and gives its number.
    pub(super) async fn pool_chunk(connection: &mut Connection, query: QueryId, chunk: ChunkId) -> Result<i32> {
        assign::lock(connection, query).await?;
        let sql = "INSERT INTO pool (query_id, chunk_id, number, provenance)
            VALUES ($1, $2, (SELECT COALESCE(MAX(number), 0) + 1 FROM pool WHERE query_id = $1), 'label')
            ON CONFLICT (query_id, chunk_id) DO NOTHING";
        let insert = sqlx::query(sql).bind(query).bind(chunk).execute(&mut *connection).await.map_err(Error::of)?;
        if insert.rows_affected() > 0 {
            sqlx::query("UPDATE queries SET pool_size = pool_size + 1 WHERE id = $1").bind(query).execute(&mut *connection).await?;
        }
        let sql = "SELECT number FROM pool WHERE query_id = $1 AND chunk_id = $2";
        Ok(sqlx::query_scalar(sql).bind(query).bind(chunk).fetch_one(connection).await?)
    }
}
