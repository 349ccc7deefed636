//! What is wrong with a value that came from outside.

use serde::{Deserialize, Serialize};

/// A value that cannot be taken, in words: what is wrong and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{0}")]
pub struct Invalid(pub String);

impl Invalid {
    /// A refusal with its reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}
