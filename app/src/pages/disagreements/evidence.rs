//! A chunk's text with the query's terms and the evidence of each who gave some: the first underlined, the second dashed above.

use domain::disagreement::{Case, CaseChunk, GivenLabel};
use domain::label::Span;
use domain::text::{Parties, Segment, Terms, segments, whole};
use leptos::prelude::*;

use super::screen::Screen;

/// Who gave evidence for the chunk, in the order of the voices.
fn givers(case: &Case) -> Vec<&GivenLabel> {
    case.given.iter().filter(|given| !given.evidence.is_empty()).collect()
}

#[component]
pub fn EvidenceText(screen: Screen, case: Case, chunk: CaseChunk) -> impl IntoView {
    let givers = givers(&case);
    let names: Vec<Signal<String>> = givers.iter().map(|given| screen.name(&case, given.labeller, &given.name)).collect();
    let evidence: Vec<&[Span]> = givers.iter().map(|given| given.evidence.as_slice()).collect();
    let cut = segments(&chunk.text, &Terms::of(&case.query.text), &evidence, whole(&chunk.text));
    let before = std::iter::once(Parties::default()).chain(cut.iter().map(|segment| segment.style.evidence)).collect::<Vec<_>>();
    let stretches = cut.into_iter().zip(before).map(|(segment, before)| stretch(segment, before, &names)).collect_view();
    view! {
        <p class="chunk-body" dir="auto">
            {stretches}
        </p>
    }
}

/// A stretch of the text, after the names of those whose evidence begins with it.
fn stretch(segment: Segment, before: Parties, names: &[Signal<String>]) -> impl IntoView + use<> {
    let whose = segment.style.evidence;
    let begins = |(party, _): &(usize, &Signal<String>)| whose.has(*party) && !before.has(*party);
    let tag = |(party, name): (usize, &Signal<String>)| {
        let name = *name;
        view! { <span class=format!("who-tag {}", side(party))>{move || name.get()}</span> }
    };
    let tags = names.iter().enumerate().filter(begins).map(tag).collect_view();
    let sides = (0..names.len()).filter(|party| whose.has(*party)).map(side);
    let evidence = (!whose.is_empty()).then_some("evidence");
    let kind = match (segment.style.hidden, segment.style.term) {
        (true, _) => "hidden-character",
        (false, true) => "term",
        (false, false) => "plain",
    };
    let class = std::iter::once(kind).chain(evidence).chain(sides).collect::<Vec<_>>().join(" ");
    view! {
        {tags}
        <span class=class>{segment.text}</span>
    }
}

/// How the evidence of somebody is marked.
const fn side(party: usize) -> &'static str {
    match party {
        0 => "by-first",
        1 => "by-second",
        _ => "by-another",
    }
}

/// Whose evidence is marked how.
#[component]
pub fn EvidenceLegend(screen: Screen, case: Case) -> impl IntoView {
    let entry = |(party, given): (usize, &GivenLabel)| {
        let (name, how) = (screen.name(&case, given.labeller, &given.name), ["underlined", "dashed above", "gold"][party.min(2)]);
        view! {
            <span>
                <span class=format!("evidence {}", side(party))>{how}</span>
                " evidence of "
                <bdi>{move || name.get()}</bdi>
            </span>
        }
    };
    givers(&case).into_iter().enumerate().map(entry).collect_view()
}
