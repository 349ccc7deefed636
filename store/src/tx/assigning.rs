//! Queries that reviewers give to labellers by hand.

use domain::assigning::{HandedBack, HeldQuery, LateSubmit, NotAssigned, NotTakenBack, QueryAssignment, cannot_take_back};
use domain::assignment::AssignmentStatus;
use domain::id::{OperationId, QueryId, SetId, UserId};
use domain::member::Member;
use domain::timestamp::Timestamp;
use sqlx::QueryBuilder;

use super::in_list::rows_in;
use super::independence::saw_until;
use super::involvements::push_hidden;
use super::places::place;
use super::queries::{narrow, query_is_of_set};
use super::standing::{lock, lock_all, restate, touch};
use super::{Connection, Driver, labellers, questions};
use crate::{NewAssignments, QueryFilter, Result};

type Answers = Vec<(QueryId, std::result::Result<(), NotAssigned>)>;

/// Gives queries to a labeller where that can be, and says for each whether it is theirs.
pub(crate) async fn assign(connection: &mut Connection, new: &NewAssignments) -> Result<Answers> {
    let may_label = labellers::may_label(connection, new.set, new.labeller).await?;
    let mut answers = Vec::with_capacity(new.queries.len());
    lock_all(connection, new.queries.iter().copied()).await?;
    for query in &new.queries {
        let answer = if may_label { assign_one(connection, new, *query).await? } else { Err(NotAssigned::MayNotLabel) };
        answers.push((*query, answer));
    }
    Ok(answers)
}

async fn assign_one(connection: &mut Connection, new: &NewAssignments, query: QueryId) -> Result<std::result::Result<(), NotAssigned>> {
    if !query_is_of_set(connection, new.set, query).await? {
        return Ok(Err(NotAssigned::NoSuchQuery));
    }
    lock(connection, query).await?;
    if let Err(reason) = place(connection, query, new.labeller).await?.check() {
        return Ok(Err(reason));
    }
    let saw_until = saw_until(connection, new.set, query, new.labeller).await?;
    let sql = "INSERT INTO assignments (query_id, labeller_id, set_id, status, assigned_by, saw_until)
        VALUES ($1, $2, $3, 'assigned', $4, $5)
        ON CONFLICT (query_id, labeller_id) DO UPDATE
        SET status = 'assigned',
            assigned_by = excluded.assigned_by,
            lease_ends = NULL,
            saw_until = COALESCE(excluded.saw_until, assignments.saw_until)";
    let insert = sqlx::query(sql).bind(query).bind(new.labeller).bind(new.set).bind(new.by).bind(saw_until);
    insert.execute(&mut *connection).await?;
    // Open pages are told by the set's revision.
    touch(connection, query).await?;
    restate(connection, query).await?;
    Ok(Ok(()))
}

/// Takes a query back that a labeller has not at hand, or the question that it was sent back with. Who never began it never had it.
pub(crate) async fn take_back(
    connection: &mut Connection,
    set: SetId,
    query: QueryId,
    labeller: UserId,
    at: Timestamp,
) -> Result<std::result::Result<(), NotTakenBack>> {
    if !query_is_of_set(connection, set, query).await? {
        return Ok(Err(NotTakenBack::NoSuchQuery));
    }
    lock(connection, query).await?;
    let sql = "SELECT status, assigned_by IS NOT NULL, question_id FROM assignments WHERE query_id = $1 AND labeller_id = $2";
    let stands = sqlx::query_as(sql).bind(query).bind(labeller).fetch_optional(&mut *connection).await?;
    let stands: Option<(AssignmentStatus, bool, Option<OperationId>)> = stands;
    if let Some((.., Some(question))) = stands {
        questions::withdraw(connection, query, question, at).await?;
        return Ok(Ok(()));
    }
    if let Some(reason) = cannot_take_back(stands.map(|(status, ..)| status), stands.is_some_and(|(_, by_hand, _)| by_hand)) {
        return Ok(Err(reason));
    }
    free_place(connection, query, labeller).await?;
    Ok(Ok(()))
}

/// Frees the place of a labeller in a query that is locked.
async fn free_place(connection: &mut Connection, query: QueryId, labeller: UserId) -> Result<()> {
    for sql in [
        // Who was asked about what they said stands by it.
        "UPDATE assignments
        SET status = 'completed', completed_at = first_completed_at, lease_ends = NULL, assigned_by = NULL, question_id = NULL
        WHERE query_id = $1 AND labeller_id = $2 AND question_id IS NOT NULL",
        "DELETE FROM assignments
        WHERE query_id = $1 AND labeller_id = $2 AND status = 'assigned' AND lease_ends IS NULL
            AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.query_id = $1 AND o.actor_id = $2)",
        // Who had left it before it was given to them left it still.
        "UPDATE assignments
        SET assigned_by = NULL,
            status = CASE (
                SELECT o.kind FROM operations o
                WHERE o.query_id = $1 AND o.actor_id = $2 AND o.kind IN ('skip', 'hand_back', 'complete', 'reopen')
                ORDER BY o.sequence DESC
                LIMIT 1
            ) WHEN 'skip' THEN 'skipped' WHEN 'hand_back' THEN 'handed_back' ELSE 'expired' END
        WHERE query_id = $1 AND labeller_id = $2 AND status = 'assigned' AND lease_ends IS NULL",
        "UPDATE assignments
        SET status = 'expired', assigned_by = NULL
        WHERE query_id = $1 AND labeller_id = $2 AND status IN ('assigned', 'leased')",
    ] {
        sqlx::query(sql).bind(query).bind(labeller).execute(&mut *connection).await?;
    }
    touch(connection, query).await?;
    restate(connection, query).await
}

/// The queries of a set that are held by those who may not label in it, with these.
pub(crate) async fn held_by_who_may_not(connection: &mut Connection, set: SetId) -> Result<Vec<(QueryId, UserId)>> {
    let may_not = labellers::may_not_label(connection, set).await?;
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT query_id, labeller_id FROM assignments WHERE set_id = ").push_bind(set);
        query.push(" AND status IN ('assigned', 'leased') AND labeller_id");
    };
    rows_in(connection, begin, &may_not).await
}

/// Frees the places of those of them who may not label in the set still.
pub(crate) async fn free_places(connection: &mut Connection, set: SetId, held: &[(QueryId, UserId)]) -> Result<()> {
    let may_not = labellers::may_not_label(connection, set).await?;
    for (query, labeller) in held.iter().filter(|(_, labeller)| may_not.contains(labeller)) {
        lock(connection, *query).await?;
        free_place(connection, *query, *labeller).await?;
    }
    Ok(())
}

/// The first queries that a filter lets through and that can be given to a labeller.
pub(crate) async fn assignable(
    connection: &mut Connection,
    set: SetId,
    filter: &QueryFilter,
    labeller: UserId,
    limit: i64,
) -> Result<Vec<QueryId>> {
    let mut query: QueryBuilder<Driver> = QueryBuilder::new("SELECT id FROM queries q WHERE set_id = ");
    narrow(&mut query, set, filter);
    query.push(
        " AND free_places > 0 AND pool_size > 0
            AND NOT EXISTS (
                SELECT 1 FROM assignments a
                WHERE a.query_id = q.id AND a.status IN ('assigned', 'leased', 'completed') AND a.labeller_id = ",
    );
    query.push_bind(labeller).push(") ORDER BY id LIMIT ").push_bind(limit);
    Ok(query.build_query_scalar().fetch_all(connection).await?)
}

/// Who has a query of the set, or had it, by name.
pub(crate) async fn assignments(connection: &mut Connection, set: SetId, query: QueryId) -> Result<Vec<QueryAssignment>> {
    let sql = "SELECT a.labeller_id AS labeller, u.name, a.status, b.name AS assigned_by, a.question_id IS NOT NULL AS asked, a.lease_ends,
            a.first_completed_at IS NULL AND a.saw_until IS NOT NULL
                OR EXISTS (SELECT 1 FROM labels l WHERE l.query_id = a.query_id AND l.labeller_id = a.labeller_id AND l.saw_others)
                AS saw_others
        FROM assignments a
        JOIN users u ON u.id = a.labeller_id
        LEFT JOIN users b ON b.id = a.assigned_by
        WHERE a.query_id = $2 AND a.set_id = $1
        ORDER BY u.name, u.id";
    Ok(sqlx::query_as(sql).bind(set).bind(query).fetch_all(connection).await?)
}

/// The queries that a labeller has now or was given by hand.
pub(crate) async fn held(connection: &mut Connection, set: SetId, labeller: UserId, limit: i64) -> Result<Vec<HeldQuery>> {
    let sql = "SELECT a.query_id AS query, q.text, b.name AS assigned_by, a.question_id IS NOT NULL AS asked,
            EXISTS (SELECT 1 FROM operations o WHERE o.query_id = a.query_id AND o.actor_id = a.labeller_id) AS begun
        FROM assignments a
        JOIN queries q ON q.id = a.query_id
        LEFT JOIN users b ON b.id = a.assigned_by
        WHERE a.set_id = $1 AND a.labeller_id = $2 AND a.status IN ('assigned', 'leased')
        ORDER BY a.status = 'assigned', a.query_id
        LIMIT $3";
    Ok(sqlx::query_as(sql).bind(set).bind(labeller).bind(limit).fetch_all(connection).await?)
}

/// The queries that were handed back, need somebody, and are not hidden from a member; the last first.
pub(crate) async fn handed_back(connection: &mut Connection, set: SetId, reader: &Member, limit: i64) -> Result<Vec<HandedBack>> {
    let mut query: QueryBuilder<Driver> = QueryBuilder::new(
        "SELECT a.query_id AS query, q.text, u.name AS labeller
        FROM assignments a
        JOIN queries q ON q.id = a.query_id
        JOIN users u ON u.id = a.labeller_id
        WHERE a.status = 'handed_back' AND q.free_places > 0 AND a.set_id = ",
    );
    query.push_bind(set).push(" AND a.query_id NOT IN (");
    push_hidden(&mut query, set, reader);
    query.push(") ORDER BY a.query_id DESC, u.name LIMIT ").push_bind(limit);
    Ok(query.build_query_as().fetch_all(connection).await?)
}

/// The last queries of the set for which something came late.
pub(crate) async fn late_submits(connection: &mut Connection, set: SetId, limit: i64) -> Result<Vec<LateSubmit>> {
    let sql = "SELECT o.query_id AS query, q.text, u.name AS labeller, COUNT(*) AS operations, MAX(o.at) AS at
        FROM operations o
        JOIN queries q ON q.id = o.query_id
        JOIN users u ON u.id = o.actor_id
        WHERE o.set_id = $1 AND o.late
        GROUP BY o.query_id, q.text, o.actor_id, u.name
        ORDER BY MAX(o.sequence) DESC
        LIMIT $2";
    Ok(sqlx::query_as(sql).bind(set).bind(limit).fetch_all(connection).await?)
}
