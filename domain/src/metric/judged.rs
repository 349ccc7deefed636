use super::{JudgedList, ListPair, share};

/// The share of the top k that is judged, of the hits that there are: where it is below 1 a measure may be too low, because
/// what nobody judged counts as not relevant. Where a tie spans rank k, ir_measures can give another share: it orders equal
/// scores by id ascending here, and descending in its other measures.
pub fn judged(list: &JudgedList, k: usize) -> f64 {
    let top = &list.grades[..k.min(list.grades.len())];
    share(top.iter().flatten().count(), top.len())
}

/// The difference: what is judged is known.
pub(super) fn judged_difference(pair: &ListPair, k: usize) -> f64 {
    judged(pair.to, k) - judged(pair.from, k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::list;

    #[test]
    fn the_share_is_of_the_hits_that_there_are() {
        assert!((judged(&list("3-", &[], 2), 10) - 0.5).abs() < 1e-15);
        assert!((judged(&list("30-", &[], 2), 2) - 1.0).abs() < 1e-15);
    }
}
