//! A stored text with its query terms underlined, its evidence on gold and its invisible characters named.

use domain::label::Span;
use domain::text::{Segment, Terms, segments, whole};
use leptos::prelude::*;

/// The part `shown` of a text. Each stretch carries where it starts in the stored text, so that a selection can be found
/// there again.
#[component]
pub fn MarkedText(
    text: String,
    /// What is underlined.
    terms: Terms,
    /// What is on gold.
    evidence: Vec<Span>,
    /// Which part of it.
    shown: Span,
) -> impl IntoView {
    let cut = |is_cut: bool| is_cut.then(|| view! { <span class="cut">" … "</span> });
    view! {
        {cut(shown.start > 0)}
        {segments(&text, &terms, &[&evidence], shown).into_iter().map(stretch).collect_view()}
        {cut(shown.end < whole(&text).end)}
    }
}

fn stretch(segment: Segment) -> impl IntoView {
    let kind = match (segment.style.hidden, segment.style.term, segment.style.evidence.is_empty()) {
        (true, ..) => "hidden-character",
        (_, true, false) => "term evidence",
        (_, true, true) => "term",
        (_, false, false) => "evidence",
        _ => "plain",
    };
    view! {
        <span class=kind data-start=segment.start>
            {segment.text}
        </span>
    }
}
