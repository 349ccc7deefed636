//! What a running server works with.

use std::path::PathBuf;
use std::sync::Arc;

use domain::id::UserId;
use store::Store;

use crate::believed::BelievedSessions;
use crate::changes::Changes;
use crate::edge::Edge;
use crate::evaluation::ScoredRuns;
use crate::freezes::Freezes;
use crate::jobs::Jobs;
use crate::lints::Lints;
use crate::search::SearchIndexes;

/// The services of a running server.
#[derive(Clone)]
pub struct ServerServices {
    /// What is kept.
    pub store: Store,
    /// Time, randomness and new ids.
    pub edge: Edge,
    pub indexes: Arc<SearchIndexes>,
    pub jobs: Jobs,
    /// Who is told that something in a set changed.
    pub changes: Changes,
    pub(crate) believed: BelievedSessions,
    /// Runs that were scored.
    pub(crate) scored_runs: ScoredRuns,
    pub(crate) freezes: Freezes,
    /// What the linter found in the sets.
    pub(crate) lints: Lints,
}

impl ServerServices {
    /// The services over a store and a data directory.
    pub fn new(store: Store, data: PathBuf, edge: Edge) -> Self {
        let indexes = Arc::new(SearchIndexes::new(&data));
        let jobs = Jobs::new(store.clone(), indexes.clone(), &data, edge);
        let changes = Changes::new(store.clone());
        Self {
            store,
            edge,
            changes,
            believed: BelievedSessions::default(),
            indexes,
            jobs,
            scored_runs: ScoredRuns::default(),
            freezes: Freezes::default(),
            lints: Lints::default(),
        }
    }

    /// Sees to it that what a user may do is asked again, by their next request and by what they listen to.
    pub fn rights_changed(&self, user: UserId) {
        self.believed.forget_user(user);
        self.changes.ask_again(user);
    }
}
