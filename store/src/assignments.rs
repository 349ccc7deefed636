//! Assignments: which query is whose, and until when. Overlap and leases are kept here, in single statements.

use domain::assignment::{AssignmentStatus, LEASE_SECONDS, Progress, median_pace};
use domain::chunk::Chunk;
use domain::id::{ChunkId, QueryId, SetId, UserId};
use domain::label::{Label, Span};
use domain::pool::{PoolChunk, Provenance};
use domain::scale::{Grade, Judgement};
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::{Result, Store};

/// A query that is a labeller's now.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Taken {
    /// The query.
    #[sqlx(rename = "query_id")]
    pub query: QueryId,
    /// Where the assignment stands.
    pub status: AssignmentStatus,
    /// What the labeller told the reviewer.
    pub flag: Option<String>,
}

impl Store {
    /// The next query for a labeller: one that they hold already, else the first that still needs somebody; none when
    /// nothing is left. `except` are queries that they have in hand.
    pub async fn take_next(&self, set: SetId, labeller: UserId, except: Vec<QueryId>, now: Timestamp) -> Result<Option<QueryId>> {
        write!(self, both, |connection| {
            both::end_leases(connection, set, now).await?;
            if let Some(held) = both::held(connection, set, labeller, &except).await? {
                both::renew(connection, held, labeller, now).await?;
                return Ok(Some(held));
            }
            both::give_out(connection, set, labeller, now).await
        })
    }

    /// Gives a labeller this query of the set, whoever else has it: into a free place when there is one, else beside them.
    /// A query that the labeller had before stays as it was, but a lease is renewed. `None`: the set has no such query.
    pub async fn take(&self, set: SetId, query: QueryId, labeller: UserId, now: Timestamp) -> Result<Option<Taken>> {
        write!(self, both, |connection| {
            let known: Option<QueryId> = sqlx::query_scalar("SELECT id FROM queries WHERE set_id = $1 AND id = $2")
                .bind(set)
                .bind(query)
                .fetch_optional(&mut *connection)
                .await?;
            if known.is_none() {
                return Ok(None);
            }
            both::ensure(connection, set, query, labeller, now).await?;
            let sql = "SELECT query_id, status, flag FROM assignments WHERE query_id = $1 AND labeller_id = $2";
            Ok(Some(sqlx::query_as(sql).bind(query).bind(labeller).fetch_one(connection).await?))
        })
    }

    /// The query that a labeller completed or skipped last before the given one, for going back.
    pub async fn previous(&self, set: SetId, labeller: UserId, before: Option<QueryId>) -> Result<Option<QueryId>> {
        let sql = "SELECT query_id FROM assignments WHERE set_id = $1 AND labeller_id = $2 AND status = 'completed'
            AND completed_at < COALESCE((SELECT completed_at FROM assignments WHERE query_id = $3 AND labeller_id = $2), $4)
            ORDER BY completed_at DESC, query_id DESC LIMIT 1";
        let before = before.unwrap_or(QueryId(uuid::Uuid::nil()));
        Ok(read!(self, |pool| sqlx::query_scalar(sql).bind(set).bind(labeller).bind(before).bind(i64::MAX).fetch_optional(pool).await)?)
    }

    /// How far a labeller is in a set, and how fast.
    pub async fn progress(&self, set: SetId, labeller: UserId) -> Result<Progress> {
        let sql = "SELECT COUNT(*) FROM assignments WHERE set_id = $1 AND labeller_id = $2 AND status = 'completed'";
        let completed: i64 = read!(self, |pool| sqlx::query_scalar(sql).bind(set).bind(labeller).fetch_one(pool).await)?;
        let sql = "SELECT (SELECT COUNT(*) FROM queries WHERE set_id = $1 AND open_slots > 0 AND pool_size > 0)
            + (SELECT COUNT(*) FROM assignments WHERE set_id = $1 AND labeller_id = $2 AND status = 'leased' AND slot IS NOT NULL)";
        let left: i64 = read!(self, |pool| sqlx::query_scalar(sql).bind(set).bind(labeller).fetch_one(pool).await)?;
        let sql = "SELECT completed_at FROM assignments WHERE set_id = $1 AND labeller_id = $2 AND status = 'completed'
            ORDER BY completed_at DESC LIMIT 30";
        let times: Vec<i64> = read!(self, |pool| sqlx::query_scalar(sql).bind(set).bind(labeller).fetch_all(pool).await)?;
        Ok(Progress { completed, left, median_seconds: median_pace(&times) })
    }

    /// Whether a labeller completed a query.
    pub async fn has_completed(&self, query: QueryId, labeller: UserId) -> Result<bool> {
        let sql = "SELECT COUNT(*) FROM assignments WHERE query_id = $1 AND labeller_id = $2 AND status = 'completed'";
        let count: i64 = read!(self, |pool| sqlx::query_scalar(sql).bind(query).bind(labeller).fetch_one(pool).await)?;
        Ok(count > 0)
    }

    /// The pool of a query, by number. A chunk of which only the id is known cannot be shown.
    pub async fn pool(&self, query: QueryId) -> Result<Vec<PoolChunk>> {
        #[derive(sqlx::FromRow)]
        struct Row {
            #[sqlx(flatten)]
            chunk: crate::ChunkRow,
            number: i32,
            provenance: Provenance,
            score: Option<f64>,
        }
        let sql = "SELECT c.id, c.external_id, c.doc_id, c.ordinal, c.title, c.text, p.number, p.provenance, p.score
            FROM pool p JOIN chunks c ON c.id = p.chunk_id WHERE p.query_id = $1 AND c.text <> '' ORDER BY p.number, p.chunk_id LIMIT 1000";
        let rows: Vec<Row> = read!(self, |pool| sqlx::query_as(sql).bind(query).fetch_all(pool).await)?;
        let entry =
            |row: Row| PoolChunk { chunk: Chunk::from(row.chunk), number: row.number, provenance: row.provenance, score: row.score };
        Ok(rows.into_iter().map(entry).collect())
    }

    /// A labeller's labels of a query.
    pub async fn labels(&self, query: QueryId, labeller: UserId) -> Result<Vec<Label>> {
        let sql = "SELECT chunk_id, grade, cant_tell, evidence, note, prelabel_visible, revision FROM labels
            WHERE query_id = $1 AND labeller_id = $2 ORDER BY chunk_id";
        let rows: Vec<LabelRow> = read!(self, |pool| sqlx::query_as(sql).bind(query).bind(labeller).fetch_all(pool).await)?;
        Ok(rows.into_iter().map(Label::from).collect())
    }
}

/// A label as it is kept.
#[derive(sqlx::FromRow)]
pub(crate) struct LabelRow {
    chunk_id: ChunkId,
    grade: Option<Grade>,
    cant_tell: bool,
    evidence: Json<Vec<Span>>,
    note: String,
    prelabel_visible: bool,
    revision: i64,
}

impl From<LabelRow> for Label {
    fn from(row: LabelRow) -> Self {
        let judgement = if row.cant_tell { Some(Judgement::CantTell) } else { row.grade.map(Judgement::Grade) };
        Self {
            chunk: row.chunk_id,
            judgement,
            evidence: row.evidence.0,
            note: row.note,
            prelabel_visible: row.prelabel_visible,
            revision: row.revision,
        }
    }
}

on_both! {
    /// Takes back the places of those whose lease ended: they did nothing for so long.
    pub(super) async fn end_leases(connection: &mut Connection, set: SetId, now: Timestamp) -> Result<()> {
        let sql = "SELECT query_id, labeller_id FROM assignments WHERE set_id = $1 AND status = 'leased' AND lease_ends < $2
            ORDER BY query_id, labeller_id LIMIT 100";
        let ended: Vec<(QueryId, UserId)> = sqlx::query_as(sql).bind(set).bind(now).fetch_all(&mut *connection).await?;
        for (query, labeller) in ended {
            leave(connection, query, labeller, AssignmentStatus::Expired).await?;
        }
        Ok(())
    }

    /// Gives a labeller's place back.
    pub(crate) async fn leave(connection: &mut Connection, query: QueryId, labeller: UserId, as_what: AssignmentStatus) -> Result<()> {
        let sql = "SELECT slot FROM assignments WHERE query_id = $1 AND labeller_id = $2";
        let slot: Option<Option<i32>> = sqlx::query_scalar(sql).bind(query).bind(labeller).fetch_optional(&mut *connection).await?;
        let sql = "UPDATE assignments SET status = $3, slot = NULL, lease_ends = NULL, completed_at = NULL WHERE query_id = $1 AND labeller_id = $2";
        sqlx::query(sql).bind(query).bind(labeller).bind(as_what).execute(&mut *connection).await?;
        if slot.flatten().is_some() {
            let sql = "UPDATE queries SET open_slots = open_slots + 1, status = CASE WHEN status = 'flagged' THEN status
                WHEN EXISTS (SELECT 1 FROM assignments WHERE query_id = queries.id AND slot IS NOT NULL) THEN 'started' ELSE 'open' END
                WHERE id = $1";
            sqlx::query(sql).bind(query).execute(connection).await?;
        }
        Ok(())
    }

    pub(super) async fn held(connection: &mut Connection, set: SetId, labeller: UserId, except: &[QueryId]) -> Result<Option<QueryId>> {
        let sql = "SELECT query_id FROM assignments WHERE set_id = $1 AND labeller_id = $2 AND status = 'leased' ORDER BY query_id LIMIT 100";
        let held: Vec<QueryId> = sqlx::query_scalar(sql).bind(set).bind(labeller).fetch_all(connection).await?;
        Ok(held.into_iter().find(|query| !except.contains(query)))
    }

    /// Takes a place of the first query that still needs somebody. On PostgreSQL two may want the same one; who comes
    /// second finds no place and looks again.
    pub(super) async fn give_out(connection: &mut Connection, set: SetId, labeller: UserId, now: Timestamp) -> Result<Option<QueryId>> {
        for _ in 0..50 {
            let sql = "SELECT id FROM queries q WHERE set_id = $1 AND open_slots > 0 AND pool_size > 0
                AND NOT EXISTS (SELECT 1 FROM assignments a WHERE a.query_id = q.id AND a.labeller_id = $2 AND a.status IN ('completed', 'skipped'))
                ORDER BY id LIMIT 1";
            let next: Option<QueryId> = sqlx::query_scalar(sql).bind(set).bind(labeller).fetch_optional(&mut *connection).await?;
            let Some(query) = next else { return Ok(None) };
            if take_place(connection, query).await? {
                place(connection, set, query, labeller, now).await?;
                return Ok(Some(query));
            }
        }
        Ok(None)
    }

    /// Takes one of a query's places, if one is free.
    pub(crate) async fn take_place(connection: &mut Connection, query: QueryId) -> Result<bool> {
        let sql = "UPDATE queries SET open_slots = open_slots - 1, status = CASE WHEN status = 'open' THEN 'started' ELSE status END
            WHERE id = $1 AND open_slots > 0";
        Ok(sqlx::query(sql).bind(query).execute(connection).await?.rows_affected() > 0)
    }

    /// Writes a labeller down for a place that was taken, in the lowest free slot.
    async fn place(connection: &mut Connection, set: SetId, query: QueryId, labeller: UserId, now: Timestamp) -> Result<()> {
        let taken: Vec<i32> = sqlx::query_scalar("SELECT slot FROM assignments WHERE query_id = $1 AND slot IS NOT NULL").bind(query).fetch_all(&mut *connection).await?;
        let slot = (0..=i32::MAX).find(|slot| !taken.contains(slot));
        put(connection, set, query, labeller, slot, now).await
    }

    async fn put(connection: &mut Connection, set: SetId, query: QueryId, labeller: UserId, slot: Option<i32>, now: Timestamp) -> Result<()> {
        let sql = "INSERT INTO assignments (query_id, labeller_id, set_id, slot, status, lease_ends) VALUES ($1, $2, $3, $4, 'leased', $5)
            ON CONFLICT (query_id, labeller_id) DO UPDATE SET slot = excluded.slot, status = 'leased', lease_ends = excluded.lease_ends";
        let insert = sqlx::query(sql).bind(query).bind(labeller).bind(set).bind(slot).bind(now.plus_seconds(LEASE_SECONDS));
        insert.execute(connection).await?;
        Ok(())
    }

    /// Makes sure that a labeller is written down for a query; gives whether this is late: after their lease had ended.
    pub(crate) async fn ensure(connection: &mut Connection, set: SetId, query: QueryId, labeller: UserId, now: Timestamp) -> Result<bool> {
        let sql = "SELECT status, lease_ends FROM assignments WHERE query_id = $1 AND labeller_id = $2";
        let known: Option<(AssignmentStatus, Option<Timestamp>)> = sqlx::query_as(sql).bind(query).bind(labeller).fetch_optional(&mut *connection).await?;
        match known {
            Some((AssignmentStatus::Completed | AssignmentStatus::Skipped, _)) => return Ok(false),
            Some((AssignmentStatus::Leased, Some(ends))) if ends >= now => {
                // An hour of grades renews the lease twice, not twenty times a query.
                if ends < now.plus_seconds(LEASE_SECONDS / 2) {
                    renew(connection, query, labeller, now).await?;
                }
                return Ok(false);
            }
            Some((AssignmentStatus::Leased, _)) => renew(connection, query, labeller, now).await?,
            Some((AssignmentStatus::Expired, _)) | None => {
                lock(connection, query).await?;
                if is_leased(connection, query, labeller).await? {
                    return Ok(false);
                }
                if take_place(connection, query).await? {
                    place(connection, set, query, labeller, now).await?;
                } else {
                    put(connection, set, query, labeller, None, now).await?;
                }
            }
        }
        Ok(known.is_some())
    }

    /// Makes others wait who want to change this query's places or pool, until this transaction ends.
    pub(crate) async fn lock(connection: &mut Connection, query: QueryId) -> Result<()> {
        sqlx::query("UPDATE queries SET pool_size = pool_size WHERE id = $1").bind(query).execute(connection).await?;
        Ok(())
    }

    async fn is_leased(connection: &mut Connection, query: QueryId, labeller: UserId) -> Result<bool> {
        let sql = "SELECT COUNT(*) FROM assignments WHERE query_id = $1 AND labeller_id = $2 AND status = 'leased'";
        let count: i64 = sqlx::query_scalar(sql).bind(query).bind(labeller).fetch_one(connection).await?;
        Ok(count > 0)
    }

    pub(super) async fn renew(connection: &mut Connection, query: QueryId, labeller: UserId, now: Timestamp) -> Result<()> {
        let sql = "UPDATE assignments SET lease_ends = $3 WHERE query_id = $1 AND labeller_id = $2 AND status = 'leased'";
        sqlx::query(sql).bind(query).bind(labeller).bind(now.plus_seconds(LEASE_SECONDS)).execute(connection).await?;
        Ok(())
    }
}
