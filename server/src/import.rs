//! Imports: a file streams in, record by record, batch by batch; each record is accepted, merged or refused with its place
//! and reason. The same file twice changes nothing, so an import that was cut off is simply done again.

mod chunks;
mod labels;
mod prelabels;
mod queries;
mod reader;
mod runs;
mod version;

use std::path::Path;

use anyhow::Context;
use domain::job::ImportTarget;
use domain::report::Report;
use store::Store;

use crate::jobs::Progress;
pub(crate) use reader::{Block, Record, Records};
pub use version::import as import_version;

/// Brings a file in. `name` is what the person calls it; it helps to tell CSV from TSV.
pub async fn import(store: &Store, path: &Path, name: &str, target: &ImportTarget, progress: &Progress) -> anyhow::Result<Report> {
    let mut records = Records::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let report = match target {
        ImportTarget::Corpus { corpus, chunking } => chunks::import(store, &mut records, corpus, chunking, progress).await?,
        ImportTarget::Queries { set, column, source } => {
            let hints = queries::Hints { column: column.as_deref(), source: source.as_deref(), name };
            queries::import(store, &mut records, *set, hints, progress).await?
        }
        ImportTarget::Run { set, retriever, commit, corpus, chunking } => {
            let run = runs::Named { retriever, commit: commit.as_deref(), corpus: corpus.as_ref(), chunking: chunking.as_ref() };
            runs::import(store, &mut records, *set, run, progress).await?
        }
        ImportTarget::Prelabels { set, judge } => prelabels::import(store, &mut records, *set, judge, progress).await?,
        ImportTarget::Labels { set, labeller } => labels::import(store, path, &mut records, *set, labeller, progress).await?,
    };
    progress.tell(records.total(), records.total()).await?;
    debug_assert!(report.adds_up(), "{report:?}");
    Ok(report)
}
