//! The table per commit: every run of a set against one version.

use domain::run::Run;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::api::evaluations::{EvaluationTable, MEASURES, RunEvaluation, evaluation_table};
use crate::ui::{PageTitle, loading};

/// `/sets/{set}/evaluation?version=…`.
#[component]
pub fn EvaluationPage() -> impl IntoView {
    let set = super::set_in_address();
    let address = use_query_map();
    let version = move || address.read().get("version").and_then(|number| number.parse::<i32>().ok());
    let table = loading(move || (set.get(), version()), |(set, version)| evaluation_table(set, version));
    super::page(table, move |table: EvaluationTable| view! { <EvaluationDocument name=set.get_untracked() table/> })
}

#[component]
fn EvaluationDocument(name: String, table: EvaluationTable) -> impl IntoView {
    let EvaluationTable { title, versions, head, runs } = table;
    let content = match head {
        None => view! { <p>"There is no version to score against yet. " <a class="button primary" href=format!("/sets/{name}/versions")>"Freeze one"</a></p> }.into_any(),
        Some(_) if runs.is_empty() => view! { <p>"There is no run yet. " <a class="button primary" href=format!("/sets/{name}/import")>"Import a run, or let the built-in retriever make one"</a></p> }.into_any(),
        Some(head) => {
            let facts = format!(
                "Version {} · {} answerable queries, {} unanswerable left out · relevant from grade {} · what nobody judged counts as not relevant, so read judged@10 first",
                head.version,
                head.counts.queries - head.counts.unanswerable,
                head.counts.unanswerable,
                head.cutoff
            );
            view! {
                <ChooseVersion name=name.clone() versions chosen=head.version/>
                <p class="facts">{facts}</p>
                <Plot runs=runs.clone()/>
                <RunTable name version=head.version runs/>
            }
            .into_any()
        }
    };
    view! {
        <PageTitle text=format!("Evaluation · {title}")/>
        <main id="main" class="document wide">
            <h1>"Retrieval, run by run"</h1>
            {content}
        </main>
    }
}

#[component]
fn ChooseVersion(name: String, versions: Vec<i32>, chosen: i32) -> impl IntoView {
    let option = |number: i32| view! { <option value=number.to_string() selected=number == chosen>{number}</option> };
    view! {
        <form class="filters" method="get" action=format!("/sets/{name}/evaluation")>
            <label>"Version " <select name="version">{versions.into_iter().map(option).collect_view()}</select></label> <button class="button">"Show"</button>
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

#[component]
fn RunTable(name: String, version: i32, runs: Vec<RunEvaluation>) -> impl IntoView {
    let heads = MEASURES.map(|measure| view! { <th class="number">{if measure == "rr" { "MRR" } else { measure }}</th> }).collect_view();
    let row = move |evaluation: RunEvaluation| {
        let RunEvaluation { run, means, latency_ms, cost_usd, missing, .. } = evaluation;
        let cells = means.iter().map(|value| view! { <td class="number">{number(*value)}</td> }).collect_view();
        view! {
            <tr>
                <td><a class="row-link" href=format!("/sets/{name}/evaluation/{}?version={version}", run.id)><bdi>{domain::text::visible(&run.retriever)}</bdi></a></td>
                <td><code><bdi>{domain::text::visible(&run.commit.clone().unwrap_or_default())}</bdi></code></td>
                <td>{run.created_at.to_string()}</td>
                {cells}
                <td class="number">{latency_ms.map(|latency| format!("{:.0} ms", latency.p95))}</td>
                <td class="number">{cost_usd.map(|cost| format!("${cost:.4}"))}</td>
                <td class="number">{missing}</td>
            </tr>
        }
    };
    view! {
        <table class="runs">
            <thead><tr><th>"Retriever"</th><th>"Commit"</th><th>"Made (UTC)"</th>{heads}<th class="number">"p95 latency"</th><th class="number">"Cost a query"</th><th class="number">"Missing"</th></tr></thead>
            <tbody>{runs.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

/// The measures over the runs, the oldest left: where people look rather than read.
#[component]
fn Plot(runs: Vec<RunEvaluation>) -> impl IntoView {
    let runs: Vec<RunEvaluation> = runs.into_iter().rev().filter(|run| !run.means.is_empty()).collect();
    let shown = [("recall@5", "a"), ("rr", "b"), ("ndcg@10", "c")];
    #[expect(clippy::cast_precision_loss, reason = "there are at most twenty runs")]
    let x = |at: usize, count: usize| 40.0 + 660.0 * if count > 1 { at as f64 / (count - 1) as f64 } else { 0.5 };
    let line = |(measure, class): (&'static str, &'static str)| {
        let place = MEASURES.iter().position(|name| *name == measure)?;
        let points: Vec<(f64, f64)> =
            runs.iter().enumerate().map(|(at, run)| (x(at, runs.len()), 170.0 - 150.0 * run.means[place].clamp(0.0, 1.0))).collect();
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let dots = points.iter().zip(&runs).map(|((x, y), run)| {
            view! { <circle cx=format!("{x:.1}") cy=format!("{y:.1}") r="3.5"><title>{format!("{measure} {} of {}", number(run.means[place]), run_name(&run.run))}</title></circle> }
        });
        let (end_x, end_y) = points.last().copied().unwrap_or_default();
        let word = if measure == "rr" { "MRR" } else { measure };
        Some(
            view! { <g class=format!("series series-{class}")><polyline points=path.join(" ")></polyline>{dots.collect_view()}<text x=format!("{:.1}", end_x + 9.0) y=format!("{:.1}", end_y + 4.0)>{word}</text></g> },
        )
    };
    let grid = [0, 25, 50, 75, 100].map(|percent| {
        let y = 170.0 - 1.5 * f64::from(percent);
        view! { <g class="grid"><line x1="40" x2="700" y1=format!("{y:.1}") y2=format!("{y:.1}")></line><text x="32" y=format!("{:.1}", y + 4.0) text-anchor="end">{format!("{:.2}", f64::from(percent) / 100.0)}</text></g> }
    });
    (runs.len() > 1).then(|| {
        view! {
            <figure class="plot" tabindex="0">
                <svg viewBox="0 0 790 185" role="img" aria-label="recall@5, MRR and nDCG@10 over the runs, the oldest left; the table below has the numbers">{grid.collect_view()}{shown.map(line).into_iter().flatten().collect_view()}</svg>
            </figure>
        }
    })
}
