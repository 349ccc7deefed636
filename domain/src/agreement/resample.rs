//! Intervals: Efron's percentile bootstrap over queries, because the chunks of one query are not independent. A resample draws
//! as many queries as there are, with replacement, and each brings all its counts.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::Measured;
use super::rows::Rows;
use crate::evaluation::resample::{SEED, below};

/// How many resamples an interval has.
pub const RESAMPLES: usize = 1000;
/// How many of them must have a value: where more lack one, the ends of a 95 % interval would be made up.
const VALUED: usize = RESAMPLES * 95 / 100;

/// A value, or why there is none.
pub(super) type Value = Result<f64, &'static str>;

/// A value and its interval, before it is said how many items it rests on.
pub(super) struct Estimate {
    value: Value,
    interval: Result<(f64, f64), String>,
}

impl Estimate {
    pub(super) fn over(self, n: u64) -> Measured {
        let (low, high, why) = match self.interval {
            Ok((low, high)) => (Some(low), Some(high), None),
            Err(why) => (None, None, Some(why)),
        };
        self.value.map_or_else(Measured::undefined, |value| Measured::Value { value, low, high, n, interval_undefined: why })
    }
}

/// Measures over the sums of rows, with their intervals.
pub(super) fn estimates<const N: usize>(rows: &Rows, measure: impl Fn(&[f64]) -> [Value; N]) -> [Estimate; N] {
    let values = measure(&rows.sums());
    let mut resampled: [Vec<f64>; N] = std::array::from_fn(|_| Vec::new());
    if rows.queries() > 1 && values.iter().any(Result::is_ok) {
        for sums in Resamples::new(rows) {
            measure(&sums).into_iter().zip(&mut resampled).for_each(|(value, values)| values.extend(value));
        }
    }
    let mut resampled = resampled.into_iter();
    values.map(|value| Estimate { value, interval: interval(rows.queries(), resampled.next().unwrap_or_default()) })
}

fn interval(queries: usize, mut resampled: Vec<f64>) -> Result<(f64, f64), String> {
    if queries < 2 {
        return Err("one query does not show how queries differ".to_owned());
    }
    if resampled.len() < VALUED {
        return Err(format!("{} of {RESAMPLES} resamples have no value", RESAMPLES - resampled.len()));
    }
    resampled.sort_unstable_by(f64::total_cmp);
    let end = |thousandth: usize| resampled[(resampled.len() * thousandth / 1000).min(resampled.len() - 1)];
    Ok((end(25), end(975)))
}

/// The sums of one resample after another.
struct Resamples<'a> {
    rows: &'a Rows,
    rng: ChaCha8Rng,
    /// How often the last resample drew each row.
    drawn: Vec<f64>,
    left: usize,
}

impl<'a> Resamples<'a> {
    fn new(rows: &'a Rows) -> Self {
        Self { rows, rng: ChaCha8Rng::seed_from_u64(SEED), drawn: Vec::new(), left: RESAMPLES }
    }
}

impl Iterator for Resamples<'_> {
    type Item = Vec<f64>;

    fn next(&mut self) -> Option<Vec<f64>> {
        self.left = self.left.checked_sub(1)?;
        let queries = self.rows.queries();
        self.drawn.clear();
        self.drawn.resize(queries, 0.0);
        for _ in 0..queries {
            self.drawn[below(&mut self.rng, queries)] += 1.0;
        }
        Some(self.rows.weighted_sums(&self.drawn))
    }
}
