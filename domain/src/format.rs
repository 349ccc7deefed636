//! Formats of files that users already have: one record of text in, one value out.
//!
//! | file | record |
//! |---|---|
//! | chunks: JSONL, BEIR `corpus.jsonl` | [`chunks::from_json`] |
//! | queries: JSONL, BEIR `queries.jsonl` · CSV, TSV with a header · TREC topics · one a line | [`queries`] |
//! | runs: TREC · JSONL, also with the chunks' texts | [`runs`] |
//! | pre-labels: JSONL · TREC qrels | [`prelabels`] |
//! | labels: JSONL · TREC qrels · BEIR qrels · Quepid book | [`labels`] |
//! | lines of TREC runs and qrels, of BEIR qrels | [`trec`] |

pub mod chunks;
pub mod json;
pub mod labels;
pub mod prelabels;
pub mod queries;
pub mod runs;
pub mod trec;

use crate::Invalid;

/// The longest record that is read, in bytes.
pub const LONGEST_RECORD: usize = 16 << 20;

/// A text as both databases can keep it, and whether a character had to be replaced: NUL becomes U+FFFD.
pub fn storable(text: &str) -> (String, bool) {
    if text.contains('\0') { (text.replace('\0', "\u{FFFD}"), true) } else { (text.to_owned(), false) }
}

/// An id as a file gives it: not empty, at most 512 bytes, without control characters.
pub fn check_id(what: &str, id: &str) -> Result<(), Invalid> {
    if id.is_empty() {
        Err(Invalid::new(format!("the {what} is empty")))
    } else if id.len() > 512 {
        Err(Invalid::new(format!("the {what} is longer than 512 bytes")))
    } else if !id.bytes().all(|byte| byte.is_ascii_graphic()) && id.chars().any(char::is_control) {
        Err(Invalid::new(format!("the {what} holds a control character")))
    } else {
        Ok(())
    }
}
