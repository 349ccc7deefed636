//! Jobs.

use domain::id::{JobId, UserId};
use domain::job::{Job, JobStatus, Work};
use domain::report::Report;
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::{Result, Store};

#[derive(sqlx::FromRow)]
struct JobRow {
    id: JobId,
    work: Json<Work>,
    status: JobStatus,
    done: i64,
    total: i64,
    report: Option<Json<Report>>,
    error: Option<String>,
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
            created_at: row.created_at,
        }
    }
}

impl Store {
    /// Keeps a job that begins.
    pub async fn add_job(&self, id: JobId, work: Work, total: i64, by: Option<UserId>, now: Timestamp) -> Result<()> {
        write!(self, |connection| {
            let sql = "INSERT INTO jobs (id, work, status, done, total, created_by, created_at) VALUES ($1, $2, 'running', 0, $3, $4, $5)";
            sqlx::query(sql).bind(id).bind(Json(work)).bind(total).bind(by).bind(now).execute(connection).await?;
            Ok(())
        })
    }

    /// Notes how far a job is, and tells whether it is still wanted.
    pub async fn advance_job(&self, id: JobId, done: i64, total: i64) -> Result<bool> {
        write!(self, |connection| {
            let sql = "UPDATE jobs SET done = $2, total = $3 WHERE id = $1 AND status = 'running'";
            Ok(sqlx::query(sql).bind(id).bind(done).bind(total).execute(connection).await?.rows_affected() > 0)
        })
    }

    /// Ends a job that was running.
    pub async fn end_job(&self, id: JobId, status: JobStatus, report: Option<Report>, error: Option<String>) -> Result<()> {
        write!(self, |connection| {
            let sql = "UPDATE jobs SET status = $2, report = $3, error = $4, done = CASE WHEN $2 = 'done' THEN total ELSE done END
                WHERE id = $1 AND status = 'running'";
            sqlx::query(sql).bind(id).bind(status).bind(report.map(Json)).bind(error).execute(connection).await?;
            Ok(())
        })
    }

    /// A job.
    pub async fn job(&self, id: JobId) -> Result<Option<Job>> {
        let sql = "SELECT id, work, status, done, total, report, error, created_at FROM jobs WHERE id = $1";
        let row: Option<JobRow> = read!(self, |pool| sqlx::query_as(sql).bind(id).fetch_optional(pool).await)?;
        Ok(row.map(Job::from))
    }

    /// The newest fifty jobs, the newest first.
    pub async fn jobs(&self) -> Result<Vec<Job>> {
        let sql = "SELECT id, work, status, done, total, report, error, created_at FROM jobs ORDER BY created_at DESC, id DESC LIMIT 50";
        let rows: Vec<JobRow> = read!(self, |pool| sqlx::query_as(sql).fetch_all(pool).await)?;
        Ok(rows.into_iter().map(Job::from).collect())
    }
}
