use super::{JudgedList, share};

/// Relevant chunks in the top k ÷ k, also when fewer than k chunks came back.
pub fn precision(list: &JudgedList, k: usize) -> f64 {
    share(list.found(k), k)
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
