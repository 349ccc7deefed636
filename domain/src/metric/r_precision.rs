use super::list_pair::greatest;
use super::{Hole, JudgedList, ListPair, as_float, share};

/// Relevant chunks in the top R ÷ R, where R is how many relevant chunks the query has; 0 when it has none.
pub fn r_precision(list: &JudgedList) -> f64 {
    share(list.found(list.relevant), list.relevant)
}

/// The most that the second list could be better by: the top grows with every hole that is relevant.
pub(super) fn most_r_precision(pair: &ListPair, _: usize) -> f64 {
    let holes = pair.candidates(usize::MAX);
    let ranks = |rank: fn(&Hole) -> Option<usize>| {
        let mut ranks: Vec<usize> = holes.iter().filter_map(rank).collect();
        ranks.sort_unstable();
        ranks
    };
    let (in_to, in_from) = (ranks(|hole| hole.to), ranks(|hole| hole.from));
    let in_both = ranks(|hole| Some(hole.to?.max(hole.from?)));
    let found = |count: usize| {
        let top = pair.to.relevant + count;
        let within = |ranks: &[usize]| ranks.partition_point(|rank| *rank <= top);
        let (only_to, only_from) = (within(&in_to) - within(&in_both), within(&in_from) - within(&in_both));
        let judged = as_float(pair.to.found(top)) - as_float(pair.from.found(top));
        let worse = (count + only_from).saturating_sub(holes.len());
        if top == 0 { 0.0 } else { (judged + as_float(count.min(only_to)) - as_float(worse)) / as_float(top) }
    };
    greatest((0..=holes.len()).map(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::list;

    #[test]
    fn the_top_is_as_long_as_there_are_relevant_chunks() {
        assert!((r_precision(&list("3033", &[2], 2)) - 0.75).abs() < 1e-15);
    }
}
