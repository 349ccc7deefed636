//! Doubts about what a labeller says of a query: it is refused until they confirm it.

use domain::doubt::{Doubt, Statement};
use domain::golden_set::Settings;
use domain::id::{QueryId, SetId, UserId};
use domain::operation::{Action, Outcome};
use domain::pool::ChunkStanding;
use domain::query::Answerable;
use sqlx::types::Json;

use super::{Connection, answers, pool};
use crate::pool::standings_of;
use crate::{NewOperation, Result};

/// What has to be confirmed before an operation is done; none when nothing has, or the operation says that it was.
pub(crate) async fn unconfirmed(connection: &mut Connection, new: &NewOperation) -> Result<Option<Outcome>> {
    let (doubt, confirmed) = match new.operation.action {
        Action::Answer { answerable: Answerable::No, confirmed, .. } => (doubt_of_no_answer(connection, new).await?, confirmed),
        Action::Complete { confirmed } => (doubt_of_completion(connection, new).await?, confirmed),
        _ => return Ok(None),
    };
    Ok(doubt.filter(|doubt| confirmed != Some(*doubt)).map(Outcome::unconfirmed))
}

async fn doubt_of_no_answer(connection: &mut Connection, new: &NewOperation) -> Result<Option<Doubt>> {
    let judged = judged(connection, new.set, new.operation.query, new.actor).await?;
    Ok(Statement { answerable: Answerable::No, ..judged }.doubt_of_answer())
}

async fn doubt_of_completion(connection: &mut Connection, new: &NewOperation) -> Result<Option<Doubt>> {
    let judged = judged(connection, new.set, new.operation.query, new.actor).await?;
    let answer = answers::answer(connection, new.operation.query, new.actor).await?.map(domain::answer::Answer::from).unwrap_or_default();
    let open = open(connection, new.operation.query, new.actor).await?;
    Ok(Statement { open, answerable: answer.answerable, confirmed: answer.confirmed, ..judged }.doubt_of_completion())
}

/// How many chunks of a query a labeller is asked to judge and did not.
async fn open(connection: &mut Connection, query: QueryId, labeller: UserId) -> Result<i64> {
    let rows = pool::voices(connection, query, labeller).await?;
    let open = standings_of(&rows).into_iter().zip(&rows).filter(|((_, standing), row)| *standing == ChunkStanding::Open && !row.judged);
    Ok(i64::try_from(open.count()).unwrap_or(i64::MAX))
}

/// How many chunks of a query a labeller judged, before it was given out again and since, and how many they graded relevant.
async fn judged(connection: &mut Connection, set: SetId, query: QueryId, labeller: UserId) -> Result<Statement> {
    let settings: Json<Settings> =
        sqlx::query_scalar("SELECT settings FROM sets WHERE id = $1").bind(set).fetch_one(&mut *connection).await?;
    let sql = "SELECT COUNT(*),
            COUNT(CASE WHEN l.at <= a.judged_until THEN 1 END),
            COUNT(CASE WHEN l.grade >= $3 THEN 1 END)
        FROM labels l
        LEFT JOIN assignments a ON a.query_id = l.query_id AND a.labeller_id = l.labeller_id
        WHERE l.query_id = $1 AND l.labeller_id = $2 AND (l.grade IS NOT NULL OR l.cant_tell)";
    let counts = sqlx::query_as(sql).bind(query).bind(labeller).bind(settings.0.cutoff);
    let (all, judged_before, relevant): (i64, i64, i64) = counts.fetch_one(connection).await?;
    Ok(Statement { judged: all - judged_before, judged_before, relevant, ..Statement::default() })
}
