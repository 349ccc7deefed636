//! Jobs: long work that runs in the server, survives a reload of the page and a crash, and can be cancelled.
//!
//! A job waits until a server claims it. The server holds it by a lease that it renews while it works; a lease that ended is
//! free for any server. Jobs of one kind run one after the other on a server, jobs of different kinds side by side.

use serde::{Deserialize, Serialize};

use crate::id::{JobId, SetId};
use crate::report::Report;
use crate::scale::GradeMap;
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

/// How often a job is begun: one that never came to an end or an error in as many attempts takes its server down, or meets
/// one that is always down.
pub const MOST_ATTEMPTS: i32 = 5;

/// How long a job waits, while no server works on its kind, before the page says so.
const PATIENCE_SECONDS: i64 = 600;

/// What kind of work a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum JobKind {
    Import,
    /// Runs of the built-in retriever.
    Retrieve,
}

impl JobKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Import, Self::Retrieve];
}

/// How a job ends.
#[derive(Debug, Clone, PartialEq)]
pub enum Ending {
    /// It is through.
    Done(Report),
    /// It stopped on an error, in words.
    Failed(String),
    /// Somebody stopped it.
    Cancelled,
}

impl Ending {
    /// Where the job stands then.
    pub const fn status(&self) -> JobStatus {
        match self {
            Self::Done(_) => JobStatus::Done,
            Self::Failed(_) => JobStatus::Failed,
            Self::Cancelled => JobStatus::Cancelled,
        }
    }
}

/// A long piece of work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Job {
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
    /// How often it was begun.
    pub attempts: i32,
    /// When the lease of the server that holds it ends, or ended; for one that was never held, when it was asked for.
    pub lease_ends_at: Timestamp,
    /// Whether it is left: no server has claimed it for long, and none is busy with others of its kind. In a list only.
    pub left: bool,
    /// When it was asked for.
    pub created_at: Timestamp,
}

impl Job {
    /// The job with whether it is left, when servers work on these kinds now.
    #[must_use]
    pub fn seen_at(self, now: Timestamp, busy: &[JobKind]) -> Self {
        let waits = self.status == JobStatus::Running && !busy.contains(&self.work.kind());
        Self { left: waits && self.lease_ends_at.plus_seconds(PATIENCE_SECONDS) < now, ..self }
    }
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
    /// What kind of job it is.
    pub const fn kind(&self) -> JobKind {
        match self {
            Self::Import { .. } => JobKind::Import,
            Self::Retrieve { .. } => JobKind::Retrieve,
        }
    }

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

impl std::fmt::Display for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Import { file, target } => write!(f, "Import {file}: {target}"),
            Self::Retrieve { k, .. } => write!(f, "Retrieve the top {k} with the built-in BM25"),
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
        set: SetId,
        /// The column of a CSV or TSV file that holds the query.
        column: Option<String>,
        /// Where the queries came from, for those that do not say.
        source: Option<String>,
    },
    /// A run over a set's queries.
    Run {
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
        set: SetId,
        /// The judge's name.
        judge: String,
        /// What grades off the scale become.
        map: GradeMap,
    },
    /// Labels that exist already.
    Labels {
        set: SetId,
        /// Who gave them, for those that do not say.
        labeller: String,
        /// What grades off the scale become.
        map: GradeMap,
    },
}

impl std::fmt::Display for ImportTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Corpus { corpus, .. } => write!(f, "chunks of corpus {corpus}"),
            Self::Queries { .. } => f.write_str("queries"),
            Self::Run { retriever, .. } => write!(f, "run of {retriever}"),
            Self::Labels { labeller, .. } => write!(f, "labels of {labeller}"),
            Self::Prelabels { judge, .. } => write!(f, "pre-labels of {judge}"),
        }
    }
}
