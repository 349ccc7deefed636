//! Freezing: one transaction, so that a version is absent or whole.

use domain::finding::Finding;
use domain::golden_set::GoldenSet;
use domain::id::{ChunkingId, UserId, VersionId};
use domain::lint::{Candidate as LintCandidate, Linter};
use domain::timestamp::Timestamp;
use domain::version::{Counts, Head, RootHash, item_hash};

use crate::candidates::{Candidate, Gathered};
use crate::frozen::FrozenItem;
use crate::{Result, Store};

/// A version that is to be frozen.
#[derive(Debug, Clone)]
pub struct NewVersion {
    pub id: VersionId,
    /// What its author wants to say about it.
    pub note: String,
    /// Who freezes it; none from the command line.
    pub author: Option<UserId>,
    /// Now.
    pub created_at: Timestamp,
    /// What happens to queries with errors.
    pub errors: OnErrors,
    /// Makes the salt of an item's hash.
    pub new_salt: fn() -> String,
}

/// What happens to a query that the linter finds an error in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnErrors {
    /// Nothing is frozen.
    Refuse,
    /// The query is left out.
    LeaveOut,
}

/// What came of a freeze.
#[derive(Debug, Clone, PartialEq)]
pub enum Freezing {
    /// The version is on the disk.
    Frozen(Box<Head>),
    /// Nothing was kept: these errors are in the way, or, without any, no query is settled.
    Refused(Vec<Finding>),
}

/// An item of a version as it is written.
pub(crate) struct NewItem {
    pub hash: String,
    pub kept: Option<KeptItem>,
}

/// What an erasure takes away.
pub(crate) struct KeptItem {
    pub external_id: String,
    pub salt: String,
    pub frozen: FrozenItem,
}

impl NewItem {
    /// A candidate as it is written, under a salt.
    pub(crate) fn from_candidate(candidate: Candidate, salt: String) -> Self {
        let Candidate { item, frozen, .. } = candidate;
        Self { hash: item_hash(&salt, &item.line()), kept: Some(KeptItem { external_id: item.query_id, salt, frozen }) }
    }
}

/// What is known about a version while it is written.
#[derive(Default)]
pub(crate) struct Making {
    pub root: RootHash,
    pub counts: Counts,
    pub position: i64,
}

/// The names of a chunking's corpus and of itself; empty for none.
#[derive(Debug, Clone, Default)]
pub(crate) struct ChunkingNames {
    pub corpus: String,
    pub chunking: String,
}

impl Store {
    /// Checks what would be frozen now.
    pub async fn lint(&self, set: &GoldenSet) -> Result<Vec<Finding>> {
        read!(self, freezing::lint(set.id, set.settings.cutoff))
    }

    /// Freezes what is settled, in one transaction: labels that arrive meanwhile are in the next version.
    pub async fn freeze(&self, set: &GoldenSet, new: NewVersion) -> Result<Freezing> {
        let (set, names) = (set.clone(), self.chunking_names(set.chunking).await?);
        let frozen = transact!(self, freezing::freeze(&set, names, &new));
        fail::fail_point!("freeze-committed");
        frozen
    }

    async fn chunking_names(&self, chunking: Option<ChunkingId>) -> Result<ChunkingNames> {
        let Some(id) = chunking else { return Ok(ChunkingNames::default()) };
        let names = |of: domain::corpus::Chunking| ChunkingNames { corpus: of.corpus_name.to_string(), chunking: of.name.to_string() };
        Ok(self.chunking(id).await?.map(names).unwrap_or_default())
    }
}

/// Lets the linter see a query; gives the candidate when no error stands in its way.
pub(crate) fn check(linter: &mut Linter, gathered: Gathered) -> Option<Candidate> {
    match gathered.outcome {
        Err(why) => {
            linter.unsettled(&gathered.external_id, &why);
            None
        }
        Ok(candidate) => {
            let seen = LintCandidate { item: &candidate.item, dangling: &candidate.dangling, retrievers: gathered.retrievers };
            let error = linter.look(seen);
            (!error).then_some(candidate)
        }
    }
}
