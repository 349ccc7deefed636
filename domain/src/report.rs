//! What an import did: read = accepted + merged + refused.

use serde::{Deserialize, Serialize};

/// How many refusals a report lists; all are counted.
pub const LISTED_REFUSALS: usize = 1000;

/// The report of an import.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Report {
    /// The format that was recognised.
    pub detected: String,
    /// Records that were read.
    pub read: u64,
    /// Records that are new here.
    pub accepted: u64,
    /// Records that were here already, or were the same as another.
    pub merged: u64,
    /// Records that cannot be taken.
    pub refused: u64,
    /// Labels that were taken and are not heard yet: their labeller has the query at hand, or something about it is odd.
    pub unheard: u64,
    /// Records that were taken although a character had to be replaced.
    pub lossy: u64,
    /// The first refusals, each with its place and reason.
    pub refusals: Vec<Refusal>,
}

/// A record that was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The line, from 1.
    pub line: u64,
    /// The byte that the record starts at, from 0, in the unpacked file.
    pub offset: u64,
    /// Why.
    pub reason: String,
}

impl Report {
    /// Counts a refusal and lists it while there is room.
    pub fn refuse(&mut self, line: u64, offset: u64, reason: impl Into<String>) {
        self.refused += 1;
        if self.refusals.len() < LISTED_REFUSALS {
            self.refusals.push(Refusal { line, offset, reason: reason.into() });
        }
    }

    /// That labels are not heard yet, and what to do; none where all are.
    pub fn unheard_in_words(&self) -> Option<String> {
        let labels = match self.unheard {
            1 => "1 label is kept and not heard yet: its labeller has".to_owned(),
            unheard => format!("{unheard} labels are kept and not heard yet: their labellers have"),
        };
        (self.unheard > 0).then(|| format!("{labels} the query at hand, or it has to be looked at; they complete it on the labelling page"))
    }

    /// Whether every record that was read is accounted for.
    pub fn adds_up(&self) -> bool {
        self.read == self.accepted + self.merged + self.refused
    }
}
