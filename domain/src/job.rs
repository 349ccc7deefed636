//! Jobs: long work that runs in the server, survives a reload of the page and can be cancelled.

use serde::{Deserialize, Serialize};

use crate::id::{JobId, SetId};
use crate::report::Report;
use crate::timestamp::Timestamp;

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum JobStatus {
    /// It waits or works.
    Running,
    /// It is through.
    Done,
    /// It stopped on an error.
    Failed,
    /// Somebody stopped it.
    Cancelled,
}

/// A long piece of work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Its id.
    pub id: JobId,
    /// What is done, so that it can be taken up again after a crash.
    pub work: Work,
    /// Where it stands.
    pub status: JobStatus,
    /// How much is done, in `unit`s of the work: bytes of a file, queries of a run.
    pub done: i64,
    /// How much there is.
    pub total: i64,
    /// What came of it.
    pub report: Option<Report>,
    /// Why it failed.
    pub error: Option<String>,
    /// When it was asked for.
    pub created_at: Timestamp,
}

/// What a job does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// Bring a file in.
    Import {
        /// Its name, as the person knows it.
        file: String,
        /// Where it goes.
        target: ImportTarget,
    },
    /// Let the built-in retriever make a run.
    Retrieve {
        /// The set whose queries are asked.
        set: SetId,
        /// How many hits a query.
        k: i32,
    },
}

impl Work {
    /// The set that it is for; none for a corpus.
    pub fn set(&self) -> Option<SetId> {
        match self {
            Self::Retrieve { set, .. } => Some(*set),
            Self::Import { target, .. } => match target {
                ImportTarget::Corpus { .. } => None,
                ImportTarget::Queries { set, .. }
                | ImportTarget::Run { set, .. }
                | ImportTarget::Prelabels { set, .. }
                | ImportTarget::Labels { set, .. } => Some(*set),
            },
        }
    }
}

/// What a file holds and where it goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportTarget {
    /// Chunks of a corpus.
    Corpus {
        /// The corpus's name.
        corpus: crate::golden_set::Name,
        /// The chunking's name.
        chunking: crate::golden_set::Name,
    },
    /// Queries of a set.
    Queries {
        /// The set.
        set: SetId,
        /// The column of a CSV or TSV file that holds the query.
        column: Option<String>,
        /// Where the queries came from, for those that do not say.
        source: Option<String>,
    },
    /// A run over a set's queries.
    Run {
        /// The set.
        set: SetId,
        /// The retriever's name.
        retriever: String,
        /// The retriever's commit.
        commit: Option<String>,
        /// The corpus that it ranks, when the set has none yet.
        corpus: Option<crate::golden_set::Name>,
        /// The chunking that it ranks, when the set has none yet.
        chunking: Option<crate::golden_set::Name>,
    },
    /// A judge's pre-labels.
    Prelabels {
        /// The set.
        set: SetId,
        /// The judge's name.
        judge: String,
    },
    /// Labels that exist already.
    Labels {
        /// The set.
        set: SetId,
        /// Who gave them, for those that do not say.
        labeller: String,
    },
}
