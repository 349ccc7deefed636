//! A corpus and its chunkings.

use serde::{Deserialize, Serialize};

use crate::golden_set::Name;
use crate::id::{ChunkingId, CorpusId};
use crate::timestamp::Timestamp;

/// One ingestion of a corpus into chunks. The text of a chunk in it never changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunking {
    pub id: ChunkingId,
    /// The corpus that was cut.
    pub corpus: CorpusId,
    pub corpus_name: Name,
    /// Its name within the corpus.
    pub name: Name,
    /// How many chunks it has.
    pub chunks: i64,
    /// Counts up whenever chunks were added, so that an index knows that it is stale.
    pub revision: i64,
    /// When it was made.
    pub created_at: Timestamp,
}
