//! What measures need of each query: a row of numbers a query, which a resample adds up.

/// How many numbers of a row are added up at once: so many sums stay in registers while the rows go by.
const BLOCK: usize = 16;

/// A table of one row a query.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rows {
    /// The numbers of a row.
    width: usize,
    /// Each row is whole blocks.
    blocks: Vec<[f64; BLOCK]>,
    /// Whose row is the last.
    last: Option<u32>,
}

impl Rows {
    pub(super) fn new(width: usize) -> Self {
        Self { width, blocks: Vec::new(), last: None }
    }

    /// The row of a query, made where the last row is another's: queries come one after another.
    pub(super) fn of(&mut self, query: u32) -> &mut [f64] {
        let size = self.blocks_of_row();
        if self.last != Some(query) {
            self.last = Some(query);
            self.blocks.resize(self.blocks.len() + size, [0.0; BLOCK]);
        }
        let start = self.blocks.len() - size;
        &mut self.blocks[start..].as_flattened_mut()[..self.width]
    }

    const fn blocks_of_row(&self) -> usize {
        self.width.div_ceil(BLOCK)
    }

    /// How many queries have a row.
    pub(super) fn queries(&self) -> usize {
        self.blocks.len() / self.blocks_of_row()
    }

    /// The sums of all rows.
    pub(super) fn sums(&self) -> Vec<f64> {
        self.weighted_sums(&vec![1.0; self.queries()])
    }

    /// The sums of the rows, each as often as its weight says. Going by all of them in turn is faster than picking them.
    pub(super) fn weighted_sums(&self, weights: &[f64]) -> Vec<f64> {
        let size = self.blocks_of_row();
        let mut sums: Vec<f64> = (0..size).flat_map(|block| self.block_sums(block, weights)).collect();
        sums.truncate(self.width);
        sums
    }

    fn block_sums(&self, block: usize, weights: &[f64]) -> [f64; BLOCK] {
        let mut sums = [0.0; BLOCK];
        for (numbers, weight) in self.blocks.iter().skip(block).step_by(self.blocks_of_row()).zip(weights) {
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum += weight * number;
            }
        }
        sums
    }
}
