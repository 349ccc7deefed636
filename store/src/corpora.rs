//! Corpora and their chunkings.

use domain::corpus::Chunking;
use domain::golden_set::Name;
use domain::id::{ChunkingId, CorpusId};
use domain::timestamp::Timestamp;

use crate::sets::stored_name;
use crate::{Result, Store};

#[derive(sqlx::FromRow)]
pub(crate) struct ChunkingRow {
    id: ChunkingId,
    corpus_id: CorpusId,
    corpus_name: String,
    name: String,
    chunks: i64,
    revision: i64,
    created_at: Timestamp,
}

impl ChunkingRow {
    pub(crate) fn into_chunking(self) -> Result<Chunking> {
        Ok(Chunking {
            id: self.id,
            corpus: self.corpus_id,
            corpus_name: stored_name(self.corpus_name)?,
            name: stored_name(self.name)?,
            chunks: self.chunks,
            revision: self.revision,
            created_at: self.created_at,
        })
    }
}

impl Store {
    /// The chunking of these names; made, with its corpus, under the given ids when it is not there.
    pub async fn ensure_chunking(&self, corpus: &Name, chunking: &Name, ids: (CorpusId, ChunkingId), now: Timestamp) -> Result<Chunking> {
        let (corpus, chunking) = (corpus.to_string(), chunking.to_string());
        transact!(self, corpora::ensure_chunking(&corpus, &chunking, ids, now))?.into_chunking()
    }

    /// The chunking of this id.
    pub async fn chunking(&self, id: ChunkingId) -> Result<Option<Chunking>> {
        read!(self, corpora::chunking(id))?.map(ChunkingRow::into_chunking).transpose()
    }

    /// The newest hundred chunkings, the newest first.
    pub async fn chunkings(&self) -> Result<Vec<Chunking>> {
        read!(self, corpora::chunkings())?.into_iter().map(ChunkingRow::into_chunking).collect()
    }
}
