//! Who gave which grade to which item, item by item.

/// Ratings of items. Queries, raters and grades are counted from 0; a missing rating is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ratings {
    /// How many grades there are.
    pub grades: usize,
    /// The lowest grade that counts as relevant.
    pub cutoff: usize,
    /// By query, by item.
    given: Vec<Rating>,
    items: u32,
}

/// One rater's grade for one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rating {
    pub query: u32,
    item: u32,
    pub rater: u32,
    pub grade: usize,
}

impl Ratings {
    /// No ratings yet, on a scale of so many grades.
    pub fn new(grades: usize, cutoff: usize) -> Self {
        Self { grades, cutoff, given: Vec::new(), items: 0 }
    }

    /// Adds an item of a query, with what each rater gave it. The items of a query come one after another; a grade that the
    /// scale lacks is no rating.
    pub fn push(&mut self, query: u32, given: impl IntoIterator<Item = (u32, usize)>) {
        let item = self.items;
        let rated = given.into_iter().filter(|(_, grade)| *grade < self.grades);
        self.given.extend(rated.map(|(rater, grade)| Rating { query, item, rater, grade }));
        self.items += 1;
    }

    /// The ratings of each item that has one.
    pub fn items(&self) -> impl Iterator<Item = &[Rating]> {
        self.given.chunk_by(|first, second| first.item == second.item)
    }
}

/// A count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "counts of labels are far below 2^52")]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}
