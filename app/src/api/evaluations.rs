//! Evaluations: runs scored against a version.

use domain::evaluation::{Asked, ByMeasure, Comparison, QueryScore, Slice, Summary};
use domain::id::RunId;
use domain::page::Page;
use domain::query::Style;
use domain::run::Run;
use domain::version::Head;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::api::hidden::HiddenQueries;
#[cfg(feature = "ssr")]
use crate::api::hidden::HiddenQuery;
use crate::api::json::Json;

/// How many runs the table shows at the most: the newest.
pub const RUNS: usize = 20;

/// The table of a set's runs against a version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvaluationTable {
    /// The set's title.
    pub title: String,
    /// The numbers of the set's versions, the newest first.
    pub versions: Vec<i32>,
    /// The version that was scored against; none when there is none.
    pub head: Option<Head>,
    /// The runs, the newest first.
    pub runs: Vec<RunRow>,
}

/// A run in the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunRow {
    pub run: Run,
    /// What it scores.
    pub summary: Summary,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunPage {
    /// The set's title.
    pub title: String,
    /// The version.
    pub head: Head,
    pub run: Run,
    /// What it scores.
    pub summary: Summary,
    /// One page of its queries, what hurts most first.
    pub queries: Page<QueryRow>,
    /// Queries that the viewer is asked to label, which are not among them.
    pub hidden: HiddenQueries,
    /// The queries of each style apart.
    pub slices: Vec<Slice>,
    /// Other runs to compare with.
    pub others: Vec<Run>,
    /// The run that it is compared with, and the comparison.
    pub comparison: Option<(Run, ByMeasure<Comparison>)>,
    /// How many of the queries' first hits nobody judged.
    pub holes: usize,
    /// Whether the viewer may send them to labelling.
    pub may_send: bool,
}

/// A query of a run's page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QueryRow {
    /// What the run scores on it.
    pub score: QueryScore,
    /// What was asked.
    pub asked: Asked,
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

/// A version's head without what the linter said of single queries, of which some are hidden from who labels them.
#[cfg(feature = "ssr")]
fn without_warnings(head: Head) -> Head {
    Head { warnings: Vec::new(), ..head }
}

/// The table of a set's runs.
#[server(name = AskEvaluationTable, prefix = "/api", endpoint = "evaluation_table", input = Json, output = Json)]
pub async fn evaluation_table(set: String, version: Option<i32>) -> Result<EvaluationTable, Error> {
    let (_, context, set) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    let versions: Vec<i32> = context.store.versions(set.id, None).await?.iter().map(|version| version.head.version).collect();
    let found = find_version(&context, &set, version).await?;
    let mut runs = Vec::new();
    if let Some(version) = &found {
        for run in context.store.runs(set.id).await?.into_iter().take(RUNS) {
            let scored = context.services.evaluate(version.clone(), run).await?;
            runs.push(RunRow { run: scored.run.clone(), summary: scored.evaluation.summary.clone() });
        }
    }
    Ok(EvaluationTable { title: set.settings.title, versions, head: found.map(|version| without_warnings(version.head)), runs })
}

#[server(name = AskRunPage, prefix = "/api", endpoint = "run_page", input = Json, output = Json)]
pub async fn run_page(set: String, run: RunId, filter: RunPageFilter) -> Result<RunPage, Error> {
    let (member, context, set) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    let version = find_version(&context, &set, filter.version).await?.ok_or_else(|| Error::NotFound("version: freeze one first".into()))?;
    let runs = context.store.runs(set.id).await?;
    let find_run = |id: RunId| runs.iter().find(|run| run.id == id).cloned().ok_or_else(|| Error::NotFound("run".into()));
    let scored = context.services.evaluate(version.clone(), find_run(run)?).await?;
    let comparison = match filter.with {
        Some(with) => {
            let other = find_run(with)?;
            let compared = context.services.compare(version.clone(), other.clone(), scored.run.clone()).await?;
            Some((other, (*compared).clone()))
        }
        None => None,
    };
    let (shown, hidden) = worst_queries(&context, set.id, &member, &scored, &filter).await?;
    Ok(RunPage {
        title: set.settings.title,
        head: without_warnings(version.head),
        queries: shown,
        hidden,
        slices: scored.evaluation.slices(),
        others: runs.iter().filter(|other| other.id != run).cloned().collect(),
        comparison,
        holes: scored.evaluation.holes(),
        may_send: member.role.may(domain::role::Permission::Adjudicate),
        run: scored.run.clone(),
        summary: scored.evaluation.summary.clone(),
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

/// A page of the run's queries, what hurts most first, and those of all that are hidden.
#[cfg(feature = "ssr")]
async fn worst_queries(
    context: &super::context::Context,
    set: domain::id::SetId,
    member: &domain::member::Member,
    scored: &domain::evaluation::ScoredRun,
    filter: &RunPageFilter,
) -> Result<(Page<QueryRow>, HiddenQueries), Error> {
    let mut queries = scored.evaluation.worst_first();
    queries.retain(|query| filter.style.is_none() || query.style == filter.style);
    let blinded = super::blind::Blinded::among(&context.store, set, member, queries.iter().map(|query| &query.query_id)).await?;
    let mut hidden: Vec<HiddenQuery> = Vec::new();
    queries.retain(|score| match blinded.query(&score.query_id) {
        Some(query) => {
            hidden.push(HiddenQuery { query, name: scored.asked(score).map_or(String::new(), |asked| asked.text.clone()) });
            false
        }
        None => true,
    });
    // Where they stood among the others would tell how they scored.
    hidden.sort_unstable_by_key(|hidden| hidden.query);
    let mut all = HiddenQueries::default();
    for query in hidden {
        all.push(query);
    }
    let number = domain::page::page_number(filter.page);
    let skip = usize::try_from((number - 1) * domain::page::PAGE_SIZE).unwrap_or(usize::MAX);
    let size = usize::try_from(domain::page::PAGE_SIZE).unwrap_or(50);
    let row = |score: &&QueryScore| Some(QueryRow { score: (*score).clone(), asked: scored.asked(score)?.clone() });
    let rows = queries.iter().skip(skip).take(size).filter_map(row).collect();
    Ok((Page { rows, number, total: i64::try_from(queries.len()).unwrap_or(i64::MAX) }, all))
}
