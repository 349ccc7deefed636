//! Agreement over time: by the week of an item's second rating, with its interval as a band; versions of the guideline divide it.

use domain::agreement::GuidelineAgreement;
use leptos::prelude::*;

use super::Place;
use super::guidelines::in_words;
use super::week_plot::Plot;

#[component]
pub fn Weeks(place: Place) -> impl IntoView {
    let report = &place.content.report;
    let unit = report.items_in_words()[1];
    let plot = Plot::new(report.weeks.clone());
    let guidelines = report.guidelines.clone();
    view! {
        <section class="block w-12" aria-labelledby="time">
            <div class="block-head">
                <h2 id="time">"Over time"</h2>
                <p>"α ordinal, by the week of the second rating, with its 95 % band"</p>
                {in_words(&report.guidelines, unit).map(|words| view! { <p class="more">{words}</p> })}
            </div>
            {if plot.is_line() {
                view! { <PlotFigure plot unit guidelines /> }.into_any()
            } else {
                view! { <p class="facts">{format!("{}. From the second week on it is drawn.", plot.in_words(unit))}</p> }.into_any()
            }}
        </section>
    }
}

#[component]
fn PlotFigure(plot: Plot, unit: &'static str, guidelines: Vec<GuidelineAgreement>) -> impl IntoView {
    view! {
        <figure class="plot-time" role="img" aria-label=plot.in_words(unit)>
            <svg class="scale" width="28" height="174" aria-hidden="true">
                {plot.scale()}
            </svg>
            <svg width="100%" height="174" aria-hidden="true">
                {plot.grid()}
                {plot.dates()}
                <svg width="100%" height="138" viewBox="0 0 100 138" preserveAspectRatio="none">
                    {plot.band_and_line()}
                </svg>
                {plot.guidelines(&guidelines)}
                {plot.points()}
            </svg>
            <svg class="units" width="100%" height="174" aria-hidden="true">
                <text class="tick" x="16" y="154">
                    "week from"
                </text>
                <text class="tick" x="16" y="169">
                    {unit}
                </text>
            </svg>
        </figure>
    }
}
