//! How many labellers the queries need.

use domain::overlap::{MOST_LABELLERS, Overlap};
use domain::query::Style;
use leptos::prelude::*;

/// The fields, and what is in effect now.
#[component]
pub fn OverlapFields(
    /// As it was saved last.
    overlap: RwSignal<Overlap>,
    several_can_label: bool,
) -> impl IntoView {
    let now = move || overlap.with(|overlap| overlap.in_words(several_can_label));
    let overlap = overlap.get_untracked();
    let by_style = overlap.by_style.clone();
    let style = move |style: Style| {
        let value = by_style.get(&style).map(ToString::to_string).unwrap_or_default();
        let label = format!("Labellers for {} queries; empty for none of their own", style.word());
        view! { <NumberField label name=style_field(style) value /> }
    };
    view! {
        <fieldset>
            <legend>"Overlap"</legend>
            <p>"Now: " {now}</p>
            <NumberField label="Labellers a query" name="overlap" value=overlap.labellers.to_string() />
            <NumberField label="Share of queries that needs more, in percent" name="share" value=overlap.share.to_string() max=100 />
            <NumberField label="Labellers a query of the share" name="shared-overlap" value=overlap.shared_labellers.to_string() />
            <details>
                <summary>"By style"</summary>
                {Style::ALL.map(style).collect_view()}
            </details>
        </fieldset>
    }
}

#[component]
fn NumberField(
    #[prop(into)] label: String,
    #[prop(into)] name: String,
    value: String,
    #[prop(default = MOST_LABELLERS)] max: i32,
) -> impl IntoView {
    let min = i32::from(max == MOST_LABELLERS);
    view! { <label>{label} " " <input name=name type="number" min=min.to_string() max=max.to_string() value=value /></label> }
}

fn style_field(style: Style) -> String {
    format!("overlap-{}", style.word())
}

/// What the fields say; what cannot be read keeps its value.
pub fn overlap_in(text: impl Fn(&str) -> String, before: &Overlap) -> Overlap {
    let number = |name: &str, before: i32| text(name).parse().unwrap_or(before);
    let of_style = |style: Style| Some((style, text(&style_field(style)).parse().ok()?));
    Overlap {
        labellers: number("overlap", before.labellers),
        share: number("share", before.share),
        shared_labellers: number("shared-overlap", before.shared_labellers),
        by_style: Style::ALL.into_iter().filter_map(of_style).collect(),
    }
}
