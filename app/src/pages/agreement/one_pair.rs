//! The pair that was chosen: its matrix, where it differs most, and all its measures.

use domain::agreement::{Confusion, PairReport, Raters};
use domain::role::Permission;
use domain::text::visible;
use leptos::prelude::*;

use super::Place;
use super::confusion::{ConfusionTable, Matrix};
use super::measure_table::MeasureCells;

#[component]
pub fn OnePair(place: Place, chosen: usize) -> impl IntoView {
    let pair = place.content.report.pairs[chosen].clone();
    let names = [pair.a.clone(), pair.b.clone()];
    let raters = Raters::Pair { a: pair.a.clone(), b: pair.b.clone() };
    let matrix = Matrix { counts: pair.agreement.matrix.clone(), raters, names };
    let unit = place.content.report.items_in_words()[1];
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
            <ConfusionTable place=place.clone() matrix=matrix.clone() labelled_by="pair" />
            <MostFlips place matrix />
        </section>
    }
}

/// Where the pair differs most across the cut-off, with the way to the cases; nothing where it does not.
#[component]
fn MostFlips(place: Place, matrix: Matrix) -> impl IntoView {
    let [first, second] = [&matrix.names[0], &matrix.names[1]].map(|name| visible(name));
    most_flips(&matrix.counts, place.content.report.scale.cutoff).map(|Flips { row, column, count, all }| {
        let name = |grade: usize| place.content.report.scale.grades.get(grade).map(|name| visible(name)).unwrap_or_default();
        let words = format!("{count} of the {all} flips");
        let words = if place.content.role.may(Permission::Adjudicate) {
            let address = place.shown.at(matrix.raters.clone(), row, column).address(&place.set);
            view! { <a href=address>{words}</a> }.into_any()
        } else {
            words.into_any()
        };
        view! {
            <p class="facts below">
                {format!("{first} says “{}”, {second} “{}”: ", name(row), name(column))} {words} " across the cut-off."
            </p>
        }
    })
}

/// The commonest way to differ across the cut-off.
struct Flips {
    row: usize,
    column: usize,
    count: u64,
    /// How many differ across the cut-off in any way.
    all: u64,
}

fn most_flips(Confusion(counts): &Confusion, cutoff: usize) -> Option<Flips> {
    let cells =
        counts.iter().enumerate().flat_map(|(row, cells)| cells.iter().enumerate().map(move |(column, count)| (*count, row, column)));
    let across: Vec<_> = cells.filter(|(count, row, column)| *count > 0 && (*row < cutoff) != (*column < cutoff)).collect();
    let all = across.iter().map(|(count, ..)| count).sum();
    across.into_iter().max_by_key(|(count, ..)| *count).map(|(count, row, column)| Flips { row, column, count, all })
}

/// The measures of a pair, by name.
#[component]
pub fn PairMeasures(pair: PairReport) -> impl IntoView {
    let of = pair.agreement;
    let rows = [("κ", of.cohen), ("κ, linear", of.cohen_linear), ("κ, quadratic", of.cohen_quadratic), ("Same grade", of.percent)];
    let row = |(name, measured)| {
        view! {
            <tr>
                <th scope="row">{name}</th>
                <MeasureCells measured />
            </tr>
        }
    };
    view! {
        <table class="bare narrow below">
            <caption>
                <bdi>{visible(&pair.a)}</bdi>
                " and "
                <bdi>{visible(&pair.b)}</bdi>
            </caption>
            <tbody>{rows.map(row).into_iter().collect_view()}</tbody>
        </table>
    }
}
