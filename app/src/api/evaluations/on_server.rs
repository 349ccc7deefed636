//! What evaluations ask of the server.

use domain::evaluation::{QueryScore, ScoredRun};
use domain::golden_set::GoldenSet;
use domain::id::RunId;
use domain::member::Member;
use domain::page::Page;
use domain::role::Permission;
use domain::run::Run;
use domain::version::{Head, ShownHead};
use store::Version;

use super::{QueryRow, RunPageFilter, ShownScores};
use crate::Error;
use crate::api::context::Context;

/// The version of a number, or the newest; none when there is none.
///
/// # Errors
/// [`Error::NotFound`] when there is none of that number.
pub(super) async fn find_version(context: &Context, set: &GoldenSet, number: Option<i32>) -> Result<Option<Version>, Error> {
    match number {
        Some(number) => context.store.version(set.id, number).await?.ok_or_else(|| Error::NotFound("version".into())).map(Some),
        None => Ok(context.store.newest_version(set.id).await?),
    }
}

pub(super) fn find_run(runs: &[Run], id: RunId) -> Result<Run, Error> {
    runs.iter().find(|run| run.id == id).cloned().ok_or_else(|| Error::NotFound("run".into()))
}

/// A version's head without what the linter said, which measures do not show.
pub(super) fn shown_head(version: Version, hidden: i64) -> ShownHead {
    ShownHead::new(Head { warnings: Vec::new(), ..version.head }, hidden)
}

/// What a run scores on a version, and how it compares with the run that is asked for.
pub(super) async fn scores(
    context: &Context,
    member: &Member,
    version: &Version,
    (run, runs): (&Run, &[Run]),
    filter: &RunPageFilter,
) -> Result<ShownScores, Error> {
    let scored = context.services.evaluate(version.clone(), run.clone()).await?;
    let comparison = match filter.with {
        Some(with) => {
            let other = find_run(runs, with)?;
            let compared = context.services.compare(version.clone(), other.clone(), scored.run.clone()).await?;
            Some((other, (*compared).clone()))
        }
        None => None,
    };
    Ok(ShownScores {
        queries: worst_queries(&scored, filter),
        slices: scored.evaluation.slices(),
        others: runs.iter().filter(|other| other.id != run.id).cloned().collect(),
        comparison,
        holes: scored.evaluation.holes(),
        may_send: member.role.may(Permission::Adjudicate),
        summary: scored.evaluation.summary.clone(),
    })
}

/// A page of the run's queries, what hurts most first.
fn worst_queries(scored: &ScoredRun, filter: &RunPageFilter) -> Page<QueryRow> {
    let mut queries = scored.evaluation.worst_first();
    queries.retain(|query| filter.style.is_none() || query.style == filter.style);
    let number = domain::page::page_number(filter.page);
    let skip = usize::try_from((number - 1) * domain::page::PAGE_SIZE).unwrap_or(usize::MAX);
    let size = usize::try_from(domain::page::PAGE_SIZE).unwrap_or(50);
    let row = |score: &&QueryScore| Some(QueryRow { score: (*score).clone(), asked: scored.asked(score)?.clone() });
    let rows = queries.iter().skip(skip).take(size).filter_map(row).collect();
    Page { rows, number, total: i64::try_from(queries.len()).unwrap_or(i64::MAX) }
}
