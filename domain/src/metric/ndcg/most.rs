use super::{discount, discounted};
use crate::metric::ListPair;

/// How often the greatest ratio is sought at the most; it is found after a handful.
const STEPS: usize = 100;

/// The most that the second list's gain could be above the first's, ÷ the ideal gain, over all grades of the holes. Exact.
///
/// Let `n` holes have at least grade `t`. They add `gain(t) − gain(t − 1)` each, at their ranks in the lists and, whichever
/// they are, at the same ranks of the ideal order: those after the judged chunks of at least that grade. So the best `n` are
/// those whose ranks differ most in the second list's favour, and what is left to choose is `n` for each grade, which does
/// not grow with the grade. The greatest ratio of two sums is found as Dinkelbach does (Management Science 13 (7), 1967).
pub struct Gains<'a> {
    pub pair: &'a ListPair<'a>,
    pub k: usize,
    pub gain: fn(i32) -> f64,
}

/// Grades that as many judged chunks have or exceed.
struct Level {
    /// How much more the highest of them gains than the grade below the lowest.
    gain: f64,
    /// How many judged chunks have that grade at least.
    judged: usize,
}

/// The difference of the lists' gains, and the ideal gain.
#[derive(Clone, Copy)]
struct Ratio {
    difference: f64,
    ideal: f64,
}

impl Ratio {
    fn value(self) -> f64 {
        if self.ideal > 0.0 { self.difference / self.ideal } else { 0.0 }
    }

    /// By how much it is above another ratio, times the ideal.
    fn above(self, ratio: f64) -> f64 {
        self.difference - ratio * self.ideal
    }
}

impl Gains<'_> {
    pub fn most(&self) -> f64 {
        let weights = self.weights();
        let ideal = sums((1..=self.k.min(self.pair.to.ideal.len() + weights.len() - 1)).map(|rank| 1.0 / discount(rank)));
        let (levels, judged) = (self.levels(), self.judged());
        let mut most = judged.value();
        for _ in 0..STEPS {
            let best = best(judged, &levels, &weights, &ideal, most).value();
            if best <= most {
                break;
            }
            most = best;
        }
        most
    }

    /// How much the best 0, 1, 2 … holes move the lists apart for a gain of 1 each.
    fn weights(&self) -> Vec<f64> {
        let at = |rank: Option<usize>| rank.map_or(0.0, |rank| 1.0 / discount(rank));
        let mut weights: Vec<f64> = self.pair.holes(self.k).map(|hole| at(hole.to) - at(hole.from)).collect();
        weights.sort_unstable_by(|a, b| b.total_cmp(a));
        sums(weights.into_iter())
    }

    /// The lists when no hole gains anything.
    fn judged(&self) -> Ratio {
        let Self { pair, k, gain } = *self;
        let of = |list: &crate::metric::JudgedList| discounted(list.grades.iter().copied(), k, gain);
        let ideal = discounted(pair.to.ideal.iter().map(|grade| Some(*grade)), k, gain);
        Ratio { difference: of(pair.to) - of(pair.from), ideal }
    }

    /// The grades that a hole can have, the highest first.
    fn levels(&self) -> Vec<Level> {
        let (ideal, top) = (&self.pair.to.ideal, self.pair.top);
        let mut grades: Vec<i32> = std::iter::once(top).chain(ideal.iter().copied().filter(|grade| *grade < top)).collect();
        grades.dedup();
        let below = grades[1..].iter().copied().chain([0]);
        let level = |(grade, below): (&i32, i32)| Level {
            gain: (self.gain)(*grade) - (self.gain)(below),
            judged: ideal.partition_point(|judged| judged >= grade),
        };
        grades.iter().zip(below).map(level).collect()
    }
}

/// The first 0, 1, 2 … numbers summed.
fn sums(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sums = vec![0.0];
    sums.extend(numbers.scan(0.0, |sum, number| {
        *sum += number;
        Some(*sum)
    }));
    sums
}

/// The ratio that is the furthest above another.
fn best(judged: Ratio, levels: &[Level], weights: &[f64], ideal: &[f64], ratio: f64) -> Ratio {
    let better = |a: Ratio, b: Ratio| if b.above(ratio) > a.above(ratio) { b } else { a };
    // For each number of holes that have at least a grade, the best that they and those of higher grades can do.
    let mut best = vec![judged; weights.len()];
    for level in levels {
        let ranks = |count: usize| ideal[(level.judged + count).min(ideal.len() - 1)] - ideal[level.judged.min(ideal.len() - 1)];
        let mut higher = best[0];
        for (count, here) in best.iter_mut().enumerate() {
            higher = better(higher, *here);
            let difference = higher.difference + level.gain * weights[count];
            *here = Ratio { difference, ideal: higher.ideal + level.gain * ranks(count) };
        }
    }
    best.into_iter().reduce(better).unwrap_or(judged)
}
