//! Settling many cases of one kind by a rule.

use domain::disagreement::{BulkRule, CaseFilter, Cursor, Kind};
use domain::golden_set::GoldenSet;
use domain::id::OperationId;
use domain::member::Member;
use domain::page::PAGE_SIZE;
use domain::timestamp::Timestamp;
use store::{BulkUndo, NewBulk, TakenBack};

use super::super::{BulkPreview, ManyCases};
use super::lists::next;
use super::{counts, for_reader, marks};
use crate::Error;
use crate::api::context::Context;

/// How many of what was settled at once are listed.
const BATCHES: i64 = 5;

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
            let new = bulk(reviewer, &set, (kind, rule), (context.new_id)().into(), (context.clock)());
            Some(preview(context, new, after).await?)
        }
        None => None,
    };
    let (counts, labellers) = (counts(context, reviewer, &set).await?, context.store.voices_of(set.id).await?);
    let batches = context.store.batches(set.id, reviewer.id, BATCHES).await?;
    Ok(ManyCases { title: set.settings.title, scale: set.settings.scale, counts, labellers, batches, preview })
}

async fn preview(context: &Context, new: NewBulk, after: Option<Cursor>) -> Result<BulkPreview, Error> {
    let operation = new.operation;
    let outcome = context.store.preview_bulk(new.clone()).await?;
    let (cases, verdicts): (Vec<_>, Vec<_>) = context.store.preview_cases(new, after, PAGE_SIZE).await?.into_iter().unzip();
    let next = next(&cases);
    let rows = marks(context, cases).await?.into_iter().zip(verdicts).collect();
    Ok(BulkPreview { outcome, rows, next, operation })
}

/// What a reviewer settles of a kind by a rule: nothing of the queries that they are asked to label.
pub fn bulk(reviewer: &Member, set: &GoldenSet, (kind, rule): (Kind, BulkRule), operation: OperationId, at: Timestamp) -> NewBulk {
    let filter = for_reader(CaseFilter { kind: Some(kind), ..CaseFilter::default() }, reviewer);
    NewBulk { operation, set: set.id, filter, rule, reviewer: reviewer.clone(), note: String::new(), at }
}

/// How long a request settles or takes back, in seconds: well below what the server allows it. The same form again goes on.
const AT_MOST: i64 = 20;

/// Whether there is time left of a request that begins now.
fn in_time(context: &Context) -> impl Fn(i64) -> bool + use<> {
    let (clock, end) = (context.clock, (context.clock)().plus_seconds(AT_MOST));
    move |_| clock() < end
}

/// Settles the open cases of a kind by a rule, as many as there is time for. Gives how many the operation settled in all, so that who
/// asks again, because the answer was lost, gets the same number; and whether the same again would go on.
pub async fn settle_many(
    context: &Context,
    reviewer: &Member,
    set: &GoldenSet,
    chosen: (Kind, BulkRule),
    operation: OperationId,
) -> Result<(i64, bool), Error> {
    let new = bulk(reviewer, set, chosen, operation, (context.clock)());
    let outcome = context.store.settle_many(new, in_time(context)).await?;
    Ok((context.store.settled_at_once(set.id, reviewer.id, operation).await?, outcome.unfinished))
}

/// Takes back what a reviewer settled at once, but for what was decided anew since, as much as there is time for.
pub async fn take_back_many(context: &Context, reviewer: &Member, set: &GoldenSet, batch: OperationId) -> Result<TakenBack, Error> {
    let operation = (context.new_id)().into();
    let undo = BulkUndo { batch, operation, set: set.id, reviewer: reviewer.id, at: (context.clock)() };
    Ok(context.store.take_back_many(undo, in_time(context)).await?)
}
