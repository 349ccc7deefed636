use super::{JudgedList, share};

/// 1 ÷ the rank of the first relevant chunk of the top k, 0 without one. Its mean over queries is MRR.
pub fn reciprocal_rank(list: &JudgedList, k: usize) -> f64 {
    list.top(k).position(|relevant| relevant).map_or(0.0, |index| share(1, index + 1))
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
