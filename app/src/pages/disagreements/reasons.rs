//! Why labellers differ, as the reviewer sees it.

use domain::adjudication::Reason;
use domain::disagreement::{Case, Subject};
use leptos::prelude::*;

use super::command::Command;
use super::screen::Screen;
use crate::keys::Key;

/// Why they differ; may be left out. Each has how often it was why, as far as what was settled holds.
#[component]
pub fn Reasons(screen: Screen, case: Case) -> impl IntoView {
    let choices = Reason::ALL.into_iter().zip(1..).map(|(reason, number)| view! { <ReasonChoice screen reason number /> });
    (case.subject != Subject::Flag).then(|| {
        view! {
            <fieldset class="reasons" data-choosing=move || screen.choosing_reason.get().then_some("true")>
                <legend>
                    "Why they differ " <Key command=Command::Reason /> " " <span class="dim">
                        <span class="needs-live">"then a number; "</span>
                        "may be left out"
                    </span>
                </legend>
                <ol>{choices.collect_view()}</ol>
            </fieldset>
        }
    })
}

#[component]
fn ReasonChoice(screen: Screen, reason: Reason, number: usize) -> impl IntoView {
    let times = move || screen.counts.with(|counts| counts.settled.by_reason.get(&reason).copied().unwrap_or_default());
    let times = move || Some(times()).filter(|times| *times > 0);
    view! {
        <li>
            <label class="check" title=reason.in_words()>
                <input
                    type="radio"
                    name="reason"
                    value=reason.word()
                    prop:checked=move || screen.reason.get() == Some(reason)
                    checked=screen.reason.get_untracked() == Some(reason)
                    on:change=move |_| screen.reason.set(Some(reason))
                />
                <kbd>{number}</kbd>
                <span>{reason.title()}</span>
                {move || {
                    times().map(|times| view! { <span class="times">{times} <span class="visually-hidden">" settled so"</span></span> })
                }}
            </label>
        </li>
    }
}
