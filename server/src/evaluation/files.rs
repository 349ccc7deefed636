//! Reading an evaluation's files: nothing is passed over.

use std::path::Path;

use crate::error::{Error, Result};
use crate::import::{Record, Records};

/// The text of a record; nothing that cannot be read is passed over, because a measure over a part of a file is a wrong one.
pub(super) fn valid_text<'a>(path: &Path, record: &'a Record) -> Result<&'a str> {
    match &record.text {
        Ok(text) if !record.lossy => Ok(text),
        Ok(_) => Err(refused(path, record, "it is not UTF-8")),
        Err(reason) => Err(refused(path, record, reason)),
    }
}

/// The first line that is not empty.
pub(super) fn first_line(path: &Path) -> Result<String> {
    if !std::fs::metadata(path).map_err(Error::unreadable(path))?.is_file() {
        return Err(Error::Input(format!(
            "{}: it is not a regular file: save what it gives in one, because it is read twice",
            path.display()
        )));
    }
    let record = Records::open(path)?.next()?.ok_or_else(|| Error::Input(format!("{} is empty", path.display())))?;
    valid_text(path, &record).map(str::to_owned)
}

/// What a run is called: its file's name.
pub(super) fn run_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// An error with its place.
pub(super) fn refused(path: &Path, record: &Record, reason: impl std::fmt::Display) -> Error {
    Error::Input(format!("{}, line {} (byte {}): {reason}", path.display(), record.line, record.offset))
}
