//! Settling many cases of one kind by a rule.

use domain::disagreement::{BulkRule, CaseFilter, Cursor, Kind};
use domain::golden_set::GoldenSet;
use domain::id::OperationId;
use domain::member::Member;
use domain::page::PAGE_SIZE;
use store::NewBulk;

use super::super::{BulkPreview, ManyCases};
use super::lists::next;
use super::{counts, for_reader, marks};
use crate::Error;
use crate::api::context::Context;

/// What a rule would settle of a kind.
pub async fn many(
    context: &Context,
    reviewer: &Member,
    set: GoldenSet,
    chosen: Option<(Kind, BulkRule)>,
    after: Option<Cursor>,
) -> Result<ManyCases, Error> {
    let preview = match chosen {
        Some((kind, rule)) => {
            let new = bulk(context, reviewer, &set, (kind, rule), (context.new_id)().into());
            Some(preview(context, new, after).await?)
        }
        None => None,
    };
    Ok(ManyCases { counts: counts(context, reviewer, &set).await?, title: set.settings.title, scale: set.settings.scale, preview })
}

async fn preview(context: &Context, new: NewBulk, after: Option<Cursor>) -> Result<BulkPreview, Error> {
    let operation = new.operation;
    let outcome = context.store.preview_bulk(new.clone()).await?;
    let (cases, verdicts): (Vec<_>, Vec<_>) = context.store.preview_cases(new, after, PAGE_SIZE).await?.into_iter().unzip();
    let next = next(&cases);
    let rows = marks(context, cases).await?.into_iter().zip(verdicts).collect();
    Ok(BulkPreview { outcome, rows, next, operation })
}

fn bulk(context: &Context, reviewer: &Member, set: &GoldenSet, (kind, rule): (Kind, BulkRule), operation: OperationId) -> NewBulk {
    let filter = for_reader(CaseFilter { kind: Some(kind), ..CaseFilter::default() }, reviewer);
    NewBulk { operation, set: set.id, filter, rule, reviewer: reviewer.clone(), note: String::new(), at: (context.clock)() }
}

/// Settles the open cases of a kind by a rule, and gives how many the operation settled in all: who asks again, because the answer was
/// lost, gets the same number.
pub async fn settle_many(
    context: &Context,
    reviewer: &Member,
    set: &GoldenSet,
    chosen: (Kind, BulkRule),
    operation: OperationId,
) -> Result<i64, Error> {
    context.store.settle_many(bulk(context, reviewer, set, chosen, operation)).await?;
    Ok(context.store.settled_at_once(set.id, reviewer.id, operation).await?)
}

/// Takes back what a reviewer settled at once, but for what was decided anew since; gives how many decisions those are.
pub async fn take_back_many(context: &Context, reviewer: &Member, set: &GoldenSet, batch: OperationId) -> Result<i64, Error> {
    let undo = (context.new_id)().into();
    Ok(context.store.take_back_many(set.id, reviewer.id, batch, undo, (context.clock)()).await?)
}
