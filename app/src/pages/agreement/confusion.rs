//! A confusion matrix as a heat map that can be read by number: what one gave, the rows, where another gave what, the columns.

use domain::agreement::{Confusion, Items, Raters};
use domain::role::Permission;
use domain::text::thousands;
use leptos::prelude::*;

use super::Place;
use crate::ui::GradeMark;

/// What a matrix is of.
#[derive(Clone)]
pub struct Matrix {
    pub counts: Confusion,
    /// Whose it is.
    pub raters: Raters,
    /// What is read of who gave the rows, and of who gave the columns.
    pub names: [String; 2],
}

#[component]
pub fn ConfusionTable(
    place: Place,
    matrix: Matrix,
    /// What screen readers call it.
    labelled_by: &'static str,
) -> impl IntoView {
    let grades = matrix.counts.0.len();
    let heads = (0..grades).map(|grade| view! { <th scope="col">{mark(&place, grade)}</th> }).collect_view();
    let rows = (0..grades).map(|row| table_row(&place, &matrix, row)).collect_view();
    let column_sum = |column: usize| matrix.counts.0.iter().map(|row| row[column]).sum::<u64>();
    let sums = (0..grades).map(|column| view! { <td class="sum">{thousands(column_sum(column))}</td> }).collect_view();
    view! {
        <div class="wide-table" role="region" aria-label=format!("The matrix of the {labelled_by}") tabindex="0">
            <table class="heat" aria-labelledby=labelled_by>
                <thead>
                    <tr>
                        <td class="none corner"></td>
                        {heads}
                        <th scope="col">"all"</th>
                    </tr>
                </thead>
                <tbody>
                    {rows} <tr>
                        <th scope="row">"all"</th>
                        {sums}
                        <td class="sum">
                            <b>{thousands(matrix.counts.n())}</b>
                        </td>
                    </tr>
                </tbody>
            </table>
        </div>
    }
}

/// A grade with its mark; a word where it has no mark.
fn mark(place: &Place, grade: usize) -> impl IntoView + use<> {
    let circle = (place.shown.filter.items == Items::Labels).then(|| view! { <GradeMark mark=grade.to_string() /> });
    view! {
        {circle}
        " "
        {place.grade(grade)}
    }
}

fn table_row(place: &Place, matrix: &Matrix, row: usize) -> impl IntoView + use<> {
    let cells = (0..matrix.counts.0[row].len()).map(|column| table_cell(place, matrix, row, column)).collect_view();
    view! {
        <tr>
            <th scope="row">{mark(place, row)}</th>
            {cells}
            <td class="sum">{thousands(matrix.counts.0[row].iter().sum::<u64>())}</td>
        </tr>
    }
}

/// How often one gave what where another gave what; a way to the cases for who may look at them.
fn table_cell(place: &Place, matrix: &Matrix, row: usize, column: usize) -> impl IntoView + use<> {
    let count = matrix.counts.0[row][column];
    let most = matrix.counts.0.iter().flatten().copied().max().unwrap_or_default();
    let may_look = place.content.role.may(Permission::Adjudicate) && count > 0;
    let content = if may_look {
        let [first, second] = [&matrix.names[0], &matrix.names[1]].map(|name| domain::text::visible(name));
        let words = format!("{count}: {first} {}, {second} {}", place.grade(row), place.grade(column));
        let address = place.shown.at(matrix.raters.clone(), row, column).address(&place.set);
        view! {
            <a href=address aria-label=words>
                {thousands(count)}
            </a>
        }
        .into_any()
    } else {
        thousands(count).into_any()
    };
    let current = place.shown.cell_of(&matrix.raters) == Some((row, column));
    let class = class(place.content.report.scale.cutoff, row, column, heat(count, most));
    view! {
        <td class=class aria-current=current.then_some("true")>
            {content}
        </td>
    }
}

/// The cut-off is a line over the whole matrix.
fn class(cutoff: usize, row: usize, column: usize, heat: usize) -> String {
    let parts = [(row == column, " diag"), (column == cutoff, " cut-l"), (row == cutoff, " cut-t")];
    let parts: String = parts.into_iter().filter(|(holds, _)| *holds).map(|(_, class)| class).collect();
    format!("h{heat}{parts}")
}

/// How dark a count is, from 0 for none to 5 for the most, by its logarithm.
fn heat(count: u64, most: u64) -> usize {
    let log = |count: u64| u64::from(count.max(1).ilog2());
    match count {
        0 => 0,
        _ => usize::try_from(1 + 4 * log(count) / log(most).max(1)).unwrap_or(5).min(5),
    }
}
