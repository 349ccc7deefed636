//! The pair that was chosen: all its measures, its matrix, and where it differs most.

use domain::agreement::{Confusion, Measured, PairReport, Raters};
use domain::role::Permission;
use domain::text::{thousands, visible};
use leptos::prelude::*;

use super::Place;
use super::confusion::{ConfusionTable, Matrix};
use super::figures::{absence, figure, interval};

#[component]
pub fn OnePair(place: Place, chosen: usize) -> impl IntoView {
    let pair = place.content.report.pairs[chosen].clone();
    let raters = Raters::Pair { a: pair.a.clone(), b: pair.b.clone() };
    let matrix = matrix(&place, &pair, &raters);
    let flips = flips(&matrix);
    let unit = place.content.report.items_in_words()[1];
    let link = {
        let place = place.clone();
        move |row, column| {
            place.content.role.may(Permission::Adjudicate).then(|| place.shown.at(raters.clone(), row, column).address(&place.set))
        }
    };
    view! {
        <section class="block w-4" aria-labelledby="pair">
            <div class="block-head">
                <h2 id="pair">
                    <bdi>{visible(&pair.a)}</bdi>
                    ", rows, and "
                    <bdi>{visible(&pair.b)}</bdi>
                    ", columns"
                </h2>
                <p>{format!("{unit}; the line is the cut-off")}</p>
            </div>
            <ConfusionTable matrix labelled_by="pair" link />
            {flips.map(|words| view! { <p class="facts below">{words}</p> })}
            <PairMeasures pair />
        </section>
    }
}

fn matrix(place: &Place, pair: &PairReport, raters: &Raters) -> Matrix {
    let current = place.shown.cell.as_ref().filter(|cell| cell.raters == *raters).map(|cell| (cell.row, cell.column));
    Matrix {
        counts: pair.agreement.matrix.clone(),
        scale: place.content.report.scale.clone(),
        items: place.shown.filter.items,
        raters: [pair.a.clone(), pair.b.clone()],
        current,
    }
}

/// The commonest way to differ across the cut-off, in words; none where nothing differs so.
pub fn flips(matrix: &Matrix) -> Option<String> {
    let cutoff = matrix.scale.cutoff;
    let Confusion(counts) = &matrix.counts;
    let cells =
        counts.iter().enumerate().flat_map(|(row, cells)| cells.iter().enumerate().map(move |(column, count)| (*count, row, column)));
    let across: Vec<_> = cells.filter(|(count, row, column)| *count > 0 && (*row < cutoff) != (*column < cutoff)).collect();
    let all: u64 = across.iter().map(|(count, ..)| count).sum();
    let (count, row, column) = across.into_iter().max_by_key(|(count, ..)| *count)?;
    let name = |grade: usize| matrix.scale.grades.get(grade).map(|name| visible(name)).unwrap_or_default();
    let [first, second] = [&matrix.raters[0], &matrix.raters[1]].map(|name| visible(name));
    Some(format!("{first} says “{}”, {second} “{}”: {count} of the {all} flips across the cut-off.", name(row), name(column)))
}

/// The measures of the pair, by name.
#[component]
fn PairMeasures(pair: PairReport) -> impl IntoView {
    let of = &pair.agreement;
    let rows = [
        ("κ", of.cohen.clone()),
        ("κ, linear", of.cohen_linear.clone()),
        ("κ, quadratic", of.cohen_quadratic.clone()),
        ("Same grade", of.percent.clone()),
    ];
    view! {
        <table class="bare narrow below" aria-label="Measures of the pair">
            <tbody>{rows.map(|(name, measured)| number_row(name, &measured)).into_iter().collect_view()}</tbody>
        </table>
    }
}

/// A measure without a plot.
pub fn number_row(name: &'static str, measured: &Measured) -> impl IntoView + use<> {
    let cells = match measured {
        Measured::Undefined { undefined } => view! {
            <td colspan="3" class="absence">
                {format!("undefined: {undefined}")}
            </td>
        }
        .into_any(),
        Measured::Value { value, n, .. } => view! {
            <td class="number">{figure(*value)}</td>
            <td class="number dim" title=absence(measured)>
                {interval(measured)}
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
