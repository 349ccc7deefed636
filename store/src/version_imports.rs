//! Versions that were exported elsewhere and come in.

use domain::id::{ChunkingId, SetId, VersionId};
use domain::version::{HashedItem, Head};

use crate::{Error, Result, Rule, Store};

/// The items of a version that comes from elsewhere; an error says in words what is wrong with one.
pub type Items = Box<dyn Iterator<Item = std::result::Result<HashedItem, String>> + Send>;

/// What became of a version that was to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedVersion {
    New,
    /// The same version was here.
    Known,
}

/// A version that comes in.
pub(crate) struct ForeignVersion {
    pub set: SetId,
    pub chunking: Option<ChunkingId>,
    pub id: VersionId,
    pub head: Head,
}

impl Store {
    /// Keeps a version that was exported elsewhere, in one transaction. All of its chunks and queries must be here already.
    ///
    /// # Errors
    /// [`Rule::VersionOnce`] when the set has another version of this number.
    pub async fn add_version(
        &self,
        set: SetId,
        chunking: Option<ChunkingId>,
        id: VersionId,
        head: Head,
        items: Items,
    ) -> Result<AddedVersion> {
        if let Some(known) = self.version(set, head.version).await? {
            return if known.head.is_same(&head) { Ok(AddedVersion::Known) } else { Err(Error::Conflict(Rule::VersionOnce)) };
        }
        let version = ForeignVersion { set, chunking, id, head };
        transact!(self, version_imports::add_version(&version, items))?;
        Ok(AddedVersion::New)
    }
}
