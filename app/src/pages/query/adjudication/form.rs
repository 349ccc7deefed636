//! The form in which a reviewer settles a query: a plain one, that carries what the reviewer saw.

use domain::adjudication::{Adjudication, DisputedChunk, Review};
use domain::answer::Answer;
use domain::id::UserId;
use domain::query::Answerable;
use domain::scale::{Judgement, Scale};
use leptos::prelude::*;

use crate::api::adjudications::RefusedForm;
use crate::ui::GivenText;

/// What a field begins with: what the reviewer had chosen when it was not kept, else what was decided before.
#[derive(Clone)]
struct Begin {
    refused: Option<RefusedForm>,
    before: Adjudication,
}

impl Begin {
    fn grade(&self, field: &str, disputed: &DisputedChunk) -> Option<String> {
        match &self.refused {
            Some(refused) => refused.field(field).map(str::to_owned),
            None => self.before.grades.iter().find(|(chunk, _)| *chunk == disputed.chunk).map(|(_, grade)| grade.to_string()),
        }
    }

    fn answer_of(&self) -> Option<String> {
        match &self.refused {
            Some(refused) => refused.field("answer").map(str::to_owned),
            None => self.before.answer_of.map(|labeller| labeller.to_string()),
        }
    }

    fn note(&self) -> String {
        self.refused.as_ref().and_then(|refused| refused.field("note")).unwrap_or_default().to_owned()
    }
}

#[component]
pub fn AdjudicationForm(action: String, scale: Scale, review: Review, refused: Option<RefusedForm>) -> impl IntoView {
    let Review { base, chunks, answers, answers_differ, made, .. } = review;
    let begin = Begin { refused, before: made.map(|made| made.decision).unwrap_or_default() };
    let (note, chosen) = (begin.note(), begin.answer_of());
    let chunk = |chunk| view! { <GradeChoice chunk scale=scale.clone() begin=begin.clone() /> };
    let answers = (answers.len() > 1).then(|| view! { <AnswerChoice answers chosen required=answers_differ /> });
    view! {
        <form class="fields" method="post" action=action>
            <input type="hidden" name="base-said" value=base.said />
            <input type="hidden" name="base-revision" value=base.revision.to_string() />
            {chunks.into_iter().map(chunk).collect_view()}
            {answers}
            <label>"Note" <input name="note" maxlength="500" autocomplete="off" value=note /></label>
            <button class="button primary">"Settle"</button>
        </form>
    }
}

#[component]
fn GradeChoice(chunk: DisputedChunk, scale: Scale, begin: Begin) -> impl IntoView {
    let field = format!("grade-{}", chunk.chunk);
    let chosen = begin.grade(&field, &chunk);
    let DisputedChunk { number, given, .. } = chunk;
    let who = |(name, judgement): (String, Judgement)| {
        let grade = judgement.grade().map_or("can't tell".to_owned(), |grade| grade.to_string());
        format!("{} gave {grade}", domain::text::visible(&name))
    };
    let said: Vec<String> = given.into_iter().map(who).collect();
    let grades = scale.0.into_iter().enumerate().map(|(grade, name)| {
        let checked = chosen.as_deref() == Some(grade.to_string().as_str());
        view! {
            <label class="check">
                <input type="radio" name=field.clone() value=grade.to_string() checked=checked required />
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
fn AnswerChoice(answers: Vec<(UserId, String, Answer)>, chosen: Option<String>, required: bool) -> impl IntoView {
    let choice = move |(user, name, answer): (UserId, String, Answer)| {
        let text = if answer.answerable == Answerable::No { "The corpus has no answer.".to_owned() } else { answer.text };
        let user = user.to_string();
        let checked = chosen.as_ref() == Some(&user);
        view! {
            <label class="check">
                <input type="radio" name="answer" value=user checked=checked required=required />
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
