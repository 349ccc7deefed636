//! Every measure of all labellers together.

use domain::agreement::{Items, Measured};
use leptos::prelude::*;

use super::Place;
use super::axis::{Axis, AxisHead};
use super::measure_table::{MeasureCells, MeasureHead};
use super::plots::Dot;

/// A measure's name, itself, and whether the thresholds of α are drawn.
type Row = (&'static str, Measured, bool);

#[component]
pub fn Measures(place: Place) -> impl IntoView {
    let rows = rows(&place);
    let axis = Axis::holding(rows.iter().map(|(_, measured, _)| measured));
    let row = move |(at, (name, measured, thresholds)): (usize, Row)| view! { <MeasureRow name measured axis thresholds first=at == 0 /> };
    let people = match place.content.report.all.raters {
        2 => "Two people".to_owned(),
        raters => format!("{raters} people, all pairs"),
    };
    view! {
        <section class="block w-5" aria-labelledby="measures">
            <div class="block-head">
                <h2 id="measures">{people}</h2>
                <p>"Krippendorff’s α, Fleiss’ κ and shares; 95 % interval, bootstrap over queries"</p>
            </div>
            <table class="bare stacked" aria-labelledby="measures">
                <MeasureHead rows="Measure" plot=view! { <AxisHead axis /> }.into_any() value="Value" />
                <tbody>{rows.into_iter().enumerate().map(row).collect_view()}</tbody>
            </table>
        </section>
    }
}

fn rows(place: &Place) -> Vec<Row> {
    let all = &place.content.report.all;
    let alpha = &all.krippendorff;
    match place.shown.filter.items {
        Items::Labels => vec![
            ("α, ordinal", alpha.ordinal.clone(), true),
            ("α, nominal", alpha.nominal.clone(), true),
            ("α, interval", alpha.interval.clone(), true),
            ("α, relevant or not", alpha.relevance.clone(), true),
            ("Same grade", all.percent.clone(), false),
            ("Same side of the cut-off", all.same_side.clone(), false),
            ("Fleiss’ κ", all.fleiss.clone(), false),
        ],
        // With two things to say all differences are alike.
        Items::Answerable => {
            vec![("α", alpha.nominal.clone(), true), ("Same said", all.percent.clone(), false), ("Fleiss’ κ", all.fleiss.clone(), false)]
        }
    }
}

#[component]
fn MeasureRow(name: &'static str, measured: Measured, axis: Axis, thresholds: bool, first: bool) -> impl IntoView {
    let plot = view! { <Dot measured=measured.clone() axis thresholds /> }.into_any();
    view! {
        <tr>
            <th scope="row" class:first=first>
                {name}
            </th>
            <MeasureCells measured plot first />
        </tr>
    }
}
