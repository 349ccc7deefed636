//! The cases around the one at hand: as marks, and the next ones with their queries.

use domain::disagreement::Kind;
use leptos::prelude::*;

use super::address::of_case;
use super::screen::Screen;
use crate::api::disagreements::{CaseKey, QueueMark};
use crate::ui::{GivenText, GradeMark};

/// How many cases of the queue are listed beside the case at hand.
const NEXT: usize = 4;

/// The cases around the one at hand, each as a mark that leads to it.
#[component]
pub fn Queue(screen: Screen) -> impl IntoView {
    let marks = move || {
        let (set, filter) = screen.work.with(|work| (work.set.name.to_string(), work.filter.clone()));
        let at_hand = screen.work.with(|work| work.at_hand.as_ref().map(|at_hand| (CaseKey::of(&at_hand.case), at_hand.queue.clone())));
        let (here, queue) = at_hand?;
        let kinds = queue.iter().map(|mark| Some(mark.queued.kind));
        let new_kind: Vec<bool> =
            std::iter::once(None).chain(kinds.clone()).zip(kinds).map(|(before, kind)| before.is_some() && before != kind).collect();
        let mark = |(mark, new_kind): (QueueMark, bool)| {
            let key = CaseKey::of_queued(&mark.queued);
            let to = of_case(&set, key, &filter);
            view! {
                <li class=new_kind.then_some("new-kind") aria-current=(key == here).then_some("true")>
                    <a href=to>
                        <CaseMark mark />
                    </a>
                </li>
            }
        };
        Some(queue.into_iter().zip(new_kind).map(mark).collect_view())
    };
    view! {
        <ol class="queue" aria-label="The queue around this case">
            {marks}
        </ol>
    }
}

/// What stands for a case: the lowest and the highest grade, or a letter for what else is disputed; in words beside it.
#[component]
pub fn CaseMark(mark: QueueMark) -> impl IntoView {
    let words = in_words(&mark);
    let sign = match (mark.grades, mark.queued.kind) {
        (Some((grade, _)), Kind::Judge) => view! {
            <GradeMark mark=grade.to_string() />
            <span class="glyph judge-grade" aria-hidden="true">
                {mark.judge.map(|judge| judge.to_string())}
            </span>
        }
        .into_any(),
        (Some((low, high)), _) => view! {
            <GradeMark mark=high.to_string() />
            <GradeMark mark=low.to_string() />
        }
        .into_any(),
        (None, kind) => view! {
            <span class="glyph" aria-hidden="true">
                {glyph(kind)}
            </span>
        }
        .into_any(),
    };
    view! {
        <span class="pair">{sign}</span>
        <span class="visually-hidden">{words}</span>
    }
}

const fn glyph(kind: Kind) -> &'static str {
    match kind {
        Kind::RelevanceFlip | Kind::GradesApart => "#",
        Kind::Answerable => "?",
        Kind::Answers => "A",
        Kind::Flagged => "!",
        Kind::Judge => "L",
    }
}

fn in_words(mark: &QueueMark) -> String {
    match mark.grades {
        Some((grade, _)) if mark.judge.is_some() => {
            format!("labellers {grade}, judge {}", mark.judge.map(|judge| judge.to_string()).unwrap_or_default())
        }
        Some((low, high)) if low != high => format!("{high} and {low}"),
        Some((grade, _)) => format!("{grade}, {}", mark.queued.kind.in_words()),
        None => mark.queued.kind.in_words().to_owned(),
    }
}

/// The next cases, with their queries.
#[component]
pub fn NextCases(screen: Screen) -> impl IntoView {
    let cases = move || {
        let (set, filter) = screen.work.with(|work| (work.set.name.to_string(), work.filter.clone()));
        let next: Vec<QueueMark> = screen.work.with(|work| {
            let Some(at_hand) = &work.at_hand else { return Vec::new() };
            let here = at_hand.queue.iter().position(|mark| CaseKey::of_queued(&mark.queued) == CaseKey::of(&at_hand.case));
            at_hand.queue.iter().skip(here.map_or(0, |here| here + 1)).take(NEXT).cloned().collect()
        });
        let row = move |mark: QueueMark| {
            let (text, to) = (mark.queued.text.clone(), of_case(&set, CaseKey::of_queued(&mark.queued), &filter));
            view! {
                <li>
                    <a href=to>
                        <CaseMark mark />
                        <span class="next-query">
                            <GivenText text />
                        </span>
                    </a>
                </li>
            }
        };
        (!next.is_empty()).then(|| {
            view! {
                <h3>"After this one"</h3>
                <ol class="next-cases">{next.into_iter().map(row).collect_view()}</ol>
            }
        })
    };
    view! { <div class="after">{cases}</div> }
}
