//! The buttons that settle a case: the grades with what each makes of a score, whose answer holds, or that it was seen.

use domain::adjudication::{Party, Verdict};
use domain::disagreement::{Case, Kind, Subject};
use domain::query::Answerable;
use domain::scale::{Grade, GradeName};
use leptos::prelude::*;

use super::command::Command;
use super::screen::Screen;
use super::stake::{StakeNote, numbers};
use super::{settle, verdict};
use crate::api::disagreements::{CaseAtHand, Stake};
use crate::keys::Key;
use crate::ui::GradeMark;

/// How much of an answer stands on its button, in code points.
const BEGINNING: usize = 60;

#[component]
pub fn Choices(screen: Screen, at_hand: CaseAtHand) -> impl IntoView {
    let CaseAtHand { case, stake, ranks, .. } = at_hand;
    let choices = match case.subject {
        Subject::Chunk(_) => view! { <Grades screen case=case.clone() stake=stake.clone() /> }.into_any(),
        Subject::Answer => view! { <AnswerChoices screen case=case.clone() /> }.into_any(),
        Subject::Flag => view! { <SeenButton screen case=case.clone() words="Seen: nothing else is left to do" /> }.into_any(),
    };
    let rank = stake.as_ref().and_then(|stake| ranks.iter().find(|(retriever, _)| *retriever == stake.retriever)).map(|(_, rank)| *rank);
    view! {
        <fieldset class="settle">
            <legend class="visually-hidden">"Settle as"</legend>
            {choices}
        </fieldset>
        {stake.map(|stake| view! { <StakeNote stake rank /> })}
    }
}

/// The grades, with the cut-off between them.
#[component]
fn Grades(screen: Screen, case: Case, stake: Option<Stake>) -> impl IntoView {
    let (scale, cutoff) = screen.work.with_untracked(|work| (work.set.settings.scale.clone(), work.set.settings.cutoff));
    let head = stake.as_ref().map(|stake| view! { <StakeHead of_set=stake.set.is_some() /> });
    let grade = |(name, grade): (GradeName, i16)| {
        let cut = (Grade(grade) == cutoff).then(|| view! { <p class="cut">"relevant from here"</p> });
        view! {
            {cut}
            <GradeChoice screen case=case.clone() grade=Grade(grade) name stake=stake.clone() />
        }
    };
    let seen = (case.kind == Kind::Judge).then(|| view! { <SeenButton screen case=case.clone() words="The labels stand" /> });
    view! {
        {head}
        {scale.0.into_iter().zip(0..).map(grade).collect_view()}
        {seen}
    }
}

#[component]
fn StakeHead(of_set: bool) -> impl IntoView {
    view! {
        <p class="settle-head" aria-hidden="true">
            <span>"Settle as " <span class="dim">{domain::evaluation::stake::measure().title()} " of"</span></span>
            <span>"this query"</span>
            {of_set.then(|| view! { <span>"the set"</span> })}
        </p>
    }
}

#[component]
fn GradeChoice(screen: Screen, case: Case, grade: Grade, name: GradeName, stake: Option<Stake>) -> impl IntoView {
    let numbers = stake.map(|stake| numbers(&stake, grade));
    view! {
        <Choice screen case verdict=Verdict::Grade(grade) title=name.description>
            <Key command=Command::Grade(grade) />
            <GradeMark mark=grade.to_string() />
            <span class="choice-name">
                <bdi>{domain::text::visible(&name.name)}</bdi>
            </span>
            {numbers}
        </Choice>
    }
}

#[component]
fn AnswerChoices(screen: Screen, case: Case) -> impl IntoView {
    let choice = |(at, given): (usize, &domain::disagreement::GivenAnswer)| {
        let name = screen.name(&case, given.labeller, &given.name);
        let what = match given.answer.answerable {
            Answerable::Yes if case.kind == Kind::Answers => beginning(&given.answer.text),
            Answerable::Yes => "there is an answer".to_owned(),
            Answerable::No => "the corpus has no answer".to_owned(),
            Answerable::Unknown => "did not say".to_owned(),
        };
        view! {
            <Choice screen case=case.clone() verdict=Verdict::AnswerOf(given.labeller) title=String::new()>
                <kbd>{at + 1}</kbd>
                <span class="choice-name">
                    <bdi>{move || name.get()}</bdi>
                    ": "
                    {what}
                </span>
            </Choice>
        }
    };
    let choices = case.answers.iter().enumerate().map(choice).collect_view();
    view! {
        <p class="settle-head">"Whose answer holds"</p>
        {choices}
    }
}

/// How an answer begins.
fn beginning(text: &str) -> String {
    let shown: String = text.trim().chars().take(BEGINNING).collect();
    let more = if text.trim().chars().count() > BEGINNING { "…" } else { "" };
    format!("“{}{more}”", domain::text::visible(&shown))
}

#[component]
fn SeenButton(screen: Screen, case: Case, words: &'static str) -> impl IntoView {
    view! {
        <Choice screen case verdict=Verdict::Seen title=String::new()>
            <Key command=Command::Seen />
            <span class="choice-name">{words}</span>
        </Choice>
    }
}

/// A button that settles the case. What it is settled as is marked, and what was chosen and not kept; nothing is chosen beforehand.
#[component]
fn Choice(screen: Screen, case: Case, verdict: Verdict, title: String, children: Children) -> impl IntoView {
    let word = verdict::word(verdict);
    let was_chosen = {
        let word = word.clone();
        move || screen.refused.with(|refused| refused.as_ref().is_some_and(|refused| refused.verdict.as_deref() == Some(&word)))
    };
    let in_force = case.decisions.first().is_some_and(|made| made.in_force && made.verdict == Some(verdict));
    let press = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        settle::settle(screen, verdict);
    };
    view! {
        <button
            class="choice"
            name="verdict"
            value=word
            title=title
            disabled=case.party == Party::LeavesItToAnother
            aria-current=in_force.then_some("true")
            data-was-chosen=move || was_chosen().then_some("true")
            on:click=press
        >
            {children()}
        </button>
    }
}
