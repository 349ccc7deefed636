//! Freezes that people begin on a page: it waits for a small set, and a large one is frozen while they do something else.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::id::SetId;
use domain::text::counted;
use store::{Freezing, NewVersion, Store};

use crate::error::{Error, Result};

/// How long a page waits for a version.
const PATIENCE: Duration = Duration::from_secs(5);

/// The freezes of a server.
#[derive(Clone, Default)]
pub struct Freezes(Arc<Mutex<HashMap<SetId, String>>>);

/// What came of a freeze that somebody waited for.
pub enum Waited {
    /// It ended meanwhile.
    Ended(Freezing),
    /// It goes on; the set's versions say how far it is, and what came of it.
    GoesOn,
}

impl Freezes {
    /// Freezes a set, and waits a little for what comes of it.
    pub async fn freeze(&self, store: &Store, set: SetId, new: NewVersion) -> Result<Waited> {
        self.failed().remove(&set);
        let store = store.clone();
        let mut freeze = tokio::spawn(async move { store.freeze(set, new).await });
        if let Ok(ended) = tokio::time::timeout(PATIENCE, &mut freeze).await {
            return Ok(Waited::Ended(ended??));
        }
        let freezes = self.clone();
        tokio::spawn(async move { freezes.note(set, freeze.await.map_err(Error::from).and_then(|ended| Ok(ended?))) });
        Ok(Waited::GoesOn)
    }

    /// Why the last freeze of a set that nobody waited for made no version.
    pub fn failure(&self, set: SetId) -> Option<String> {
        self.failed().get(&set).cloned()
    }

    fn note(&self, set: SetId, ended: Result<Freezing>) {
        let words = match ended {
            Ok(Freezing::Frozen(_)) => return,
            Ok(Freezing::Refused(errors)) if errors.is_empty() => "no query was settled".to_owned(),
            Ok(Freezing::Refused(errors)) => {
                format!("{} in the way: mend them, or leave their queries out", counted(errors.len(), "error is", "errors are"))
            }
            Err(error) => error.to_string(),
        };
        tracing::warn!(%set, words, "a freeze made no version");
        self.failed().insert(set, words);
    }

    fn failed(&self) -> MutexGuard<'_, HashMap<SetId, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
