//! The search index: BM25 over a chunking, for the built-in retriever and for the search on the labelling page.
//!
//! The index is a copy: it lives in the data directory and is made anew when it is missing or older than the chunking.
//! Scores are Robertson's BM25 in Lucene's form, idf = ln(1 + (N − df + 0.5)/(df + 0.5)), with `k1` and `b` of the asker's.

mod best;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use domain::corpus::Chunking;
use domain::id::{ChunkId, ChunkingId};
use store::Store;
use tantivy::postings::Postings;
use tantivy::schema::{FAST, Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions, Value};
use tantivy::tokenizer::{Language, LowerCaser, RemoveLongFilter, SimpleTokenizer, Stemmer, StopWordFilter, TextAnalyzer};
use tantivy::{DocSet, Index, IndexWriter, Searcher, SegmentReader, TERMINATED, TantivyDocument, Term};
use tokio::sync::Mutex;

use self::best::Best;
use crate::{Error, error::Result};

/// The field of the user's ids: their order is that of ties.
const EXTERNAL_ID: &str = "external_id";

/// The two numbers of BM25.
#[derive(Debug, Clone, Copy)]
pub struct Bm25 {
    /// How soon more of the same term stops to count.
    pub k1: f32,
    /// How much long chunks are held back.
    pub b: f32,
}

impl Default for Bm25 {
    fn default() -> Self {
        Self { k1: 1.2, b: 0.75 }
    }
}

/// The indexes of all chunkings.
pub struct SearchIndexes {
    directory: PathBuf,
    open: Mutex<HashMap<ChunkingId, Arc<ChunkIndex>>>,
}

impl SearchIndexes {
    /// The indexes that live under a data directory.
    pub fn new(data: &Path) -> Self {
        Self { directory: data.join("index"), open: Mutex::default() }
    }

    /// The index of a chunking, as it is now; made when it is missing or stale, while others wait.
    pub async fn index_of(&self, store: &Store, chunking: &Chunking) -> Result<Arc<ChunkIndex>> {
        let mut open = self.open.lock().await;
        if let Some(index) = open.get(&chunking.id).filter(|index| index.revision == chunking.revision) {
            return Ok(index.clone());
        }
        open.remove(&chunking.id);
        let directory = self.directory.join(chunking.id.to_string());
        let index = match ChunkIndex::open(&directory, chunking.revision) {
            Some(index) => index,
            None => ChunkIndex::build(store, chunking, &directory).await?,
        };
        let index = Arc::new(index);
        open.insert(chunking.id, index.clone());
        Ok(index)
    }
}

/// The index of one chunking.
pub struct ChunkIndex {
    revision: i64,
    searcher: Searcher,
    analyzer: TextAnalyzer,
    fields: Fields,
}

/// What is kept of a chunk.
struct Fields {
    id: Field,
    external_id: Field,
    text: Field,
}

impl ChunkIndex {
    fn open(directory: &Path, revision: i64) -> Option<Self> {
        let stamp = std::fs::read_to_string(directory.join("revision")).ok()?;
        if stamp != revision.to_string() {
            return None;
        }
        Self::over(&Index::open_in_dir(directory).ok()?, revision).ok()
    }

    async fn build(store: &Store, chunking: &Chunking, directory: &Path) -> Result<Self> {
        tracing::info!(chunking = %chunking.id, chunks = chunking.chunks, "indexing a chunking");
        if directory.exists() {
            std::fs::remove_dir_all(directory).map_err(Error::unwritable(directory))?;
        }
        std::fs::create_dir_all(directory).map_err(Error::unwritable(directory))?;
        let (schema, fields) = schema();
        let index = Index::create_in_dir(directory, schema)?;
        index.tokenizers().register("chunk", analyzer());
        let mut writer: IndexWriter = index.writer_with_num_threads(1, 64 << 20)?;
        let mut after = None;
        loop {
            let batch = store.chunks_after(chunking.id, after, 1000).await?;
            let Some(last) = batch.last() else { break };
            after = Some(last.id);
            for chunk in batch {
                let mut document = TantivyDocument::default();
                document.add_bytes(fields.id, chunk.id.0.as_bytes());
                document.add_bytes(fields.external_id, chunk.external_id.as_bytes());
                document.add_text(fields.text, format!("{}\n{}", chunk.title, chunk.text));
                writer.add_document(document)?;
            }
            tokio::task::yield_now().await;
        }
        let writer = tokio::task::spawn_blocking(move || writer.commit().map(|_| writer)).await??;
        drop(writer);
        let stamp = directory.join("revision");
        std::fs::write(&stamp, chunking.revision.to_string()).map_err(Error::unwritable(&stamp))?;
        Ok(Self::over(&index, chunking.revision)?)
    }

    fn over(index: &Index, revision: i64) -> tantivy::Result<Self> {
        let schema = index.schema();
        let [id, external_id, text] = ["id", EXTERNAL_ID, "text"].map(|name| schema.get_field(name));
        let fields = Fields { id: id?, external_id: external_id?, text: text? };
        Ok(Self { revision, searcher: index.reader()?.searcher(), analyzer: analyzer(), fields })
    }

    /// The best chunks for a text, best first; of equal scores the one whose id, the user's, is greater as bytes.
    pub fn search(&self, text: &str, limit: usize, bm25: Bm25) -> tantivy::Result<Vec<(ChunkId, f32)>> {
        let terms = self.terms(text);
        let chunks = self.searcher.num_docs();
        let mut best = Vec::new();
        let mean = self.mean_length()?;
        for segment in self.searcher.segment_readers() {
            let mut scores = vec![0.0_f32; segment.max_doc() as usize];
            let (inverted, lengths) = (segment.inverted_index(self.fields.text)?, segment.get_fieldnorms_reader(self.fields.text)?);
            for term in &terms {
                let weight = idf(chunks, self.searcher.doc_freq(term)?);
                let Some(mut postings) = inverted.read_postings(term, IndexRecordOption::WithFreqs)? else { continue };
                let mut doc = postings.doc();
                while doc != TERMINATED {
                    let (frequency, length) = (to_f32(postings.term_freq().into()), to_f32(lengths.fieldnorm(doc).into()));
                    let held = bm25.k1 * (1.0 - bm25.b + bm25.b * length / mean);
                    scores[doc as usize] += weight * frequency / (frequency + held);
                    doc = postings.advance();
                }
            }
            best.extend(Best::of_segment(segment, &scores, limit)?.into_iter().map(|hit| (hit, segment)));
        }
        best.sort_by(|(a, _), (b, _)| b.cmp(a));
        best.truncate(limit);
        best.into_iter().map(|(hit, segment)| Ok((self.chunk(segment, hit.doc)?, hit.score))).collect()
    }

    fn chunk(&self, segment: &SegmentReader, doc: u32) -> tantivy::Result<ChunkId> {
        let document: TantivyDocument = segment.get_store_reader(1)?.get(doc)?;
        let id = document.get_first(self.fields.id).and_then(|value| value.as_bytes()).and_then(|id| uuid::Uuid::from_slice(id).ok());
        id.map(ChunkId).ok_or_else(|| tantivy::TantivyError::InternalError("a chunk of the index has no id".into()))
    }

    fn terms(&self, text: &str) -> Vec<Term> {
        let mut terms = Vec::new();
        self.analyzer.clone().token_stream(text).process(&mut |token| terms.push(Term::from_field_text(self.fields.text, &token.text)));
        terms
    }

    fn mean_length(&self) -> tantivy::Result<f32> {
        let mut tokens = 0;
        for segment in self.searcher.segment_readers() {
            tokens += segment.inverted_index(self.fields.text)?.total_num_tokens();
        }
        Ok(to_f32(tokens) / to_f32(self.searcher.num_docs()).max(1.0))
    }
}

#[expect(clippy::cast_precision_loss, reason = "scores are approximate by nature")]
fn to_f32(count: u64) -> f32 {
    count as f32
}

fn idf(chunks: u64, with_term: u64) -> f32 {
    (1.0 + (to_f32(chunks - with_term.min(chunks)) + 0.5) / (to_f32(with_term) + 0.5)).ln()
}

fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let id = builder.add_bytes_field("id", STORED);
    let external_id = builder.add_bytes_field(EXTERNAL_ID, FAST);
    let indexing = TextFieldIndexing::default().set_tokenizer("chunk").set_index_option(IndexRecordOption::WithFreqs);
    let text = builder.add_text_field("text", TextOptions::default().set_indexing_options(indexing));
    (builder.build(), Fields { id, external_id, text })
}

/// Words in lower case, without English stop words, stemmed.
fn analyzer() -> TextAnalyzer {
    let words = TextAnalyzer::builder(SimpleTokenizer::default()).filter(RemoveLongFilter::limit(100)).filter(LowerCaser);
    let stop_words = StopWordFilter::new(Language::English).expect("English has stop words");
    words.filter(stop_words).filter(Stemmer::new(Language::English)).build()
}
