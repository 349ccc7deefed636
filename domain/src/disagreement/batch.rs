//! What was settled at once, so that it can be found and taken back later.

use serde::{Deserialize, Serialize};

use super::{BulkRule, Kind};
use crate::id::OperationId;
use crate::timestamp::Timestamp;

/// What a reviewer settled at once, by a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// What its decisions have in common.
    pub operation: OperationId,
    pub kind: Kind,
    pub rule: BulkRule,
    /// When it began.
    pub at: Timestamp,
    /// How many disagreements it settled.
    pub settled: i64,
    /// Of how many nobody has decided anew since: so many can be taken back.
    pub last: i64,
}
