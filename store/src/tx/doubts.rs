//! Doubts about what a labeller says of a query: it is refused until they confirm it.

use domain::doubt::{Doubt, Statement};
use domain::golden_set::Settings;
use domain::id::{QueryId, SetId, UserId};
use domain::operation::{Action, Outcome};
use domain::query::Answerable;
use sqlx::types::Json;

use super::{Connection, answers};
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
    Ok(Statement { answerable: answer.answerable, confirmed: answer.confirmed, ..judged }.doubt_of_completion())
}

/// How many chunks of a query a labeller judged, and how many of them they graded relevant.
async fn judged(connection: &mut Connection, set: SetId, query: QueryId, labeller: UserId) -> Result<Statement> {
    let settings: Json<Settings> =
        sqlx::query_scalar("SELECT settings FROM sets WHERE id = $1").bind(set).fetch_one(&mut *connection).await?;
    let sql = "SELECT COUNT(CASE WHEN grade IS NOT NULL OR cant_tell THEN 1 END),
            COUNT(CASE WHEN grade >= $3 THEN 1 END)
        FROM labels
        WHERE query_id = $1 AND labeller_id = $2";
    let counts = sqlx::query_as(sql).bind(query).bind(labeller).bind(settings.0.cutoff);
    let (judged, relevant) = counts.fetch_one(connection).await?;
    Ok(Statement { judged, relevant, ..Statement::default() })
}
