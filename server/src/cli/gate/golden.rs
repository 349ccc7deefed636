//! The golden set of the gate: read, verified, and the one that is wanted.

use domain::evaluation::gate::Verdict;
use domain::export::Manifest;

use super::Gate;
use crate::Error;
use crate::cli::version::erased_in_words;
use crate::evaluation::{ReadGolden, read_golden};

/// Why nothing is decided on a golden set.
pub(super) struct Refusal {
    pub verdict: Verdict,
    pub reasons: Vec<String>,
}

impl Gate {
    /// The golden set, or why nothing is decided on it.
    pub(super) fn golden(&self) -> Result<Result<ReadGolden, Refusal>, Error> {
        let read = match read_golden(&self.golden) {
            Ok(read) => read,
            Err(Error::Unverified(problems)) => {
                let words = |problem| format!("the golden set cannot be verified: {problem}");
                return Ok(Err(Refusal { verdict: Verdict::Undecidable, reasons: problems.into_iter().map(words).collect() }));
            }
            Err(error) => return Err(error),
        };
        Ok(match self.refusal(read.manifest.as_ref()) {
            Some((verdict, reason)) => Err(Refusal { verdict, reasons: vec![reason] }),
            None => Ok(read),
        })
    }

    fn refusal(&self, manifest: Option<&Manifest>) -> Option<(Verdict, String)> {
        let Some(Manifest { head, erased, .. }) = manifest else {
            let words = || {
                format!("{} has no manifest, so it cannot be verified: give an exported folder, or say --unverified", self.golden.display())
            };
            return (!self.unverified).then(|| (Verdict::Undecidable, words()));
        };
        if let Some(Err(another)) = self.expect_hash.as_ref().map(|expected| expected.check(head)) {
            return Some((Verdict::Fail, another.0));
        }
        let erased = erased_in_words(*erased, head).filter(|_| !self.allow_erased);
        erased.map(|words| (Verdict::Undecidable, format!("{words}: say --allow-erased to decide without them")))
    }
}
