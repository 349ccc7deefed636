//! `touchstone verify`.

use std::path::PathBuf;

use clap::Args;
use domain::export::Manifest;
use domain::version::{ExpectedHash, Head};
use serde_json::json;

use super::said::Said;
use super::version::erased_in_words;
use crate::verify::{self, Verified};

/// Check an exported folder, or the folder of an exported file: every hash and count.
#[derive(Debug, Args)]
pub struct Verify {
    /// The folder or file.
    path: PathBuf,
    /// The root hash that the version must have, whole.
    #[arg(long)]
    expect_hash: Option<ExpectedHash>,
}

pub(super) fn run(command: &Verify) -> Said {
    let Verified { manifest, mut problems } = verify::verify(&command.path);
    let unexpected = manifest.as_ref().zip(command.expect_hash.as_ref()).and_then(|(manifest, hash)| hash.check(&manifest.head).err());
    problems.extend(unexpected.map(|error| error.0));
    let as_written = manifest.filter(|_| problems.is_empty()).map(|Manifest { head, erased, .. }| {
        let erased = erased_in_words(erased, &head).map_or(String::new(), |words| format!("\n{words}"));
        let Head { set, version, root_hash, .. } = head;
        format!("{}: as it was written, version {version} of {set}, root hash {root_hash}{erased}", command.path.display())
    });
    let words = as_written.unwrap_or_else(|| problems.join("\n"));
    Said { words, code: u8::from(!problems.is_empty()), json: json!({ "ok": problems.is_empty(), "problems": problems }).into() }
}
