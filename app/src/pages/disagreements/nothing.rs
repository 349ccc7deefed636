//! What stands where there is no case: who has what is missing, and what to do next.

use domain::disagreement::CaseFilter;
use domain::text::{counted, thousands, visible};
use leptos::prelude::*;

use super::address::of_queue;
use super::case_bar;
use super::screen::Screen;
use crate::api::disagreements::{NothingToSettle, SentBack};

/// How many queries that were sent back are named.
const NAMED: usize = 5;

/// What leads on from an empty queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    AllCases,
    Import,
    Label,
    /// Labellers have what is missing.
    Wait,
    Freeze,
}

impl Next {
    fn of(everything: bool, nothing: &NothingToSettle) -> Self {
        match nothing {
            _ if !everything => Self::AllCases,
            NothingToSettle { queries: 0, .. } => Self::Import,
            nothing if nothing.not_completed > i64::try_from(nothing.sent_back.len()).unwrap_or(i64::MAX) => Self::Label,
            NothingToSettle { not_completed: 0, .. } => Self::Freeze,
            _ => Self::Wait,
        }
    }

    fn link(self, set: &str) -> Option<(String, &'static str)> {
        match self {
            Self::AllCases => Some((of_queue(set, &CaseFilter::default()), "All open cases")),
            Self::Import => Some((format!("/sets/{set}/import"), "Import queries")),
            Self::Label => Some((format!("/sets/{set}/label"), "Label")),
            Self::Wait => None,
            Self::Freeze => Some((format!("/sets/{set}/versions"), "Freeze a version")),
        }
    }
}

#[component]
pub fn NothingDisputed(screen: Screen) -> impl IntoView {
    let (set, filter, nothing) = screen.work.with_untracked(|work| (work.set.name.to_string(), work.filter.clone(), work.nothing.clone()));
    nothing.map(|nothing| {
        let next = Next::of(filter == CaseFilter::default(), &nothing);
        let link = next.link(&set).map(|(to, words)| {
            view! {
                <p>
                    <a class="button primary" href=to>
                        {words}
                    </a>
                </p>
            }
        });
        view! {
            <div class="document">
                <h2>{case_bar::nothing(&filter)}{missing(&nothing).map(|_| " so far")}</h2>
                {missing(&nothing).map(|missing| view! { <p>{missing}</p> })}
                <SentBackLines set sent_back=nothing.sent_back />
                <p>
                    "A query comes here when those who completed it differ on a chunk or on the answer, when a labeller flags it, or when \
                    a judge differs from them."
                </p>
                {link}
            </div>
        }
    })
}

/// What labellers are not through with, in words.
fn missing(nothing: &NothingToSettle) -> Option<String> {
    let NothingToSettle { queries, not_completed, .. } = nothing;
    let through = thousands(queries - not_completed);
    (*not_completed > 0 || *queries == 0)
        .then(|| format!("{through} of {} completed by as many labellers as needed.", counted(*queries, "query", "queries")))
}

#[component]
fn SentBackLines(set: String, sent_back: Vec<SentBack>) -> impl IntoView {
    let more = sent_back.len().saturating_sub(NAMED);
    let line = move |SentBack { query, external_id, waits_for }: SentBack| {
        let names: Vec<String> = waits_for.iter().map(|name| visible(name)).collect();
        view! {
            <li>
                <a href=format!("/sets/{set}/queries/{query}")>
                    <bdi>{visible(&external_id)}</bdi>
                </a>
                " was sent back and waits for "
                <bdi>{names.join(", ")}</bdi>
            </li>
        }
    };
    (!sent_back.is_empty()).then(|| {
        view! {
            <ul class="cases">{sent_back.into_iter().take(NAMED).map(line).collect_view()}</ul>
            {(more > 0).then(|| view! { <p>{format!("and {more} more")}</p> })}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_queue_leads_to_who_has_what_is_missing() {
        let sent_back = |count: usize| {
            let query = "01a22b1b-ba7c-762d-adab-256587be83e5".parse().expect("an id");
            vec![SentBack { query, external_id: "q1".into(), waits_for: vec!["Mira".into()] }; count]
        };
        let next = |queries, not_completed, count| Next::of(true, &NothingToSettle { queries, not_completed, sent_back: sent_back(count) });
        assert_eq!(next(0, 0, 0), Next::Import);
        assert_eq!(next(8, 8, 0), Next::Label, "nothing is labelled");
        assert_eq!(next(8, 3, 1), Next::Label);
        assert_eq!(next(8, 1, 1), Next::Wait, "what is missing was sent back");
        assert_eq!(next(8, 0, 0), Next::Freeze);
        assert_eq!(Next::of(false, &NothingToSettle { queries: 8, not_completed: 8, sent_back: Vec::new() }), Next::AllCases);
    }
}
