//! `touchstone export`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use domain::export::{Format, Manifest};
use serde_json::json;
use store::{Store, Version};

use super::said::Said;
use super::version::{OfVersion, erased_in_words};
use crate::Error;
use crate::export;

/// Write a version as files.
#[derive(Debug, Args)]
pub struct Export {
    #[command(flatten)]
    version: OfVersion,
    /// touchstone, trec, beir, ragas, deepeval, promptfoo, langsmith, langfuse, opensearch, csv or csv-spreadsheet.
    #[arg(long, default_value = "touchstone")]
    format: Format,
    /// A folder that is empty or not there; - writes the format's first file to stdout.
    #[arg(long)]
    out: PathBuf,
}

/// Says nothing where the version itself went to stdout.
pub(super) async fn run(store: &Store, command: Export) -> Result<Option<Said>, Error> {
    let version = command.version.find(store).await?;
    if command.out.as_os_str() == "-" {
        first_file_to_stdout(store, &version, command.format).await?;
        return Ok(None);
    }
    let Manifest { files, head, erased, .. } = export::to_folder(store, &version, command.format, &command.out).await?;
    let listed: Vec<String> = files.iter().map(|file| format!("{}  {}", file.sha256, file.path)).collect();
    let words = format!("version {} of {} in {}\n{}", head.version, head.set, command.out.display(), listed.join("\n"));
    let files: Vec<_> = files.iter().map(|file| json!({ "path": file.path, "sha256": file.sha256 })).collect();
    let said = Said::new(words, json!({ "files": files, "root_hash": head.root_hash }));
    Ok(Some(said.with_words(erased_in_words(erased, &head))))
}

async fn first_file_to_stdout(store: &Store, version: &Version, format: Format) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    let unwritable = Error::unwritable("standard output".as_ref());
    let write = |parts: Vec<String>| out.write_all(parts.first().map(String::as_bytes).unwrap_or_default()).map_err(&unwritable);
    export::pieces(store, version, format, write).await
}
