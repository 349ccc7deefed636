//! Runs of the database scored against frozen versions; what was computed is kept in memory, because neither changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use app::api::evaluations::{MEASURES, QueryScore, RunEvaluation};
use domain::evaluation::{Percentiles, Unjudged, judged_list, mean};
use domain::id::{RunId, VersionId};
use domain::metric::Measure;
use domain::query::Answerable;
use domain::run::Run;
use domain::scale::Grade;
use store::{RankedQuery, Store, Version, VersionGrades};

/// How many evaluations are kept.
const KEPT: usize = 64;
/// How many hits of a query a page shows.
const SHOWN: usize = 20;

/// What an evaluation was made of: it is made anew when the run grew or a query was erased.
type Made = (i64, i64, i64);

/// An evaluation with what it was made of.
type Kept = (Made, Arc<RunEvaluation>);

/// The evaluations of a server.
#[derive(Clone, Default)]
pub struct Evaluations(Arc<Mutex<HashMap<(VersionId, RunId), Kept>>>);

impl Evaluations {
    /// A run scored against a version.
    pub async fn of(&self, store: &Store, version: &Version, run: Run) -> store::Result<Arc<RunEvaluation>> {
        let key = (version.id, run.id);
        let made = (run.queries, run.hits, store.erased(version.id).await?);
        if let Some((of, known)) = self.0.lock().expect("no holder panics").get(&key)
            && *of == made
        {
            return Ok(known.clone());
        }
        let evaluation = Arc::new(evaluate(store, version, run).await?);
        let mut kept = self.0.lock().expect("no holder panics");
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(key, (made, evaluation.clone()));
        Ok(evaluation)
    }
}

async fn evaluate(store: &Store, version: &Version, run: Run) -> store::Result<RunEvaluation> {
    let mut lists: HashMap<String, RankedQuery> = HashMap::new();
    let (mut latencies, mut costs, mut after) = (Vec::new(), Vec::new(), None);
    loop {
        let batch = store.ranked_queries(run.id, after).await?;
        let Some(last) = batch.last() else { break };
        after = Some(last.query);
        for list in batch {
            latencies.extend(list.latency_ms);
            costs.extend(list.cost_usd);
            lists.insert(list.external_id.clone(), list);
        }
    }
    let measures: Vec<Measure> = MEASURES.iter().map(|name| name.parse().expect("the pages' measures exist")).collect();
    let (mut queries, mut unanswerable, mut missing, mut position) = (Vec::new(), 0, 0, 0);
    loop {
        let (last, batch) = store.version_grades(version.id, position).await?;
        if last == position {
            break;
        }
        position = last;
        for known in batch {
            if known.answerable == Answerable::No {
                unanswerable += 1;
                continue;
            }
            let found = lists.get(&known.external_id);
            missing += usize::from(found.is_none());
            queries.push(score(known, found, &measures, version.head.cutoff));
        }
    }
    let of = |at: usize| mean(queries.iter().map(|query| query.scores[at]));
    let means: Option<Vec<f64>> = (0..measures.len()).map(of).collect();
    let (ndcg, rr) = (place("ndcg@10"), place("rr"));
    queries.sort_by(|a, b| a.scores[ndcg].total_cmp(&b.scores[ndcg]).then(a.scores[rr].total_cmp(&b.scores[rr])));
    Ok(RunEvaluation {
        run,
        n: queries.len(),
        missing,
        unanswerable,
        means: means.unwrap_or_default(),
        latency_ms: Percentiles::of(&latencies),
        cost_usd: mean(costs.into_iter()),
        queries,
    })
}

fn place(measure: &str) -> usize {
    MEASURES.iter().position(|name| *name == measure).expect("the pages have this measure")
}

fn score(known: VersionGrades, list: Option<&RankedQuery>, measures: &[Measure], cutoff: Grade) -> QueryScore {
    let grades: HashMap<_, Grade> = known.labels.iter().copied().collect();
    let hits: Vec<Option<Grade>> =
        list.map(|list| list.chunks.iter().map(|chunk| grades.get(chunk).copied()).collect()).unwrap_or_default();
    let as_number = |grade: &Grade| i32::from(grade.0);
    let scored = |unjudged: Unjudged| {
        let by_rank = hits.iter().map(|grade| grade.as_ref().map(as_number)).collect();
        let judged = judged_list(by_rank, known.labels.iter().map(|(_, grade)| as_number(grade)), cutoff.0.into(), unjudged);
        measures.iter().map(|measure| measure.of(&judged)).collect()
    };
    QueryScore {
        scores: scored(Unjudged::NotRelevant),
        best: scored(Unjudged::Best),
        relevant: known.labels.iter().filter(|(_, grade)| *grade >= cutoff).count(),
        hits: hits.into_iter().take(SHOWN).collect(),
        query: list.map(|list| list.query),
        external_id: known.external_id,
        text: known.query,
        style: known.style,
    }
}
