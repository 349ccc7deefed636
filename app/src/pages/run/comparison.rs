use domain::evaluation::resample::SEED;
use domain::evaluation::{ByMeasure, Comparison};
use domain::metric::Measure;
use domain::run::Run;
use leptos::prelude::*;

use crate::pages::evaluation::{number, run_name};
use crate::ui::WideTable;

/// The statistics of each measure.
#[component]
pub fn ComparedWith(other: Run, measures: ByMeasure<Comparison>) -> impl IntoView {
    let row = |(measure, compared): (Measure, &Comparison)| {
        let (interval, bounds) = (compared.interval, compared.bounds);
        view! {
            <tr>
                <td>{measure.title()}</td>
                <td class="number">{number(compared.from)}</td>
                <td class="number">{number(compared.to)}</td>
                <td class="number">{signed(compared.difference)}</td>
                <td class="number">{format!("{} to {}", signed(interval.low), signed(interval.high))}</td>
                <td class="number">{number(compared.p)}</td>
                <td class="number">{format!("{} / {} / {}", compared.wins, compared.ties, compared.losses)}</td>
                <td class="number">{number(compared.detectable)}</td>
                <td class="number">
                    {format!("{} to {}", signed(bounds.low), signed(bounds.high))} " "
                    <b>{compared.undecidable.then_some("undecidable")}</b>
                </td>
            </tr>
        }
    };
    let columns = ["Before", "This run", "Difference", "95 % interval", "p", "Better / same / worse", "Detectable", "Whatever is unjudged"];
    let rows = measures.iter().map(row).collect_view();
    view! {
        <h2>"Compared with " <bdi>{run_name(&other)}</bdi></h2>
        <WideTable label="The comparison">
            <table>
                <thead>
                    <tr>
                        <th>"Measure"</th>
                        {columns.map(|column| view! { <th class="number">{column}</th> }).collect_view()}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </WideTable>
        <p class="facts">{how_compared()}</p>
    }
}

/// A difference as every table shows it.
fn signed(difference: f64) -> String {
    format!("{difference:+.4}")
}

fn how_compared() -> String {
    format!(
        "Paired by query. Interval: bootstrap over queries, 10,000 resamples. p: two-sided randomisation test. Seed {SEED}. \
        Detectable: the smallest difference that this many queries would show in four of five tries. \
        Whatever is unjudged: what the difference could be at the least and at the most, over all grades that the hits that \
        nobody judged could have; undecidable when it could have either sign."
    )
}
