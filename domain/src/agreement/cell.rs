//! The cases of a cell of a confusion matrix: what one said where another said what.

use serde::{Deserialize, Serialize};

use super::judge::graded;
use super::{AgreementFilter, Heard, HeardLabel, HeardQuery, JudgeName};
use crate::id::QueryId;
use crate::page::Page;

/// Whose matrix it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Raters {
    /// Two labellers, by name.
    Pair { a: String, b: String },
    /// People and a judge, by its name and the version of its prompt, with the pre-label hidden.
    Judge { judge: String, prompt: String },
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

/// A page of the cases of a cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellPage {
    pub cell: Cell,
    /// From 1.
    pub page: i64,
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

impl CellPage {
    /// The queries that have cases of the cell, among what was heard; none when nobody is called so. The texts are left empty.
    pub fn of(&self, heard: &Heard, filter: &AgreementFilter) -> Option<Page<Case>> {
        let found = Found::of(heard, &self.cell.raters)?;
        let queries = heard.queries.iter().filter(|query| filter.takes_query(query));
        let cases = queries.map(|query| Case { query: query.id, text: String::new(), items: found.count(query, filter, &self.cell) });
        Some(Page::of_all(cases.filter(|case| case.items > 0).collect(), self.page))
    }
}

/// Raters by their places.
enum Found {
    Pair { a: u32, b: u32 },
    Judge(usize),
}

impl Found {
    fn of(heard: &Heard, raters: &Raters) -> Option<Self> {
        let place = |name: &str| heard.labellers.iter().zip(0..).find(|(labeller, _)| labeller.name == name).map(|(_, place)| place);
        match raters {
            Raters::Pair { a, b } => Some(Self::Pair { a: place(a)?, b: place(b)? }),
            Raters::Judge { judge, prompt } => {
                let is = |known: &JudgeName| (&known.name, &known.prompt_version) == (judge, prompt);
                Some(Self::Judge(heard.judges.iter().position(is)?))
            }
        }
    }

    /// How many items of a query are in the cell.
    fn count(&self, query: &HeardQuery, filter: &AgreementFilter, Cell { row, column, .. }: &Cell) -> u64 {
        let count = match self {
            Self::Pair { a, b } => {
                let gave = |item: &[HeardLabel], rater: u32, grade: usize| {
                    item.iter().any(|label| label.labeller == rater && label.grade() == Some(grade) && filter.takes(label))
                };
                let items = query.labels.chunk_by(|first, second| first.item == second.item);
                items.filter(|item| gave(item, *a, *row) && gave(item, *b, *column)).count()
            }
            Self::Judge(judge) => graded(query, *judge, filter).filter(|met| *met == (*row, *column, false)).count(),
        };
        count as u64
    }
}
