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

    /// Whether every record that was read is accounted for.
    pub fn adds_up(&self) -> bool {
        self.read == self.accepted + self.merged + self.refused
    }
}
