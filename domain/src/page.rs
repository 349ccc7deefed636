//! Lists come in pages.

use serde::{Deserialize, Serialize};

/// How many rows a page of a list has.
pub const PAGE_SIZE: i64 = 50;

/// The furthest page that is looked for.
const FURTHEST: i64 = 1_000_000_000;

/// The number of a page as it is looked for, from 1, whatever was asked.
pub fn page_number(asked: i64) -> i64 {
    asked.clamp(1, FURTHEST)
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Page<T> {
    pub rows: Vec<T>,
    /// The number of the page, from 1.
    pub number: i64,
    /// How many rows there are over all pages.
    pub total: i64,
}

impl<T> Page<T> {
    /// The number of the last page; 1 for an empty list.
    pub fn last(&self) -> i64 {
        ((self.total + PAGE_SIZE - 1) / PAGE_SIZE).max(1)
    }
}
