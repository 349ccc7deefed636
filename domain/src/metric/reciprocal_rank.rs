use super::list_pair::greatest;
use super::{Hole, JudgedList, ListPair, share};

/// 1 ÷ the rank of the first relevant chunk of the top k, 0 without one. Its mean over queries is MRR.
pub fn reciprocal_rank(list: &JudgedList, k: usize) -> f64 {
    list.top(k).position(|relevant| relevant).map_or(0.0, |index| share(1, index + 1))
}

/// The most that the second list could be better by.
pub(super) fn most_reciprocal_rank(pair: &ListPair, k: usize) -> f64 {
    most_by_first(pair, k, |first| first.map_or(0.0, |rank| share(1, rank)))
}

/// The same of a measure that looks at the rank of the first relevant chunk only: one hole is enough to make the second list
/// as good as it can be, and any other could only make the first list better.
pub(super) fn most_by_first(pair: &ListPair, k: usize, value: fn(Option<usize>) -> f64) -> f64 {
    let first = |list: &JudgedList| list.top(k).position(|relevant| relevant).map(|index| index + 1);
    let (from, to) = (first(pair.from), first(pair.to));
    let earlier = |rank: Option<usize>, hole: Option<usize>| rank.into_iter().chain(hole).min();
    let difference = |hole: Hole| value(earlier(to, hole.to)) - value(earlier(from, hole.from));
    let nothing = Hole { from: None, to: None };
    greatest(pair.candidates(k).into_iter().chain([nothing]).map(difference))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::list;

    #[test]
    fn only_the_first_relevant_chunk_counts() {
        assert!((reciprocal_rank(&list("0133", &[], 2), usize::MAX) - 1.0 / 3.0).abs() < 1e-15);
        assert!(reciprocal_rank(&list("0133", &[], 2), 2).abs() < 1e-15);
    }
}
