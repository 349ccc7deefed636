//! What each labeller gave each chunk of the query, one strip a labeller, with the differences marked.

use domain::disagreement::{Case, State, StripChunk, Subject, Voice};
use domain::scale::{Grade, Judgement};
use domain::text::counted;
use leptos::prelude::*;

use super::address::of_case;
use super::screen::Screen;
use crate::api::disagreements::CaseKey;
use crate::ui::{GradeMark, mark_of};

#[component]
pub fn Strips(screen: Screen, case: Case) -> impl IntoView {
    let cutoff = screen.work.with_untracked(|work| work.set.settings.cutoff);
    let strip = |(at, voice): (usize, &Voice)| view! { <Strip screen case=case.clone() at voice=voice.clone() /> };
    let strips = case.voices.iter().enumerate().map(strip).collect_view();
    let differ = how_many_differ(&case, cutoff);
    (!case.strip.is_empty()).then(|| {
        view! {
            <div class="strips">
                <div class="strip-rows" role="group" aria-label="Grades of each labeller" tabindex="0">
                    {strips}
                </div>
                <p>{differ}</p>
            </div>
        }
    })
}

#[component]
fn Strip(screen: Screen, case: Case, at: usize, voice: Voice) -> impl IntoView {
    let name = screen.name(&case, voice.labeller, &voice.name);
    let chunk = |chunk: &StripChunk| view! { <StripMark screen case=case.clone() chunk=chunk.clone() at /> };
    let marks = case.strip.iter().map(chunk).collect_view();
    view! {
        <div class="strip-row">
            <span class="strip-name">
                <bdi>{move || name.get()}</bdi>
            </span>
            <ol aria-label=move || format!("Grades of {}", name.get())>{marks}</ol>
        </div>
    }
}

/// What one labeller gave one chunk; where it is a case, a way to it.
#[component]
fn StripMark(screen: Screen, case: Case, chunk: StripChunk, at: usize) -> impl IntoView {
    let given = chunk.given.get(at).copied().flatten();
    let here = case.subject == Subject::Chunk(chunk.chunk);
    let class = match (here, chunk.state) {
        (true, _) => "here",
        (false, Some(State::Open)) => "differs",
        (false, Some(State::Settled | State::ByRule)) => "differs decided",
        (false, None) => "",
    };
    let settled = if matches!(chunk.state, Some(State::Settled | State::ByRule)) { ", settled" } else { "" };
    let words = format!("chunk {}: {}{settled}", chunk.number, judged(given));
    let mark = view! {
        <GradeMark mark=mark_of(given) />
        <span class="visually-hidden">{words}</span>
    };
    let mark = match chunk.state.filter(|_| !here && at == 0) {
        Some(_) => {
            let key = CaseKey { query: case.query.id, subject: Subject::Chunk(chunk.chunk) };
            let to = screen.work.with_untracked(|work| of_case(work.set.name.as_str(), key, &work.filter));
            view! { <a href=to>{mark}</a> }.into_any()
        }
        None => mark.into_any(),
    };
    view! {
        <li class=class aria-current=here.then_some("true")>
            {mark}
        </li>
    }
}

/// A judgement in a word.
pub fn judged(given: Option<Judgement>) -> String {
    match given {
        None => "not judged".into(),
        Some(Judgement::CantTell) => "can't tell".into(),
        Some(Judgement::Grade(grade)) => grade.to_string(),
    }
}

/// "4 of 22 chunks differ: this one, and 3 on the same side of the cut-off".
fn how_many_differ(case: &Case, cutoff: Grade) -> String {
    let differing: Vec<&StripChunk> = case.strip.iter().filter(|chunk| chunk.state.is_some()).collect();
    let open = differing.iter().filter(|chunk| chunk.state == Some(State::Open)).count();
    let flips = differing.iter().filter(|chunk| flips(chunk, cutoff)).count();
    let all = counted(case.strip.len(), "chunk", "chunks");
    match differing.len() {
        0 => format!("None of {all} is disputed."),
        differ => format!("{differ} of {all} disputed, {flips} across the cut-off; {open} open."),
    }
}

fn flips(chunk: &StripChunk, cutoff: Grade) -> bool {
    let grades: Vec<Grade> = chunk.given.iter().flatten().filter_map(|given| given.grade()).collect();
    grades.iter().any(|grade| *grade < cutoff) && grades.iter().any(|grade| *grade >= cutoff)
}
