//! The worst and the best that a mean could be.

use super::{Decide, Rules, Unjudged, Verdict};
use crate::evaluation::resample::bootstrap;
use crate::evaluation::{Bounds, mean};

/// A number that misses its limit by less than this holds: sums of the same numbers can differ by it.
const ROUNDING: f64 = 1e-12;

/// The ends of the mean of some numbers, each of which lies within its bounds; none of none. An interval's lower end is that
/// of the least numbers, its upper end that of the greatest.
pub fn ends(values: &[f64], bounds: &[Bounds], rules: Rules) -> Option<Bounds> {
    let (lows, highs): (Vec<f64>, Vec<f64>) = match rules.unjudged {
        Unjudged::Bounds => bounds.iter().map(|bounds| (bounds.low, bounds.high)).unzip(),
        Unjudged::NotRelevant => values.iter().map(|value| (*value, *value)).unzip(),
    };
    let (low, high) = (mean(lows.iter().copied())?, mean(highs.iter().copied())?);
    Some(match rules.decide {
        Decide::Point => Bounds { low, high },
        Decide::Interval => Bounds { low: bootstrap(&lows).low, high: bootstrap(&highs).high },
    })
}

/// Whether a number that lies between two ends is at least a limit.
pub fn at_least(limit: f64, ends: Bounds) -> Verdict {
    if ends.low >= limit - ROUNDING {
        Verdict::Pass
    } else if ends.high < limit - ROUNDING {
        Verdict::Fail
    } else {
        Verdict::Undecidable
    }
}
