//! What reviewers decide about disagreements. The labels that they are about stay as they were given.

use domain::adjudication::{Base, Reason, Verdict};
use domain::disagreement::{BulkRule, MadeDecision, Subject};
use domain::id::{OperationId, QueryId, SetId, UserId};
use domain::scale::Scale;
use domain::timestamp::Timestamp;
use sqlx::types::Json;

use crate::{Result, Store};

/// What a reviewer decides about a subject of a query.
#[derive(Debug, Clone)]
pub struct NewAdjudication {
    /// The same id twice is one decision.
    pub operation: OperationId,
    pub set: SetId,
    pub query: QueryId,
    pub subject: Subject,
    /// None takes the last decision about the subject back.
    pub verdict: Option<Verdict>,
    pub reviewer: UserId,
    /// Why labellers differed.
    pub reason: Option<Reason>,
    /// What the reviewer wants to say about it.
    pub note: String,
    /// What the reviewer saw.
    pub base: Base,
    /// The scale that a grade must be on.
    pub scale: Scale,
    /// Now.
    pub at: Timestamp,
}

/// What became of a decision.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settling {
    /// It is on the disk.
    Kept {
        /// What the next decision about the subject is based on: [`Base::revision`].
        revision: i64,
    },
    /// Somebody else decided, or something was said about the subject since the reviewer looked; nothing was written.
    Outdated,
    /// The reviewer labelled the query, and another reviewer did not; nothing was written.
    Party,
    /// There is nothing to settle, or to take back; nothing was written.
    NothingDisputed,
    /// The set has no such query.
    NoSuchQuery,
}

/// A decision as it is written.
pub(crate) struct NewDecision {
    pub operation: OperationId,
    pub set: SetId,
    pub query: QueryId,
    pub subject: String,
    pub verdict: Option<Verdict>,
    pub said: String,
    pub reviewer: UserId,
    pub reason: Option<Reason>,
    pub note: String,
    pub party: bool,
    pub at: Timestamp,
}

/// A decision as it is kept.
#[derive(sqlx::FromRow)]
pub(crate) struct MadeRow {
    pub sequence: i64,
    pub query_id: QueryId,
    #[sqlx(try_from = "String")]
    pub subject: Subject,
    pub verdict: Option<Json<Verdict>>,
    pub reviewer: String,
    pub reason: Option<Reason>,
    pub note: String,
    pub party: bool,
    pub at: Timestamp,
    pub rule: Option<Json<BulkRule>>,
}

impl Store {
    /// Keeps what a reviewer decided, if the subject is as the reviewer saw it. A reviewer who labelled the query decides about it only
    /// when every other reviewer of the set labelled it too, and that is kept with it.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) when it cannot be decided so: [`Said::check`](domain::adjudication::Said::check) says
    /// why; and when the operation's id was another decision's.
    pub async fn settle(&self, new: NewAdjudication) -> Result<Settling> {
        transact!(self, adjudications::settle(&new))
    }

    /// What reviewers decided about a query of the set, the last first, at most `limit`.
    pub async fn decisions(&self, set: SetId, query: QueryId, limit: i64) -> Result<Vec<MadeDecision>> {
        read!(self, cases::decisions(set, query, limit))
    }
}
