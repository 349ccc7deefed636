//! What a member has to do with queries: blind labelling asks it for a page of queries at once.

use std::collections::HashMap;

use domain::assignment::AssignmentStatus;
use domain::blind::Involvement;
use domain::id::{QueryId, SetId, UserId, VersionId};
use domain::member::Member;

use crate::{Result, Store};

/// A query by the user's id, and what a member has to do with it.
#[derive(sqlx::FromRow)]
pub(crate) struct NamedInvolvement {
    external_id: String,
    id: QueryId,
    #[sqlx(flatten)]
    involvement: Involvement,
}

/// A query of a version that is hidden from a member.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct HiddenItem {
    /// The user's id.
    pub external_id: String,
    pub query: QueryId,
    pub text: String,
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

    /// How many queries of the set are hidden from a member, but for those that are theirs alone: nobody else said anything of them, or
    /// is to.
    pub async fn count_hidden(&self, set: SetId, member: &Member) -> Result<i64> {
        read!(self, involvements::count_hidden(set, member))
    }

    /// The queries of a version that are hidden from a member, in the order of its items.
    pub async fn hidden_items(&self, set: SetId, version: VersionId, member: &Member) -> Result<Vec<HiddenItem>> {
        read!(self, involvements::hidden_items(set, version, member))
    }

    /// How many queries of each of the set's versions are hidden from a member; versions without any are left out.
    pub async fn hidden_by_version(&self, set: SetId, member: &Member) -> Result<HashMap<VersionId, i64>> {
        Ok(read!(self, involvements::hidden_by_version(set, member))?.into_iter().collect())
    }
}
