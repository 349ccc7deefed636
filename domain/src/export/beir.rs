//! BEIR's three files; the corpus holds the judged chunks, each once.

use std::borrow::Cow;
use std::fmt::Write;

use serde_json::json;

use super::{Exporter, ItemMetadata, json_line};
use crate::version::Item;

pub fn write(exporter: &mut Exporter, item: &Item, files: &mut [String]) {
    files[1] = json_line(&json!({ "_id": item.query_id, "text": item.query, "metadata": ItemMetadata::of(exporter, item) }));
    for label in &item.labels {
        let _ = writeln!(files[0], "{}\t{}\t{}", column(&item.query_id), column(&label.chunk_id), label.grade);
        if exporter.written.insert(label.chunk_id.clone()) {
            let chunk = json!({ "_id": label.chunk_id, "title": label.title, "text": label.text, "metadata": { "doc_id": label.doc_id } });
            files[2].push_str(&json_line(&chunk));
        }
    }
}

/// An id as a column of the qrels, which BEIR reads as CSV: an id with a quote in it is quoted.
fn column(id: &str) -> Cow<'_, str> {
    if id.contains('"') { Cow::Owned(format!("\"{}\"", id.replace('"', "\"\""))) } else { Cow::Borrowed(id) }
}
