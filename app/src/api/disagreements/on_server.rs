//! What the queue of disagreements does on the server, for forms and for programs.

mod act;
mod lists;
mod many;
mod queue;
mod stake;

pub use act::{Kept, kept_note, send_back, settle, take_back};
pub use lists::list;
pub use many::{bulk, many, settle_many, take_back_many};
pub use queue::marks;

use domain::chunk::Chunk;
use domain::disagreement::{Case, CaseChunk, CaseCounts, CaseFilter, Cursor, Kind, QueuedCase};
use domain::golden_set::GoldenSet;
use domain::id::QueryId;
use domain::member::Member;
use domain::role::Permission;

use super::{CaseAddress, CaseAtHand, CaseKey, NothingToSettle, QueueCounts, ReviewWork, SentBack};
use crate::Error;
use crate::api::context::Context;

/// How many chunks of a document are shown before the one at hand, and after it.
const DOCUMENT: i64 = 100;

/// What a filter lets through for a reviewer: nothing of the queries that they are asked to label, and what only a judge says
/// differently when it is asked for.
pub fn for_reader(filter: CaseFilter, reviewer: &Member) -> CaseFilter {
    CaseFilter { besides_judges: true, reader: Some(reviewer.clone()), ..filter }
}

/// The same as it was asked for: what the server decided of it does not travel, and a page must be the same on both sides.
fn as_asked(filter: CaseFilter) -> CaseFilter {
    CaseFilter { besides_judges: false, reader: None, ..filter }
}

/// How many cases a reviewer sees of each kind.
pub async fn counts(context: &Context, reviewer: &Member, set: &GoldenSet) -> Result<CaseCounts, Error> {
    Ok(context.store.disagreement_counts_for(set.id, reviewer).await?)
}

/// The same, with how much was settled today, in UTC, and why labellers differed.
pub async fn queue_counts(context: &Context, reviewer: &Member, set: &GoldenSet) -> Result<QueueCounts, Error> {
    let settled = context.store.settled_counts(set.id, reviewer, (context.clock)().midnight()).await?;
    Ok(QueueCounts { cases: counts(context, reviewer, set).await?, settled })
}

/// How many cases a reviewer sees of each kind; none where the member is no reviewer.
pub async fn counts_for_reviewer(context: &Context, member: &Member, set: &GoldenSet) -> Result<Option<CaseCounts>, Error> {
    Ok(if member.role.may(Permission::Adjudicate) { Some(counts(context, member, set).await?) } else { None })
}

/// The case that an address names, or the first one.
pub async fn work(context: &Context, reviewer: &Member, set: GoldenSet, address: CaseAddress) -> Result<ReviewWork, Error> {
    let filter = for_reader(address.filter, reviewer);
    let case = match address.case {
        Some(key) => Some(find(context, reviewer, &set, key).await?),
        None => first_after(context, reviewer, &set, &filter, None).await?,
    };
    let at_hand = match case {
        Some(case) => Some(at_hand(context, reviewer, &set, &filter, (case, address.document)).await?),
        None => None,
    };
    let counts = queue_counts(context, reviewer, &set).await?;
    let nothing = if at_hand.is_none() { Some(nothing_to_settle(context, reviewer, &set).await?) } else { None };
    Ok(ReviewWork { set, filter: as_asked(filter), counts, at_hand, nothing })
}

/// How far labellers are, where there is nothing to settle, as far as the reviewer may know it.
async fn nothing_to_settle(context: &Context, reviewer: &Member, set: &GoldenSet) -> Result<NothingToSettle, Error> {
    let counts = context.store.query_counts_for(set.id, reviewer).await?;
    let questions = context.store.open_questions(set.id).await?;
    let names: Vec<String> = questions.iter().map(|question| question.external_id.clone()).collect();
    let blind = crate::api::blind::Blinded::among(&context.store, set.id, reviewer, &names).await?;
    let seen = questions.into_iter().filter(|question| blind.query(&question.external_id).is_none());
    let sent_back =
        seen.map(|question| SentBack { query: question.query, external_id: question.external_id, waits_for: question.waits_for });
    Ok(NothingToSettle { queries: counts.total(), not_completed: counts.not_completed(), sent_back: sent_back.collect() })
}

/// The first case after a place in the queue, or the first one of all where nothing comes after it.
pub async fn work_after(
    context: &Context,
    reviewer: &Member,
    set: GoldenSet,
    filter: CaseFilter,
    after: Option<Cursor>,
) -> Result<ReviewWork, Error> {
    let filter = for_reader(filter, reviewer);
    let next = match first_after(context, reviewer, &set, &filter, after).await? {
        Some(case) => Some(case),
        None => first_after(context, reviewer, &set, &filter, None).await?,
    };
    let case = next.as_ref().map(CaseKey::of);
    match case {
        // The settings may have changed: a note became a line of the guidelines.
        Some(_) => {
            let set = context.store.set_by_id(set.id).await?.ok_or_else(|| Error::NotFound("set".into()))?;
            work(context, reviewer, set, CaseAddress { filter, case, document: false }).await
        }
        None => work(context, reviewer, set, CaseAddress { filter, ..CaseAddress::default() }).await,
    }
}

const YOURS_TO_LABEL: &str = "you are asked to label this query: complete it first, then settle what others said of it";
const SENT_BACK_TO_YOU: &str = "this query was sent back with a question to all who labelled it, you among them: answer it by completing \
    the query again, then settle what others said of it";

/// A case that a reviewer may see.
pub(super) async fn find(context: &Context, reviewer: &Member, set: &GoldenSet, key: CaseKey) -> Result<Case, Error> {
    match look_for(context, reviewer, set, key).await? {
        Some(case) => Ok(case),
        None => Err(no_case(&context.store, set, key.query).await?),
    }
}

/// A case that a reviewer may see; none while labellers agree about it, or have the query.
async fn look_for(context: &Context, reviewer: &Member, set: &GoldenSet, key: CaseKey) -> Result<Option<Case>, Error> {
    if crate::api::blind::hides_query(&context.store, set.id, reviewer, key.query).await? {
        let asked = context.store.question(key.query, reviewer.id).await?.is_some();
        return Err(Error::Conflict(if asked { SENT_BACK_TO_YOU } else { YOURS_TO_LABEL }.into()));
    }
    Ok(context.store.disagreement(set.id, key.query, key.subject, reviewer.id).await?)
}

/// Why a query has no such case.
async fn no_case(store: &store::Store, set: &GoldenSet, query: QueryId) -> Result<Error, store::Error> {
    Ok(match store.tally(set.id, query).await? {
        None => Error::NotFound("query".into()),
        Some(tally) if tally.asked > 0 => Error::Conflict(
            "this query was sent back: its labellers were asked again, and what they say can be settled once they complete it".into(),
        ),
        Some(tally) if !tally.overlap_met() => Error::Conflict(format!(
            "{} of the {} labellers whom this query needs completed it: what they say can be settled once all have",
            tally.completed, tally.overlap
        )),
        Some(_) => Error::NotFound("case: labellers agree about it now, or it was never disputed".into()),
    })
}

async fn first_after(
    context: &Context,
    reviewer: &Member,
    set: &GoldenSet,
    filter: &CaseFilter,
    after: Option<Cursor>,
) -> Result<Option<Case>, Error> {
    let queued = context.store.disagreements(set.id, filter.clone(), after, 1).await?.into_iter().next();
    match queued {
        Some(QueuedCase { query, subject, .. }) => Ok(context.store.disagreement(set.id, query, subject, reviewer.id).await?),
        None => Ok(None),
    }
}

/// Where a case stands in the queue.
pub(super) const fn cursor(case: &Case) -> Cursor {
    Cursor { kind: case.kind, weight: case.weight, query: case.query.id, subject: case.subject }
}

async fn at_hand(
    context: &Context,
    reviewer: &Member,
    set: &GoldenSet,
    filter: &CaseFilter,
    (case, document): (Case, bool),
) -> Result<CaseAtHand, Error> {
    let (store, here) = (&context.store, cursor(&case));
    // A judge's case that is opened by its link stands in the queue of its kind.
    let mut queue_filter = filter.clone();
    queue_filter.besides_judges &= case.kind != Kind::Judge;
    let before = store.count_disagreements_before(set.id, &queue_filter, here).await?;
    let ranks = match case.chunk.as_ref() {
        Some(chunk) => store.ranks(set.id, case.query.id, chunk.id).await?,
        None => Vec::new(),
    };
    Ok(CaseAtHand {
        place: before + 1,
        total: store.count_disagreements(set.id, &queue_filter).await?,
        queue: queue::queue_around(context, set, &queue_filter, &case).await?,
        ranks: ranks.into_iter().map(|rank| (rank.retriever, rank.rank)).collect(),
        stake: stake::stake(context, reviewer, set, &case).await?,
        document: match case.chunk.as_ref().filter(|_| document) {
            Some(chunk) => Some(document_around(context, set, chunk).await?),
            None => None,
        },
        operation: (context.new_id)().into(),
        case,
    })
}

/// The chunks that stand around one in its document.
async fn document_around(context: &Context, set: &GoldenSet, chunk: &CaseChunk) -> Result<Vec<Chunk>, Error> {
    let Some(chunking) = set.chunking else { return Ok(Vec::new()) };
    let sides = context.store.chunks_around(chunking, &chunk.doc_id, chunk.ordinal, DOCUMENT).await?;
    Ok(sides.into_iter().flatten().map(Chunk::from).collect())
}
