//! Evaluations: runs scored against a version.

use domain::comparison::{Bounds, Comparison};
use domain::evaluation::Percentiles;
use domain::id::{QueryId, RunId};
use domain::page::Page;
use domain::query::Style;
use domain::run::Run;
use domain::scale::{Grade, Scale};
use domain::version::Head;
use leptos::prelude::*;
use leptos::server_fn::codec::Json;
use serde::{Deserialize, Serialize};

use crate::Error;

/// The measures of the pages, in the order of every list of scores.
pub const MEASURES: [&str; 6] = ["recall@5", "recall@20", "precision@5", "rr", "ndcg@10", "judged@10"];
/// How many runs the table shows at the most: the newest.
pub const RUNS: usize = 20;

/// A run scored against a version: the means, and each query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunEvaluation {
    /// The run.
    pub run: Run,
    /// How many queries were averaged.
    pub n: usize,
    /// How many of them the run lacks; they count 0.
    pub missing: usize,
    /// How many queries were left out because the corpus does not answer them.
    pub unanswerable: usize,
    /// The mean of each measure; empty when no query was averaged.
    pub means: Vec<f64>,
    /// The retriever's latency.
    pub latency_ms: Option<Percentiles>,
    /// What a query cost on average, in US dollars.
    pub cost_usd: Option<f64>,
    /// Each query, what hurts most first.
    pub queries: Vec<QueryScore>,
}

/// A query's scores in a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QueryScore {
    /// The query, by the user's id.
    pub external_id: String,
    /// The query here; none where it was erased since.
    pub query: Option<QueryId>,
    /// What was asked.
    pub text: String,
    /// How it is worded.
    pub style: Style,
    /// Its score in each measure.
    pub scores: Vec<f64>,
    /// What it would be if all that nobody judged were of the highest grade.
    pub best: Vec<f64>,
    /// The grades of its first twenty hits; none where nobody judged.
    pub hits: Vec<Option<Grade>>,
    /// How many of its chunks are relevant in the version.
    pub relevant: usize,
}

impl QueryScore {
    /// How many of the shown hits nobody judged.
    pub fn holes(&self) -> usize {
        self.hits.iter().filter(|grade| grade.is_none()).count()
    }
}

/// The table of a set's runs against a version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvaluationTable {
    /// The set's title.
    pub title: String,
    /// The numbers of the set's versions, the newest first.
    pub versions: Vec<i32>,
    /// The version that was scored against; none when there is none.
    pub head: Option<Head>,
    /// The runs, the newest first, without their queries.
    pub runs: Vec<RunEvaluation>,
}

/// A run's page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunPage {
    /// The set's title.
    pub title: String,
    /// The set's scale.
    pub scale: Scale,
    /// The version.
    pub head: Head,
    /// The run, without its queries.
    pub evaluation: RunEvaluation,
    /// One page of its queries, what hurts most first.
    pub queries: Page<QueryScore>,
    /// Style, queries of it, and the mean of each measure over them.
    pub styles: Vec<(Style, usize, Vec<f64>)>,
    /// Other runs to compare with.
    pub others: Vec<Run>,
    /// The run that it is compared with, and a comparison a measure.
    pub comparison: Option<(Run, Vec<Compared>)>,
    /// How many of the top twenty hits nobody judged.
    pub holes: usize,
    /// Whether the viewer may send them to labelling.
    pub may_send: bool,
}

/// One measure of two runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The measure.
    pub measure: String,
    /// The runs as they are.
    pub comparison: Comparison,
    /// What the difference could be.
    pub bounds: Bounds,
}

/// What is asked of a run's page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunPageFilter {
    /// The version's number; none for the newest.
    pub version: Option<i32>,
    /// The run to compare with.
    pub with: Option<RunId>,
    /// Queries of this style only.
    pub style: Option<Style>,
    /// The page, from 1.
    pub page: i64,
}

/// The table of a set's runs.
#[server(name = AskEvaluationTable, prefix = "/api", endpoint = "evaluation_table", input = Json)]
pub async fn evaluation_table(set: String, version: Option<i32>) -> Result<EvaluationTable, Error> {
    let (_, context) = super::context::allowed(domain::role::Permission::Read)?;
    let set = super::context::set(&context.store, &set).await?;
    let versions: Vec<i32> = context.store.versions(set.id, None).await?.iter().map(|version| version.head.version).collect();
    let found = find_version(&context, &set, version).await?;
    let mut runs = Vec::new();
    if let Some(version) = &found {
        for run in context.store.runs(set.id).await?.into_iter().take(RUNS) {
            let evaluation = context.services.evaluate(version.clone(), run).await?;
            runs.push(RunEvaluation { queries: Vec::new(), ..(*evaluation).clone() });
        }
    }
    Ok(EvaluationTable { title: set.settings.title, versions, head: found.map(|version| version.head), runs })
}

/// A run's page.
#[server(name = AskRunPage, prefix = "/api", endpoint = "run_page", input = Json)]
pub async fn run_page(set: String, run: RunId, filter: RunPageFilter) -> Result<RunPage, Error> {
    let (user, context) = super::context::allowed(domain::role::Permission::Read)?;
    let set = super::context::set(&context.store, &set).await?;
    let version = find_version(&context, &set, filter.version).await?.ok_or_else(|| Error::NotFound("version: freeze one first".into()))?;
    let runs = context.store.runs(set.id).await?;
    let of = |id: RunId| runs.iter().find(|run| run.id == id).cloned().ok_or_else(|| Error::NotFound("run".into()));
    let evaluation = context.services.evaluate(version.clone(), of(run)?).await?;
    let comparison = match filter.with {
        Some(with) => {
            let other = context.services.evaluate(version.clone(), of(with)?).await?;
            Some((other.run.clone(), compare(&other, &evaluation)))
        }
        None => None,
    };
    let wanted: Vec<&QueryScore> =
        evaluation.queries.iter().filter(|query| filter.style.is_none_or(|style| query.style == style)).collect();
    let number = filter.page.max(1);
    let skip = usize::try_from((number - 1) * domain::page::PAGE_SIZE).unwrap_or(usize::MAX);
    let size = usize::try_from(domain::page::PAGE_SIZE).unwrap_or(50);
    let rows = wanted.iter().skip(skip).take(size).map(|query| (*query).clone()).collect();
    Ok(RunPage {
        title: set.settings.title,
        scale: set.settings.scale,
        head: version.head,
        queries: Page { rows, number, total: i64::try_from(wanted.len()).unwrap_or(i64::MAX) },
        styles: by_style(&evaluation),
        others: runs.iter().filter(|other| other.id != run).cloned().collect(),
        comparison,
        holes: evaluation.queries.iter().map(QueryScore::holes).sum(),
        may_send: user.role.may(domain::role::Permission::Adjudicate),
        evaluation: RunEvaluation { queries: Vec::new(), ..(*evaluation).clone() },
    })
}

#[cfg(feature = "ssr")]
async fn find_version(
    context: &super::context::Context,
    set: &domain::golden_set::GoldenSet,
    number: Option<i32>,
) -> Result<Option<store::Version>, Error> {
    match number {
        Some(number) => context.store.version(set.id, number).await?.ok_or_else(|| Error::NotFound("version".into())).map(Some),
        None => Ok(context.store.versions(set.id, None).await?.into_iter().next()),
    }
}

#[cfg(feature = "ssr")]
fn by_style(evaluation: &RunEvaluation) -> Vec<(Style, usize, Vec<f64>)> {
    let of = |style: Style| {
        let queries: Vec<&QueryScore> = evaluation.queries.iter().filter(|query| query.style == style).collect();
        let mean = |at: usize| domain::evaluation::mean(queries.iter().map(|query| query.scores[at]));
        let means: Option<Vec<f64>> = (0..MEASURES.len()).map(mean).collect();
        Some((style, queries.len(), means?))
    };
    Style::ALL.into_iter().filter_map(of).collect()
}

#[cfg(feature = "ssr")]
fn compare(from: &RunEvaluation, to: &RunEvaluation) -> Vec<Compared> {
    let before: std::collections::HashMap<&str, &QueryScore> =
        from.queries.iter().map(|query| (query.external_id.as_str(), query)).collect();
    let judged = MEASURES.iter().position(|measure| *measure == "judged@10").unwrap_or_default();
    let best = |run: &RunEvaluation, at: usize| domain::evaluation::mean(run.queries.iter().map(|query| query.best[at]));
    let one = |(at, measure): (usize, &&str)| {
        let pair = |query: &QueryScore| {
            let before = before.get(query.external_id.as_str())?;
            Some(domain::comparison::Pair { style: query.style.word(), from: before.scores[at], to: query.scores[at] })
        };
        let pairs: Vec<_> = to.queries.iter().filter_map(pair).collect();
        let comparison = domain::comparison::compare(&pairs)?;
        let side = |run: &RunEvaluation| Some((*run.means.get(at)?, best(run, at)?, *run.means.get(judged)?));
        Some(Compared { measure: (*measure).to_owned(), bounds: domain::comparison::bounds(side(from)?, side(to)?), comparison })
    };
    MEASURES.iter().enumerate().filter(|(at, _)| *at != judged).filter_map(one).collect()
}
