//! Jobs.

use domain::id::{JobId, UserId};
use domain::job::{JobStatus, Work};
use domain::report::Report;
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use super::Connection;
use crate::Result;
use crate::jobs::JobRow;

pub(crate) async fn add_job(
    connection: &mut Connection,
    id: JobId,
    work: &Work,
    total: i64,
    by: Option<UserId>,
    now: Timestamp,
) -> Result<()> {
    let sql = "INSERT INTO jobs (id, work, status, done, total, created_by, created_at)
        VALUES ($1, $2, 'running', 0, $3, $4, $5)";
    sqlx::query(sql).bind(id).bind(Json(work)).bind(total).bind(by).bind(now).execute(connection).await?;
    Ok(())
}

pub(crate) async fn advance_job(connection: &mut Connection, id: JobId, done: i64, total: i64) -> Result<bool> {
    let sql = "UPDATE jobs SET done = $2, total = $3 WHERE id = $1 AND status = 'running'";
    Ok(sqlx::query(sql).bind(id).bind(done).bind(total).execute(connection).await?.rows_affected() > 0)
}

pub(crate) async fn end_job(
    connection: &mut Connection,
    id: JobId,
    status: JobStatus,
    report: Option<Report>,
    error: Option<String>,
) -> Result<()> {
    let sql = "UPDATE jobs
        SET status = $2, report = $3, error = $4, done = CASE WHEN $2 = 'done' THEN total ELSE done END
        WHERE id = $1 AND status = 'running'";
    sqlx::query(sql).bind(id).bind(status).bind(report.map(Json)).bind(error).execute(connection).await?;
    Ok(())
}

pub(crate) async fn job(connection: &mut Connection, id: JobId) -> Result<Option<JobRow>> {
    let sql = "SELECT id, work, status, done, total, report, error, created_at FROM jobs WHERE id = $1";
    Ok(sqlx::query_as(sql).bind(id).fetch_optional(connection).await?)
}

/// The newest fifty jobs, the newest first.
pub(crate) async fn jobs(connection: &mut Connection) -> Result<Vec<JobRow>> {
    let sql = "SELECT id, work, status, done, total, report, error, created_at
        FROM jobs
        ORDER BY created_at DESC, id DESC
        LIMIT 50";
    Ok(sqlx::query_as(sql).fetch_all(connection).await?)
}
