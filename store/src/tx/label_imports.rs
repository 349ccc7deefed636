//! Labels that come in from a file: they go the same way as those of a page, history and all.

use domain::Invalid;
use domain::id::{SetId, UserId};
use domain::operation::{Action, Operation, Outcome};
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
    if let Some(known) = label(connection, new.query, new.chunk, labeller).await? {
        return Ok(if known.judgement == Some(new.judgement) { AddedLabel::Known } else { AddedLabel::Differs });
    }
    pool::add_chunk(connection, new.query, new.chunk).await?;
    let NewLabel { operation: id, query, chunk, judgement, evidence, note } = new;
    let action = Action::Judge { chunk, judgement: Some(judgement), evidence, note, prelabel_visible: false, base: 0 };
    let operation = Operation { id, query, action };
    match record(connection, &NewOperation { set, actor: labeller, operation, at }).await? {
        Outcome::Saved { .. } => Ok(AddedLabel::New),
        Outcome::Conflict { .. } => Ok(AddedLabel::Differs),
        Outcome::Refused { reason } => Err(Error::Invalid(Invalid::new(reason))),
    }
}
