//! Cases as addresses and programs name them.

use domain::disagreement::{Case, QueuedCase, Subject};
use domain::id::QueryId;
use serde::{Deserialize, Serialize};

use crate::Error;

/// A case, by what it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseKey {
    pub query: QueryId,
    pub subject: Subject,
}

/// In addresses it is `query.subject.revision`.
impl std::fmt::Display for SettledCase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.case.query, self.case.subject, self.revision)
    }
}

impl std::str::FromStr for SettledCase {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let no_case = || Error::NotFound("case".into());
        let parts: Vec<&str> = text.split('.').collect();
        let [query, subject, revision] = parts.as_slice() else { return Err(no_case()) };
        let case = CaseKey { query: query.parse().map_err(|_| no_case())?, subject: subject.parse().map_err(|_| no_case())? };
        Ok(Self { case, revision: revision.parse().map_err(|_| no_case())? })
    }
}

impl CaseKey {
    pub const fn of(case: &Case) -> Self {
        Self { query: case.query.id, subject: case.subject }
    }

    pub const fn of_queued(queued: &QueuedCase) -> Self {
        Self { query: queued.query, subject: queued.subject }
    }
}

/// A case that was settled, with the revision that it has by that: what is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettledCase {
    pub case: CaseKey,
    pub revision: i64,
}
