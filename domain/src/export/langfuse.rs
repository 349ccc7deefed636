//! Langfuse: a dataset item a line. The id is always the same for the same query of the same set, so that a second upload
//! changes the items that the first one made.

use serde_json::json;

use super::{Exporter, ItemMetadata, answer, json_line};
use crate::version::Item;

pub fn write(exporter: &mut Exporter, item: &Item, files: &mut [String]) {
    files[0] = json_line(&json!({
        "id": format!("{}/{}", exporter.set, item.query_id),
        "input": { "query": item.query },
        "expectedOutput": { "answer": answer(item) },
        "metadata": ItemMetadata::of(exporter, item),
    }));
}
