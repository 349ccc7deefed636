//! Operations: the append-only history, and what it comes to.
//!
//! One operation is one transaction: the history's row and what it changes are kept together or not at all. The same id
//! again gives the first answer again, also when ten of them race.

use domain::answer::{Answer, citations};
use domain::assignment::AssignmentStatus;
use domain::id::{ChunkId, OperationId, QueryId, SetId, UserId};
use domain::label::Label;
use domain::operation::{Action, Current, HistoryEntry, Operation, Outcome};
use domain::query::Answerable;
use domain::scale::Judgement;
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::answers::AnswerRow;
use crate::assignments::LabelRow;
use crate::{Error, Result, Rule, Store};

/// An operation with who did it, where and when.
#[derive(Debug, Clone)]
pub struct NewOperation {
    /// The set that its query must belong to.
    pub set: SetId,
    /// Who did it.
    pub actor: UserId,
    /// What was done.
    pub operation: Operation,
    /// Now.
    pub at: Timestamp,
}

impl Store {
    /// Keeps an operation and does what it says; comes back when it is on the disk.
    pub async fn record(&self, new: NewOperation) -> Result<Outcome> {
        let pool = match &new.operation.action {
            Action::Answer { text, .. } if text.contains('[') => self.pool(new.operation.query).await?,
            _ => Vec::new(),
        };
        let cited = match &new.operation.action {
            Action::Answer { text, .. } => citations(text, &pool),
            _ => Vec::new(),
        };
        let (again, cited_again) = (new.clone(), cited.clone());
        match self.record_once(new, cited).await {
            Err(Error::Conflict(Rule::Other)) => self.record_once(again, cited_again).await,
            Err(Error::Conflict(Rule::LabelInPool)) => Ok(Outcome::Refused { reason: Rule::LabelInPool.to_string() }),
            other => other,
        }
    }

    async fn record_once(&self, new: NewOperation, cited: Vec<ChunkId>) -> Result<Outcome> {
        write!(self, both, |connection| { both::record(connection, &new, cited).await })
    }

    /// What was done to a query, the oldest first, a page of it; by one person when `only` names them.
    pub async fn history(&self, set: SetId, query: QueryId, only: Option<UserId>, after: i64, limit: i64) -> Result<Vec<HistoryEntry>> {
        #[derive(sqlx::FromRow)]
        struct Row {
            sequence: i64,
            name: String,
            action: Json<Action>,
            number: Option<i32>,
            late: bool,
            at: Timestamp,
        }
        let sql = "SELECT o.sequence, u.name, o.action, p.number, o.late, o.at FROM operations o JOIN users u ON u.id = o.actor_id
            LEFT JOIN pool p ON p.query_id = o.query_id AND p.chunk_id = o.chunk_id
            WHERE o.query_id = $1 AND o.set_id = $2 AND o.sequence > $3 AND (o.actor_id = $4 OR $5) ORDER BY o.sequence LIMIT $6";
        let actor = only.unwrap_or(UserId(uuid::Uuid::nil()));
        let rows: Vec<Row> = read!(self, |pool| {
            let select = sqlx::query_as(sql).bind(query).bind(set).bind(after).bind(actor).bind(only.is_none()).bind(limit);
            select.fetch_all(pool).await
        })?;
        let entry = |row: Row| HistoryEntry {
            sequence: row.sequence,
            actor: row.name,
            action: row.action.0,
            number: row.number,
            late: row.late,
            at: row.at,
        };
        Ok(rows.into_iter().map(entry).collect())
    }

    /// How many operations an actor has in a set; for those who check that nothing was lost or doubled.
    pub async fn count_operations(&self, set: SetId, actor: UserId) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM operations WHERE set_id = $1 AND actor_id = $2";
        Ok(read!(self, |pool| sqlx::query_scalar(sql).bind(set).bind(actor).fetch_one(pool).await)?)
    }
}

fn refused(reason: &str) -> Outcome {
    Outcome::Refused { reason: reason.into() }
}

fn chunk_of(action: &Action) -> Option<ChunkId> {
    match action {
        Action::Judge { chunk, .. } | Action::AddToPool { chunk } => Some(*chunk),
        _ => None,
    }
}

on_both! {
    pub(crate) async fn record(connection: &mut Connection, new: &NewOperation, cited: Vec<ChunkId>) -> Result<Outcome> {
        let (query, actor) = (new.operation.query, new.actor);
        if let Some(outcome) = replayed(connection, actor, new.operation.id).await? {
            return Ok(outcome);
        }
        let known: Option<QueryId> = sqlx::query_scalar("SELECT id FROM queries WHERE id = $1 AND set_id = $2").bind(query).bind(new.set).fetch_optional(&mut *connection).await?;
        if known.is_none() {
            return Ok(refused("the set has no such query"));
        }
        let late = assign::ensure(connection, new.set, query, actor, new.at).await?;
        let outcome = perform(connection, new, cited).await?;
        if let Outcome::Saved { revision } = outcome
            && !keep(connection, new, revision, late).await?
        {
            // Another request with this id was faster; what this one did is undone with the transaction.
            return Err(Error::Conflict(Rule::Other));
        }
        if matches!(outcome, Outcome::Conflict { .. })
            && let Some(first) = replayed(connection, actor, new.operation.id).await?
        {
            return Ok(first);
        }
        Ok(outcome)
    }

    async fn replayed(connection: &mut Connection, actor: UserId, id: OperationId) -> Result<Option<Outcome>> {
        let sql = "SELECT revision FROM operations WHERE actor_id = $1 AND id = $2";
        let revision: Option<i64> = sqlx::query_scalar(sql).bind(actor).bind(id).fetch_optional(connection).await?;
        Ok(revision.map(|revision| Outcome::Saved { revision }))
    }

    async fn keep(connection: &mut Connection, new: &NewOperation, revision: i64, late: bool) -> Result<bool> {
        let sql = "INSERT INTO operations (id, actor_id, set_id, query_id, chunk_id, kind, action, revision, late, at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (actor_id, id) DO NOTHING";
        let action = &new.operation.action;
        let insert = sqlx::query(sql).bind(new.operation.id).bind(new.actor).bind(new.set).bind(new.operation.query).bind(chunk_of(action));
        let insert = insert.bind(action.kind()).bind(Json(action)).bind(revision).bind(late).bind(new.at);
        Ok(insert.execute(connection).await?.rows_affected() > 0)
    }

    async fn perform(connection: &mut Connection, new: &NewOperation, cited: Vec<ChunkId>) -> Result<Outcome> {
        let (query, actor) = (new.operation.query, new.actor);
        match &new.operation.action {
            Action::Judge { .. } => judge(connection, new).await,
            Action::Answer { text, answerable, base } => answer(connection, new, (text, *answerable, *base), cited).await,
            Action::AddToPool { chunk } => add_to_pool(connection, new, *chunk).await,
            Action::Flag { note } => flag(connection, query, actor, note).await,
            Action::Complete => complete(connection, query, actor, new.at).await,
            Action::Reopen => reopen(connection, new).await,
            Action::Skip => {
                assign::leave(connection, query, actor, AssignmentStatus::Skipped).await?;
                Ok(Outcome::Saved { revision: 0 })
            }
        }
    }

    async fn judge(connection: &mut Connection, new: &NewOperation) -> Result<Outcome> {
        let Action::Judge { chunk, judgement, evidence, note, prelabel_visible, base } = &new.operation.action else {
            return Ok(refused("not a judgement"));
        };
        let sql = "INSERT INTO labels (query_id, chunk_id, labeller_id, grade, cant_tell, evidence, note, prelabel_visible, revision, at)
            SELECT $1, $2, $3, $4, $5, $6, $7, $8, 1, $9 WHERE $10 = 0
                OR EXISTS (SELECT 1 FROM labels WHERE query_id = $1 AND chunk_id = $2 AND labeller_id = $3)
            ON CONFLICT (query_id, chunk_id, labeller_id) DO UPDATE SET grade = excluded.grade, cant_tell = excluded.cant_tell,
                evidence = excluded.evidence, note = excluded.note, prelabel_visible = excluded.prelabel_visible,
                revision = labels.revision + 1, at = excluded.at
            WHERE labels.revision = $10 RETURNING revision";
        let upsert = sqlx::query_scalar(sql).bind(new.operation.query).bind(*chunk).bind(new.actor);
        let upsert = upsert.bind(judgement.and_then(Judgement::grade)).bind(*judgement == Some(Judgement::CantTell));
        let upsert = upsert.bind(Json(evidence)).bind(note).bind(*prelabel_visible).bind(new.at).bind(*base);
        let revision: Option<i64> = upsert.fetch_optional(&mut *connection).await.map_err(Error::of)?;
        if let Some(revision) = revision {
            return Ok(Outcome::Saved { revision });
        }
        let sql = "SELECT chunk_id, grade, cant_tell, evidence, note, prelabel_visible, revision FROM labels
            WHERE query_id = $1 AND chunk_id = $2 AND labeller_id = $3";
        let row: Option<LabelRow> = sqlx::query_as(sql).bind(new.operation.query).bind(*chunk).bind(new.actor).fetch_optional(connection).await?;
        Ok(row.map_or_else(|| refused("there is no label to change"), |row| Outcome::Conflict { current: Current::Label(Label::from(row)) }))
    }

    async fn answer(connection: &mut Connection, new: &NewOperation, (text, answerable, base): (&str, Answerable, i64), cited: Vec<ChunkId>) -> Result<Outcome> {
        let sql = "INSERT INTO answers (query_id, labeller_id, text, citations, answerable, revision, at)
            SELECT $1, $2, $3, $4, $5, 1, $6 WHERE $7 = 0 OR EXISTS (SELECT 1 FROM answers WHERE query_id = $1 AND labeller_id = $2)
            ON CONFLICT (query_id, labeller_id) DO UPDATE SET text = excluded.text, citations = excluded.citations,
                answerable = excluded.answerable, revision = answers.revision + 1, at = excluded.at
            WHERE answers.revision = $7 RETURNING revision";
        let upsert = sqlx::query_scalar(sql).bind(new.operation.query).bind(new.actor).bind(text).bind(Json(cited));
        let revision: Option<i64> = upsert.bind(answerable).bind(new.at).bind(base).fetch_optional(&mut *connection).await?;
        if let Some(revision) = revision {
            return Ok(Outcome::Saved { revision });
        }
        let sql = "SELECT text, citations, answerable, revision FROM answers WHERE query_id = $1 AND labeller_id = $2";
        let row: Option<AnswerRow> = sqlx::query_as(sql).bind(new.operation.query).bind(new.actor).fetch_optional(connection).await?;
        Ok(row.map_or_else(|| refused("there is no answer to change"), |row| Outcome::Conflict { current: Current::Answer(Answer::from(row)) }))
    }

    async fn add_to_pool(connection: &mut Connection, new: &NewOperation, chunk: ChunkId) -> Result<Outcome> {
        assign::lock(connection, new.operation.query).await?;
        let sql = "INSERT INTO pool (query_id, chunk_id, number, provenance, added_by)
            SELECT $1, c.id, (SELECT COALESCE(MAX(number), 0) + 1 FROM pool WHERE query_id = $1), 'search', $3
            FROM chunks c JOIN sets s ON s.chunking_id = c.chunking_id WHERE c.id = $2 AND s.id = $4
            ON CONFLICT (query_id, chunk_id) DO NOTHING";
        let insert = sqlx::query(sql).bind(new.operation.query).bind(chunk).bind(new.actor).bind(new.set);
        if insert.execute(&mut *connection).await?.rows_affected() > 0 {
            sqlx::query("UPDATE queries SET pool_size = pool_size + 1 WHERE id = $1").bind(new.operation.query).execute(&mut *connection).await?;
        }
        let sql = "SELECT number FROM pool WHERE query_id = $1 AND chunk_id = $2";
        let number: Option<i32> = sqlx::query_scalar(sql).bind(new.operation.query).bind(chunk).fetch_optional(connection).await?;
        Ok(number.map_or_else(|| refused("the set's corpus has no such chunk"), |number| Outcome::Saved { revision: i64::from(number) }))
    }

    async fn flag(connection: &mut Connection, query: QueryId, actor: UserId, note: &str) -> Result<Outcome> {
        let note = Some(note).filter(|note| !note.is_empty());
        let sql = "UPDATE assignments SET flag = $3 WHERE query_id = $1 AND labeller_id = $2";
        sqlx::query(sql).bind(query).bind(actor).bind(note).execute(&mut *connection).await?;
        restate(connection, query).await?;
        Ok(Outcome::Saved { revision: 0 })
    }

    /// Works out where a query stands from its assignments.
    async fn restate(connection: &mut Connection, query: QueryId) -> Result<()> {
        let sql = "UPDATE queries SET status = CASE
                WHEN EXISTS (SELECT 1 FROM assignments WHERE query_id = queries.id AND flag IS NOT NULL) THEN 'flagged'
                WHEN (SELECT COUNT(*) FROM assignments WHERE query_id = queries.id AND status = 'completed')
                    >= (SELECT overlap FROM sets WHERE id = queries.set_id) THEN 'completed'
                WHEN EXISTS (SELECT 1 FROM assignments WHERE query_id = queries.id AND status IN ('leased', 'completed')) THEN 'started'
                ELSE 'open' END
            WHERE id = $1";
        sqlx::query(sql).bind(query).execute(connection).await?;
        Ok(())
    }

    async fn complete(connection: &mut Connection, query: QueryId, actor: UserId, at: Timestamp) -> Result<Outcome> {
        let sql = "UPDATE assignments SET status = 'completed', lease_ends = NULL, completed_at = COALESCE(completed_at, $3)
            WHERE query_id = $1 AND labeller_id = $2";
        sqlx::query(sql).bind(query).bind(actor).bind(at).execute(&mut *connection).await?;
        restate(connection, query).await?;
        Ok(Outcome::Saved { revision: 0 })
    }

    async fn reopen(connection: &mut Connection, new: &NewOperation) -> Result<Outcome> {
        let (query, actor) = (new.operation.query, new.actor);
        let sql = "UPDATE assignments SET status = CASE WHEN status = 'skipped' THEN 'expired' ELSE 'leased' END, completed_at = NULL
            WHERE query_id = $1 AND labeller_id = $2 AND status IN ('completed', 'skipped')";
        sqlx::query(sql).bind(query).bind(actor).execute(&mut *connection).await?;
        assign::ensure(connection, new.set, query, actor, new.at).await?;
        restate(connection, query).await?;
        Ok(Outcome::Saved { revision: 0 })
    }
}
