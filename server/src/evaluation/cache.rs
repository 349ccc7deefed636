//! Runs that were scored, kept in memory: neither a version nor a run's list changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::evaluation::ScoredRun;
use domain::id::{RunId, VersionId};
use domain::run::Run;
use store::{Store, Version};

use super::version::score_run;

/// How many are kept.
const KEPT: usize = 64;

/// What tells whether a scored run still holds: it is scored again when it grew or a query was erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    queries: i64,
    hits: i64,
    erased: i64,
}

type Kept = HashMap<(VersionId, RunId), (State, Arc<ScoredRun>)>;

/// The scored runs of a server.
#[derive(Clone, Default)]
pub struct ScoredRuns(Arc<Mutex<Kept>>);

impl ScoredRuns {
    /// A run scored against a version.
    pub async fn scored(&self, store: &Store, version: &Version, run: Run) -> store::Result<Arc<ScoredRun>> {
        let key = (version.id, run.id);
        let state = State { queries: run.queries, hits: run.hits, erased: store.erased(version.id).await? };
        if let Some((kept_at, scored)) = self.kept().get(&key)
            && *kept_at == state
        {
            return Ok(scored.clone());
        }
        let scored = Arc::new(score_run(store, version, run).await?);
        let mut kept = self.kept();
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(key, (state, scored.clone()));
        Ok(scored)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
