//! What was said and decided about a case, the first first.

use domain::adjudication::Party;
use domain::disagreement::{Case, GivenLabel, MadeDecision};
use domain::scale::Scale;
use domain::timestamp::Timestamp;
use leptos::prelude::*;

use super::screen::Screen;
use super::strips::judged;
use super::verdict;

/// Something that was said or decided.
struct Event {
    at: Timestamp,
    who: Signal<String>,
    what: String,
}

#[component]
pub fn CaseHistory(screen: Screen, case: Case) -> impl IntoView {
    let scale = screen.work.with_untracked(|work| work.set.settings.scale.clone());
    let label = |given: &GivenLabel| Event {
        at: given.at,
        who: screen.name(&case, given.labeller, &given.name),
        what: format!("gave {} {}{}", judged(Some(given.judgement)), beside_prelabel(given), under_guideline(given)),
    };
    let decision = |made: &MadeDecision| {
        let reviewer = domain::text::visible(&made.reviewer);
        Event { at: made.at, who: Signal::derive(move || reviewer.clone()), what: decided(made, &scale) }
    };
    let mut events: Vec<Event> = case.given.iter().map(label).chain(case.decisions.iter().map(decision)).collect();
    events.sort_by_key(|event| event.at);
    let row = |Event { at, who, what }: Event| {
        view! {
            <li>
                <time>{at.to_string()}</time>
                <span>
                    <bdi>{move || who.get()}</bdi>
                    " "
                    {what}
                </span>
            </li>
        }
    };
    (!events.is_empty()).then(|| {
        view! {
            <div class="case-history">
                <h3>"History (UTC)"</h3>
                <ol>{events.into_iter().map(row).collect_view()}</ol>
            </div>
        }
    })
}

pub fn beside_prelabel(given: &GivenLabel) -> &'static str {
    if given.prelabel_visible { "beside a pre-label" } else { "without a pre-label" }
}

fn under_guideline(given: &GivenLabel) -> String {
    given.guideline.map_or_else(String::new, |number| format!(", guidelines {number}"))
}

/// What a reviewer decided, and what of it matters to who reads it later.
pub fn decided(made: &MadeDecision, scale: &Scale) -> String {
    let what = match made.verdict {
        Some(_) => format!("settled it: {}", verdict::in_words(made.verdict, scale, made.answer_of.as_deref())),
        None => "took the decision back".to_owned(),
    };
    let rule = made.rule.map_or_else(String::new, |rule| format!(", as one of many, by a rule: {}", rule.in_words()));
    let why = made.reason.map_or_else(String::new, |reason| format!(", because {}", reason.in_words()));
    let note = if made.note.is_empty() { String::new() } else { format!(", note: {}", domain::text::visible(&made.note)) };
    let party = if made.party { ", having labelled it too" } else { "" };
    let over = if made.verdict.is_some() && !made.in_force { "; not in force any more" } else { "" };
    format!("{what}{rule}{why}{note}{party}{over}")
}

/// What is said of a reviewer who labelled the query.
pub const fn own_case(party: Party) -> Option<&'static str> {
    match party {
        Party::No => None,
        Party::LeavesItToAnother => Some("You labelled this query: a reviewer who did not settles it. You can skip it."),
        Party::SettlesTheirOwn => {
            Some("You labelled this query. Every other reviewer did too, so you can settle it, and that is kept with it.")
        }
    }
}
