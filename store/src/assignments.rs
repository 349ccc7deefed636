//! Assignments: which query is whose, and until when.

use domain::assigning::NotOpened;
use domain::assignment::{AssignmentStatus, Progress};
use domain::id::{QueryId, SetId, UserId};
use domain::timestamp::Timestamp;

use crate::{Result, Store};

/// A query that is a labeller's now.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct LeasedQuery {
    #[sqlx(rename = "query_id")]
    pub query: QueryId,
    /// Where the assignment stands.
    pub status: AssignmentStatus,
    /// What the labeller told the reviewer.
    pub flag: Option<String>,
    /// Who gave it to them by hand.
    pub assigned_by: Option<String>,
}

/// What a labeller did in a set, and what is left for them.
#[derive(sqlx::FromRow)]
pub(crate) struct Done {
    completed: i64,
    free: i64,
    held: i64,
}

impl Store {
    /// How many queries were given to a labeller by hand, who has not begun them.
    pub async fn given_by_hand(&self, set: SetId, labeller: UserId) -> Result<i64> {
        read!(self, assignments::given_by_hand(set, labeller))
    }

    /// The next query for a labeller: one that they hold already, else one that they were given by hand, else the first
    /// that still needs somebody; none when nothing is left. `except` are queries that they have in hand.
    pub async fn next_query(&self, set: SetId, labeller: UserId, except: Vec<QueryId>, now: Timestamp) -> Result<Option<QueryId>> {
        self.apply_overlap_to_some(set).await?;
        self.free_places(set).await?;
        // Leases end in a transaction of their own: it locks several queries, in the order in which all do.
        if read!(self, leases::any_ended(set, now))? {
            transact!(self, leases::end_leases(set, now))?;
        }
        transact!(self, leases::next_query(set, labeller, &except, now))
    }

    /// Opens this query of the set for who wants to label it, and says why not where it needs nobody more. Who completed it has it as
    /// they left it; a lease is renewed.
    pub async fn lease_query(
        &self,
        set: SetId,
        query: QueryId,
        labeller: UserId,
        now: Timestamp,
    ) -> Result<std::result::Result<LeasedQuery, NotOpened>> {
        transact!(self, leases::lease_query(set, query, labeller, now))
    }

    /// The query that a labeller completed last before the given one, for going back.
    pub async fn previous_query(&self, set: SetId, labeller: UserId, before: Option<QueryId>) -> Result<Option<QueryId>> {
        read!(self, assignments::previous_query(set, labeller, before))
    }

    /// How far a labeller is in a set, and how fast.
    pub async fn progress(&self, set: SetId, labeller: UserId) -> Result<Progress> {
        let Done { completed, free, held } = read!(self, assignments::done(set, labeller))?;
        let median_seconds = self.paces(set, &[labeller]).await?.remove(&labeller);
        Ok(Progress { completed, left: free + held, median_seconds })
    }

    /// Whether a labeller completed a query.
    pub async fn has_completed(&self, query: QueryId, labeller: UserId) -> Result<bool> {
        read!(self, assignments::has_completed(query, labeller))
    }
}
