//! Jobs, and which server holds each.

use domain::id::{JobId, ServerId, UserId};
use domain::job::{Ending, Job, JobKind, JobStatus, Work};
use domain::report::Report;
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::pool::Pool;
use crate::{Result, Store};

/// A server's hold on a job until a moment that it moves on while it works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    /// The server.
    pub owner: ServerId,
    /// When others may claim the job.
    pub ends_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct JobRow {
    id: JobId,
    work: Json<Work>,
    status: JobStatus,
    done: i64,
    total: i64,
    report: Option<Json<Report>>,
    error: Option<String>,
    attempts: i32,
    lease_ends_at: Timestamp,
    created_at: Timestamp,
}

impl From<JobRow> for Job {
    fn from(row: JobRow) -> Self {
        Self {
            id: row.id,
            work: row.work.0,
            status: row.status,
            done: row.done,
            total: row.total,
            report: row.report.map(|report| report.0),
            error: row.error,
            attempts: row.attempts,
            lease_ends_at: row.lease_ends_at,
            left: false,
            created_at: row.created_at,
        }
    }
}

impl Store {
    /// Keeps a job that waits for a server.
    pub async fn add_job(&self, id: JobId, work: Work, by: Option<UserId>, now: Timestamp) -> Result<()> {
        let sql = "INSERT INTO jobs (id, kind, work, status, done, total, attempts, lease_ends_at, created_by, created_at)
            VALUES ($1, $2, $3, 'running', 0, 0, 0, $5, $4, $5)";
        write!(self, |connection| {
            sqlx::query(sql).bind(id).bind(work.kind()).bind(Json(work)).bind(by).bind(now).execute(connection).await?;
            Ok(())
        })
    }

    /// The jobs of a kind that no server holds, the oldest first.
    pub async fn free_jobs(&self, kind: JobKind, now: Timestamp) -> Result<Vec<Job>> {
        let sql = "SELECT id, work, status, done, total, report, error, attempts, lease_ends_at, created_at
            FROM jobs
            WHERE status = 'running' AND kind = $1 AND lease_ends_at <= $2
            ORDER BY created_at, id";
        let rows: Vec<JobRow> = read!(self, |pool| sqlx::query_as(sql).bind(kind).bind(now).fetch_all(pool).await)?;
        Ok(rows.into_iter().map(Job::from).collect())
    }

    /// Gives a free job to a server and counts the attempt; nothing when another server was faster.
    pub async fn claim_job(&self, id: JobId, lease: Lease, now: Timestamp) -> Result<Option<Job>> {
        let sql = "UPDATE jobs
            SET owner = $2, lease_ends_at = $3, attempts = attempts + 1
            WHERE id = $1 AND status = 'running' AND lease_ends_at <= $4
            RETURNING id, work, status, done, total, report, error, attempts, lease_ends_at, created_at";
        write!(self, |connection| {
            let claimed = sqlx::query_as(sql).bind(id).bind(lease.owner).bind(lease.ends_at).bind(now);
            let row: Option<JobRow> = claimed.fetch_optional(connection).await?;
            Ok(row.map(Job::from))
        })
    }

    /// Notes how far a job is and prolongs its lease; tells whether the server still holds it and it is still wanted.
    pub async fn advance_job(&self, id: JobId, lease: Lease, done: i64, total: i64) -> Result<bool> {
        let sql = "UPDATE jobs
            SET done = $4, total = $5, lease_ends_at = $3
            WHERE id = $1 AND owner = $2 AND status = 'running'";
        write!(self, |connection| {
            let advanced = sqlx::query(sql).bind(id).bind(lease.owner).bind(lease.ends_at).bind(done).bind(total);
            Ok(advanced.execute(connection).await?.rows_affected() > 0)
        })
    }

    /// Ends a job that the server holds; tells whether it still held it.
    pub async fn end_job(&self, id: JobId, owner: ServerId, ending: Ending) -> Result<bool> {
        let sql = "UPDATE jobs
            SET status = $3, report = $4, error = $5, done = CASE WHEN $3 = 'done' THEN total ELSE done END, owner = NULL
            WHERE id = $1 AND owner = $2 AND status = 'running'";
        write!(self, |connection| {
            let status = ending.status();
            let (report, error) = match ending {
                Ending::Done(report) => (Some(Json(report)), None),
                Ending::Failed(words) => (None, Some(words)),
                Ending::Cancelled => (None, None),
            };
            let ended = sqlx::query(sql).bind(id).bind(owner).bind(status).bind(report).bind(error);
            Ok(ended.execute(connection).await?.rows_affected() > 0)
        })
    }

    /// Ends a job that runs, whoever holds it; tells whether it was running.
    pub async fn cancel_job(&self, id: JobId) -> Result<bool> {
        let sql = "UPDATE jobs SET status = 'cancelled', owner = NULL WHERE id = $1 AND status = 'running'";
        write!(self, |connection| { Ok(sqlx::query(sql).bind(id).execute(connection).await?.rows_affected() > 0) })
    }

    /// Lets go of a job that met an error which passes: it is free again at that moment.
    pub async fn postpone_job(&self, id: JobId, lease: Lease) -> Result<()> {
        let sql = "UPDATE jobs SET owner = NULL, lease_ends_at = $3 WHERE id = $1 AND owner = $2 AND status = 'running'";
        write!(self, |connection| {
            sqlx::query(sql).bind(id).bind(lease.owner).bind(lease.ends_at).execute(connection).await?;
            Ok(())
        })
    }

    /// Lets go of the jobs of a server that stops in good order: they are free at once, and the attempt does not count.
    pub async fn release_jobs(&self, owner: ServerId, now: Timestamp) -> Result<()> {
        let sql = "UPDATE jobs
            SET owner = NULL, lease_ends_at = $2, attempts = attempts - 1
            WHERE owner = $1 AND status = 'running'";
        write!(self, |connection| {
            sqlx::query(sql).bind(owner).bind(now).execute(connection).await?;
            Ok(())
        })
    }

    /// Frees what a crashed server held, where the data directory's lock proves that it is gone. On PostgreSQL other servers
    /// may live, and leases end by themselves.
    pub async fn free_jobs_of_the_dead(&self, now: Timestamp) -> Result<()> {
        if let Pool::Postgres(_) = self.pool {
            return Ok(());
        }
        let sql = "UPDATE jobs SET owner = NULL, lease_ends_at = $1 WHERE status = 'running' AND lease_ends_at > $1";
        write!(self, |connection| {
            sqlx::query(sql).bind(now).execute(connection).await?;
            Ok(())
        })
    }

    /// A job.
    pub async fn job(&self, id: JobId) -> Result<Option<Job>> {
        let sql = "SELECT id, work, status, done, total, report, error, attempts, lease_ends_at, created_at
            FROM jobs
            WHERE id = $1";
        let row: Option<JobRow> = read!(self, |pool| sqlx::query_as(sql).bind(id).fetch_optional(pool).await)?;
        Ok(row.map(Job::from))
    }

    /// The newest fifty jobs, the newest first.
    pub async fn jobs(&self, now: Timestamp) -> Result<Vec<Job>> {
        let busy = self.busy_kinds(now).await?;
        let sql = "SELECT id, work, status, done, total, report, error, attempts, lease_ends_at, created_at
            FROM jobs
            ORDER BY created_at DESC, id DESC
            LIMIT 50";
        let rows: Vec<JobRow> = read!(self, |pool| sqlx::query_as(sql).fetch_all(pool).await)?;
        Ok(rows.into_iter().map(|row| Job::from(row).seen_at(now, &busy)).collect())
    }

    /// The kinds of which a server works on a job now.
    async fn busy_kinds(&self, now: Timestamp) -> Result<Vec<JobKind>> {
        let sql = "SELECT DISTINCT kind FROM jobs WHERE status = 'running' AND owner IS NOT NULL AND lease_ends_at > $1";
        Ok(read!(self, |pool| sqlx::query_scalar(sql).bind(now).fetch_all(pool).await)?)
    }
}
