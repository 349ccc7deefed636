use super::list_pair::greatest;
use super::{JudgedList, ListPair, as_float, share};

/// Relevant chunks in the top k ÷ all relevant chunks of the query; 0 when it has none.
pub fn recall(list: &JudgedList, k: usize) -> f64 {
    share(list.found(k), list.relevant)
}

/// The most that the second list could be better by.
pub(super) fn most_recall(pair: &ListPair, k: usize) -> f64 {
    let recall = |(count, found): (usize, f64)| match pair.to.relevant + count {
        0 => 0.0,
        relevant => found / as_float(relevant),
    };
    greatest(most_found(pair, k).map(recall))
}

/// For each number of holes that are relevant, how many more relevant chunks the second list finds at the most.
pub(super) fn most_found(pair: &ListPair, k: usize) -> impl Iterator<Item = (usize, f64)> + use<> {
    let holes = pair.candidates(k);
    let only_to = holes.iter().filter(|hole| hole.from.is_none()).count();
    let only_from = holes.iter().filter(|hole| hole.to.is_none()).count();
    let judged = as_float(pair.to.found(k)) - as_float(pair.from.found(k));
    let others = holes.len() - only_from;
    (0..=holes.len()).map(move |count| (count, judged + as_float(count.min(only_to)) - as_float(count.saturating_sub(others))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::list;

    #[test]
    fn relevant_chunks_that_were_not_retrieved_count_in_the_whole() {
        assert!((recall(&list("3023", &[2, 0], 2), 3) - 0.5).abs() < 1e-15);
    }
}
