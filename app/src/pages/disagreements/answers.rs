//! Answers side by side, with what only one says marked word by word where they are much alike.

use domain::diff::{Piece, by_words, half_alike};
use domain::disagreement::{Case, GivenAnswer};
use domain::query::Answerable;
use leptos::prelude::*;

use super::middle::NamesButton;
use super::query_side::answer_in_words;
use super::screen::Screen;

#[component]
pub fn AnswersSideBySide(screen: Screen, case: Case) -> impl IntoView {
    let texts: Vec<Option<String>> = case.answers.iter().map(written).collect();
    let side = |(at, given): (usize, &GivenAnswer)| {
        let name = screen.name(&case, given.labeller, &given.name);
        // The first is compared with the second, each other one with the first.
        let other = texts.get(usize::from(at == 0)).cloned().flatten();
        let text = match (&texts[at], other) {
            (Some(own), Some(other)) => own_words(own, &other).into_any(),
            _ => answer_in_words(given).into_any(),
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

/// The text of an answer; none where there is nothing to compare.
fn written(given: &GivenAnswer) -> Option<String> {
    let text = given.answer.text.trim();
    (given.answer.answerable == Answerable::Yes && !text.is_empty()).then(|| text.to_owned())
}

/// A text with the words marked that another does not have. Both are an answer: neither was there before the other.
fn own_words(own: &str, other: &str) -> impl IntoView + use<> {
    let pieces = by_words(own, other);
    let marked = half_alike(&pieces);
    let piece = move |(piece, text): (Piece, String)| {
        let text = domain::text::visible(&text);
        match piece {
            Piece::Removed if marked => view! { <mark>{text}</mark> }.into_any(),
            _ => view! { {text} }.into_any(),
        }
    };
    pieces.into_iter().filter(|(piece, _)| *piece != Piece::Added).map(piece).collect_view()
}
