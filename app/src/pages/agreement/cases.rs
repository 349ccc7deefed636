//! The cases of a cell of a matrix: the queries that have one.

use domain::agreement::{Case, Cell, Items, Raters};
use domain::text::{counted, visible};
use leptos::prelude::*;

use super::Place;
use crate::ui::GivenText;

#[component]
pub fn Cases(place: Place) -> impl IntoView {
    let found = place.content.cases.clone().zip(place.shown.cell.clone());
    found.map(|(cases, cell)| {
        let more = cases.queries - cases.first.len();
        let heading = format!("{}: {}", in_words(&place, &cell), counted(cases.queries, "query", "queries"));
        let rows = cases.first.into_iter().map(|case| case_row(&place, case)).collect_view();
        view! {
            <section class="block w-12" aria-labelledby="cases">
                <div class="block-head">
                    <h2 id="cases">{heading}</h2>
                    <a href=place.shown.filtered(place.shown.filter).address(&place.set)>"Close"</a>
                </div>
                <ul class="cases">{rows}</ul>
                {(more > 0).then(|| view! { <p class="facts">{format!("and {more} more")}</p> })}
            </section>
        }
    })
}

/// What one gave where another gave what.
fn in_words(place: &Place, Cell { raters, row, column }: &Cell) -> String {
    let grade = |grade: &usize| match place.shown.filter.items {
        Items::Labels => grade.to_string(),
        Items::Answerable => place.content.report.scale.grades.get(*grade).cloned().unwrap_or_default(),
    };
    let (first, second) = match raters {
        Raters::Pair { a, b } => (visible(a), visible(b)),
        Raters::Judge { .. } => ("A person".to_owned(), "the judge".to_owned()),
    };
    format!("{first} gives {}, {second} {}", grade(row), grade(column))
}

/// A case leads to its query, whose page lists what is disputed about it, in every state.
fn case_row(place: &Place, Case { query, text, items }: Case) -> impl IntoView + use<> {
    let address = format!("/sets/{}/queries/{query}", place.set);
    view! {
        <li>
            <a href=address>
                <GivenText text />
            </a>
            " "
            <span class="facts">{place.items(items)}</span>
        </li>
    }
}
