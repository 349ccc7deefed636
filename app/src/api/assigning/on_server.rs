//! What assigning does on the server, for forms and for programs.

use domain::assigning::{MOST_ASSIGNED, NotTakenBack};
use domain::id::{QueryId, SetId, UserId};
use domain::member::Member;
use domain::timestamp::Timestamp;
use store::{NewAssignments, QueryFilter, Store};

use super::Assigned;
use crate::Error;
use crate::api::queries::QueryListFilter;

/// Gives queries to a labeller, and says which could not be given.
///
/// # Errors
/// [`Error::Invalid`] when there are too many at once.
pub async fn assign(store: &Store, set: SetId, to: UserId, by: UserId, queries: Vec<QueryId>) -> Result<Assigned, Error> {
    if queries.len() > MOST_ASSIGNED {
        return Err(Error::Invalid(format!("{} queries at once; at most {MOST_ASSIGNED}", queries.len())));
    }
    let answers = store.assign(NewAssignments { set, labeller: to, by, queries }).await?;
    let assigned = answers.iter().filter(|(_, answer)| answer.is_ok()).count();
    Ok(Assigned { assigned, refused: answers.into_iter().filter_map(|(query, answer)| Some((query, answer.err()?))).collect() })
}

/// Gives a labeller the first queries of a list that can be given to them.
///
/// # Errors
/// [`Error::Invalid`] when so many cannot be asked for; [`Error::Conflict`] when none can be given.
pub async fn assign_some(
    store: &Store,
    set: SetId,
    to: UserId,
    by: Member,
    filter: QueryListFilter,
    how_many: i64,
) -> Result<Assigned, Error> {
    let most = i64::try_from(MOST_ASSIGNED).unwrap_or(i64::MAX);
    if !(1..=most).contains(&how_many) {
        return Err(Error::Invalid(format!("{how_many} queries cannot be assigned at once: ask for 1 to {most}")));
    }
    let QueryListFilter { search, status, style, source, page } = filter;
    let by_id = by.id;
    let filter = QueryFilter { search, status, style, source, reader: Some(by), page };
    let queries = store.assignable(set, &filter, to, how_many).await?;
    if queries.is_empty() {
        return Err(Error::Conflict("no query of this list has a place free for this labeller: nothing was assigned".into()));
    }
    assign(store, set, to, by_id, queries).await
}

/// Takes a query back from a labeller, or from all who were asked about it the question that it was sent back with.
///
/// # Errors
/// [`Error::Conflict`] when they have begun it or do not have it by hand.
pub async fn unassign(store: &Store, set: SetId, query: QueryId, from: UserId, at: Timestamp) -> Result<(), Error> {
    match store.take_back(set, query, from, at).await? {
        Ok(()) => Ok(()),
        Err(NotTakenBack::NoSuchQuery) => Err(Error::NotFound("query".into())),
        Err(reason) => Err(Error::Conflict(reason.to_string())),
    }
}
