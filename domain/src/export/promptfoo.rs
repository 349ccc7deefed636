//! promptfoo: a test case a line. What it asserts is graded by the model that the user's configuration names.

use serde_json::{Value, json};

/// What a model is asked to see in an answer to a question that has none.
const ABSTAINS: &str = "Says that the question cannot be answered from what is known, and does not answer it.";

use super::{Exporter, ItemMetadata, answer, json_line};
use crate::query::Answerable;
use crate::version::Item;

pub fn write(exporter: &mut Exporter, item: &Item, files: &mut [String]) {
    let context: Vec<&str> = exporter.relevant(item).iter().map(|label| label.text.as_str()).collect();
    let assert: Vec<Value> = match (item.answerable, answer(item)) {
        (Answerable::No, _) => vec![json!({ "type": "llm-rubric", "value": ABSTAINS })],
        (_, Some(answer)) => vec![json!({ "type": "factuality", "value": answer })],
        (_, None) => Vec::new(),
    };
    files[0] = json_line(&json!({
        "description": item.query_id,
        "vars": { "query": item.query, "context": context.join("\n\n") },
        "assert": assert,
        "metadata": ItemMetadata::of(exporter, item),
    }));
}
