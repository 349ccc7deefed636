//! The pool: the chunks that are shown for a query.

use serde::{Deserialize, Serialize};

use crate::chunk::Chunk;

/// How a chunk came into a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// A run ranked it among its top k.
    Run,
    /// A labeller found it by search.
    Search,
    /// A re-map brought it.
    Remap,
    /// A label from a file is about it.
    Label,
}

/// A chunk in a query's pool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PoolChunk {
    pub chunk: Chunk,
    /// The number on the card, from 1. It never changes, so that `[3]` in an answer stays true.
    pub number: i32,
    /// How it came here first.
    pub provenance: Provenance,
    /// The score that the retriever gave.
    pub score: Option<f64>,
}
