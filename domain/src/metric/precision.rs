use super::list_pair::greatest;
use super::recall::most_found;
use super::{JudgedList, ListPair, as_float, share};

/// Relevant chunks in the top k ÷ k, also when fewer than k chunks came back.
pub fn precision(list: &JudgedList, k: usize) -> f64 {
    share(list.found(k), k)
}

/// The most that the second list could be better by.
pub(super) fn most_precision(pair: &ListPair, k: usize) -> f64 {
    greatest(most_found(pair, k).map(|(_, found)| found / as_float(k)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::list;

    #[test]
    fn a_list_shorter_than_k_is_still_divided_by_k() {
        assert!((precision(&list("33", &[], 2), 5) - 0.4).abs() < 1e-15);
    }

    #[test]
    fn a_chunk_that_nobody_judged_is_not_relevant() {
        assert!((precision(&list("-3", &[], 2), 2) - 0.5).abs() < 1e-15);
    }
}
