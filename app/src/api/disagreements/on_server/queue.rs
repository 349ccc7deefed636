//! The cases around one in the queue, with the grades that make their marks.

use std::collections::{BTreeSet, HashMap};

use domain::disagreement::{Case, CaseFilter, Kind, QueuedCase};
use domain::golden_set::GoldenSet;
use domain::id::{ChunkId, QueryId};
use domain::scale::Grade;

use super::super::QueueMark;
use super::cursor;
use crate::Error;
use crate::api::context::Context;

/// How many cases the queue shows before the one at hand, and after it.
const AROUND: i64 = 12;

/// The cases around one, itself among them.
pub(super) async fn queue_around(context: &Context, set: &GoldenSet, filter: &CaseFilter, case: &Case) -> Result<Vec<QueueMark>, Error> {
    let here = cursor(case);
    let mut queue = context.store.disagreements_before(set.id, filter, here, AROUND).await?;
    queue.push(queued(case));
    queue.extend(context.store.disagreements(set.id, filter.clone(), Some(here), AROUND).await?);
    marks(context, queue).await
}

/// Cases with the grades that make their marks.
pub async fn marks(context: &Context, queue: Vec<QueuedCase>) -> Result<Vec<QueueMark>, Error> {
    let grades: HashMap<(QueryId, ChunkId), (Grade, Grade)> =
        context.store.grades_of_cases(&queries_of(&queue, |case| case.subject.chunk().is_some())).await?;
    let judged = context.store.judged_chunks(&queries_of(&queue, |case| case.kind == Kind::Judge)).await?;
    let mark = |queued: QueuedCase| {
        let grades = queued.subject.chunk().and_then(|chunk| grades.get(&(queued.query, chunk)).copied());
        let judge = judged.get(&queued.query).filter(|_| queued.kind == Kind::Judge).and_then(|said| {
            let others = said.iter().filter(|said| Some(said.chunk) == queued.subject.chunk()).map(|said| said.grade);
            others.filter(|grade| grades.is_none_or(|(low, _)| low != *grade)).min()
        });
        QueueMark { queued, grades, judge }
    };
    Ok(queue.into_iter().map(mark).collect())
}

/// The queries of some of the cases, each once.
fn queries_of(queue: &[QueuedCase], which: impl Fn(&QueuedCase) -> bool) -> Vec<QueryId> {
    let queries: BTreeSet<QueryId> = queue.iter().filter(|case| which(case)).map(|case| case.query).collect();
    queries.into_iter().collect()
}

fn queued(case: &Case) -> QueuedCase {
    QueuedCase {
        query: case.query.id,
        external_id: case.query.external_id.clone(),
        text: case.query.text.clone(),
        style: case.query.style,
        subject: case.subject,
        number: case.chunk.as_ref().map(|chunk| chunk.number),
        kind: case.kind,
        weight: case.weight,
        state: case.state,
    }
}
