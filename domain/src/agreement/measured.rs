//! A measure with what a reader must know to trust it.

use serde::{Deserialize, Serialize};

/// A measure with its interval, or why the ratings do not define it. Never 0 or NaN for what is not known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Measured {
    Value {
        value: f64,
        /// The lower end of the 95 % interval; none where it is not known.
        low: Option<f64>,
        /// The upper end.
        high: Option<f64>,
        /// How many items it rests on.
        n: u64,
        /// Why there is no interval.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        interval_undefined: Option<String>,
    },
    Undefined {
        /// Why, in words.
        undefined: String,
    },
}

impl Measured {
    pub fn undefined(why: impl Into<String>) -> Self {
        Self::Undefined { undefined: why.into() }
    }

    /// The value, where there is one.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Value { value, .. } => Some(*value),
            Self::Undefined { .. } => None,
        }
    }

    /// The ends of the interval, where it is known.
    pub fn interval(&self) -> Option<(f64, f64)> {
        match self {
            Self::Value { low: Some(low), high: Some(high), .. } => Some((*low, *high)),
            _ => None,
        }
    }

    /// How many items it rests on; 0 when it is undefined.
    pub fn n(&self) -> u64 {
        match self {
            Self::Value { n, .. } => *n,
            Self::Undefined { .. } => 0,
        }
    }
}
