use domain::evaluation::Scores;
use domain::metric::Measure;
use domain::run::Run;
use leptos::prelude::*;

use super::{number, run_name};
use crate::api::evaluations::RunRow;

/// A run's place in the plot, and its scores.
struct PlottedRun {
    name: String,
    x: f64,
    scores: Scores,
}

/// The measures over the runs, the oldest left: where people look rather than read.
#[component]
pub fn Plot(runs: Vec<RunRow>) -> impl IntoView {
    let scored = |RunRow { run, summary }: RunRow| Some((run, summary?.measures)).filter(|(_, measures)| !measures.is_empty());
    let runs: Vec<(Run, Scores)> = runs.into_iter().rev().filter_map(scored).collect();
    let last = runs.len().saturating_sub(1);
    #[expect(clippy::cast_precision_loss, reason = "there are at most twenty runs")]
    let x = |at: usize| 40.0 + 660.0 * at as f64 / last as f64;
    let plotted = |(at, (run, scores)): (usize, (Run, Scores))| PlottedRun { name: run_name(&run), x: x(at), scores };
    let measures = Measure::plotted();
    let label = format!("{} over the runs, the oldest left; the table below has the numbers", measures.map(Measure::title).join(", "));
    (last > 0).then(|| {
        let runs: Vec<PlottedRun> = runs.into_iter().enumerate().map(plotted).collect();
        let lines = measures.iter().zip(["a", "b", "c"]).map(|(measure, class)| plot_line(*measure, class, &runs)).collect_view();
        view! {
            <figure class="plot" tabindex="0">
                <svg viewBox="0 0 790 185" role="img" aria-label=label>
                    {plot_grid()}
                    {lines}
                </svg>
            </figure>
        }
    })
}

/// Where a score stands in the plot.
fn plot_y(score: f64) -> f64 {
    170.0 - 150.0 * score.clamp(0.0, 1.0)
}

fn plot_line(measure: Measure, class: &str, runs: &[PlottedRun]) -> impl IntoView + use<> {
    let points: Vec<(&PlottedRun, f64)> = runs.iter().filter_map(|run| Some((run, *run.scores.get(measure)?))).collect();
    let path: Vec<String> = points.iter().map(|(run, score)| format!("{:.1},{:.1}", run.x, plot_y(*score))).collect();
    let dot = |(run, score): &(&PlottedRun, f64)| {
        let title = format!("{measure} {} of {}", number(*score), run.name);
        view! {
            <circle cx=format!("{:.1}", run.x) cy=format!("{:.1}", plot_y(*score)) r="3.5">
                <title>{title}</title>
            </circle>
        }
    };
    let (end_x, end_y) = points.last().map(|(run, score)| (run.x, plot_y(*score))).unwrap_or_default();
    view! {
        <g class=format!("series series-{class}")>
            <polyline points=path.join(" ")></polyline>
            {points.iter().map(dot).collect_view()}
            <text x=format!("{:.1}", end_x + 9.0) y=format!("{:.1}", end_y + 4.0)>
                {measure.title()}
            </text>
        </g>
    }
}

fn plot_grid() -> impl IntoView {
    let line = |score: f64| {
        let y = plot_y(score);
        view! {
            <g class="grid">
                <line x1="40" x2="700" y1=format!("{y:.1}") y2=format!("{y:.1}")></line>
                <text x="32" y=format!("{:.1}", y + 4.0) text-anchor="end">
                    {format!("{score:.2}")}
                </text>
            </g>
        }
    };
    [0.0, 0.25, 0.5, 0.75, 1.0].map(line).collect_view()
}
