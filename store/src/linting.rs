//! One look at everything that would be frozen, at one moment and a batch at a time: the linter's and the freeze's.

use std::time::Duration;

use domain::finding::Finding;
use domain::golden_set::GoldenSet;
use domain::id::{QueryId, SetId};
use domain::lint::{Candidate as LintCandidate, Linter};
use domain::lint_report::Looked;

use crate::candidates::{Candidate, DisputedChunks, Gathered, Settling};
use crate::db::timed;
use crate::error::stopped;
use crate::sets::SetRow;
use crate::snapshot::Snapshot;
use crate::{Error, Result, SetRevision, Store};

/// How many queries are looked at at a time: so few that a core is soon free for who labels.
const BATCH: usize = 50;

/// What the linter finds in a set, and in which of its revisions.
#[derive(Debug, Clone, PartialEq)]
pub struct Linted {
    pub revision: SetRevision,
    /// What it finds, the errors first.
    pub findings: Vec<Finding>,
}

/// A look at everything that would be frozen.
pub(crate) struct Look {
    pub snapshot: Snapshot,
    pub set: GoldenSet,
    settling: Settling,
    linter: Linter,
    queries: Vec<QueryId>,
    looked: usize,
    /// How many queries the set has, completed or not.
    pub all: i64,
    rest: Duration,
}

impl Store {
    /// Checks what would be frozen now; `progress` hears how many queries are checked, of how many.
    pub async fn lint(&self, set: SetId, progress: impl Fn(Looked) + Send) -> Result<Linted> {
        let mut look = Look::begin(self, set, DisputedChunks::LeaveOutQuery).await?;
        let revision = read_at!(look.snapshot, sets::set_revision(set))?;
        while look.next().await?.is_some() {
            progress(look.progress());
        }
        Ok(Linted { revision, findings: look.findings() })
    }
}

impl Look {
    /// Begins it at this moment.
    pub(crate) async fn begin(store: &Store, set: SetId, disputed: DisputedChunks) -> Result<Self> {
        let mut snapshot = store.snapshot().await?;
        let set = read_at!(snapshot, sets::set_by_id(set))?.map(SetRow::into_set).transpose()?;
        let set = set.ok_or_else(|| Error::Damaged("a set is looked at that is not there".into()))?;
        let queries: Vec<QueryId> = read_at!(snapshot, candidates::settleable(set.id))?.into_iter().map(|(_, id)| id).collect();
        let all = read_at!(snapshot, freezing::queries(set.id))?;
        let mut linter = Linter::new(set.settings.cutoff);
        linter.unfinished(all - i64::try_from(queries.len()).unwrap_or(i64::MAX));
        let settling = Settling { resolution: set.settings.resolution, disputed };
        Ok(Self { snapshot, set, settling, linter, queries, looked: 0, all, rest: Duration::ZERO })
    }

    /// Those of the next queries in whose way no error stands; none at the end.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<Candidate>>> {
        // It takes half of a core at the most, and who labels the rest.
        tokio::time::sleep(self.rest).await;
        let (candidates, took) = timed(self.batch()).await;
        self.rest = took;
        candidates
    }

    async fn batch(&mut self) -> Result<Option<Vec<Candidate>>> {
        let part = &self.queries[self.looked..self.queries.len().min(self.looked + BATCH)];
        if part.is_empty() {
            return Ok(None);
        }
        self.looked += part.len();
        let gathered = read_at!(self.snapshot, candidates::gather(self.set.id, part, self.settling))?;
        Ok(Some(self.check_all(gathered).await?))
    }

    /// Lets the linter see queries, beside the threads that answer requests; gives those in whose way no error stands.
    async fn check_all(&mut self, gathered: Vec<Gathered>) -> Result<Vec<Candidate>> {
        let mut linter = std::mem::replace(&mut self.linter, Linter::new(self.set.settings.cutoff));
        let checked = tokio::task::spawn_blocking(move || {
            let candidates = gathered.into_iter().filter_map(|query| check(&mut linter, query)).collect();
            (linter, candidates)
        });
        let (linter, candidates) = checked.await.map_err(|_| stopped())?;
        self.linter = linter;
        Ok(candidates)
    }

    /// How far it is.
    pub(crate) fn progress(&self) -> Looked {
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        Looked { done: count(self.looked), total: count(self.queries.len()) }
    }

    /// What the linter found, the errors first.
    pub(crate) fn findings(self) -> Vec<Finding> {
        self.linter.finish()
    }
}

/// Lets the linter see a query; gives the candidate when no error stands in its way.
fn check(linter: &mut Linter, gathered: Gathered) -> Option<Candidate> {
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
