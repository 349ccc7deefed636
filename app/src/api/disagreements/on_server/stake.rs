//! What each grade that a disputed chunk could get makes of a score, by the newest run that lists chunks for the query.

use domain::disagreement::Case;
use domain::evaluation::ScoredRun;
use domain::evaluation::stake::{measure, scores_by_grade};
use domain::golden_set::GoldenSet;
use domain::member::Member;

use super::super::{SetStake, Stake};
use crate::Error;
use crate::api::blind::hidden_in_version;
use crate::api::context::Context;

/// What is at stake; none for a case without a chunk, and where no run lists chunks for the query.
pub(super) async fn stake(context: &Context, reviewer: &Member, set: &GoldenSet, case: &Case) -> Result<Option<Stake>, Error> {
    let Some(chunk) = case.chunk.as_ref() else { return Ok(None) };
    let Some((run, list)) = context.store.newest_list(set.id, case.query.id).await? else { return Ok(None) };
    let others = context.store.settled_grades(case.query.id).await?;
    let query = scores_by_grade(&others, chunk.id, &list, &set.settings.scale, set.settings.cutoff);
    let of_set = match context.store.newest_version(set.id).await? {
        // A mean over a query that is hidden from the reviewer tells of it.
        Some(version) if hidden_in_version(&context.store, set.id, version.id, reviewer).await? > 0 => None,
        Some(version) => {
            let scored = context.services.scored_soon(version.clone(), run.clone()).await?;
            scored.and_then(|scored| of_set(version.head.version, &scored, case, &query))
        }
        None => None,
    };
    Ok(Some(Stake { retriever: run.retriever, commit: run.commit, query, set: of_set }))
}

/// What each of the query's scores makes of a run's mean.
fn of_set(version: i32, scored_run: &ScoredRun, case: &Case, scores: &[f64]) -> Option<SetStake> {
    let evaluation = &scored_run.evaluation;
    let now = evaluation.summary.measures.get(measure()).copied()?;
    let mean = |score: &f64| evaluation.mean_with(measure(), &case.query.external_id, *score);
    Some(SetStake { version, queries: evaluation.summary.n, now, by_grade: scores.iter().filter_map(mean).collect() })
}
