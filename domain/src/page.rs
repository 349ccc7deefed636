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
    /// The page that was asked for of a list that is all at hand; the last one where it ends before.
    pub fn of_all(rows: Vec<T>, asked: i64) -> Self {
        let whole = Self { total: i64::try_from(rows.len()).unwrap_or(i64::MAX), number: 1, rows };
        let number = page_number(asked).min(whole.last());
        let before = usize::try_from((number - 1) * PAGE_SIZE).unwrap_or(usize::MAX);
        let of_page = usize::try_from(PAGE_SIZE).unwrap_or(usize::MAX);
        Self { rows: whole.rows.into_iter().skip(before).take(of_page).collect(), number, total: whole.total }
    }

    /// The number of the last page; 1 for an empty list.
    pub fn last(&self) -> i64 {
        ((self.total + PAGE_SIZE - 1) / PAGE_SIZE).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_at_hand_has_pages_and_ends_with_its_last() {
        let page = |asked| Page::of_all((0..120).collect(), asked);
        assert_eq!((page(1).rows, page(1).last(), page(1).total), ((0..50).collect(), 3, 120));
        assert_eq!(page(3).rows, (100..120).collect::<Vec<_>>());
        assert_eq!((page(9), page(0)), (page(3), page(1)));
        assert_eq!(Page::<()>::of_all(vec![], 2), Page { rows: vec![], number: 1, total: 0 });
    }
}
