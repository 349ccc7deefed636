//! What was decided about a case that is settled, with the way back: above the buttons that would settle it otherwise.

use domain::disagreement::{Case, MadeDecision};
use leptos::prelude::*;

use super::screen::Screen;
use super::{undo, verdict};

#[component]
pub fn DecisionInForce(screen: Screen, case: Case) -> impl IntoView {
    let made = case.decisions.into_iter().next().filter(|made| made.verdict.is_some());
    made.map(|made| view! { <MadeLine screen made /> })
}

#[component]
fn MadeLine(screen: Screen, made: MadeDecision) -> impl IntoView {
    let scale = screen.work.with_untracked(|work| work.set.settings.scale.clone());
    let what = verdict::in_words(made.verdict, &scale, made.answer_of.as_deref());
    let over = if made.in_force { "" } else { " What labellers say changed since, so it is not in force any more." };
    let many = made.rule.map(|rule| {
        let page = format!("/sets/{}/disagreements/many#batches", screen.set_name());
        view! {
            " It was "
            <a href=page>"one of many"</a>
            {format!(", by a rule: {}.", rule.in_words())}
        }
    });
    view! {
        <div class="in-force">
            <p>"Settled by " <bdi>{domain::text::visible(&made.reviewer)}</bdi> ": " <b>{what}</b> "." {many} {over}</p>
            <button class="button" name="act" value="take-back" on:click=move |event| undo::take_back_at_hand(screen, &event)>
                "Take the decision back"
            </button>
        </div>
    }
}
