//! BEIR's three files; the corpus holds the judged chunks, each once.

use std::fmt::Write;

use serde_json::json;

use super::{Exporter, ItemMetadata, json_line};
use crate::version::Item;

pub fn write(exporter: &mut Exporter, item: &Item, files: &mut [String]) {
    files[1] = json_line(&json!({ "_id": item.query_id, "text": item.query, "metadata": ItemMetadata::of(exporter, item) }));
    for label in &item.labels {
        let _ = writeln!(files[0], "{}\t{}\t{}", plain(&item.query_id), plain(&label.chunk_id), label.grade);
        if exporter.written.insert(label.chunk_id.clone()) {
            let chunk = json!({ "_id": label.chunk_id, "title": label.title, "text": label.text, "metadata": { "doc_id": label.doc_id } });
            files[2].push_str(&json_line(&chunk));
        }
    }
}

/// Ids hold no control characters, so no tab either; this only says so.
fn plain(id: &str) -> &str {
    debug_assert!(!id.contains('\t'), "ids are checked when they come in");
    id
}
