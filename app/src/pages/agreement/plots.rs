//! A measure drawn on an axis; its numbers stand beside it.

use domain::agreement::Measured;
use leptos::prelude::*;

use super::axis::{Axis, THRESHOLDS};
use super::figures::percent_of_width;

/// A measure as a dot, with whiskers for its interval.
#[component]
pub fn Dot(
    measured: Measured,
    axis: Axis,
    /// Whether Krippendorff's thresholds are drawn.
    #[prop(optional)]
    thresholds: bool,
) -> impl IntoView {
    let at = move |value: f64| percent_of_width(axis.share(value));
    let dashes =
        THRESHOLDS.iter().filter(|_| thresholds).map(|value| line("rule dash", at(*value), at(*value), ["0", "18"])).collect_view();
    let dot = measured.value().map(|value| view! { <circle class="dot" cx=at(value) cy="9" r="3.5"></circle> });
    view! {
        <svg class="interval" height="18" aria-hidden="true">
            {dashes}
            {line("rule", "0".to_owned(), "100%".to_owned(), ["9", "9"])}
            {whiskers(&measured, axis, ["6", "9", "12"])}
            {dot}
        </svg>
    }
}

/// A measure as a bar from 0, with whiskers for its interval.
#[component]
pub fn Bar(measured: Measured) -> impl IntoView {
    let at = |value: f64| percent_of_width(Axis::WHOLE.share(value));
    let fill = measured.value().map(|value| view! { <rect class="fill" width=at(value) y="3" height="14"></rect> });
    view! {
        <svg class="anchor interval" height="20" aria-hidden="true">
            <rect class="bar-track" width="100%" y="3" height="14"></rect>
            {fill}
            {whiskers(&measured, Axis::WHOLE, ["5", "10", "15"])}
        </svg>
    }
}

fn whiskers(measured: &Measured, axis: Axis, [top, middle, bottom]: [&'static str; 3]) -> impl IntoView + use<> {
    let at = move |value: f64| percent_of_width(axis.share(value));
    measured.interval().map(|(low, high)| {
        let ends = [low, high].map(|end| line("whisk", at(end), at(end), [top, bottom]));
        view! {
            {line("whisk", at(low), at(high), [middle, middle])}
            {ends.into_iter().collect_view()}
        }
    })
}

pub fn line(class: &'static str, from: String, to: String, [top, bottom]: [&'static str; 2]) -> impl IntoView + use<> {
    view! { <line class=class x1=from x2=to y1=top y2=bottom></line> }
}
