//! Chunks of a corpus.

use domain::chunk::NewChunk;
use domain::format::chunks::from_json;
use domain::golden_set::Name;
use domain::report::Report;
use store::AddedChunk;

use super::reader::Records;
use crate::error::Error;
use crate::work::Context;

/// Brings chunks into a chunking, which is made when it is not there.
pub async fn import_chunks(context: Context<'_>, records: &mut Records, corpus: &Name, chunking: &Name) -> Result<Report, Error> {
    let Context { store, edge, progress } = context;
    let chunking = store.ensure_chunking(corpus, chunking, (edge.new_id(), edge.new_id()), edge.now()).await?;
    let mut report = Report { detected: "chunks JSONL".into(), ..Report::default() };
    let mut ordinals = Ordinals::default();
    loop {
        let batch = records.batch()?;
        if batch.is_empty() {
            return Ok(report);
        }
        let (mut chunks, mut places) = (Vec::with_capacity(batch.len()), Vec::with_capacity(batch.len()));
        for record in batch {
            report.read += 1;
            match record.text.and_then(|text| from_json(&text).map_err(|error| error.0)) {
                Ok((chunk, lossy)) => {
                    report.lossy += u64::from(lossy || record.lossy);
                    chunks.push((edge.new_id(), ordinals.number(chunk)));
                    places.push((record.line, record.offset));
                }
                Err(reason) => report.refuse(record.line, record.offset, reason),
            }
        }
        for (outcome, (line, offset)) in store.add_chunks(chunking.id, chunks).await?.into_iter().zip(places) {
            match outcome {
                AddedChunk::New => report.accepted += 1,
                AddedChunk::Known => report.merged += 1,
                AddedChunk::Differs => report.refuse(
                    line,
                    offset,
                    "the chunking has a chunk of this id with another text: import a changed corpus under another chunking",
                ),
            }
        }
        progress.tell(records.done(), records.total())?;
    }
}

/// Numbers the chunks of a document in the order of the file, where the file does not.
#[derive(Default)]
pub struct Ordinals {
    document: String,
    next: i32,
}

impl Ordinals {
    /// The chunk with its place in its document.
    pub fn number(&mut self, chunk: NewChunk) -> NewChunk {
        if chunk.doc_id != self.document {
            self.document.clone_from(&chunk.doc_id);
            self.next = 0;
        }
        let ordinal = chunk.ordinal.unwrap_or(self.next);
        self.next = ordinal.saturating_add(1);
        NewChunk { ordinal: Some(ordinal), ..chunk }
    }
}
