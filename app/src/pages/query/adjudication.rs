//! The form in which a reviewer settles what labellers disagree about.

use domain::adjudication::DisputedChunk;
use domain::answer::Answer;
use domain::id::{QueryId, UserId};
use domain::query::Answerable;
use domain::scale::{Judgement, Scale};
use leptos::prelude::*;

use crate::api::adjudications::{Disagreement, disagreement};
use crate::ui::load::sentence;
use crate::ui::{GivenText, load, loading};

/// What labellers disagree about, and the form that settles it; nothing where they agree.
#[component]
pub fn Adjudication(name: String, query: QueryId) -> impl IntoView {
    let action = format!("/sets/{name}/queries/{query}/adjudicate");
    let asked = loading(move || name.clone(), move |set| disagreement(set, query));
    load(asked, move |found: Option<Disagreement>| {
        let action = action.clone();
        found.map(move |disagreement| view! { <AdjudicationForm action disagreement /> })
    })
}

#[component]
fn AdjudicationForm(action: String, disagreement: Disagreement) -> impl IntoView {
    let Disagreement { why, scale, chunks, answers } = disagreement;
    let chunk = |chunk| view! { <GradeChoice chunk scale=scale.clone() /> };
    let answers = (answers.len() > 1).then(|| view! { <AnswerChoice answers /> });
    view! {
        <h2>"Settle"</h2>
        <p>{sentence(&why)} " It is left out of versions until it is settled; the labels stay as they were given."</p>
        <form class="fields" method="post" action=action>
            {chunks.into_iter().map(chunk).collect_view()}
            {answers}
            <label>"Note" <input name="note" maxlength="500" autocomplete="off" /></label>
            <button class="button primary">"Settle"</button>
        </form>
    }
}

#[component]
fn GradeChoice(chunk: DisputedChunk, scale: Scale) -> impl IntoView {
    let DisputedChunk { chunk, number, given } = chunk;
    let who = |(name, judgement): (String, Judgement)| {
        let grade = judgement.grade().map_or("can't tell".to_owned(), |grade| grade.to_string());
        format!("{} gave {grade}", domain::text::visible(&name))
    };
    let said: Vec<String> = given.into_iter().map(who).collect();
    let grades = scale.0.into_iter().enumerate().map(|(grade, name)| {
        view! {
            <label class="check">
                <input type="radio" name=format!("grade-{chunk}") value=grade.to_string() required />
                {format!("{grade} {}", domain::text::visible(&name.name))}
            </label>
        }
    });
    view! {
        <fieldset>
            <legend>{format!("Card {number}: {}", said.join(", "))}</legend>
            {grades.collect_view()}
        </fieldset>
    }
}

#[component]
fn AnswerChoice(answers: Vec<(UserId, String, Answer)>) -> impl IntoView {
    let choice = |(user, name, answer): (UserId, String, Answer)| {
        let text = if answer.answerable == Answerable::No { "The corpus has no answer.".to_owned() } else { answer.text };
        view! {
            <label class="check">
                <input type="radio" name="answer" value=user.to_string() required />
                <span>
                    <GivenText text=name />
                    ": "
                    <GivenText text />
                </span>
            </label>
        }
    };
    view! {
        <fieldset>
            <legend>"Which answer holds"</legend>
            {answers.into_iter().map(choice).collect_view()}
        </fieldset>
    }
}
