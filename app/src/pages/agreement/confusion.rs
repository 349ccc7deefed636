//! A confusion matrix as a heat map that can be read by number: what one gave, the rows, where another gave what, the columns.

use domain::agreement::{Confusion, ItemScale, Items};
use domain::text::thousands;
use leptos::prelude::*;

use crate::ui::GradeMark;

/// What a matrix is of.
#[derive(Clone)]
pub struct Matrix {
    pub counts: Confusion,
    pub scale: ItemScale,
    pub items: Items,
    /// Who gave the rows, and who the columns.
    pub raters: [String; 2],
    /// The cell whose cases are shown.
    pub current: Option<(usize, usize)>,
}

impl Matrix {
    /// How a grade is written beside its mark.
    pub fn grade(&self, grade: usize) -> String {
        match self.items {
            Items::Labels => grade.to_string(),
            Items::Answerable => self.scale.grades.get(grade).cloned().unwrap_or_default(),
        }
    }
}

#[component]
pub fn ConfusionTable(
    matrix: Matrix,
    /// What screen readers call it.
    labelled_by: &'static str,
    /// The address of the cases of a cell.
    link: impl Fn(usize, usize) -> Option<String>,
) -> impl IntoView {
    let grades = matrix.counts.0.len();
    let heads = (0..grades).map(|grade| view! { <th scope="col">{mark(&matrix, grade)}</th> }).collect_view();
    let rows = (0..grades).map(|row| table_row(&matrix, row, &link)).collect_view();
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
fn mark(matrix: &Matrix, grade: usize) -> impl IntoView + use<> {
    let circle = (matrix.items == Items::Labels).then(|| view! { <GradeMark mark=grade.to_string() /> });
    view! {
        {circle}
        " "
        {matrix.grade(grade)}
    }
}

fn table_row(matrix: &Matrix, row: usize, link: &dyn Fn(usize, usize) -> Option<String>) -> impl IntoView + use<> {
    let most = matrix.counts.0.iter().flatten().copied().max().unwrap_or_default();
    let cell = |(column, count): (usize, &u64)| {
        let [first, second] = [&matrix.raters[0], &matrix.raters[1]].map(|name| domain::text::visible(name));
        let words = format!("{count}: {first} {}, {second} {}", matrix.grade(row), matrix.grade(column));
        let content = match link(row, column).filter(|_| *count > 0) {
            Some(address) => view! {
                <a href=address aria-label=words>
                    {*count}
                </a>
            }
            .into_any(),
            None => count.into_any(),
        };
        let current = matrix.current == Some((row, column));
        view! {
            <td class=class(matrix, row, column, heat(*count, most)) aria-current=current.then_some("true")>
                {content}
            </td>
        }
    };
    let cells = matrix.counts.0[row].iter().enumerate().map(cell).collect_view();
    view! {
        <tr>
            <th scope="row">{mark(matrix, row)}</th>
            {cells}
            <td class="sum">{thousands(matrix.counts.0[row].iter().sum::<u64>())}</td>
        </tr>
    }
}

/// The cut-off is a line over the whole matrix.
fn class(matrix: &Matrix, row: usize, column: usize, heat: usize) -> String {
    let parts = [(row == column, " diag"), (column == matrix.scale.cutoff, " cut-l"), (row == matrix.scale.cutoff, " cut-t")];
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
