//! Corpora and their chunkings.

use domain::corpus::Chunking;
use domain::golden_set::Name;
use domain::id::{ChunkingId, CorpusId};
use domain::timestamp::Timestamp;

use crate::sets::stored_name;
use crate::{Result, Store};

#[derive(sqlx::FromRow)]
struct Row {
    id: ChunkingId,
    corpus: CorpusId,
    corpus_name: String,
    name: String,
    chunks: i64,
    revision: i64,
    created_at: Timestamp,
}

impl Row {
    fn into_chunking(self) -> Result<Chunking> {
        Ok(Chunking {
            id: self.id,
            corpus: self.corpus,
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
        let (corpus_name, name) = (corpus.to_string(), chunking.to_string());
        let (corpus, chunking) = (corpus_name.clone(), name.clone());
        write!(self, |connection| {
            let sql = "INSERT INTO corpora (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING";
            sqlx::query(sql).bind(ids.0).bind(&corpus).bind(now).execute(&mut *connection).await?;
            let sql = "INSERT INTO chunkings (id, corpus_id, name, created_at) SELECT $1, id, $3, $4 FROM corpora WHERE name = $2
                ON CONFLICT (corpus_id, name) DO NOTHING";
            sqlx::query(sql).bind(ids.1).bind(&corpus).bind(&chunking).bind(now).execute(connection).await?;
            Ok(())
        })?;
        let sql = "SELECT c.id, c.corpus_id AS corpus, o.name AS corpus_name, c.name, c.chunks, c.revision, c.created_at
            FROM chunkings c JOIN corpora o ON o.id = c.corpus_id WHERE o.name = $1 AND c.name = $2";
        let row: Row = read!(self, |pool| sqlx::query_as(sql).bind(&corpus_name).bind(&name).fetch_one(pool).await)?;
        row.into_chunking()
    }

    /// The chunking of this id.
    pub async fn chunking(&self, id: ChunkingId) -> Result<Option<Chunking>> {
        let sql = "SELECT c.id, c.corpus_id AS corpus, o.name AS corpus_name, c.name, c.chunks, c.revision, c.created_at
            FROM chunkings c JOIN corpora o ON o.id = c.corpus_id WHERE c.id = $1";
        let row: Option<Row> = read!(self, |pool| sqlx::query_as(sql).bind(id).fetch_optional(pool).await)?;
        row.map(Row::into_chunking).transpose()
    }

    /// The newest hundred chunkings, the newest first.
    pub async fn chunkings(&self) -> Result<Vec<Chunking>> {
        let sql = "SELECT c.id, c.corpus_id AS corpus, o.name AS corpus_name, c.name, c.chunks, c.revision, c.created_at
            FROM chunkings c JOIN corpora o ON o.id = c.corpus_id ORDER BY c.id DESC LIMIT 100";
        let rows: Vec<Row> = read!(self, |pool| sqlx::query_as(sql).fetch_all(pool).await)?;
        rows.into_iter().map(Row::into_chunking).collect()
    }
}
