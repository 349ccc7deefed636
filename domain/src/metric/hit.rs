use super::reciprocal_rank::most_by_first;
use super::{JudgedList, ListPair};

/// 1 if the top k holds a relevant chunk, else 0. Also called success.
pub fn hit(list: &JudgedList, k: usize) -> f64 {
    f64::from(u8::from(list.found(k) > 0))
}

/// The most that the second list could be better by.
pub(super) fn most_hit(pair: &ListPair, k: usize) -> f64 {
    most_by_first(pair, k, |first| f64::from(u8::from(first.is_some())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::list;

    #[test]
    fn one_relevant_chunk_in_the_top_k_is_a_hit() {
        let list = list("003", &[], 2);
        assert!(hit(&list, 2) < 0.5);
        assert!(hit(&list, 3) > 0.5);
    }
}
