//! Jobs, and which server holds each.

use domain::id::{JobId, ServerId, UserId};
use domain::job::{Ending, Job, JobKind, JobStatus, Work};
use domain::report::Report;
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::db::Database;
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
pub(crate) struct JobRow {
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
        transact!(self, jobs::add_job(id, &work, by, now))
    }

    /// The jobs of a kind that no server holds, the oldest first.
    pub async fn free_jobs(&self, kind: JobKind, now: Timestamp) -> Result<Vec<Job>> {
        Ok(read!(self, jobs::free_jobs(kind, now))?.into_iter().map(Job::from).collect())
    }

    /// Gives a free job to a server and counts the attempt; nothing when another server was faster.
    pub async fn claim_job(&self, id: JobId, lease: Lease, now: Timestamp) -> Result<Option<Job>> {
        Ok(transact!(self, jobs::claim_job(id, lease, now))?.map(Job::from))
    }

    /// Notes how far a job is and prolongs its lease; tells whether the server still holds it and it is still wanted.
    pub async fn advance_job(&self, id: JobId, lease: Lease, done: i64, total: i64) -> Result<bool> {
        transact!(self, jobs::advance_job(id, lease, done, total))
    }

    /// Ends a job that the server holds; tells whether it still held it.
    pub async fn end_job(&self, id: JobId, owner: ServerId, ending: Ending) -> Result<bool> {
        transact!(self, jobs::end_job(id, owner, ending))
    }

    /// Ends a job that runs, whoever holds it; tells whether it was running.
    pub async fn cancel_job(&self, id: JobId) -> Result<bool> {
        transact!(self, jobs::cancel_job(id))
    }

    /// Lets go of a job that met an error which passes: it is free again at that moment.
    pub async fn postpone_job(&self, id: JobId, lease: Lease) -> Result<()> {
        transact!(self, jobs::postpone_job(id, lease))
    }

    /// Lets go of the jobs of a server that stops in good order: they are free at once, and the attempt does not count.
    pub async fn release_jobs(&self, owner: ServerId, now: Timestamp) -> Result<()> {
        transact!(self, jobs::release_jobs(owner, now))
    }

    /// Frees what a crashed server held, where the data directory's lock proves that it is gone. On PostgreSQL other servers
    /// may live, and leases end by themselves.
    pub async fn free_jobs_of_the_dead(&self, now: Timestamp) -> Result<()> {
        if matches!(self.database, Database::Postgres(_)) {
            return Ok(());
        }
        transact!(self, jobs::free_all_jobs(now))
    }

    pub async fn job(&self, id: JobId) -> Result<Option<Job>> {
        Ok(read!(self, jobs::job(id))?.map(Job::from))
    }

    /// The newest fifty jobs, the newest first.
    pub async fn jobs(&self, now: Timestamp) -> Result<Vec<Job>> {
        let busy = read!(self, jobs::busy_kinds(now))?;
        Ok(read!(self, jobs::jobs())?.into_iter().map(|row| Job::from(row).seen_at(now, &busy)).collect())
    }
}
