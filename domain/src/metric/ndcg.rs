mod most;

use self::most::Gains;
use super::{JudgedList, ListPair, as_float};

/// Normalised discounted cumulative gain of the top k with the grade itself as gain, as `trec_eval` and BEIR have it:
/// `Σ grade / log2(rank + 1)` ÷ the same of the ideal order of all judged chunks. A grade below 0 gains nothing.
/// Järvelin and Kekäläinen, ACM TOIS 20 (4), 2002.
pub fn ndcg(list: &JudgedList, k: usize) -> f64 {
    normalised(list, k, f64::from)
}

/// The same with `2^grade − 1` as gain: Burges et al., ICML 2005.
pub fn ndcg_exp(list: &JudgedList, k: usize) -> f64 {
    normalised(list, k, exponential)
}

/// The most that the second list could be better by.
pub(super) fn most_ndcg(pair: &ListPair, k: usize) -> f64 {
    Gains { pair, k, gain: f64::from }.most()
}

/// The same with `2^grade − 1` as gain.
pub(super) fn most_ndcg_exp(pair: &ListPair, k: usize) -> f64 {
    Gains { pair, k, gain: exponential }.most()
}

fn exponential(grade: i32) -> f64 {
    f64::from(grade).exp2() - 1.0
}

fn normalised(list: &JudgedList, k: usize, gain: fn(i32) -> f64) -> f64 {
    let ideal = discounted(list.ideal.iter().map(|grade| Some(*grade)), k, gain);
    if ideal > 0.0 { discounted(list.grades.iter().copied(), k, gain) / ideal } else { 0.0 }
}

fn discounted(grades: impl Iterator<Item = Option<i32>>, k: usize, gain: fn(i32) -> f64) -> f64 {
    let mut sum = 0.0;
    for (index, grade) in grades.take(k).enumerate() {
        if let Some(grade) = grade.filter(|grade| *grade > 0) {
            sum += gain(grade) / discount(index + 1);
        }
    }
    sum
}

/// By what the gain at a rank is divided.
fn discount(rank: usize) -> f64 {
    (as_float(rank) + 1.0).log2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::list;

    #[test]
    fn the_ideal_order_is_of_all_judged_chunks() {
        let got = ndcg(&list("03", &[2], 2), 2);
        let expected = (3.0 / 3f64.log2()) / (3.0 + 2.0 / 3f64.log2());
        assert!((got - expected).abs() < 1e-15);
    }

    #[test]
    fn the_cutoff_does_not_matter_and_the_gain_does() {
        assert!((ndcg(&list("13", &[], 1), 2) - ndcg(&list("13", &[], 3), 2)).abs() < 1e-15);
        let expected = (1.0 + 7.0 / 3f64.log2()) / (7.0 + 1.0 / 3f64.log2());
        assert!((ndcg_exp(&list("13", &[], 2), 2) - expected).abs() < 1e-15);
    }

    #[test]
    fn a_perfect_order_is_1() {
        assert!((ndcg(&list("3321", &[0], 2), 10) - 1.0).abs() < 1e-15);
    }
}
