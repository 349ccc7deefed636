use super::{JudgedList, share};

/// Relevant chunks in the top R ÷ R, where R is how many relevant chunks the query has; 0 when it has none.
pub fn r_precision(list: &JudgedList) -> f64 {
    share(list.found(list.relevant), list.relevant)
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
