//! The table per commit: every run of a set against one version.

mod plot;

use domain::evaluation::{Scores, Summary};
use domain::metric::Measure;
use domain::run::Run;
use domain::text::counted;
use domain::version::ShownHead;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use self::plot::Plot;
use crate::api::evaluations::{EvaluationTable, RunRow, evaluation_table};
use crate::ui::Column::Words;
use crate::ui::load::sentence;
use crate::ui::{PageTitle, Table, VersionHidden, loading};

/// `/sets/{set}/evaluation?version=…`.
#[component]
pub fn EvaluationPage() -> impl IntoView {
    let set = super::set_in_address();
    let address = use_query_map();
    let version = move || address.read().get("version").and_then(|number| number.parse::<i32>().ok());
    let table = loading(move || (set.get(), version()), |(set, version)| evaluation_table(set, version));
    super::page(table, move |table: EvaluationTable| view! { <EvaluationDocument name=set.get_untracked() table /> })
}

#[component]
fn EvaluationDocument(name: String, table: EvaluationTable) -> impl IntoView {
    let EvaluationTable { title, versions, head, runs } = table;
    let to_versions = format!("/sets/{name}/versions");
    let content = match head {
        None => view! { <NextStep missing="There is no version to score against yet." address=to_versions step="Freeze one" /> }.into_any(),
        Some(_) if runs.is_empty() => view! {
            <NextStep
                missing="There is no run yet."
                address=format!("/sets/{name}/import")
                step="Import a run, or let the built-in retriever make one"
            />
        }
        .into_any(),
        Some(ShownHead::Whole(head)) => {
            let facts = format!(
                "Version {} · {}; {} are averaged, the unanswerable are left out · relevant from grade {} · \
                what nobody judged counts as not relevant, so read judged@10 first",
                head.version,
                head.counts.queries_in_words(),
                head.counts.averaged(),
                head.cutoff
            );
            let disputed = head.counts.disputed_in_words().map(|words| view! { <p class="facts">{sentence(&words)}</p> });
            view! {
                <ChooseVersion name=name.clone() versions chosen=head.version />
                <p class="facts">{facts}</p>
                {disputed}
                <Plot runs=runs.clone() />
                <RunTable name version=head.version runs />
            }
            .into_any()
        }
        Some(ShownHead::Plain(head)) => view! {
            <ChooseVersion name=name.clone() versions chosen=head.version />
            <p class="facts">{format!("Version {} · {}", head.version, counted(head.queries, "query", "queries"))}</p>
            <VersionHidden what="What runs score on it is" head=head.clone() />
            <PlainRunTable name version=head.version runs />
        }
        .into_any(),
    };
    view! {
        <PageTitle text=format!("Evaluation · {title}") />
        <main id="main" class="document wide">
            <h1>"Retrieval, run by run"</h1>
            {content}
        </main>
    }
}

/// What has to be there first, and where to get it.
#[component]
fn NextStep(missing: &'static str, address: String, step: &'static str) -> impl IntoView {
    view! {
        <p>
            {missing} " " <a class="button primary" href=address>
                {step}
            </a>
        </p>
    }
}

#[component]
fn ChooseVersion(name: String, versions: Vec<i32>, chosen: i32) -> impl IntoView {
    let option = |number: i32| {
        view! {
            <option value=number.to_string() selected=number == chosen>
                {number}
            </option>
        }
    };
    view! {
        <form class="filters" method="get" action=format!("/sets/{name}/evaluation")>
            <label>"Version " <select name="version">{versions.into_iter().map(option).collect_view()}</select></label>
            " "
            <button class="button">"Show"</button>
        </form>
    }
}

/// A score as every table shows it.
pub fn number(value: f64) -> String {
    format!("{value:.4}")
}

/// A run's name: its retriever and commit.
pub fn run_name(run: &Run) -> String {
    let retriever = domain::text::visible(&run.retriever);
    run.commit.as_deref().map_or_else(|| retriever.clone(), |commit| format!("{retriever} {}", domain::text::visible(commit)))
}

/// The heads of the columns of measures.
pub fn measure_heads() -> impl IntoView {
    Measure::page_columns().into_iter().map(|measure| view! { <th class="number">{measure.title()}</th> }).collect_view()
}

/// The cells of the columns of measures; empty where nothing was averaged.
pub fn measure_cells(scores: &Scores) -> impl IntoView + use<> {
    let cell = |measure: Measure| view! { <td class="number">{scores.get(measure).map(|score| number(*score))}</td> };
    Measure::page_columns().into_iter().map(cell).collect_view()
}

#[component]
fn RunTable(name: String, version: i32, runs: Vec<RunRow>) -> impl IntoView {
    let row = move |(run, Summary { measures, latency_ms, cost_usd, missing_queries, .. }): (Run, Summary)| {
        view! {
            <tr>
                <RunCells name=name.clone() version run />
                {measure_cells(&measures)}
                <td class="number">{latency_ms.map(|latency| format!("{:.0} ms", latency.p95))}</td>
                <td class="number">{cost_usd.map(|cost| format!("${cost:.4}"))}</td>
                <td class="number">{missing_queries.len()}</td>
            </tr>
        }
    };
    let scored = runs.into_iter().filter_map(|RunRow { run, summary }| Some((run, summary?)));
    view! {
        <table class="runs">
            <thead>
                <tr>
                    <th>"Retriever"</th>
                    <th>"Commit"</th>
                    <th>"Made (UTC)"</th>
                    {measure_heads()}
                    <th class="number">"p95 latency"</th>
                    <th class="number">"Cost a query"</th>
                    <th class="number">"Missing"</th>
                </tr>
            </thead>
            <tbody>{scored.map(row).collect_view()}</tbody>
        </table>
    }
}

/// The runs of a version whose measures are hidden.
#[component]
fn PlainRunTable(name: String, version: i32, runs: Vec<RunRow>) -> impl IntoView {
    let row = move |RunRow { run, .. }: RunRow| {
        view! {
            <tr>
                <RunCells name=name.clone() version run />
            </tr>
        }
    };
    view! { <Table columns=[Words("Retriever"), Words("Commit"), Words("Made (UTC)")]>{runs.into_iter().map(row).collect_view()}</Table> }
}

/// Which run it is.
#[component]
fn RunCells(name: String, version: i32, run: Run) -> impl IntoView {
    let address = format!("/sets/{name}/evaluation/{}?version={version}", run.id);
    view! {
        <td>
            <a class="row-link" href=address>
                <bdi>{domain::text::visible(&run.retriever)}</bdi>
            </a>
        </td>
        <td>
            <code>
                <bdi>{domain::text::visible(&run.commit.unwrap_or_default())}</bdi>
            </code>
        </td>
        <td>{run.created_at.to_string()}</td>
    }
}
