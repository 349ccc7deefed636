//! What a form of the page that settles many did, with the way back, and the way on where it stopped.

use domain::disagreement::{BulkRule, Kind};
use domain::id::OperationId;
use domain::text::thousands;
use leptos::prelude::*;
use leptos_router::params::ParamsMap;

/// What a form did, as its address says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// So many were settled under this id; what goes on where it stopped.
    Settled { count: i64, batch: OperationId, goes_on: Option<(Kind, BulkRule)> },
    /// So many were taken back; the id of what is not taken back whole.
    TakenBack { count: i64, goes_on: Option<OperationId> },
}

impl Done {
    pub fn of(query: &ParamsMap) -> Option<Self> {
        let number = |name: &str| query.get(name)?.parse::<i64>().ok();
        let batch = query.get("batch").and_then(|batch| batch.parse().ok());
        match (number("settled"), number("taken-back")) {
            (Some(count), _) => {
                let goes_on = query.get("kind").zip(query.get("rule")).and_then(|(kind, rule)| kind.parse().ok().zip(rule.parse().ok()));
                Some(Self::Settled { count, batch: batch?, goes_on })
            }
            (None, Some(count)) => Some(Self::TakenBack { count, goes_on: batch }),
            (None, None) => None,
        }
    }
}

#[component]
pub fn DoneLine(name: String, done: Done) -> impl IntoView {
    let action = format!("/sets/{name}/disagreements/many");
    match done {
        Done::Settled { count, batch, goes_on: None } => view! {
            <div class="settled-line">
                <span role="status">{format!("{} settled. ", thousands(count))}</span>
                <UndoForm action batch words="Undo: take them back" />
            </div>
        }
        .into_any(),
        Done::Settled { count, batch, goes_on: Some((kind, rule)) } => view! {
            <div class="settled-line">
                <span role="status">{format!("{} settled, and there are more: it stopped for want of time. ", thousands(count))}</span>
                <form method="post" action=action.clone()>
                    <input type="hidden" name="kind" value=kind.word() />
                    <input type="hidden" name="rule" value=rule.to_string() />
                    <input type="hidden" name="operation" value=batch.to_string() />
                    <button class="button primary">"Go on"</button>
                </form>
                <UndoForm action batch words="Undo: take them back" />
            </div>
        }
        .into_any(),
        Done::TakenBack { count, goes_on: None } => {
            view! { <p role="status">{format!("{} taken back; they are open again.", thousands(count))}</p> }.into_any()
        }
        Done::TakenBack { count, goes_on: Some(batch) } => view! {
            <div class="settled-line">
                <span role="status">{format!("{} taken back, and there are more: it stopped for want of time. ", thousands(count))}</span>
                <UndoForm action batch words="Go on" />
            </div>
        }
        .into_any(),
    }
}

#[component]
pub fn UndoForm(action: String, batch: OperationId, #[prop(into)] words: String) -> impl IntoView {
    view! {
        <form method="post" action=action>
            <input type="hidden" name="batch" value=batch.to_string() />
            <button class="button">{words}</button>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stopped_for_want_of_time_says_how_it_goes_on() {
        let id = "01a22b1b-ba7c-762d-adab-256587be83e5";
        let batch: OperationId = id.parse().expect("an id");
        let done = |parts: &[(&str, &str)]| Done::of(&parts.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect());
        assert_eq!(done(&[("kind", "answers"), ("rule", "higher")]), None, "only looked at");
        let settled = [("settled", "7"), ("batch", id)];
        assert_eq!(done(&settled), Some(Done::Settled { count: 7, batch, goes_on: None }));
        let rest = [("kind", "relevance_flip"), ("rule", "lower")];
        let goes_on = Some((Kind::RelevanceFlip, BulkRule::Lower));
        assert_eq!(done(&[settled, rest].concat()), Some(Done::Settled { count: 7, batch, goes_on }));
        assert_eq!(done(&[("taken-back", "7")]), Some(Done::TakenBack { count: 7, goes_on: None }));
        assert_eq!(done(&[("taken-back", "7"), ("batch", id)]), Some(Done::TakenBack { count: 7, goes_on: Some(batch) }));
    }
}
