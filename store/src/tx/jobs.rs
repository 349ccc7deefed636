//! Jobs, and which server holds them.

use domain::id::{JobId, ServerId, UserId};
use domain::job::{Ending, JobKind, Work};
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use super::Connection;
use crate::Result;
use crate::jobs::{JobRow, Lease};

pub(crate) async fn add_job(connection: &mut Connection, id: JobId, work: &Work, by: Option<UserId>, now: Timestamp) -> Result<()> {
    let sql = "INSERT INTO jobs (id, kind, work, status, done, total, attempts, lease_ends_at, created_by, created_at)
        VALUES ($1, $2, $3, 'running', 0, 0, 0, $5, $4, $5)";
    sqlx::query(sql).bind(id).bind(work.kind()).bind(Json(work)).bind(by).bind(now).execute(connection).await?;
    Ok(())
}

/// The jobs of a kind that no server holds, the oldest first.
pub(crate) async fn free_jobs(connection: &mut Connection, kind: JobKind, now: Timestamp) -> Result<Vec<JobRow>> {
    let sql = "SELECT id, work, status, done, total, report, error, attempts, lease_ends_at, created_at
        FROM jobs
        WHERE status = 'running' AND kind = $1 AND lease_ends_at <= $2
        ORDER BY created_at, id";
    Ok(sqlx::query_as(sql).bind(kind).bind(now).fetch_all(connection).await?)
}

/// Gives a free job to a server and counts the attempt; nothing when another server was faster.
pub(crate) async fn claim_job(connection: &mut Connection, id: JobId, lease: Lease, now: Timestamp) -> Result<Option<JobRow>> {
    let sql = "UPDATE jobs
        SET owner = $2, lease_ends_at = $3, attempts = attempts + 1
        WHERE id = $1 AND status = 'running' AND lease_ends_at <= $4
        RETURNING id, work, status, done, total, report, error, attempts, lease_ends_at, created_at";
    Ok(sqlx::query_as(sql).bind(id).bind(lease.owner).bind(lease.ends_at).bind(now).fetch_optional(connection).await?)
}

/// Notes how far a job is and prolongs its lease; `false`: the server holds it no more, or it is not wanted any more.
pub(crate) async fn advance_job(connection: &mut Connection, id: JobId, lease: Lease, done: i64, total: i64) -> Result<bool> {
    let sql = "UPDATE jobs
        SET done = $4, total = $5, lease_ends_at = $3
        WHERE id = $1 AND owner = $2 AND status = 'running'";
    let update = sqlx::query(sql).bind(id).bind(lease.owner).bind(lease.ends_at).bind(done).bind(total);
    Ok(update.execute(connection).await?.rows_affected() > 0)
}

/// Ends a job that the server holds; `false`: it holds it no more.
pub(crate) async fn end_job(connection: &mut Connection, id: JobId, owner: ServerId, ending: Ending) -> Result<bool> {
    let sql = "UPDATE jobs
        SET status = $3,
            report = $4,
            error = $5,
            done = CASE WHEN $3 = 'done' THEN total ELSE done END,
            owner = NULL
        WHERE id = $1 AND owner = $2 AND status = 'running'";
    let status = ending.status();
    let (report, error) = match ending {
        Ending::Done(report) => (Some(Json(report)), None),
        Ending::Failed(words) => (None, Some(words)),
        Ending::Cancelled => (None, None),
    };
    let update = sqlx::query(sql).bind(id).bind(owner).bind(status).bind(report).bind(error);
    Ok(update.execute(connection).await?.rows_affected() > 0)
}

/// Ends a job that runs, whoever holds it; `false`: it was not running.
pub(crate) async fn cancel_job(connection: &mut Connection, id: JobId) -> Result<bool> {
    let sql = "UPDATE jobs SET status = 'cancelled', owner = NULL WHERE id = $1 AND status = 'running'";
    Ok(sqlx::query(sql).bind(id).execute(connection).await?.rows_affected() > 0)
}

/// Lets go of a job, which is free again when the lease ends.
pub(crate) async fn postpone_job(connection: &mut Connection, id: JobId, lease: Lease) -> Result<()> {
    let sql = "UPDATE jobs
        SET owner = NULL, lease_ends_at = $3
        WHERE id = $1 AND owner = $2 AND status = 'running'";
    sqlx::query(sql).bind(id).bind(lease.owner).bind(lease.ends_at).execute(connection).await?;
    Ok(())
}

/// Lets go of the jobs of a server that stops in good order: the attempt does not count.
pub(crate) async fn release_jobs(connection: &mut Connection, owner: ServerId, now: Timestamp) -> Result<()> {
    let sql = "UPDATE jobs
        SET owner = NULL, lease_ends_at = $2, attempts = attempts - 1
        WHERE owner = $1 AND status = 'running'";
    sqlx::query(sql).bind(owner).bind(now).execute(connection).await?;
    Ok(())
}

/// Frees all jobs that a server holds.
pub(crate) async fn free_all_jobs(connection: &mut Connection, now: Timestamp) -> Result<()> {
    let sql = "UPDATE jobs
        SET owner = NULL, lease_ends_at = $1
        WHERE status = 'running' AND lease_ends_at > $1";
    sqlx::query(sql).bind(now).execute(connection).await?;
    Ok(())
}

pub(crate) async fn job(connection: &mut Connection, id: JobId) -> Result<Option<JobRow>> {
    let sql = "SELECT id, work, status, done, total, report, error, attempts, lease_ends_at, created_at
        FROM jobs
        WHERE id = $1";
    Ok(sqlx::query_as(sql).bind(id).fetch_optional(connection).await?)
}

/// The newest fifty jobs, the newest first.
pub(crate) async fn jobs(connection: &mut Connection) -> Result<Vec<JobRow>> {
    let sql = "SELECT id, work, status, done, total, report, error, attempts, lease_ends_at, created_at
        FROM jobs
        ORDER BY created_at DESC, id DESC
        LIMIT 50";
    Ok(sqlx::query_as(sql).fetch_all(connection).await?)
}

/// The kinds of which a server works on a job now.
pub(crate) async fn busy_kinds(connection: &mut Connection, now: Timestamp) -> Result<Vec<JobKind>> {
    let sql = "SELECT DISTINCT kind FROM jobs WHERE status = 'running' AND owner IS NOT NULL AND lease_ends_at > $1";
    Ok(sqlx::query_scalar(sql).bind(now).fetch_all(connection).await?)
}
