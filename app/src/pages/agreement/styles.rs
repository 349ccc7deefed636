//! Agreement by the style of queries.

use domain::agreement::{AgreementFilter, StyleAgreement};
use domain::text::thousands;
use leptos::prelude::*;

use super::Place;
use super::axis::{Axis, AxisHead, Whisker};
use super::figures::{absence, figure, interval};

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
                <thead>
                    <tr>
                        <th scope="col">"Style"</th>
                        <AxisHead axis />
                        <th scope="col" class="number">
                            "α"
                        </th>
                        <th scope="col" class="number">
                            "n"
                        </th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            {lowest.map(|words| view! { <p class="facts below">{words}</p> })}
        </section>
    }
}

fn style_row(place: &Place, StyleAgreement { style, agreement }: StyleAgreement, axis: Axis) -> impl IntoView + use<> {
    let ordinal = agreement.krippendorff.ordinal;
    let current = place.shown.filter.style == Some(style);
    let filter = AgreementFilter { style: Some(style), ..place.shown.filter };
    let cells = match ordinal.value() {
        None => view! {
            <td colspan="3" class="absence">
                {format!("undefined: {}", absence(&ordinal).unwrap_or_default())}
            </td>
        }
        .into_any(),
        Some(value) => view! {
            <Whisker measured=ordinal.clone() axis thresholds=true />
            <td class="number" title=absence(&ordinal)>
                {figure(value)}
                <span class="visually-hidden">{format!(" interval {}", interval(&ordinal))}</span>
            </td>
            <td class="number dim">{thousands(ordinal.n())}</td>
        }
        .into_any(),
    };
    view! {
        <tr>
            <th scope="row">
                <a href=place.shown.filtered(filter).address(&place.set) aria-current=current.then_some("true")>
                    {style.word()}
                </a>
            </th>
            {cells}
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
