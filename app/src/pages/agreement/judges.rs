//! People and a judge: anchoring in two bars and a sentence, and the matrix of what was graded with the pre-label hidden.

use domain::agreement::{JudgeAgreement, Measured, Raters, TwoRaters};
use domain::role::Permission;
use domain::text::{thousands, visible};
use leptos::prelude::*;

use super::Place;
use super::axis::{Axis, line};
use super::confusion::{ConfusionTable, Matrix};
use super::figures::{absence, figure, interval, percent_of_width};

#[component]
pub fn Judges(place: Place) -> impl IntoView {
    let judges = &place.content.report.judges;
    let at = place.shown.judge().min(judges.len().saturating_sub(1));
    let judge = judges.get(at).filter(|judge| judge.hidden.n + judge.in_view.n > 0 || judges.len() > 1).cloned();
    judge.map(|judge| {
        view! {
            <Anchoring place=place.clone() judge=judge.clone() at />
            <JudgeMatrix place judge at />
        }
    })
}

/// What a judge is called, with its prompt's version.
fn name(judge: &JudgeAgreement) -> String {
    let prompt = if judge.prompt.is_empty() { String::new() } else { format!(", prompt {}", judge.prompt) };
    visible(&format!("{}{prompt}", judge.judge))
}

#[component]
fn Anchoring(place: Place, judge: JudgeAgreement, at: usize) -> impl IntoView {
    let cutoff = place.content.report.scale.cutoff;
    let several = place.content.report.judges.len() > 1;
    view! {
        <section class="block w-5" aria-labelledby="anchoring">
            <div class="block-head">
                <h2 id="anchoring">"People and the judge: anchoring"</h2>
                <p>{format!("κ quadratic; {}", name(&judge))}</p>
            </div>
            {several.then(|| view! { <ChooseJudge place=place.clone() at /> })}
            <table class="bare stacked" aria-labelledby="anchoring">
                <thead>
                    <tr>
                        <th scope="col">"When the grade was given"</th>
                        <th scope="col" class="plot-cell">
                            <span class="ends">
                                <span>"0"</span>
                                <span>"1"</span>
                            </span>
                        </th>
                        <th scope="col" class="number">
                            "κ"
                        </th>
                        <th scope="col" class="number">
                            "Interval"
                        </th>
                        <th scope="col" class="number">
                            "n"
                        </th>
                    </tr>
                </thead>
                <tbody>{bar_row("Pre-label hidden", &judge.hidden)} {bar_row("Pre-label in view", &judge.in_view)}</tbody>
            </table>
            <p class="facts below">{pull(&judge.anchoring)} " " {calibration(&judge, cutoff)}</p>
        </section>
    }
}

#[component]
fn ChooseJudge(place: Place, at: usize) -> impl IntoView {
    let option = |(judge, of): (usize, &JudgeAgreement)| {
        let address = place.shown.choosing(Raters::Judge { judge }).address(&place.set);
        view! {
            <li>
                <a href=address aria-current=(judge == at).then_some("true")>
                    {name(of)}
                </a>
            </li>
        }
    };
    let options = place.content.report.judges.iter().enumerate().map(option).collect_view();
    view! {
        <ul class="one-of judges" aria-label="Judge">
            {options}
        </ul>
    }
}

fn bar_row(name: &'static str, of: &TwoRaters) -> impl IntoView + use<> {
    let kappa = &of.cohen_quadratic;
    let cells = match kappa {
        Measured::Undefined { undefined } => {
            let why = if of.n == 0 { "no such label has a pre-label of this judge" } else { undefined };
            view! {
                <td colspan="4" class="absence">
                    {format!("undefined: {why}")}
                </td>
            }
            .into_any()
        }
        Measured::Value { value, n, .. } => view! {
            <td class="plot-cell">{bar(kappa, *value)}</td>
            <td class="number">
                <b>{figure(*value)}</b>
            </td>
            <td class="number dim" title=absence(kappa)>
                {interval(kappa)}
            </td>
            <td class="number dim">{thousands(n)}</td>
        }
        .into_any(),
    };
    view! {
        <tr>
            <th scope="row">{name}</th>
            {cells}
        </tr>
    }
}

/// A κ as a bar from 0, with its interval.
fn bar(kappa: &Measured, value: f64) -> impl IntoView + use<> {
    let at = |value: f64| percent_of_width(Axis::WHOLE.share(value));
    let whiskers = kappa.interval().map(|(low, high)| {
        let ends = [low, high].map(|end| line("whisk", at(end), at(end), ["5", "15"]));
        view! {
            {line("whisk", at(low), at(high), ["10", "10"])}
            {ends.into_iter().collect_view()}
        }
    });
    view! {
        <svg class="anchor interval" height="20" aria-hidden="true">
            <rect class="bar-track" width="100%" y="3" height="14"></rect>
            <rect class="fill" width=at(value) y="3" height="14"></rect>
            {whiskers}
        </svg>
    }
}

/// What a pre-label in view does to people, in words; no direction where the interval includes 0.
fn pull(anchoring: &Measured) -> String {
    let Some(value) = anchoring.value() else {
        let why = absence(anchoring).unwrap_or_default();
        return format!("How far a pre-label in view pulls people is undefined: {why}.");
    };
    let by = format!("{} {}", figure(value.abs()), interval(anchoring));
    match anchoring.interval() {
        Some((low, _)) if low > 0.0 => format!("A pre-label in view raises agreement by {by}: people are pulled towards it."),
        Some((_, high)) if high < 0.0 => format!("A pre-label in view lowers agreement: {} {}.", figure(value), interval(anchoring)),
        Some(_) => format!("With a pre-label in view agreement differs by {} {}: no pull is shown.", figure(value), interval(anchoring)),
        None => format!("With a pre-label in view agreement differs by {}; {}.", figure(value), absence(anchoring).unwrap_or_default()),
    }
}

/// What the judge gets wrong where nobody saw what it said.
fn calibration(judge: &JudgeAgreement, cutoff: usize) -> Option<String> {
    let [wrongly, missed] = judge.errors(cutoff);
    let share = |measured: &Measured, count: u64| {
        let value = measured.value()?;
        Some(format!("{:.1} % ({} of {})", 100.0 * value, thousands(count), thousands(measured.n())))
    };
    let false_relevant = share(&judge.false_relevant, wrongly).map(|share| format!("calls {share} of what is not relevant relevant"));
    let missed = share(&judge.missed, missed).map(|share| format!("misses {share} of what is relevant"));
    let said: Vec<String> = false_relevant.into_iter().chain(missed).collect();
    (!said.is_empty()).then(|| format!("Only the hidden share calibrates the judge: it {}.", said.join(" and ")))
}

#[component]
fn JudgeMatrix(place: Place, judge: JudgeAgreement, at: usize) -> impl IntoView {
    let raters = Raters::Judge { judge: at };
    let current = place.shown.cell.as_ref().filter(|cell| cell.raters == raters).map(|cell| (cell.row, cell.column));
    let matrix = Matrix {
        counts: judge.hidden.matrix.clone(),
        scale: place.content.report.scale.clone(),
        items: place.shown.filter.items,
        raters: ["a person".into(), "the judge".into()],
        current,
    };
    let link = move |row, column| {
        place.content.role.may(Permission::Adjudicate).then(|| place.shown.at(raters.clone(), row, column).address(&place.set))
    };
    (judge.hidden.n > 0).then(|| {
        view! {
            <section class="block w-4" aria-labelledby="judge">
                <div class="block-head">
                    <h2 id="judge">"People, rows, and judge, columns"</h2>
                    <p>"pre-label hidden"</p>
                </div>
                <ConfusionTable matrix labelled_by="judge" link />
            </section>
        }
    })
}
