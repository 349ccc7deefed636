//! A version as a command names it.

use clap::Args;
use domain::version::Head;
use store::{Store, Version};

use super::set::find_set;
use crate::Error;

/// A version of a set.
#[derive(Debug, Args)]
pub struct OfVersion {
    /// The set's name.
    #[arg(long)]
    pub set: String,
    /// The version's number; else the newest.
    #[arg(long)]
    pub version: Option<i32>,
}

impl OfVersion {
    /// The version, found.
    pub(super) async fn find(&self, store: &Store) -> Result<Version, Error> {
        let set = find_set(store, &self.set).await?;
        let found = match self.version {
            Some(number) => store.version(set.id, number).await?,
            None => store.versions(set.id, None).await?.into_iter().next(),
        };
        found.ok_or_else(|| match self.version {
            Some(number) => Error::Input(format!("the set {} has no version {number}", self.set)),
            None => Error::Input(format!("the set {0} has no version: make one with `touchstone freeze --set {0}`", self.set)),
        })
    }
}

/// How many of a version's queries were erased; none when none was.
pub(super) fn erased_in_words(erased: i64, head: &Head) -> Option<String> {
    let queries = head.counts.queries;
    (erased > 0).then(|| format!("{erased} of the version's {queries} queries were erased since it was frozen: nothing is known of them"))
}
