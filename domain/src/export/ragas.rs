//! Ragas: a `SingleTurnSample` a line. Ragas takes the columns of the whole set from the first sample and does not count those
//! that are null there, so every sample has all of them: a query without an answer has an empty one.

use serde::Serialize;

use super::{Exporter, answer, json_line};
use crate::version::Item;

#[derive(Serialize)]
struct Sample<'a> {
    user_input: &'a str,
    reference: &'a str,
    reference_contexts: Vec<&'a str>,
    reference_context_ids: Vec<&'a str>,
}

pub fn write(exporter: &mut Exporter, item: &Item, files: &mut [String]) {
    let relevant = exporter.relevant(item);
    files[0] = json_line(&Sample {
        user_input: &item.query,
        reference: answer(item).unwrap_or_default(),
        reference_contexts: relevant.iter().map(|label| label.text.as_str()).collect(),
        reference_context_ids: relevant.iter().map(|label| label.chunk_id.as_str()).collect(),
    });
}
