use serde::{Deserialize, Serialize};

/// Between what and what a number lies.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The least that it could be.
    pub low: f64,
    /// The most.
    pub high: f64,
}

impl Bounds {
    /// Those of every score.
    pub const ANY_SCORE: Self = Self { low: 0.0, high: 1.0 };
    /// Those of every difference of two scores.
    pub const ANY_DIFFERENCE: Self = Self { low: -1.0, high: 1.0 };

    /// Those of a number that is known.
    pub const fn exactly(value: f64) -> Self {
        Self { low: value, high: value }
    }

    /// These, within others.
    #[must_use]
    pub const fn within(self, all: Self) -> Self {
        Self { low: self.low.clamp(all.low, all.high), high: self.high.clamp(all.low, all.high) }
    }

    /// Whether a difference could have either sign.
    pub const fn have_both_signs(self) -> bool {
        self.low < -ROUNDING && self.high > ROUNDING
    }
}

/// Sums of the same numbers can differ by this.
const ROUNDING: f64 = 1e-12;
