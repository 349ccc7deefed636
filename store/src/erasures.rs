//! Erasing a query.

use domain::id::{QueryId, SetId};

use crate::{Result, Store};

impl Store {
    /// Erases a query of a set, with its labels, answers and history. The versions that hold it keep its hash, so that their
    /// root hashes still verify. `false`: the set has no such query.
    pub async fn erase_query(&self, set: SetId, query: QueryId) -> Result<bool> {
        transact!(self, erasures::erase_query(set, query))
    }
}
