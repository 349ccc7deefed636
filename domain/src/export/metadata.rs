//! What the formats of tools say about an item in their free fields.

use serde::Serialize;

use super::Exporter;
use crate::query::Answerable;
use crate::version::Item;

/// What every tool may want to know about an item beside what its format has a place for.
#[derive(Serialize)]
pub(super) struct ItemMetadata<'a> {
    query_id: &'a str,
    style: &'a str,
    pub(super) answerable: Option<bool>,
    source: &'a str,
    seen: i64,
    citations: &'a [String],
    relevant_chunk_ids: Vec<&'a str>,
}

impl<'a> ItemMetadata<'a> {
    pub(super) fn of(exporter: &Exporter, item: &'a Item) -> Self {
        Self {
            query_id: &item.query_id,
            style: item.style.word(),
            answerable: match item.answerable {
                Answerable::Yes => Some(true),
                Answerable::No => Some(false),
                Answerable::Unknown => None,
            },
            source: &item.source,
            seen: item.seen,
            citations: &item.citations,
            relevant_chunk_ids: exporter.relevant(item).iter().map(|label| label.chunk_id.as_str()).collect(),
        }
    }
}
