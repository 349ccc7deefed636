//! `LangSmith`: a dataset's example a line. The id is always the same for the same query of the same set, so that a second
//! upload changes the examples that the first one made.

use serde_json::json;
use sha2::{Digest, Sha256};

use super::{Exporter, ItemMetadata, answer, json_line};
use crate::version::Item;

pub fn write(exporter: &mut Exporter, item: &Item, files: &mut [String]) {
    files[0] = json_line(&json!({
        "id": example_id(&exporter.set, &item.query_id),
        "inputs": { "query": item.query },
        "outputs": { "answer": answer(item), "answerable": ItemMetadata::of(exporter, item).answerable },
        "metadata": ItemMetadata::of(exporter, item),
    }));
}

/// A UUID of version 8 from a hash of the names.
fn example_id(set: &str, query: &str) -> uuid::Uuid {
    let hash = Sha256::new().chain_update(set).chain_update([0]).chain_update(query).finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}
