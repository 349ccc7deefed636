//! What a member has to do with queries: blind labelling asks it for a page of queries at once.

use std::collections::HashMap;

use domain::assignment::AssignmentStatus;
use domain::blind::Involvement;
use domain::id::{QueryId, SetId, UserId, VersionId};

use crate::{Result, Store};

/// A query by the user's id, and what a member has to do with it.
#[derive(sqlx::FromRow)]
pub(crate) struct NamedInvolvement {
    external_id: String,
    id: QueryId,
    #[sqlx(flatten)]
    involvement: Involvement,
}

/// How many queries of a version a member has this to do with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct CountedInvolvement {
    #[sqlx(flatten)]
    pub involvement: Involvement,
    pub queries: i64,
}

impl Store {
    /// What a member has to do with a query of the set; none when the set has no such query.
    pub async fn involvement(&self, set: SetId, query: QueryId, member: UserId) -> Result<Option<Involvement>> {
        read!(self, involvements::of_query(set, query, member))
    }

    /// Where a member's assignments of the set stand; one that ended is none where the query needs nobody more.
    pub async fn assignment_statuses(&self, set: SetId, member: UserId) -> Result<Vec<(QueryId, AssignmentStatus)>> {
        read!(self, involvements::statuses(set, member))
    }

    /// What a member has to do with queries of the set, by the user's ids; those that the set does not have are left out.
    pub async fn involvements(&self, set: SetId, member: UserId, names: &[String]) -> Result<HashMap<String, (QueryId, Involvement)>> {
        let rows = read!(self, involvements::of_queries(set, member, names))?;
        Ok(rows.into_iter().map(|row: NamedInvolvement| (row.external_id, (row.id, row.involvement))).collect())
    }

    /// The queries of a version that a member has something to do with, or that need a labeller, by the user's ids.
    pub async fn involvements_in(&self, set: SetId, version: VersionId, member: UserId) -> Result<Vec<(String, QueryId, Involvement)>> {
        let rows = read!(self, involvements::in_version(set, version, member))?;
        Ok(rows.into_iter().map(|row: NamedInvolvement| (row.external_id, row.id, row.involvement)).collect())
    }

    /// What a member has to do with the queries of a version, counted.
    pub async fn version_involvements(&self, set: SetId, version: VersionId, member: UserId) -> Result<Vec<CountedInvolvement>> {
        read!(self, involvements::of_version(set, version, member))
    }
}
