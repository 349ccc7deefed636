//! `DeepEval`: a list of goldens.

use serde::Serialize;

use super::{Exporter, ItemMetadata, answer, json};
use crate::version::Item;

#[derive(Serialize)]
struct Golden<'a> {
    input: &'a str,
    expected_output: Option<&'a str>,
    context: Vec<&'a str>,
    additional_metadata: ItemMetadata<'a>,
}

pub fn write(exporter: &mut Exporter, item: &Item, files: &mut [String]) {
    let golden = Golden {
        input: &item.query,
        expected_output: answer(item),
        context: exporter.relevant(item).iter().map(|label| label.text.as_str()).collect(),
        additional_metadata: ItemMetadata::of(exporter, item),
    };
    files[0] = format!("{}{}", exporter.comma(), json(&golden));
}
