//! Jobs.

use domain::id::{JobId, UserId};
use domain::job::{Job, JobStatus, Work};
use domain::report::Report;
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::{Result, Store};

#[derive(sqlx::FromRow)]
pub(crate) struct JobRow {
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
        transact!(self, jobs::add_job(id, &work, total, by, now))
    }

    /// Notes how far a job is, and tells whether it is still wanted.
    pub async fn advance_job(&self, id: JobId, done: i64, total: i64) -> Result<bool> {
        transact!(self, jobs::advance_job(id, done, total))
    }

    /// Ends a job that was running.
    pub async fn end_job(&self, id: JobId, status: JobStatus, report: Option<Report>, error: Option<String>) -> Result<()> {
        transact!(self, jobs::end_job(id, status, report, error))
    }

    /// A job.
    pub async fn job(&self, id: JobId) -> Result<Option<Job>> {
        Ok(read!(self, jobs::job(id))?.map(Job::from))
    }

    /// The newest fifty jobs, the newest first.
    pub async fn jobs(&self) -> Result<Vec<Job>> {
        Ok(read!(self, jobs::jobs())?.into_iter().map(Job::from).collect())
    }
}
