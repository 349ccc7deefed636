//! What measures need of each query: a row of numbers a query, which a resample adds up.

/// A table of one row a query.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rows {
    /// The numbers of a row that mean something.
    meant: usize,
    /// How long a row is: a multiple of four, because adding rows is then twice as fast.
    width: usize,
    cells: Vec<f64>,
    /// Whose row is the last.
    last: Option<u32>,
}

impl Rows {
    pub(super) fn new(width: usize) -> Self {
        Self { meant: width, width: width.next_multiple_of(4), cells: Vec::new(), last: None }
    }

    /// The row of a query, made where the last row is another's: queries come one after another.
    pub(super) fn of(&mut self, query: u32) -> &mut [f64] {
        if self.last != Some(query) {
            self.last = Some(query);
            self.cells.resize(self.cells.len() + self.width, 0.0);
        }
        let start = self.cells.len() - self.width;
        &mut self.cells[start..start + self.meant]
    }

    /// How many queries have a row.
    pub(super) fn queries(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The sums of all rows.
    pub(super) fn sums(&self) -> Vec<f64> {
        self.sums_of(0..self.queries())
    }

    /// The sums of some rows, of which one may come more than once.
    pub(super) fn sums_of(&self, rows: impl Iterator<Item = usize>) -> Vec<f64> {
        let mut sums = vec![0.0; self.width];
        for row in rows {
            let cells = &self.cells[row * self.width..(row + 1) * self.width];
            sums.iter_mut().zip(cells).for_each(|(sum, cell)| *sum += cell);
        }
        sums.truncate(self.meant);
        sums
    }
}
