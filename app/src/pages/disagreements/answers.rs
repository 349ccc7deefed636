//! Answers side by side, with what differs marked word by word.

use domain::diff::Piece;
use domain::disagreement::{Case, GivenAnswer};
use domain::query::Answerable;
use leptos::prelude::*;

use super::middle::NamesButton;
use super::query_side::answer_in_words;
use super::screen::Screen;
use crate::ui::marked_words;

#[component]
pub fn AnswersSideBySide(screen: Screen, case: Case) -> impl IntoView {
    let texts: Vec<String> = case.answers.iter().map(answer_in_words).collect();
    let written = |at: usize| case.answers[at].answer.answerable == Answerable::Yes;
    let side = |(at, given): (usize, &GivenAnswer)| {
        let name = screen.name(&case, given.labeller, &given.name);
        let other = usize::from(at == 0);
        let text = match texts.get(other).filter(|_| written(at) && written(other)) {
            Some(_) => marked_words(&texts[0], &texts[if at == 0 { 1 } else { at }], if at == 0 { Piece::Removed } else { Piece::Added })
                .into_any(),
            None => texts[at].clone().into_any(),
        };
        view! {
            <li>
                <h2>
                    <kbd>{at + 1}</kbd>
                    " "
                    <bdi>{move || name.get()}</bdi>
                </h2>
                <p class="answer-text" dir="auto">
                    {text}
                </p>
            </li>
        }
    };
    let sides = case.answers.iter().enumerate().map(side).collect_view();
    view! {
        <ol class="answer-sides">{sides}</ol>
        <p class="legend">
            <NamesButton screen />
        </p>
    }
}
