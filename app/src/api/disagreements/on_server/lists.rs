//! The queue as a list.

use domain::disagreement::{CaseFilter, Cursor, QueuedCase};
use domain::golden_set::GoldenSet;
use domain::member::Member;
use domain::page::PAGE_SIZE;
use domain::role::Permission;

use super::super::CaseList;
use super::{counts, for_reader, marks};
use crate::Error;
use crate::api::context::Context;

/// A part of the queue, from a place on.
pub async fn list(
    context: &Context,
    reviewer: &Member,
    set: GoldenSet,
    filter: CaseFilter,
    after: Option<Cursor>,
) -> Result<CaseList, Error> {
    let filter = for_reader(filter, reviewer);
    let cases = context.store.disagreements(set.id, filter.clone(), after, PAGE_SIZE).await?;
    // The first of them: who is further down is filtered by in the address.
    let users = context.store.users(1).await?.rows.into_iter().map(|listed| listed.user);
    Ok(CaseList {
        counts: counts(context, reviewer, &set).await?,
        total: context.store.count_disagreements(set.id, &filter).await?,
        next: next(&cases),
        rows: marks(context, cases).await?,
        labellers: users.filter(|user| user.role.may(Permission::Label)).map(|user| (user.id, user.name)).collect(),
        title: set.settings.title,
        filter,
    })
}

/// Where the next part of a list begins; none when this one is not full.
pub(super) fn next(cases: &[QueuedCase]) -> Option<Cursor> {
    cases.last().filter(|_| i64::try_from(cases.len()) == Ok(PAGE_SIZE)).map(QueuedCase::cursor)
}
