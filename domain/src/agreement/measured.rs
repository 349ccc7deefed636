//! A measure with what a reader must know to trust it.

use serde::{Deserialize, Serialize};

/// A measure with its interval, or why the ratings do not define it. Never 0 or NaN for what is not known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Measured {
    Value {
        value: f64,
        /// The lower end of the 95 % interval.
        low: f64,
        /// The upper end.
        high: f64,
        /// How many items it rests on.
        n: u64,
    },
    Undefined {
        /// Why, in words.
        undefined: String,
    },
}

impl Measured {
    pub fn undefined(why: &str) -> Self {
        Self::Undefined { undefined: why.into() }
    }

    /// The value, where there is one.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Value { value, .. } => Some(*value),
            Self::Undefined { .. } => None,
        }
    }
}
