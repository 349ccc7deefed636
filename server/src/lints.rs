//! What the linter finds in each set: looked for once however many ask, and kept until the set changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::id::SetId;
use domain::lint_report::{LintReport, Linting, Looked};
use domain::timestamp::Timestamp;
use store::{SetRevision, Store};
use tokio::sync::watch;

/// Of how many sets it is kept.
const KEPT: usize = 64;
/// With so few queries a set is checked while its reader waits.
const SMALL: i64 = 500;

/// What the linter found in the sets of a server, and what it is checking.
#[derive(Clone, Default)]
pub struct Lints(Arc<Mutex<HashMap<SetId, Lint>>>);

/// What is known of a set.
#[derive(Default)]
struct Lint {
    found: Option<(SetRevision, LintReport)>,
    checking: Option<Arc<Checking>>,
    /// Why the last check came to nothing, until somebody was told.
    failed: Option<store::Error>,
}

/// A check that is under way; its end is seen by whoever waits for it.
struct Checking {
    looked: Mutex<Looked>,
    ended: watch::Sender<bool>,
}

impl Checking {
    fn looked(&self) -> MutexGuard<'_, Looked> {
        self.looked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lints {
    /// What is known of a set; what changed since is checked, and who reads a small set waits for it.
    pub async fn look(&self, store: &Store, set: SetId, clock: fn() -> Timestamp) -> store::Result<Linting> {
        let revision = store.set_revision(set).await?;
        if let Some(checking) = self.begin(store, set, revision, clock)
            && revision.queries() <= SMALL
        {
            let mut ended = checking.ended.subscribe();
            // The sender lives as long as what is waited with, so this is no error.
            drop(ended.wait_for(|ended| *ended).await);
        }
        self.known(store, set).await
    }

    /// What is known of a set, without a new check.
    pub async fn known(&self, store: &Store, set: SetId) -> store::Result<Linting> {
        let revision = store.set_revision(set).await?;
        let mut lints = self.lints();
        let Some(lint) = lints.get_mut(&set) else { return Ok(Linting::default()) };
        if let Some(error) = lint.failed.take() {
            return Err(error);
        }
        Ok(Linting {
            report: lint.found.as_ref().map(|(_, report)| report.clone()),
            changes_since: lint.found.as_ref().map_or(0, |(found, _)| revision.changes_since(found)),
            checking: lint.checking.as_ref().map(|checking| *checking.looked()),
        })
    }

    /// The check that is under way; begun where there is none and the set is not known at this revision.
    fn begin(&self, store: &Store, set: SetId, revision: SetRevision, clock: fn() -> Timestamp) -> Option<Arc<Checking>> {
        let mut lints = self.lints();
        if lints.len() >= KEPT && !lints.contains_key(&set) {
            lints.retain(|_, lint| lint.checking.is_some());
        }
        let lint = lints.entry(set).or_default();
        if lint.checking.is_none() && lint.found.as_ref().is_none_or(|(found, _)| *found != revision) {
            let checking = Arc::new(Checking { looked: Mutex::default(), ended: watch::Sender::new(false) });
            lint.checking = Some(checking.clone());
            tokio::spawn(self.clone().check(store.clone(), set, checking, clock()));
        }
        lint.checking.clone()
    }

    async fn check(self, store: Store, set: SetId, checking: Arc<Checking>, now: Timestamp) {
        let _end = End { lints: self.clone(), set, checking: checking.clone() };
        let linted = store.lint(set, |looked| *checking.looked() = looked).await;
        let mut lints = self.lints();
        let lint = lints.entry(set).or_default();
        match linted {
            Ok(linted) => lint.found = Some((linted.revision, LintReport::new(linted.findings, now))),
            Err(error) => {
                tracing::warn!(%error, %set, "a set could not be checked");
                lint.failed = Some(error);
            }
        }
    }

    fn lints(&self) -> MutexGuard<'_, HashMap<SetId, Lint>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends a check when it is dropped, also by a panic: nobody waits for one that is gone.
struct End {
    lints: Lints,
    set: SetId,
    checking: Arc<Checking>,
}

impl Drop for End {
    fn drop(&mut self) {
        if let Some(lint) = self.lints.lints().get_mut(&self.set) {
            lint.checking = None;
        }
        self.checking.ended.send_replace(true);
    }
}
