//! `OpenSearch`'s import of judgements, whose ratings are strings, and a request to `_rank_eval`, whose ratings are numbers.

use serde_json::json;

use super::{Exporter, json};
use crate::version::Item;

pub const JUDGMENTS: &str =
    "{\"name\":\"touchstone\",\"description\":\"A golden set\",\"type\":\"IMPORT_JUDGMENT\",\"judgmentRatings\":[\n";
pub const RANK_EVAL: &str = "{\"requests\":[\n";
pub const RANK_EVAL_END: &str = "\n],\"metric\":{\"dcg\":{\"k\":20,\"normalize\":true}}}\n";
/// The index that a rating is about; who has another replaces it.
const INDEX: &str = "chunks";

pub fn write(exporter: &mut Exporter, item: &Item, files: &mut [String]) {
    let ratings: Vec<_> = item.labels.iter().map(|label| json!({ "docId": label.chunk_id, "rating": label.grade.to_string() })).collect();
    files[0] = format!("{}{}", exporter.comma(), json(&json!({ "query": item.query, "ratings": ratings })));
    let ratings: Vec<_> =
        item.labels.iter().map(|label| json!({ "_index": INDEX, "_id": label.chunk_id, "rating": label.grade })).collect();
    let request = json!({ "id": item.query_id, "request": { "query": { "match": { "text": item.query } } }, "ratings": ratings });
    files[1] = format!("{}{}", exporter.comma(), json(&request));
}
