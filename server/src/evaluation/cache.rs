//! Runs that were scored, kept in memory: neither a version nor a run's list changes.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::evaluation::{ByMeasure, Comparison, ScoredRun};
use domain::id::{RunId, VersionId};
use domain::run::Run;
use store::{Store, Version};

use super::compared::compare_runs;
use super::version::score_run;
use crate::error::Result;

/// How many are kept.
const KEPT: usize = 64;

/// What tells whether a scored run still holds: it is scored again when it grew or a query was erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    queries: i64,
    hits: i64,
    erased: i64,
}

/// Values with what they were made from, by a key.
type Kept<Key, Value> = HashMap<Key, (State, Arc<Value>)>;

/// The scored runs of a server, and how they compare.
#[derive(Clone, Default)]
pub struct ScoredRuns {
    scored: Cache<(VersionId, RunId), ScoredRun>,
    compared: Cache<(VersionId, RunId, RunId), ByMeasure<Comparison>>,
}

impl ScoredRuns {
    /// A run scored against a version.
    pub async fn scored(&self, store: &Store, version: &Version, run: Run) -> store::Result<Arc<ScoredRun>> {
        let (key, state) = ((version.id, run.id), State::of_run(store, version, &run).await?);
        if let Some(scored) = self.scored.get(&key, state) {
            return Ok(scored);
        }
        let scored = score_run(store, version, run).await?;
        Ok(self.scored.keep(key, state, scored))
    }

    /// How a run compares with another one on a version.
    pub async fn compared(&self, store: &Store, version: &Version, from: Run, to: Run) -> Result<Arc<ByMeasure<Comparison>>> {
        let (from, to) = (self.scored(store, version, from).await?, self.scored(store, version, to).await?);
        let key = (version.id, from.run.id, to.run.id);
        let state = State::of_run(store, version, &from.run).await?.and(State::of_run(store, version, &to.run).await?);
        if let Some(compared) = self.compared.get(&key, state) {
            return Ok(compared);
        }
        let compared = compare_runs(store, version, from, to).await?;
        Ok(self.compared.keep(key, state, compared))
    }
}

impl State {
    async fn of_run(store: &Store, version: &Version, run: &Run) -> store::Result<Self> {
        Ok(Self { queries: run.queries, hits: run.hits, erased: store.erased(version.id).await? })
    }

    /// That of two runs: both only grow, so the sums tell.
    fn and(self, other: Self) -> Self {
        Self { queries: self.queries + other.queries, hits: self.hits + other.hits, erased: self.erased }
    }
}

/// A few values that were made.
struct Cache<Key, Value>(Arc<Mutex<Kept<Key, Value>>>);

impl<Key, Value> Clone for Cache<Key, Value> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<Key, Value> Default for Cache<Key, Value> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<Key: Eq + Hash, Value> Cache<Key, Value> {
    /// The value, where it still holds.
    fn get(&self, key: &Key, state: State) -> Option<Arc<Value>> {
        self.kept().get(key).filter(|(made_of, _)| *made_of == state).map(|(_, value)| value.clone())
    }

    fn keep(&self, key: Key, state: State, value: Value) -> Arc<Value> {
        let value = Arc::new(value);
        let mut kept = self.kept();
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(key, (state, value.clone()));
        value
    }

    fn kept(&self) -> MutexGuard<'_, Kept<Key, Value>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
