//! The queue as a list.

use domain::disagreement::{CaseFilter, Cursor, QueuedCase};
use domain::golden_set::GoldenSet;
use domain::member::Member;
use domain::page::PAGE_SIZE;

use super::super::CaseList;
use super::{as_asked, for_reader, marks, queue_counts};
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
    Ok(CaseList {
        counts: queue_counts(context, reviewer, &set).await?,
        total: context.store.count_disagreements(set.id, &filter).await?,
        next: next(&cases),
        rows: marks(context, cases).await?,
        labellers: context.store.voices_of(set.id).await?,
        title: set.settings.title,
        filter: as_asked(filter),
    })
}

/// Where the next part of a list begins; none when this one is not full.
pub(super) fn next(cases: &[QueuedCase]) -> Option<Cursor> {
    cases.last().filter(|_| i64::try_from(cases.len()) == Ok(PAGE_SIZE)).map(QueuedCase::cursor)
}
