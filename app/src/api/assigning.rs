//! Assigning by hand: reviewers give queries to labellers, and take back what is not begun.

use domain::assigning::{Labeller, NotAssigned, QueryAssignment};
use domain::id::{QueryId, UserId};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::api::json::Json;
use crate::api::queries::QueryListFilter;

#[cfg(feature = "ssr")]
pub mod on_server;

/// What became of queries that were to be given to a labeller.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Assigned {
    /// How many are the labeller's now.
    pub assigned: usize,
    /// Those that are not, and why.
    pub refused: Vec<(QueryId, NotAssigned)>,
}

impl Assigned {
    /// Why the first that was not given was not; none when all were.
    pub fn first_refusal(&self) -> Option<NotAssigned> {
        self.refused.first().map(|(_, reason)| *reason)
    }

    /// The same, where anything was assigned.
    ///
    /// # Errors
    /// Why nothing was.
    pub fn or_refused(self) -> Result<Self, Error> {
        match self.first_refusal() {
            Some(NotAssigned::NoSuchQuery) if self.assigned == 0 => Err(Error::NotFound("query".into())),
            Some(reason) if self.assigned == 0 => Err(Error::Conflict(reason.to_string())),
            _ => Ok(self),
        }
    }
}

/// Who labels a query, for those who assign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryLabellers {
    /// How many labellers the query needs.
    pub needed: i32,
    /// Who has it, or had it.
    pub assignments: Vec<QueryAssignment>,
    /// Who may label in the set.
    pub labellers: Vec<Labeller>,
}

/// Gives queries to a labeller.
#[server(prefix = "/api", endpoint = "assign", input = Json, output = Json)]
pub async fn assign(set: String, to: UserId, queries: Vec<QueryId>) -> Result<Assigned, Error> {
    let (reviewer, context, set) = super::context::allowed_in(domain::role::Permission::Assign, &set).await?;
    on_server::assign(&context.store, set.id, to, reviewer.id, queries).await?.or_refused()
}

/// Gives a labeller the first queries of a list that can be given to them.
#[server(prefix = "/api", endpoint = "assign_some", input = Json, output = Json)]
pub async fn assign_some(set: String, to: UserId, filter: QueryListFilter, how_many: i64) -> Result<Assigned, Error> {
    let (reviewer, context, set) = super::context::allowed_in(domain::role::Permission::Assign, &set).await?;
    on_server::assign_some(&context.store, set.id, to, reviewer, filter, how_many).await
}

/// Takes a query back that a labeller was given by hand and has not begun.
#[server(prefix = "/api", endpoint = "unassign", input = Json, output = Json)]
pub async fn unassign(set: String, query: QueryId, from: UserId) -> Result<(), Error> {
    let (_, context, set) = super::context::allowed_in(domain::role::Permission::Assign, &set).await?;
    on_server::unassign(&context.store, set.id, query, from, (context.clock)()).await
}

/// Who labels a query, and who could; not for who is asked to label it.
#[server(name = AskQueryLabellers, prefix = "/api", endpoint = "query_labellers", input = Json, output = Json)]
pub async fn query_labellers(set: String, query: QueryId) -> Result<QueryLabellers, Error> {
    let (reviewer, context, set) = super::context::allowed_in(domain::role::Permission::Assign, &set).await?;
    if super::blind::hides_query(&context.store, set.id, &reviewer, query).await? {
        return Err(Error::Conflict("you are asked to label this query: complete it, or hand it back, before you assign it".into()));
    }
    let needed = context.store.overlap_of(set.id, query).await?.ok_or_else(|| Error::NotFound("query".into()))?;
    let assignments = context.store.assignments(set.id, query).await?;
    Ok(QueryLabellers { needed, assignments, labellers: context.store.labellers(set.id).await? })
}

/// Who may label in a set.
#[server(name = AskLabellers, prefix = "/api", endpoint = "labellers", input = Json, output = Json)]
pub async fn labellers(set: String) -> Result<Vec<Labeller>, Error> {
    let (_, context, set) = super::context::allowed_in(domain::role::Permission::Assign, &set).await?;
    Ok(context.store.labellers(set.id).await?)
}
