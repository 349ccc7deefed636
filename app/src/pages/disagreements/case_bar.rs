//! Where the case stands in the queue: its place, the kinds that there are, and the cases around it.

use domain::disagreement::{CaseFilter, Kind, State};
use domain::text::thousands;
use leptos::prelude::*;

use super::address::{of_list, of_queue, with_kind};
use super::queue::Queue;
use super::screen::Screen;

#[component]
pub fn CaseBar(screen: Screen) -> impl IntoView {
    let place = move || {
        screen.work.with(|work| match &work.at_hand {
            Some(at_hand) => format!("Case {} of {}", thousands(at_hand.place), thousands(at_hand.total)),
            None => "No case".to_owned(),
        })
    };
    let list = screen.work.with_untracked(|work| of_list(work.set.name.as_str(), &work.filter));
    view! {
        <div class="case-bar">
            <h1>{place}</h1>
            <Kinds screen />
            <a class="queue-list" href=list>
                "List"
            </a>
            <Queue screen />
        </div>
    }
}

/// The kinds that there are, each with how many; a judge against a person apart.
#[component]
fn Kinds(screen: Screen) -> impl IntoView {
    let kinds = move || {
        let (set, filter) = screen.work.with(|work| (work.set.name.to_string(), work.filter.clone()));
        let counts = screen.counts.get();
        let of = |kind: Kind| (kind, counts.cases.of(filter.state, kind));
        let shown = Kind::ALL.into_iter().map(of).filter(|(kind, count)| *count > 0 || filter.kind == Some(*kind));
        shown.map(|(kind, count)| view! { <KindLink set=set.clone() filter=filter.clone() kind count /> }).collect_view()
    };
    view! {
        <ul class="kinds" aria-label="What differs, what matters most first">
            {kinds}
        </ul>
    }
}

#[component]
fn KindLink(set: String, filter: CaseFilter, kind: Kind, count: i64) -> impl IntoView {
    let current = filter.kind == Some(kind);
    let to = with_kind(&filter, (!current).then_some(kind));
    view! {
        <li class=(kind == Kind::Judge).then_some("apart")>
            <a href=of_queue(&set, &to) aria-current=current.then_some("true")>
                <b>{thousands(count)}</b>
                {format!(" {}", in_bar(kind, count))}
            </a>
        </li>
    }
}

/// A kind as the bar counts it.
fn in_bar(kind: Kind, count: i64) -> &'static str {
    match (kind, count) {
        (Kind::RelevanceFlip, 1) => "relevance flip",
        (Kind::RelevanceFlip, _) => "relevance flips",
        (Kind::GradesApart, 1) => "chunk graded apart",
        (Kind::GradesApart, _) => "chunks graded apart",
        (Kind::Answerable, _) => "answerable or not",
        (Kind::Answers, 1) => "answer differs",
        (Kind::Answers, _) => "answers differ",
        (Kind::Flagged, _) => "flagged",
        (Kind::Judge, _) => "judge against a person",
    }
}

/// What the queue is called where it is empty.
pub fn nothing(filter: &CaseFilter) -> &'static str {
    match (filter.state, *filter == CaseFilter { state: filter.state, ..CaseFilter::default() }) {
        (State::Open, true) => "Nothing is disputed",
        (State::Open, false) => "Nothing that fits is disputed",
        (State::Settled, _) => "Nothing that fits is settled by a reviewer",
        (State::ByRule, _) => "Nothing that fits is settled by the set's rule",
    }
}
