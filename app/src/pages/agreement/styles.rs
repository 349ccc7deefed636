//! Agreement by the style of queries.

use domain::agreement::{AgreementFilter, StyleAgreement};
use leptos::prelude::*;

use super::Place;
use super::axis::{Axis, AxisHead};
use super::measure_table::{Interval, MeasureCells, MeasureHead};
use super::plots::Dot;

#[component]
pub fn Styles(place: Place) -> impl IntoView {
    let styles = place.content.report.styles.clone();
    let axis = Axis::holding(styles.iter().map(|of| &of.agreement.krippendorff.ordinal));
    let lowest = lowest(&styles);
    let rows = styles.into_iter().map(|of| style_row(&place, of, axis)).collect_view();
    view! {
        <section class="block w-3" aria-labelledby="styles">
            <div class="block-head">
                <h2 id="styles">"By style"</h2>
                <p>"α ordinal"</p>
            </div>
            <table class="bare" aria-labelledby="styles">
                <MeasureHead rows="Style" plot=view! { <AxisHead axis /> }.into_any() value="α" interval=Interval::Plot />
                <tbody>{rows}</tbody>
            </table>
            {lowest.map(|words| view! { <p class="facts below">{words}</p> })}
        </section>
    }
}

fn style_row(place: &Place, StyleAgreement { style, agreement }: StyleAgreement, axis: Axis) -> impl IntoView + use<> {
    let measured = agreement.krippendorff.ordinal;
    let plot = view! { <Dot measured=measured.clone() axis thresholds=true /> }.into_any();
    let current = place.shown.filter.style == Some(style);
    let filter = AgreementFilter { style: Some(style), ..place.shown.filter };
    view! {
        <tr>
            <th scope="row">
                <a href=place.shown.filtered(filter).address(&place.set) aria-current=current.then_some("true")>
                    {style.word()}
                </a>
            </th>
            <MeasureCells measured plot interval=Interval::Plot />
        </tr>
    }
}

/// The style that agrees least, where its interval ends below another's.
fn lowest(styles: &[StyleAgreement]) -> Option<String> {
    let ordinal = |of: &StyleAgreement| of.agreement.krippendorff.ordinal.interval();
    let least = styles.iter().filter(|of| ordinal(of).is_some()).min_by(|a, b| {
        let value = |of: &StyleAgreement| of.agreement.krippendorff.ordinal.value().unwrap_or(1.0);
        f64::total_cmp(&value(a), &value(b))
    })?;
    let high = ordinal(least)?.1;
    let below = styles.iter().filter_map(ordinal).any(|(low, _)| high < low);
    below.then(|| format!("Labellers disagree most on queries of the style {}.", least.style.word()))
}
