//! Queries that reviewers give to labellers by hand.

use domain::assigning::{HandedBack, HeldQuery, Labeller, LateSubmit, NotAssigned, NotTakenBack, QueryAssignment};
use domain::id::{QueryId, SetId, UserId};
use domain::member::Member;
use domain::timestamp::Timestamp;

use crate::{QueryFilter, Result, Store};

/// How many queries are given in one transaction.
const BATCH: usize = 100;

/// Queries that are to be given to a labeller by hand.
#[derive(Debug, Clone)]
pub struct NewAssignments {
    pub set: SetId,
    pub labeller: UserId,
    /// Who gives them; the labeller where nobody is signed in, on the command line.
    pub by: UserId,
    pub queries: Vec<QueryId>,
}

impl Store {
    /// Gives queries to a labeller by hand, and says for each, in order of the queries, whether it is theirs now.
    pub async fn assign(&self, new: NewAssignments) -> Result<Vec<(QueryId, std::result::Result<(), NotAssigned>)>> {
        let NewAssignments { set, labeller, by, mut queries } = new;
        // Each transaction locks its queries in the order in which all do.
        queries.sort_unstable();
        queries.dedup();
        let mut assigned = Vec::with_capacity(queries.len());
        for batch in queries.chunks(BATCH) {
            let new = NewAssignments { set, labeller, by, queries: batch.to_vec() };
            assigned.extend(transact!(self, assigning::assign(&new))?);
        }
        Ok(assigned)
    }

    /// Takes a query back that a labeller was given by hand and has not at hand now. Where a reviewer sent it back with a question, the
    /// question is taken back from all who have not answered it: their labels stand as they were.
    pub async fn take_back(
        &self,
        set: SetId,
        query: QueryId,
        labeller: UserId,
        at: Timestamp,
    ) -> Result<std::result::Result<(), NotTakenBack>> {
        transact!(self, assigning::take_back(set, query, labeller, at))
    }

    /// Frees the places of who can no longer label in a set, in batches that let labels get in between.
    pub(crate) async fn free_places(&self, set: SetId) -> Result<()> {
        let mut held = read!(self, assigning::held_by_who_may_not(set))?;
        held.sort_unstable();
        for batch in held.chunks(BATCH) {
            let batch = batch.to_vec();
            transact!(self, assigning::free_places(set, &batch))?;
        }
        Ok(())
    }

    /// The first queries that a filter lets through and that can be given to a labeller.
    pub async fn assignable(&self, set: SetId, filter: &QueryFilter, labeller: UserId, limit: i64) -> Result<Vec<QueryId>> {
        read!(self, assigning::assignable(set, filter, labeller, limit))
    }

    /// Those who can sign in and may label in a set, by name. A team has tens of them, so this list has no pages.
    pub async fn labellers(&self, set: SetId) -> Result<Vec<Labeller>> {
        read!(self, labellers::labellers(set))
    }

    /// Who has a query of the set, or had it, by name.
    pub async fn assignments(&self, set: SetId, query: QueryId) -> Result<Vec<QueryAssignment>> {
        read!(self, assigning::assignments(set, query))
    }

    /// The queries that a labeller has now or was given by hand, those at hand first.
    pub async fn held(&self, set: SetId, labeller: UserId, limit: i64) -> Result<Vec<HeldQuery>> {
        read!(self, assigning::held(set, labeller, limit))
    }

    /// The queries that were handed back, need somebody, and are not hidden from a member.
    pub async fn handed_back(&self, set: SetId, reader: &Member, limit: i64) -> Result<Vec<HandedBack>> {
        read!(self, assigning::handed_back(set, reader, limit))
    }

    /// The last queries of the set for which something came after its sender's lease had ended, the latest first.
    pub async fn late_submits(&self, set: SetId, limit: i64) -> Result<Vec<LateSubmit>> {
        read!(self, assigning::late_submits(set, limit))
    }
}
