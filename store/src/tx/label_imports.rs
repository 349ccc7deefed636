//! Labels that come in from a file: they go the same way as those of a page, history and all.

use domain::Invalid;
use domain::id::{SetId, UserId};
use domain::label::Label;
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
    let known = label(connection, new.query, new.chunk, labeller).await?;
    let NewLabel { operation: id, query, chunk, judgement, evidence, note } = new;
    let (label, added) = match known {
        Some(known) if known.judgement != Some(judgement) => return Ok(AddedLabel::Differs),
        Some(mut known) => {
            if !known.merge(&evidence, &note) {
                return Ok(AddedLabel::Known);
            }
            (known, AddedLabel::Merged)
        }
        None => {
            pool::add_chunk(connection, query, chunk).await?;
            let label = Label { chunk, judgement: Some(judgement), evidence, note, prelabel_visible: false, revision: 0 };
            (label, AddedLabel::New)
        }
    };
    let operation = Operation { id, query, action: judge(label) };
    match record(connection, &NewOperation { set, actor: labeller, operation, at }).await? {
        Outcome::Conflict { .. } => Ok(AddedLabel::Differs),
        outcome => match outcome.refusal() {
            Some(reason) => Err(Error::Invalid(Invalid::new(reason))),
            None => Ok(added),
        },
    }
}

/// The operation that makes a label what it is here.
fn judge(label: Label) -> Action {
    let Label { chunk, judgement, evidence, note, prelabel_visible, revision: base } = label;
    Action::Judge { chunk, judgement, evidence, note, prelabel_visible, base }
}
