use super::{Bounds, JudgedList};

/// A chunk that nobody judged, and its rank in each of two lists; none where the list does not have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hole {
    pub from: Option<usize>,
    pub to: Option<usize>,
}

impl Hole {
    const fn swapped(self) -> Self {
        Self { from: self.to, to: self.from }
    }
}

/// Two lists of one query, with the chunks in them that nobody judged: what `to` scores less what `from` scores could be this
/// or that, for every grade that those chunks could have. A chunk that both lists have has one grade. A chunk that turns out
/// to be relevant counts among all relevant chunks and in the ideal order too.
#[derive(Debug, Clone, Copy)]
pub struct ListPair<'a> {
    pub(super) from: &'a JudgedList,
    pub(super) to: &'a JudgedList,
    holes: &'a [Hole],
    /// The highest grade that a chunk can have.
    pub(super) top: i32,
}

impl<'a> ListPair<'a> {
    /// Two lists with the same judged chunks.
    pub fn new(from: &'a JudgedList, to: &'a JudgedList, holes: &'a [Hole], top: i32) -> Self {
        Self { from, to, holes, top: top.max(0) }
    }

    /// The lists in each other's place, into which the caller puts the holes.
    pub(super) fn swapped(self, holes: &'a mut Vec<Hole>) -> Self {
        holes.extend(self.holes.iter().map(|hole| hole.swapped()));
        Self { from: self.to, to: self.from, holes, top: self.top }
    }

    /// The holes of the top k of either list; a rank below k is none.
    pub(super) fn holes(&self, k: usize) -> impl Iterator<Item = Hole> + '_ {
        let within = move |rank: Option<usize>| rank.filter(|rank| *rank <= k);
        let top = move |hole: &Hole| Hole { from: within(hole.from), to: within(hole.to) };
        self.holes.iter().map(top).filter(|hole| hole.from.is_some() || hole.to.is_some())
    }

    /// The same, where any of them can be relevant; none where the cut-off is above the scale.
    pub(super) fn candidates(&self, k: usize) -> Vec<Hole> {
        if self.top >= self.to.cutoff { self.holes(k).collect() } else { Vec::new() }
    }
}

/// The greatest of some numbers; 0 of none.
pub(super) fn greatest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.reduce(f64::max).unwrap_or_default()
}

/// The bounds of a difference whose most is given for a pair either way round.
pub(super) fn bounds(pair: ListPair, k: usize, most: fn(&ListPair, usize) -> f64) -> Bounds {
    let mut holes = Vec::with_capacity(pair.holes.len());
    let swapped = pair.swapped(&mut holes);
    // Not −0, which would be shown.
    Bounds { low: 0.0 - most(&swapped, k), high: most(&pair, k) }
}
