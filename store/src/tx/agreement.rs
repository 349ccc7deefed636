//! Reads what the voices of a set said. Voices and labels come packed, a row a query: fetching a row a label takes twice as long.

use domain::id::{QueryId, SetId, UserId};

use sqlx::QueryBuilder;

use super::in_list::rows_in;
use super::{Connection, Driver};
use crate::Result;
use crate::agreement::{AnswerableTables, LabelTables, PrelabelTables};

/// The queries of a set that somebody completed once.
macro_rules! from_heard_queries {
    () => {
        " FROM (SELECT DISTINCT query_id FROM assignments WHERE set_id = $1 AND first_completed_at IS NOT NULL) v
        JOIN queries q ON q.id = v.query_id
        ORDER BY q.id"
    };
}

/// What those who completed a query once said of its chunks.
pub(crate) async fn labels(connection: &mut Connection, set: SetId) -> Result<LabelTables> {
    let labels = concat!(
        "SELECT q.id AS query_id, q.style, (
            SELECT string_agg(",
        hex!("labeller_id"),
        ", ',') FROM assignments WHERE query_id = q.id AND first_completed_at IS NOT NULL
        ) AS voices, (
            SELECT string_agg(",
        hex_with_chunk!("labeller_id"),
        " || COALESCE(CAST(grade AS TEXT), 'x') || CASE WHEN prelabel_visible THEN '+' ELSE '-' END
                || CASE WHEN saw_others THEN '!' ELSE '' END || guideline || ' ' || at, ',')
            FROM labels
            WHERE query_id = q.id AND (cant_tell OR grade IS NOT NULL)
        ) AS packed",
        from_heard_queries!()
    );
    Ok(LabelTables { labellers: labellers(connection, set).await?, labels: sqlx::query_as(labels).bind(set).fetch_all(connection).await? })
}

/// What judges said of the queries that somebody completed once.
pub(crate) async fn prelabels(connection: &mut Connection, set: SetId) -> Result<PrelabelTables> {
    let judges = "SELECT id, name, prompt_version FROM judges WHERE set_id = $1 ORDER BY id";
    let prelabels = concat!(
        "SELECT q.id AS query_id, (SELECT string_agg(",
        hex_with_chunk!("judge_id"),
        " || grade, ',') FROM prelabels WHERE query_id = q.id) AS packed",
        from_heard_queries!()
    );
    Ok(PrelabelTables {
        judges: sqlx::query_as(judges).bind(set).fetch_all(&mut *connection).await?,
        prelabels: sqlx::query_as(prelabels).bind(set).fetch_all(connection).await?,
    })
}

pub(crate) async fn answerability(connection: &mut Connection, set: SetId) -> Result<AnswerableTables> {
    // Who wrote no answer said nothing under the guidelines of the last thing that they did.
    let sql = "SELECT a.query_id, q.style, a.labeller_id, COALESCE(n.saw_others, FALSE) AS saw_others,
            COALESCE(n.answerable, 'unknown') AS answerable,
            COALESCE(n.guideline, (
                SELECT o.guideline FROM operations o
                WHERE o.query_id = a.query_id AND o.actor_id = a.labeller_id
                ORDER BY o.sequence DESC
                LIMIT 1
            ), 0) AS guideline,
            COALESCE(n.at, a.first_completed_at) AS at
        FROM assignments a
        JOIN queries q ON q.id = a.query_id
        LEFT JOIN answers n ON n.query_id = a.query_id AND n.labeller_id = a.labeller_id
        WHERE a.set_id = $1 AND a.first_completed_at IS NOT NULL
        ORDER BY a.query_id, a.labeller_id";
    Ok(AnswerableTables {
        labellers: labellers(connection, set).await?,
        answers: sqlx::query_as(sql).bind(set).fetch_all(connection).await?,
    })
}

/// Those who completed a query of the set once, in the byte order of their names.
async fn labellers(connection: &mut Connection, set: SetId) -> Result<Vec<(UserId, String)>> {
    let sql = "SELECT id, name
        FROM users
        WHERE id IN (SELECT labeller_id FROM assignments WHERE set_id = $1 AND first_completed_at IS NOT NULL)";
    let mut named: Vec<(UserId, String)> = sqlx::query_as(sql).bind(set).fetch_all(connection).await?;
    named.sort_unstable_by(|(_, one), (_, other)| one.cmp(other));
    Ok(named)
}

/// What some queries ask.
pub(crate) async fn texts(connection: &mut Connection, queries: &[QueryId]) -> Result<Vec<(QueryId, String)>> {
    let begin = |query: &mut QueryBuilder<Driver>| {
        query.push("SELECT id, text FROM queries WHERE id");
    };
    rows_in(connection, begin, queries).await
}
