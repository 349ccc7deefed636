//! Evaluations: runs scored against a version.

use domain::evaluation::{Asked, ByMeasure, Comparison, QueryScore, Slice, Summary};
use domain::id::RunId;
use domain::page::Page;
use domain::query::Style;
use domain::run::Run;
use domain::version::ShownHead;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::api::hidden::HiddenQueries;
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
    /// The version that is scored against; none when there is none.
    pub head: Option<ShownHead>,
    /// The runs, the newest first.
    pub runs: Vec<RunRow>,
}

/// A run in the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunRow {
    pub run: Run,
    /// What it scores; none where that is hidden from the viewer.
    pub summary: Option<Summary>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunPage {
    /// The set's title.
    pub title: String,
    /// The version.
    pub head: ShownHead,
    pub run: Run,
    pub scores: RunScores,
}

/// What a run scores on a version, as far as the viewer may know it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunScores {
    Shown(Box<ShownScores>),
    /// Queries of the version are hidden from the viewer, whose labels any score would tell.
    Hidden(HiddenQueries),
}

/// What a run scores on a version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShownScores {
    /// In all.
    pub summary: Summary,
    /// One page of its queries, what hurts most first.
    pub queries: Page<QueryRow>,
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

/// The table of a set's runs.
#[server(name = AskEvaluationTable, prefix = "/api", endpoint = "evaluation_table", input = Json, output = Json)]
pub async fn evaluation_table(set: String, version: Option<i32>) -> Result<EvaluationTable, Error> {
    let (member, context, set) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    let versions: Vec<i32> = context.store.versions(set.id, None).await?.iter().map(|version| version.head.version).collect();
    let title = set.settings.title.clone();
    let Some(version) = on_server::find_version(&context, &set, version).await? else {
        return Ok(EvaluationTable { title, versions, head: None, runs: Vec::new() });
    };
    let hidden = super::blind::hidden_in_version(&context.store, set.id, version.id, &member).await?;
    let mut runs = Vec::new();
    for run in context.store.runs(set.id).await?.into_iter().take(RUNS) {
        runs.push(if hidden == 0 {
            let scored = context.services.evaluate(version.clone(), run).await?;
            RunRow { run: scored.run.clone(), summary: Some(scored.evaluation.summary.clone()) }
        } else {
            RunRow { run, summary: None }
        });
    }
    Ok(EvaluationTable { title, versions, head: Some(on_server::shown_head(version, hidden)), runs })
}

#[server(name = AskRunPage, prefix = "/api", endpoint = "run_page", input = Json, output = Json)]
pub async fn run_page(set: String, run: RunId, filter: RunPageFilter) -> Result<RunPage, Error> {
    let (member, context, set) = super::context::allowed_in(domain::role::Permission::Read, &set).await?;
    let no_version = || Error::NotFound("version: freeze one first".into());
    let version = on_server::find_version(&context, &set, filter.version).await?.ok_or_else(no_version)?;
    let runs = context.store.runs(set.id).await?;
    let run = on_server::find_run(&runs, run)?;
    let hidden = super::blind::hidden_items(&context.store, set.id, version.id, &member).await?;
    let count = i64::try_from(hidden.len()).unwrap_or(i64::MAX);
    let scores = if hidden.is_empty() {
        RunScores::Shown(Box::new(on_server::scores(&context, &member, &version, (&run, &runs), &filter).await?))
    } else {
        RunScores::Hidden(hidden.into())
    };
    Ok(RunPage { title: set.settings.title, head: on_server::shown_head(version, count), run, scores })
}

#[cfg(feature = "ssr")]
mod on_server;
