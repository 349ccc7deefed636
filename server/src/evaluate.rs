//! Evaluating files: golden sets and runs, without a database.

mod golden;
mod run;

pub use golden::read_golden;
pub use run::read_run;

use std::path::Path;

use crate::import::{Record, Records};

/// The records of a file; `-` is standard input.
fn records(path: &Path) -> anyhow::Result<Records> {
    Records::open(path).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))
}

/// The text of a record; nothing that cannot be read is passed over, because a measure over a part of a file is a wrong one.
fn text<'a>(path: &Path, record: &'a Record) -> anyhow::Result<&'a str> {
    match &record.text {
        Ok(text) if !record.lossy => Ok(text),
        Ok(_) => Err(refused(path, record, "it is not UTF-8")),
        Err(reason) => Err(refused(path, record, reason)),
    }
}

/// An error with its place.
fn refused(path: &Path, record: &Record, reason: impl std::fmt::Display) -> anyhow::Error {
    anyhow::anyhow!("{}, line {} (byte {}): {reason}", path.display(), record.line, record.offset)
}
