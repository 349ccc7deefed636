//! People and a judge: anchoring in two bars and a sentence, and the matrix of what was graded with the pre-label hidden.

use domain::agreement::{JudgeAgreement, Measured, TwoRaters};
use domain::text::visible;
use leptos::prelude::*;

use super::Place;
use super::address::judge as raters_of;
use super::anchoring::{calibration, pull};
use super::confusion::{ConfusionTable, Matrix};
use super::measure_table::{MeasureCells, MeasureHead};
use super::plots::Bar;

#[component]
pub fn Judges(place: Place) -> impl IntoView {
    let judges = &place.content.report.judges;
    let named = judges.iter().find(|judge| place.shown.raters.as_ref() == Some(&raters_of(judge)));
    let shown = named.or_else(|| judges.first()).filter(|judge| judge.hidden.n + judge.in_view.n > 0 || judges.len() > 1);
    shown.cloned().map(|judge| {
        view! {
            <Anchoring place=place.clone() judge=judge.clone() />
            <JudgeMatrix place judge />
        }
    })
}

/// What a judge is called, with its prompt's version.
fn name(judge: &JudgeAgreement) -> String {
    let prompt = if judge.prompt.is_empty() { String::new() } else { format!(", prompt {}", judge.prompt) };
    visible(&format!("{}{prompt}", judge.judge))
}

#[component]
fn Anchoring(place: Place, judge: JudgeAgreement) -> impl IntoView {
    let cutoff = place.content.report.scale.cutoff;
    let ends = view! {
        <span class="ends">
            <span>"0"</span>
            <span>"1"</span>
        </span>
    };
    view! {
        <section class="block w-5" aria-labelledby="anchoring">
            <div class="block-head">
                <h2 id="anchoring">"People and the judge: anchoring"</h2>
                <p>{format!("κ quadratic; {}", name(&judge))}</p>
            </div>
            <ChooseJudge place judge=judge.clone() />
            <table class="bare stacked" aria-labelledby="anchoring">
                <MeasureHead rows="When the grade was given" plot=ends.into_any() value="κ" />
                <tbody>{bar_row("Pre-label hidden", &judge.hidden)} {bar_row("Pre-label in view", &judge.in_view)}</tbody>
            </table>
            <p class="facts below">{pull(&judge.anchoring)} " " {calibration(&judge, cutoff)}</p>
        </section>
    }
}

/// The judges, where there are several.
#[component]
fn ChooseJudge(place: Place, judge: JudgeAgreement) -> impl IntoView {
    let judges = &place.content.report.judges;
    let option = |of: &JudgeAgreement| {
        let current = raters_of(of) == raters_of(&judge);
        view! {
            <li>
                <a href=place.shown.choosing(raters_of(of)).address(&place.set) aria-current=current.then_some("true")>
                    {name(of)}
                </a>
            </li>
        }
    };
    (judges.len() > 1).then(|| {
        view! {
            <ul class="one-of judges" aria-label="Judge">
                {judges.iter().map(option).collect_view()}
            </ul>
        }
    })
}

fn bar_row(name: &'static str, of: &TwoRaters) -> impl IntoView + use<> {
    let measured = match &of.cohen_quadratic {
        Measured::Undefined { .. } if of.n == 0 => {
            Measured::Undefined { undefined: "no such label has a pre-label of this judge".to_owned() }
        }
        measured => measured.clone(),
    };
    let plot = view! { <Bar measured=measured.clone() /> }.into_any();
    view! {
        <tr>
            <th scope="row">{name}</th>
            <MeasureCells measured plot first=true />
        </tr>
    }
}

#[component]
fn JudgeMatrix(place: Place, judge: JudgeAgreement) -> impl IntoView {
    let names = ["a person".into(), "the judge".into()];
    let matrix = Matrix { counts: judge.hidden.matrix.clone(), raters: raters_of(&judge), names };
    (judge.hidden.n > 0).then(|| {
        view! {
            <section class="block w-4" aria-labelledby="judge">
                <div class="block-head">
                    <h2 id="judge">"People, rows, and judge, columns"</h2>
                    <p>"pre-label hidden"</p>
                </div>
                <ConfusionTable place matrix labelled_by="judge" />
            </section>
        }
    })
}
