mod most;

pub(super) use self::most::most_average_precision;
use super::{JudgedList, as_float, share};

/// The precision at the rank of each relevant chunk of the top k, summed ÷ all relevant chunks of the query; 0 when it has
/// none. Its mean over queries is MAP.
pub fn average_precision(list: &JudgedList, k: usize) -> f64 {
    let mut found = 0;
    let mut sum = 0.0;
    for (index, _) in list.top(k).enumerate().filter(|(_, relevant)| *relevant) {
        found += 1;
        sum += share(found, index + 1);
    }
    if list.relevant == 0 { 0.0 } else { sum / as_float(list.relevant) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::list;

    #[test]
    fn a_relevant_chunk_that_was_not_retrieved_adds_0() {
        let expected = (1.0 + 2.0 / 3.0) / 3.0;
        assert!((average_precision(&list("303", &[2], 2), usize::MAX) - expected).abs() < 1e-15);
        assert!((average_precision(&list("303", &[2], 2), 1) - 1.0 / 3.0).abs() < 1e-15);
    }
}
