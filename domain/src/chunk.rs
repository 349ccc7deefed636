//! Chunks: what a retriever ranks and a labeller judges.

use serde::{Deserialize, Serialize};

use crate::id::ChunkId;

/// A chunk as a page shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    pub id: ChunkId,
    /// Its id in the user's own system, unique in its chunking.
    pub external_id: String,
    /// The document that it was cut from, by the user's id.
    pub doc_id: String,
    /// Where it stands in its document, from 0.
    pub ordinal: i32,
    /// The document's title; empty when it has none.
    pub title: String,
    /// Its text, as stored.
    pub text: String,
}

/// A chunk that came in from a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewChunk {
    /// Its id in the user's own system.
    pub external_id: String,
    /// The document's id; the chunk's own where the file names none.
    pub doc_id: String,
    /// Where it stands in its document; counted in file order where the file does not say.
    pub ordinal: Option<i32>,
    /// The document's title.
    pub title: String,
    pub text: String,
    /// What else the file said about it.
    pub metadata: serde_json::Map<String, serde_json::Value>,
}

impl NewChunk {
    /// A chunk of which only the id is known; its text may come later.
    pub fn known_by_id(id: &str) -> Self {
        Self {
            external_id: id.to_owned(),
            doc_id: id.to_owned(),
            ordinal: Some(0),
            title: String::new(),
            text: String::new(),
            metadata: serde_json::Map::new(),
        }
    }
}
