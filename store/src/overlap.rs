//! Gives queries out to as many labellers as the set's settings say, also after these have changed.

use domain::id::{QueryId, SetId};

use crate::{Result, Store};

/// Queries of a set that were given the number of labellers that they need.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AppliedBatch {
    pub after: QueryId,
    /// The last of them; none when they were the last of the set.
    pub until: Option<QueryId>,
    /// The revision of the settings that they follow.
    pub revision: i64,
    pub share_in_effect: bool,
}

impl Store {
    /// Whether more than one person can label in a set: then its share of queries with a higher overlap is in effect.
    pub async fn several_can_label(&self, set: SetId) -> Result<bool> {
        read!(self, labellers::are_several(set))
    }

    /// How many labellers a query of the set needs; none when the set has no such query.
    pub async fn overlap_of(&self, set: SetId, query: QueryId) -> Result<Option<i32>> {
        read!(self, overlap::of_query(set, query))
    }

    /// Lets every query of a set need what the settings say, in batches that let labels get in between.
    pub async fn apply_overlap(&self, set: SetId) -> Result<()> {
        while self.apply_overlap_to_some(set).await? {}
        Ok(())
    }

    /// Lets the next queries of a set need what the settings say; gives whether there may be more.
    pub(crate) async fn apply_overlap_to_some(&self, set: SetId) -> Result<bool> {
        if !read!(self, overlap::is_due(set))? {
            return Ok(false);
        }
        transact!(self, overlap::notice_labellers(set))?;
        let Some(batch) = transact!(self, overlap::apply_batch(set))? else { return Ok(false) };
        transact!(self, overlap::advance(set, batch))?;
        Ok(true)
    }

    /// Lets the queries of all sets need what the settings say, and frees the places of who can no longer label, after people came or
    /// went or a server stopped half-way. What was asked for is done; what fails here is done by the next start, or when the next query
    /// is given out.
    pub(crate) async fn apply_overlaps(&self) {
        if let Err(error) = self.apply_overlap_to_all().await {
            tracing::warn!(%error, "queries do not wait yet for those who can label them; it is tried again with the next query");
        }
    }

    async fn apply_overlap_to_all(&self) -> Result<()> {
        for set in read!(self, overlap::sets())? {
            self.apply_overlap(set).await?;
            self.free_places(set).await?;
        }
        Ok(())
    }
}
