//! A run's lists, read some at a time.

use domain::id::{QueryId, RunId};
use store::{RankedQuery, Store};

/// A run's lists, in the order of the database's ids of their queries.
pub(super) struct RankedLists<'a> {
    store: &'a Store,
    run: RunId,
    /// The query of the last list that was read.
    after: Option<QueryId>,
    batch: std::vec::IntoIter<RankedQuery>,
}

impl<'a> RankedLists<'a> {
    pub(super) fn new(store: &'a Store, run: RunId) -> Self {
        Self { store, run, after: None, batch: Vec::new().into_iter() }
    }

    /// The next list, while there is one.
    pub(super) async fn next(&mut self) -> store::Result<Option<RankedQuery>> {
        if self.batch.as_slice().is_empty() {
            self.batch = self.store.ranked_queries(self.run, self.after).await?.into_iter();
        }
        let list = self.batch.next();
        self.after = list.as_ref().map(|list| list.query).or(self.after);
        Ok(list)
    }
}
