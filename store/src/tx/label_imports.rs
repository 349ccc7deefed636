//! Labels that come in from a file: they go the same way as those of a page, history and all.

use domain::Invalid;
use domain::id::{OperationId, QueryId, SetId, UserId};
use domain::label::Label;
use domain::operation::{Action, Operation, Outcome};
use domain::scale::{Grade, MappedGrade};
use domain::timestamp::Timestamp;

use super::labels::label;
use super::operations::record;
use super::{Connection, pool};
use crate::{AddedLabel, Error, NewLabel, NewOperation, Result};

/// Adds a labeller's labels, and says for each what became of it.
pub(crate) async fn add_labels(
    connection: &mut Connection,
    set: SetId,
    labeller: UserId,
    labels: Vec<NewLabel>,
    at: Timestamp,
) -> Result<Vec<AddedLabel>> {
    let mut added = Vec::with_capacity(labels.len());
    for label in labels {
        added.push(add_label(connection, set, labeller, label, at).await?);
    }
    Ok(added)
}

async fn add_label(connection: &mut Connection, set: SetId, labeller: UserId, new: NewLabel, at: Timestamp) -> Result<AddedLabel> {
    let known = label(connection, new.query, new.chunk, labeller).await?;
    let NewLabel { operation, query, chunk, judgement, mapped_from, evidence, note } = new;
    let id = (operation, query);
    match known {
        Some(known) if known.judgement != Some(judgement) => Ok(AddedLabel::Differs),
        Some(mut known) => {
            if known.merge(&evidence, &note) {
                let Label { chunk, judgement, evidence, note, prelabel_visible, revision: base, .. } = known;
                let action = Action::Judge { chunk, judgement, evidence, note, prelabel_visible, base };
                put_label(connection, (set, labeller, at), id, action, AddedLabel::Merged).await
            } else {
                Ok(AddedLabel::Known)
            }
        }
        None => {
            pool::add_chunk(connection, query, chunk).await?;
            let action = Action::Judge { chunk, judgement: Some(judgement), evidence, note, prelabel_visible: false, base: 0 };
            let added = put_label(connection, (set, labeller, at), id, action, AddedLabel::New).await?;
            if let (AddedLabel::New, Some(from), Some(to)) = (added, mapped_from, judgement.grade()) {
                count_mapped(connection, set, from, to).await?;
            }
            Ok(added)
        }
    }
}

/// Makes a label what an operation says; gives `done` when that was kept.
async fn put_label(
    connection: &mut Connection,
    (set, actor, at): (SetId, UserId, Timestamp),
    (id, query): (OperationId, QueryId),
    action: Action,
    done: AddedLabel,
) -> Result<AddedLabel> {
    let outcome = record(connection, &NewOperation { set, actor, operation: Operation { id, query, action }, at }).await?;
    match (outcome.refusal(), &outcome) {
        (Some(reason), _) => Err(Error::Invalid(Invalid::new(reason))),
        (None, Outcome::Conflict { .. }) => Ok(AddedLabel::Differs),
        (None, _) => Ok(done),
    }
}

/// Counts a label whose grade was mapped.
async fn count_mapped(connection: &mut Connection, set: SetId, from: i64, to: Grade) -> Result<()> {
    let sql = "INSERT INTO mapped_grades (set_id, from_grade, to_grade, labels)
        VALUES ($1, $2, $3, 1)
        ON CONFLICT (set_id, from_grade, to_grade) DO UPDATE
        SET labels = mapped_grades.labels + 1";
    sqlx::query(sql).bind(set).bind(from).bind(to).execute(connection).await?;
    Ok(())
}

pub(crate) async fn mapped_grades(connection: &mut Connection, set: SetId) -> Result<Vec<MappedGrade>> {
    let sql = "SELECT from_grade, to_grade, labels
        FROM mapped_grades
        WHERE set_id = $1
        ORDER BY from_grade, to_grade";
    Ok(sqlx::query_as(sql).bind(set).fetch_all(connection).await?)
}
