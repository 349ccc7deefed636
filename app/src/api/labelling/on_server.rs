//! What the labelling functions do on the server.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::assigning::{NoPlace, NotOpened};
use domain::assignment::{Assignment, FullQuery, LabelWork};
use domain::blind::{Involvement, is_blind};
use domain::format::storable;
use domain::golden_set::{GoldenSet, PrelabelMode};
use domain::id::{ChunkId, OperationId, QueryId, UserId};
use domain::label;
use domain::operation::{Acknowledgement, Action, Operation, Outcome};
use domain::prelabel::{is_control, was_in_view};
use domain::role::Role;
use domain::scale::{Judgement, Scale};
use store::{LeasedQuery, NewOperation};

use super::{Found, MOST_OPERATIONS};
use crate::Error;
use crate::api::context::Context;

/// The longest answer and the longest note, in code points.
const LONGEST_TEXT: usize = 50_000;

pub(super) async fn work(context: &Context, labeller: UserId, set: GoldenSet, query: Option<QueryId>) -> Result<LabelWork, Error> {
    let next = match query {
        Some(query) => Some(query),
        None => context.store.next_query(set.id, labeller, Vec::new(), (context.clock)()).await?,
    };
    let opened = match next {
        Some(query) => Some((query, open(context, &set, labeller, query).await?)),
        None => None,
    };
    let (assignment, full) = match opened {
        Some((_, Ok(assignment))) => (Some(assignment), None),
        Some((query, Err(place))) => (None, Some(FullQuery { query, place })),
        None => (None, None),
    };
    let progress = context.store.progress(set.id, labeller).await?;
    let last_guideline = context.store.last_guideline(set.id, labeller).await?;
    Ok(LabelWork { set, labeller, assignment, full, progress, last_guideline })
}

pub(super) async fn next(context: &Context, labeller: UserId, set: &GoldenSet, in_hand: Vec<QueryId>) -> Result<Option<Assignment>, Error> {
    let Some(query) = context.store.next_query(set.id, labeller, in_hand, (context.clock)()).await? else { return Ok(None) };
    // Who was too slow for the query that was given to them gets the next one when they ask again.
    Ok(open(context, set, labeller, query).await?.ok())
}

/// Opens a query of the set for who wants to label it, or says who has its places.
async fn open(context: &Context, set: &GoldenSet, labeller: UserId, query: QueryId) -> Result<Result<Assignment, NoPlace>, Error> {
    match context.store.lease_query(set.id, query, labeller, (context.clock)()).await? {
        Ok(leased) => Ok(Ok(assignment(context, set, labeller, leased).await?)),
        Err(NotOpened::NoPlace(place)) => Ok(Err(place)),
        Err(NotOpened::NoSuchQuery) => Err(Error::NotFound("query".into())),
    }
}

/// Everything that a labeller needs for a query that is open to them.
async fn assignment(context: &Context, set: &GoldenSet, labeller: UserId, leased: LeasedQuery) -> Result<Assignment, Error> {
    let store = &context.store;
    let LeasedQuery { query, status, flag, assigned_by } = leased;
    let mut query_at_hand = store.query(set.id, query).await?.ok_or_else(|| Error::NotFound("query".into()))?;
    if is_blind(Role::Labeller, Involvement { status: Some(status), needs_labeller: true }) {
        query_at_hand.status = query_at_hand.status.as_blind();
    }
    let control = set.settings.prelabels == PrelabelMode::Shown && is_control(query, set.settings.control_share);
    let hidden = control || set.settings.prelabels == PrelabelMode::Off;
    let answer = store.answer(query, labeller).await?.unwrap_or_default();
    Ok(Assignment {
        query: query_at_hand,
        pool: store.pool(query).await?,
        standings: store.chunk_standings(query, labeller).await?,
        prelabels: if hidden { Vec::new() } else { store.prelabels(query).await? },
        control,
        labels: store.labels(query, labeller).await?,
        draft: store.draft(query, labeller, answer.revision).await?,
        answer,
        status,
        flag,
        assigned_by,
        question: store.question(query, labeller).await?,
    })
}

pub(super) async fn record(
    context: &Context,
    actor: UserId,
    set: &GoldenSet,
    operations: Vec<Operation>,
) -> Result<Vec<Acknowledgement>, Error> {
    if operations.len() > MOST_OPERATIONS {
        return Err(Error::Invalid(format!("{} operations at once; at most {MOST_OPERATIONS}", operations.len())));
    }
    let at = (context.clock)();
    let (mut checked, mut valid) = (Vec::with_capacity(operations.len()), Vec::with_capacity(operations.len()));
    let prelabelled = prelabelled(context, set, &operations).await?;
    for mut operation in operations {
        set_prelabel_visible(set, &mut operation, &prelabelled);
        checked.push((operation.id, check(context, set, &mut operation).await?));
        if let Some((_, Ok(()))) = checked.last() {
            valid.push(NewOperation { set: set.id, actor, operation, at });
        }
    }
    let mut outcomes = context.store.record_all(valid).await?.into_iter();
    let acknowledge = |(operation, checked): (OperationId, Result<(), domain::Invalid>)| {
        let outcome = match checked {
            Ok(()) => outcomes.next().unwrap_or_else(|| Outcome::refused("the server did not do it")),
            Err(invalid) => Outcome::refused(&invalid.0),
        };
        Acknowledgement { operation, outcome }
    };
    Ok(checked.into_iter().map(acknowledge).collect())
}

/// The chunks with pre-labels of the queries that are judged.
async fn prelabelled(context: &Context, set: &GoldenSet, operations: &[Operation]) -> Result<HashSet<(QueryId, ChunkId)>, Error> {
    if set.settings.prelabels == PrelabelMode::Off {
        return Ok(HashSet::new());
    }
    let judged: BTreeSet<QueryId> = operations.iter().filter(|of| of.action.chunk().is_some()).map(|of| of.query).collect();
    Ok(context.store.prelabelled(&judged.into_iter().collect::<Vec<_>>()).await?)
}

/// Writes down whether a pre-label was in view, whatever the browser says where the set decides it.
fn set_prelabel_visible(set: &GoldenSet, operation: &mut Operation, prelabelled: &HashSet<(QueryId, ChunkId)>) {
    let query = operation.query;
    if let Action::Judge { chunk, prelabel_visible, base, .. } = &mut operation.action {
        let said = *prelabel_visible;
        *prelabel_visible = prelabelled.contains(&(query, *chunk)) && was_in_view(&set.settings, query, *base > 0, said);
    }
}

/// Brings an operation into the shape that is kept, or says what is wrong with it.
async fn check(context: &Context, set: &GoldenSet, operation: &mut Operation) -> Result<Result<(), domain::Invalid>, Error> {
    match &mut operation.action {
        Action::Judge { chunk, judgement, evidence, note, .. } => {
            let stored = match (evidence.is_empty(), set.chunking) {
                (false, Some(chunking)) => context.store.chunks(chunking, &[*chunk]).await?.pop(),
                _ => None,
            };
            let text = stored.map(|chunk| chunk.text).unwrap_or_default();
            Ok(check_judgement(&set.settings.scale, *judgement).and_then(|()| {
                *evidence = label::normalise(std::mem::take(evidence), &text)?;
                check_text("note", note)
            }))
        }
        Action::Answer { text, .. } => Ok(check_text("answer", text)),
        Action::Flag { note } | Action::HandBack { note } => Ok(check_text("note", note)),
        _ => Ok(Ok(())),
    }
}

fn check_judgement(scale: &Scale, judgement: Option<Judgement>) -> Result<(), domain::Invalid> {
    match judgement {
        Some(Judgement::Grade(grade)) => scale.parse(grade.0.into()).map(drop),
        _ => Ok(()),
    }
}

pub(super) fn check_text(what: &str, text: &mut String) -> Result<(), domain::Invalid> {
    if text.chars().count() > LONGEST_TEXT {
        return Err(domain::Invalid::new(format!("the {what} is longer than {LONGEST_TEXT} characters")));
    }
    *text = storable(text).0;
    Ok(())
}

pub(super) async fn search(context: &Context, set: &GoldenSet, text: String) -> Result<Vec<Found>, Error> {
    let Some(chunking) = set.chunking else { return Err(Error::NotFound("corpus: the set has no run yet".into())) };
    let chunking = context.store.chunking(chunking).await?.ok_or_else(|| Error::NotFound("chunking".into()))?;
    let id = chunking.id;
    let scored = context.services.search(chunking, text, 20).await?;
    let ids: Vec<_> = scored.iter().map(|(id, _)| *id).collect();
    let mut chunks: HashMap<_, _> = context.store.chunks(id, &ids).await?.into_iter().map(|row| (row.id, row)).collect();
    Ok(scored.into_iter().filter_map(|(id, score)| Some(Found { chunk: chunks.remove(&id)?.into(), score })).collect())
}
