//! The cases of a cell of a confusion matrix: what one said where another said what.

use serde::{Deserialize, Serialize};

use super::judge::graded;
use super::{AgreementFilter, Heard, HeardLabel, HeardQuery};
use crate::id::QueryId;

/// How many queries are listed.
const LISTED: usize = 20;

/// Whose matrix it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Raters {
    /// Two labellers, by name.
    Pair { a: String, b: String },
    /// People and the judge at this place of the report, with the pre-label hidden.
    Judge { judge: usize },
}

/// A cell of a matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    pub raters: Raters,
    /// What the first gave.
    pub row: usize,
    /// What the second gave.
    pub column: usize,
}

/// The cases of a cell, query by query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellCases {
    /// The first queries.
    pub first: Vec<Case>,
    /// How many queries there are.
    pub queries: usize,
}

/// A query with cases of a cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    pub query: QueryId,
    /// What is asked.
    pub text: String,
    /// How many of its items are in the cell.
    pub items: u64,
}

impl CellCases {
    /// Those of a cell among what was heard; none when nobody is called so. The texts are left empty.
    pub fn of(heard: &Heard, filter: &AgreementFilter, cell: &Cell) -> Option<Self> {
        let count = counter(heard, filter, cell)?;
        let queries = heard.queries.iter().filter(|query| filter.takes_query(query));
        let cases = queries.map(|query| Case { query: query.id, text: String::new(), items: count(query) });
        let mut first: Vec<Case> = cases.filter(|case| case.items > 0).collect();
        let queries = first.len();
        first.truncate(LISTED);
        Some(Self { first, queries })
    }
}

/// What counts the items of a query that are in a cell.
fn counter<'a>(heard: &Heard, filter: &'a AgreementFilter, cell: &'a Cell) -> Option<Box<dyn Fn(&HeardQuery) -> u64 + 'a>> {
    let place = |name: &str| heard.labellers.iter().zip(0..).find(|(labeller, _)| labeller.name == name).map(|(_, place)| place);
    match &cell.raters {
        Raters::Pair { a, b } => {
            let (a, b): (u32, u32) = (place(a)?, place(b)?);
            Some(Box::new(move |query| {
                let gave = |item: &[HeardLabel], rater: u32, grade: usize| {
                    item.iter().any(|label| label.labeller == rater && label.grade() == Some(grade) && filter.takes(label))
                };
                let items = query.labels.chunk_by(|first, second| first.item == second.item);
                items.filter(|item| gave(item, a, cell.row) && gave(item, b, cell.column)).count() as u64
            }))
        }
        Raters::Judge { judge } => {
            let judge = heard.judges.len().checked_sub(judge + 1)?;
            Some(Box::new(move |query| {
                let is_in = |(given, said, visible): &(usize, usize, bool)| (*given, *said, *visible) == (cell.row, cell.column, false);
                graded(query, judge, filter).filter(is_in).count() as u64
            }))
        }
    }
}
