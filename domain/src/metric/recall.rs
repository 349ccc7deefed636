use super::{JudgedList, share};

/// Relevant chunks in the top k ÷ all relevant chunks of the query; 0 when it has none.
pub fn recall(list: &JudgedList, k: usize) -> f64 {
    share(list.found(k), list.relevant)
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
