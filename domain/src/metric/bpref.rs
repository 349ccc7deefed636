mod most;

pub(super) use self::most::most_bpref;
use super::{JudgedList, as_float, share};

/// How few judged chunks that are not relevant come before the relevant ones; chunks that nobody judged do not matter.
/// Of each relevant chunk that was retrieved: `1 − min(n, R) / min(N, R)`, where `n` judged chunks that are not relevant
/// stand before it, `N` were judged in all and `R` are relevant; the sum ÷ R.
/// Buckley and Voorhees, SIGIR 2004, in the form of `trec_eval` since 8.0.
pub fn bpref(list: &JudgedList) -> f64 {
    let bound = list.not_relevant.min(list.relevant);
    let (mut before, mut sum) = (0usize, 0.0);
    for grade in list.grades.iter().flatten() {
        if *grade >= list.cutoff {
            sum += 1.0 - share(before.min(list.relevant), bound);
        } else if *grade >= 0 {
            before += 1;
        }
    }
    if list.relevant == 0 { 0.0 } else { sum / as_float(list.relevant) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::list;

    #[test]
    fn chunks_that_nobody_judged_do_not_matter() {
        assert!((bpref(&list("---3", &[2], 2)) - 0.5).abs() < 1e-15);
        assert!((bpref(&list("0--3", &[2, 0], 2)) - (1.0 - 0.5) / 2.0).abs() < 1e-15);
    }
}
