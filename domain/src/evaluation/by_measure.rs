//! Numbers by measure: nobody has to know at which place of a list a measure stands.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::metric::{JudgedList, Measure};

/// A value for each of some measures, as `{"recall@5":0.75}`; in the order of the table of measures, then of k.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ByMeasure<T>(BTreeMap<Measure, T>);

/// The score, or the mean score, in each measure.
pub type Scores = ByMeasure<f64>;

impl<T> ByMeasure<T> {
    /// The value of a measure, where it was asked for.
    pub fn get(&self, measure: Measure) -> Option<&T> {
        self.0.get(&measure)
    }

    /// Each measure with its value.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Measure, &T)> {
        self.0.iter().map(|(measure, value)| (*measure, value))
    }

    pub fn measures(&self) -> impl DoubleEndedIterator<Item = Measure> {
        self.0.keys().copied()
    }

    /// Whether there is no measure.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Scores {
    /// What a list scores.
    pub fn score(measures: &[Measure], list: &JudgedList) -> Self {
        measures.iter().map(|measure| (*measure, measure.score(list))).collect()
    }
}

impl<T> Default for ByMeasure<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> FromIterator<(Measure, T)> for ByMeasure<T> {
    fn from_iter<I: IntoIterator<Item = (Measure, T)>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

#[cfg(test)]
impl<T> std::ops::Index<&str> for ByMeasure<T> {
    type Output = T;

    fn index(&self, measure: &str) -> &T {
        let measure = measure.parse().ok().and_then(|measure: Measure| self.get(measure));
        measure.expect("the measure was asked for")
    }
}
