//! Identifiers: UUIDv7, one type a noun, so that they cannot be mixed up.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(transparent))]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }
    )+};
}

ids! {
    /// A golden set.
    SetId,
    CorpusId,
    /// One ingestion of a corpus.
    ChunkingId,
    /// A chunk of a chunking.
    ChunkId,
    /// A query of a set.
    QueryId,
    /// One retriever's ranked lists.
    RunId,
    /// A judge: an LLM with a prompt version.
    JudgeId,
    /// A frozen version of a set.
    VersionId,
    /// An API token.
    TokenId,
    /// A person.
    UserId,
    InvitationId,
    /// What a labeller did, named by the browser that did it.
    OperationId,
    /// A long piece of work.
    JobId,
    /// A server, from its start to its end.
    ServerId,
}

/// A UUIDv7 from a time in milliseconds and ten random bytes; both enter at the edge.
pub fn uuid_v7(millis: u64, random: &[u8; 10]) -> Uuid {
    uuid::Builder::from_unix_timestamp_millis(millis, random).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_ids_sort_after_earlier_ones() {
        assert!(uuid_v7(1, &[255; 10]) < uuid_v7(2, &[0; 10]));
        assert_eq!(uuid_v7(1, &[0; 10]).get_version_num(), 7);
    }
}
