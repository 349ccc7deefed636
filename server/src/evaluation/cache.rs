//! Runs that were scored, kept in memory: neither a version nor a run's list changes.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::evaluation::{ByMeasure, Comparison, ScoredRun};
use domain::id::{RunId, VersionId};
use domain::run::Run;
use store::{Store, Version};
use tokio::sync::Semaphore;

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

/// How long a page waits for a run that is scored.
const SOON: Duration = Duration::from_millis(150);

/// The scored runs of a server, and how they compare.
#[derive(Clone)]
pub struct ScoredRuns {
    /// Who scores a run that a page does not wait for takes one.
    turns: Arc<Semaphore>,
    scored: Cache<(VersionId, RunId), ScoredRun>,
    compared: Cache<(VersionId, RunId, RunId), ByMeasure<Comparison>>,
}

impl Default for ScoredRuns {
    fn default() -> Self {
        Self { turns: Arc::new(Semaphore::new(1)), scored: Cache::default(), compared: Cache::default() }
    }
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

    /// A run scored against a version, where that takes no longer than a page may wait. What takes longer is worked out beside the
    /// threads that answer requests, one at a time, and known later on.
    pub async fn scored_soon(&self, store: &Store, version: Version, run: Run) -> store::Result<Option<Arc<ScoredRun>>> {
        if let Some(scored) = self.scored.get(&(version.id, run.id), State::of_run(store, &version, &run).await?) {
            return Ok(Some(scored));
        }
        let Ok(turn) = self.turns.clone().try_acquire_owned() else { return Ok(None) };
        let (runs, store) = (self.clone(), store.clone());
        let working = tokio::spawn(async move {
            let scored = runs.scored(&store, &version, run).await;
            drop(turn);
            scored
        });
        match tokio::time::timeout(SOON, working).await {
            Ok(Ok(scored)) => scored.map(Some),
            // It goes on, or ended with a fault of the program that the log names.
            Ok(Err(_)) | Err(_) => Ok(None),
        }
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
