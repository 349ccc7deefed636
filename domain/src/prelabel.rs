//! Pre-labels: what a judge thinks. Never a label, never exported as one.

use serde::{Deserialize, Serialize};

use crate::id::ChunkId;
use crate::label::Span;
use crate::scale::Grade;

/// A judge's grade for (query, chunk), as a page shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prelabel {
    pub chunk: ChunkId,
    /// Who judged.
    pub judge: String,
    /// The judge's grade.
    pub grade: Grade,
    /// The judge's reason.
    pub rationale: String,
    /// The quotes that were found in the stored text.
    pub evidence: Vec<Span>,
}

/// A pre-label from a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewPrelabel {
    /// The query, by the user's id.
    pub query: String,
    /// The chunk, by the user's id.
    pub chunk: String,
    /// The judge's grade.
    pub grade: i64,
    /// The judge's reason.
    pub rationale: String,
    /// What the judge quoted.
    pub evidence: Vec<String>,
    /// The judge, where the file names one.
    pub judge: Option<String>,
    /// The version of the judge's prompt.
    pub prompt_version: Option<String>,
}

/// Whether a query belongs to the control share, which shows no pre-labels so that anchoring can be measured. It
/// depends on the query's id alone, so every labeller and every reload gets the same answer.
pub fn is_control(query: crate::id::QueryId, share_percent: i32) -> bool {
    let (high, low) = query.0.as_u64_pair();
    i32::try_from(mix(mix(high) ^ low) % 100).is_ok_and(|slot| slot < share_percent)
}

/// Whether a set shows a query's pre-labels from the start.
pub fn shown_from_start(settings: &crate::golden_set::Settings, query: crate::id::QueryId) -> bool {
    settings.prelabels == crate::golden_set::PrelabelMode::Shown && !is_control(query, settings.control_share)
}

/// The finaliser of splitmix64.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_one_query_in_ten_is_in_a_control_share_of_ten_percent() {
        let id = |n: u64| {
            crate::id::QueryId(crate::id::uuid_v7(n, &[n.to_le_bytes().as_slice(), &[1, 2]].concat().try_into().expect("ten bytes")))
        };
        let controls = (0..10_000).filter(|&n| is_control(id(n), 10)).count();
        assert!((900..1100).contains(&controls), "{controls}");
        assert!(!(0..1000).any(|n| is_control(id(n), 0)));
        assert!((0..1000).all(|n| is_control(id(n), 100)));
    }
}
