//! What reviewers settled at once.

use domain::disagreement::{Batch, BulkRule, Kind};
use domain::id::{OperationId, SetId, UserId};
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::{Result, Store};

/// What was settled at once, as it is kept.
#[derive(sqlx::FromRow)]
pub(crate) struct BatchRow {
    operation_id: OperationId,
    kind: Kind,
    rule: Json<BulkRule>,
    at: Timestamp,
    settled: i64,
    last: i64,
}

impl From<BatchRow> for Batch {
    fn from(BatchRow { operation_id: operation, kind, rule, at, settled, last }: BatchRow) -> Self {
        Self { operation, kind, rule: rule.0, at, settled, last }
    }
}

impl Store {
    /// What a reviewer settled at once in a set, the last first, at most `limit`.
    pub async fn batches(&self, set: SetId, reviewer: UserId, limit: i64) -> Result<Vec<Batch>> {
        Ok(read!(self, batches::batches(set, reviewer, limit))?.into_iter().map(Batch::from).collect())
    }
}
