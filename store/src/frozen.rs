//! An item of a version as it is kept: chunks are pointed at, because their text never changes.

use std::collections::HashMap;

use domain::Invalid;
use domain::id::ChunkId;
use domain::label::{Span, quote};
use domain::query::{Answerable, Style};
use domain::scale::Grade;
use domain::version::{ITEM_SCHEMA, Item, ItemEvidence, ItemLabel};
use serde::{Deserialize, Serialize};

use crate::{ChunkRow, Error, Result};

/// An item without its chunks' texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct FrozenItem {
    pub query: String,
    pub style: Style,
    pub answerable: Answerable,
    pub answer: String,
    pub citations: Vec<ChunkId>,
    pub labels: Vec<FrozenLabel>,
    /// The chunks that were left out because labellers differ on them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disputed: Vec<ChunkId>,
    pub source: String,
    pub seen: i64,
    pub metadata: serde_json::Map<String, serde_json::Value>,
}

/// A label without its chunk's text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct FrozenLabel {
    pub chunk: ChunkId,
    pub grade: Grade,
    pub evidence: Vec<Span>,
    /// Whether the chunk was known by its id alone when the version was frozen; its text may have come later.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bare: bool,
}

impl FrozenItem {
    /// The chunks that it points at.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = ChunkId> + '_ {
        self.labels.iter().map(|label| label.chunk).chain(self.disputed.iter().copied()).chain(self.citations.iter().copied())
    }

    /// An item as it is kept, where the chunks have these ids.
    ///
    /// # Errors
    /// [`Error::Invalid`] when a chunk is not here.
    pub(crate) fn from_item(item: Item, ids: &HashMap<String, ChunkId>) -> Result<Self> {
        let find = |name: &str| {
            ids.get(name).copied().ok_or_else(|| Error::Invalid(Invalid::new(format!("the chunk {name:?} of the version is not here"))))
        };
        let span = |evidence: &ItemEvidence| Span { start: evidence.start, end: evidence.end };
        let label = |label: &ItemLabel| {
            let evidence = label.evidence.iter().map(span).collect();
            Ok(FrozenLabel { chunk: find(&label.chunk_id)?, grade: label.grade, evidence, bare: label.text.is_empty() })
        };
        Ok(Self {
            citations: item.citations.iter().map(|name| find(name)).collect::<Result<_>>()?,
            labels: item.labels.iter().map(label).collect::<Result<_>>()?,
            disputed: item.disputed.iter().map(|name| find(name)).collect::<Result<_>>()?,
            query: item.query,
            style: item.style,
            answerable: item.answerable,
            answer: item.answer,
            source: item.source,
            seen: item.seen,
            metadata: item.metadata,
        })
    }

    /// The item with its chunks' texts, as it was frozen.
    ///
    /// # Errors
    /// [`Error::Damaged`] when the database lost a chunk.
    pub(crate) fn into_item(self, query_id: String, chunks: &HashMap<ChunkId, ChunkRow>) -> Result<Item> {
        let find =
            |id: ChunkId| chunks.get(&id).ok_or_else(|| Error::Damaged(format!("the database lost the chunk {id} of a frozen version")));
        let label = |label: FrozenLabel| find(label.chunk).map(|chunk| item_label(label, chunk));
        let mut labels: Vec<ItemLabel> = self.labels.into_iter().map(label).collect::<Result<_>>()?;
        labels.sort_unstable_by(|a, b| a.chunk_id.as_bytes().cmp(b.chunk_id.as_bytes()));
        let mut disputed = self.disputed.into_iter().map(|id| Ok(find(id)?.external_id.clone())).collect::<Result<Vec<_>>>()?;
        disputed.sort_unstable();
        let citations = self.citations.into_iter().map(|id| Ok(find(id)?.external_id.clone())).collect::<Result<_>>()?;
        Ok(Item {
            schema: ITEM_SCHEMA.into(),
            query_id,
            query: self.query,
            style: self.style,
            answerable: self.answerable,
            answer: self.answer,
            citations,
            labels,
            disputed,
            source: self.source,
            seen: self.seen,
            metadata: self.metadata,
        })
    }
}

fn item_label(label: FrozenLabel, chunk: &ChunkRow) -> ItemLabel {
    let text = if label.bare { String::new() } else { chunk.text.clone() };
    let evidence =
        label.evidence.iter().map(|span| ItemEvidence { start: span.start, end: span.end, quote: quote(&text, *span) }).collect();
    ItemLabel {
        chunk_id: chunk.external_id.clone(),
        doc_id: chunk.doc_id.clone(),
        ordinal: chunk.ordinal,
        title: if label.bare { String::new() } else { chunk.title.clone() },
        grade: label.grade,
        text,
        evidence,
    }
}

/// A value as JSON text, kept to the byte.
pub(crate) fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("versions have string keys only")
}

/// A value from the text that was kept.
pub(crate) fn from_text<T: serde::de::DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| Error::Damaged(format!("the database holds a damaged version: {error}")))
}
