//! Imports: a file streams in, record by record, batch by batch; each record is accepted, merged or refused with its place
//! and reason. The same file twice changes nothing, so an import that was cut off is simply done again.

mod chunks;
mod grades;
mod labels;
mod prelabels;
mod queries;
mod reader;
mod runs;
mod version;

use std::path::Path;

use domain::job::ImportTarget;
use domain::report::Report;

use crate::error::Error;
use crate::work::Context;
use grades::GradedFile;
pub(crate) use reader::{Block, Record, Records};
pub use version::import_version;

/// Brings a file in. `name` is what the person calls it; it helps to tell CSV from TSV.
pub async fn import(context: Context<'_>, path: &Path, name: &str, target: &ImportTarget) -> Result<Report, Error> {
    let mut records = Records::open_as(path, name)?;
    let report = match target {
        ImportTarget::Corpus { corpus, chunking } => chunks::import_chunks(context, &mut records, corpus, chunking).await?,
        ImportTarget::Queries { set, column, source } => {
            let hints = queries::Hints { column: column.as_deref(), source: source.as_deref(), name };
            queries::import_queries(context, &mut records, *set, hints).await?
        }
        ImportTarget::Run { set, retriever, commit, corpus, chunking } => {
            let run = runs::Named { retriever, commit: commit.as_deref(), corpus: corpus.as_ref(), chunking: chunking.as_ref() };
            runs::import_run(context, &mut records, *set, run).await?
        }
        ImportTarget::Prelabels { set, judge, map } => {
            prelabels::import_prelabels(context, GradedFile { path, name, map }, &mut records, *set, judge).await?
        }
        ImportTarget::Labels { set, labeller, map } => {
            labels::import_labels(context, GradedFile { path, name, map }, &mut records, *set, labeller).await?
        }
    };
    context.progress.tell(records.total(), records.total())?;
    debug_assert!(report.adds_up(), "{report:?}");
    Ok(report)
}
