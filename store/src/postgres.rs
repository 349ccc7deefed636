//! The statements, compiled for PostgreSQL, and what only PostgreSQL does.

use domain::timestamp::Timestamp;

use crate::Result;

pub(crate) type Driver = sqlx::Postgres;
/// A connection of it, in a transaction or not.
pub(crate) type Connection = sqlx::PgConnection;

/// Others wait who want to change the query, until the transaction ends. A foreign key to it does not wait, which would end in
/// a deadlock of two that both refer to it first.
pub(crate) const LOCK_QUERY: &str = "SELECT id FROM queries WHERE id = $1 FOR NO KEY UPDATE";
/// The same for the next queries of a set after an id.
pub(crate) const LOCK_QUERIES: &str = "SELECT id FROM queries WHERE set_id = $1 AND id > $2 ORDER BY id LIMIT $3 FOR NO KEY UPDATE";
/// A set's row stays as it is until the transaction ends.
pub(crate) const KEEP_SET: &str = "SELECT id FROM sets WHERE id = $1 FOR SHARE";
/// Others wait who want to change a set's row, until the transaction ends.
pub(crate) const LOCK_SET: &str = "SELECT id FROM sets WHERE id = $1 FOR NO KEY UPDATE";
/// How many queries of a set were erased; who erases one waits until the transaction ends.
pub(crate) const LOCK_ERASURES: &str = "SELECT erasures FROM sets WHERE id = $1 FOR NO KEY UPDATE";
/// Others wait who want to take a query for the same labeller, until the transaction ends.
pub(crate) const LOCK_LABELLER: &str = "SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE";
/// Others wait who want to change what anybody may do, until the transaction ends. No row stands for all members, so the lock has a
/// number of its own.
pub(crate) const LOCK_RIGHTS: &str = "SELECT pg_advisory_xact_lock(7101)";

/// The id of a column, in hexadecimal digits.
macro_rules! hex {
    ($column:literal) => {
        concat!("encode(uuid_send(", $column, "), 'hex')")
    };
}

/// The id of a chunk and that of a column, in hexadecimal digits.
macro_rules! hex_with_chunk {
    ($column:literal) => {
        concat!("encode(uuid_send(chunk_id) || uuid_send(", $column, "), 'hex')")
    };
}

/// Locks the row that a statement finds, and passes over those that somebody else has locked.
pub(crate) const SKIP_LOCKED: &str = " FOR NO KEY UPDATE SKIP LOCKED";

/// The time that leases are judged by: the database's own, because servers' clocks differ.
pub(crate) async fn database_time(connection: &mut Connection, _: Timestamp) -> Result<Timestamp> {
    let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
    Ok(sqlx::query_scalar(sql).fetch_one(connection).await?)
}

#[path = "tx/adjudications.rs"]
pub(crate) mod adjudications;
#[path = "tx/agreement.rs"]
pub(crate) mod agreement;
#[path = "tx/answers.rs"]
pub(crate) mod answers;
#[path = "tx/assigning.rs"]
pub(crate) mod assigning;
#[path = "tx/assignments.rs"]
pub(crate) mod assignments;
#[path = "tx/batches.rs"]
pub(crate) mod batches;
#[path = "tx/bulk.rs"]
pub(crate) mod bulk;
#[path = "tx/candidates.rs"]
pub(crate) mod candidates;
#[path = "tx/case_counts.rs"]
pub(crate) mod case_counts;
#[path = "tx/cases.rs"]
pub(crate) mod cases;
#[path = "tx/chunks.rs"]
pub(crate) mod chunks;
#[path = "tx/corpora.rs"]
pub(crate) mod corpora;
#[path = "tx/disagreements.rs"]
pub(crate) mod disagreements;
#[path = "tx/doubts.rs"]
pub(crate) mod doubts;
#[path = "tx/erasures.rs"]
pub(crate) mod erasures;
#[path = "tx/freezes.rs"]
pub(crate) mod freezes;
#[path = "tx/freezing.rs"]
pub(crate) mod freezing;
#[path = "tx/guidelines.rs"]
pub(crate) mod guidelines;
#[path = "tx/in_list.rs"]
pub(crate) mod in_list;
#[path = "tx/independence.rs"]
pub(crate) mod independence;
#[path = "tx/invitations.rs"]
pub(crate) mod invitations;
#[path = "tx/involvements.rs"]
pub(crate) mod involvements;
#[path = "tx/jobs.rs"]
pub(crate) mod jobs;
#[path = "tx/label_imports.rs"]
pub(crate) mod label_imports;
#[path = "tx/labellers.rs"]
pub(crate) mod labellers;
#[path = "tx/labels.rs"]
pub(crate) mod labels;
#[path = "tx/leases.rs"]
pub(crate) mod leases;
#[path = "tx/members.rs"]
pub(crate) mod members;
#[path = "tx/operations.rs"]
pub(crate) mod operations;
#[path = "tx/overlap.rs"]
pub(crate) mod overlap;
#[path = "tx/parties.rs"]
pub(crate) mod parties;
#[path = "tx/places.rs"]
pub(crate) mod places;
#[path = "tx/pool.rs"]
pub(crate) mod pool;
#[path = "tx/prelabels.rs"]
pub(crate) mod prelabels;
#[path = "tx/queries.rs"]
pub(crate) mod queries;
#[path = "tx/questions.rs"]
pub(crate) mod questions;
#[path = "tx/runs.rs"]
pub(crate) mod runs;
#[path = "tx/said.rs"]
pub(crate) mod said;
#[path = "tx/set_members.rs"]
pub(crate) mod set_members;
#[path = "tx/sets.rs"]
pub(crate) mod sets;
#[path = "tx/standing.rs"]
pub(crate) mod standing;
#[path = "tx/tokens.rs"]
pub(crate) mod tokens;
#[path = "tx/version_imports.rs"]
pub(crate) mod version_imports;
#[path = "tx/versions.rs"]
pub(crate) mod versions;
