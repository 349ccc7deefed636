//! Intervals: Efron's percentile bootstrap over items. Items that look the same are counted together, so a resample is one
//! multinomial draw over the kinds of items and costs the same for a thousand items as for a million.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_distr::{Binomial, Distribution};

use super::Measured;
use super::ratings::float;
use crate::evaluation::resample::SEED;

/// How many resamples an interval has.
const RESAMPLES: usize = 1000;

/// Measures over kinds of items, of which there are so many each, with their intervals.
pub(super) fn measured<const N: usize>(
    counts: &[u64],
    n: u64,
    measure: impl Fn(&[u64]) -> [Result<f64, &'static str>; N],
) -> [Measured; N] {
    let values = measure(counts);
    let mut resampled: [Vec<f64>; N] = std::array::from_fn(|_| Vec::with_capacity(RESAMPLES));
    if values.iter().any(Result::is_ok) {
        let mut rng = ChaCha8Rng::seed_from_u64(SEED);
        let mut drawn = vec![0; counts.len()];
        for _ in 0..RESAMPLES {
            draw(&mut rng, counts, n, &mut drawn);
            // A resample without variation has no value; the interval is over those that have one.
            measure(&drawn).into_iter().zip(&mut resampled).for_each(|(value, values)| values.extend(value));
        }
    }
    let mut resampled = resampled.into_iter();
    values.map(|value| with_interval(value, resampled.next().unwrap_or_default(), n))
}

fn with_interval(value: Result<f64, &'static str>, mut resampled: Vec<f64>, n: u64) -> Measured {
    let value = match value {
        Ok(value) => value,
        Err(why) => return Measured::undefined(why),
    };
    resampled.sort_unstable_by(f64::total_cmp);
    let end = |share: usize| resampled.get((resampled.len() * share / 1000).min(resampled.len().saturating_sub(1))).copied();
    Measured::Value { value, low: end(25).unwrap_or(value), high: end(975).unwrap_or(value), n }
}

/// Draws `n` items with replacement: how many of each kind.
fn draw(rng: &mut ChaCha8Rng, counts: &[u64], n: u64, drawn: &mut [u64]) {
    let (mut left, mut of) = (n, n);
    for (count, drawn) in counts.iter().zip(drawn) {
        let share = if of > 0 { float(*count) / float(of) } else { 0.0 };
        *drawn = Binomial::new(left, share.min(1.0)).map_or(0, |binomial| binomial.sample(rng));
        left -= *drawn;
        of -= count;
    }
}
