//! Freezing: items are written in small parts, and become a version in one last statement. Labels go on meanwhile and are in the
//! next version.

use domain::finding::Finding;
use domain::hash::sha256;
use domain::id::{SetId, UserId, VersionId};
use domain::lint_report::Looked;
use domain::scale::Grade;
use domain::timestamp::Timestamp;
use domain::version::{Counts, HEAD_SCHEMA, Head, RootHash, item_hash};

use crate::candidates::{Candidate, DisputedChunks};
use crate::corpora::ChunkingRow;
use crate::error::stopped;
use crate::freezes::FreezeLease;
use crate::frozen::{FrozenItem, to_text};
use crate::linting::Look;
use crate::{Error, Result, Rule, Store};

/// How many warnings a version keeps.
const KEPT_WARNINGS: usize = 1000;
/// How often a freeze begins again because a query was erased meanwhile.
const ATTEMPTS: usize = 3;

/// A version that is to be frozen.
#[derive(Debug, Clone)]
pub struct NewVersion {
    pub id: VersionId,
    /// What its author wants to say about it.
    pub note: String,
    /// Who freezes it; none from the command line.
    pub author: Option<UserId>,
    pub clock: fn() -> Timestamp,
    /// What happens to queries with errors.
    pub errors: OnErrors,
    pub disputed: DisputedChunks,
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
#[derive(Clone)]
pub(crate) struct NewItem {
    pub position: i64,
    pub hash: String,
    pub kept: Option<KeptItem>,
}

/// What an erasure takes away.
#[derive(Clone)]
pub(crate) struct KeptItem {
    pub external_id: String,
    pub salt: String,
    /// The item as JSON text.
    pub item: String,
}

impl KeptItem {
    /// An item under a salt.
    pub(crate) fn new(external_id: String, salt: String, item: &FrozenItem) -> Self {
        Self { external_id, salt, item: to_text(item) }
    }
}

/// What is known about a version while it is written.
#[derive(Default)]
pub(crate) struct Making {
    pub root: RootHash,
    counts: Counts,
    position: i64,
}

impl Making {
    /// The next item.
    pub(crate) fn item(&mut self, hash: String, kept: Option<KeptItem>) -> NewItem {
        self.position += 1;
        self.root.push(&hash);
        NewItem { position: self.position, hash, kept }
    }

    /// A candidate as the next item, under a salt.
    fn candidate(&mut self, candidate: Candidate, cutoff: Grade, salt: String) -> NewItem {
        let Candidate { item, frozen, .. } = candidate;
        self.counts.add(&item, cutoff);
        self.item(item_hash(&salt, &item.line()), Some(KeptItem::new(item.query_id, salt, &frozen)))
    }

    /// Candidates as the next items, hashed beside the threads that answer requests.
    async fn candidates(mut self, candidates: Vec<Candidate>, cutoff: Grade, new_salt: fn() -> String) -> Result<(Self, Vec<NewItem>)> {
        let made = tokio::task::spawn_blocking(move || {
            let items = candidates.into_iter().map(|candidate| self.candidate(candidate, cutoff, new_salt())).collect();
            (self, items)
        });
        made.await.map_err(|_| stopped())
    }
}

/// A version whose items are written, but for what the last statement knows: its number and the one before it.
pub(crate) struct WrittenVersion {
    pub new: NewVersion,
    pub set: domain::golden_set::GoldenSet,
    /// How many queries of the set had been erased when it was gathered.
    pub erasures: i64,
    pub root: RootHash,
    pub head: Head,
}

impl Store {
    /// Freezes what is settled at this moment. It goes on when who asked goes away.
    ///
    /// # Errors
    /// [`Rule::FreezeOnce`] while the set is frozen already.
    pub async fn freeze(&self, set: SetId, new: NewVersion) -> Result<Freezing> {
        self.apply_overlap(set).await?;
        let store = self.clone();
        tokio::spawn(async move { store.freeze_undisturbed(set, new).await }).await.map_err(|_| stopped())?
    }

    /// Begins again when a query is erased meanwhile, because nothing of it may be in the version.
    async fn freeze_undisturbed(&self, set: SetId, new: NewVersion) -> Result<Freezing> {
        self.sweep_freezes((new.clock)()).await?;
        for _ in 1..ATTEMPTS {
            match self.freeze_once(set, &new).await {
                Err(Error::Conflict(Rule::FreezeHeld)) => {}
                done => return done,
            }
        }
        self.freeze_once(set, &new).await
    }

    async fn freeze_once(&self, set: SetId, new: &NewVersion) -> Result<Freezing> {
        let lease = FreezeLease::from(new.id, (new.clock)(), Looked::default());
        transact!(self, freezes::begin(set, lease))?;
        fail::fail_point!("freeze-begun");
        let done = self.write_version(set, new).await;
        if !matches!(done, Ok(Freezing::Frozen(_))) {
            self.give_up_freeze(new.id).await;
        }
        fail::fail_point!("freeze-done");
        done
    }

    async fn write_version(&self, set: SetId, new: &NewVersion) -> Result<Freezing> {
        let mut look = Look::begin(self, set, new.disputed).await?;
        let created_at = (new.clock)();
        let erasures = read_at!(look.snapshot, freezing::erasures(set))?;
        fail::fail_point!("freeze-snapshot");
        let mut making = Making::default();
        while let Some(candidates) = look.next().await? {
            let items;
            (making, items) = making.candidates(candidates, look.set.settings.cutoff, new.new_salt).await?;
            let lease = FreezeLease::from(new.id, (new.clock)(), look.progress());
            self.write_items((set, erasures), lease, items).await?;
            fail::fail_point!("freeze-items");
        }
        let head = head(&mut look, new, created_at, making.counts).await?;
        let set = look.set.clone();
        let findings = look.findings();
        if making.position == 0 || (new.errors == OnErrors::Refuse && findings.iter().any(Finding::is_error)) {
            return Ok(Freezing::Refused(findings.into_iter().filter(Finding::is_error).collect()));
        }
        let head = Head { warnings: findings.into_iter().take(KEPT_WARNINGS).collect(), ..head };
        fail::fail_point!("freeze-written");
        let written = WrittenVersion { new: new.clone(), set, erasures, root: making.root, head };
        let head = transact!(self, freezing::publish(written))?;
        head.map(|head| Freezing::Frozen(Box::new(head))).ok_or(Error::Conflict(Rule::FreezeHeld))
    }

    async fn write_items(&self, (set, erasures): (SetId, i64), lease: FreezeLease, items: Vec<NewItem>) -> Result<()> {
        let held = transact!(self, freezing::write_items(set, erasures, lease, items))?;
        if held { Ok(()) } else { Err(Error::Conflict(Rule::FreezeHeld)) }
    }
}

/// The head of the version, but for its place among the others, its hash and its warnings.
async fn head(look: &mut Look, new: &NewVersion, created_at: Timestamp, counts: Counts) -> Result<Head> {
    let chunking = match look.set.chunking {
        Some(id) => read_at!(look.snapshot, corpora::chunking(id))?.map(ChunkingRow::into_chunking).transpose()?,
        None => None,
    };
    let judges = read_at!(look.snapshot, prelabels::judges(look.set.id))?;
    let mapped_grades = read_at!(look.snapshot, label_imports::mapped_grades(look.set.id))?;
    let settings = &look.set.settings;
    Ok(Head {
        schema: HEAD_SCHEMA.into(),
        set: look.set.name.clone(),
        title: settings.title.clone(),
        version: 0,
        note: new.note.clone(),
        created_at,
        parent: None,
        root_hash: String::new(),
        counts: Counts { left_out: look.all - counts.queries, ..counts },
        corpus: chunking.as_ref().map(|of| of.corpus_name.to_string()).unwrap_or_default(),
        chunking: chunking.map(|of| of.name.to_string()).unwrap_or_default(),
        scale: settings.scale.0.iter().map(|grade| grade.name.clone()).collect(),
        cutoff: settings.cutoff,
        resolution: settings.resolution,
        mapped_grades,
        guideline: look.set.guideline,
        guidelines_sha256: sha256(settings.guidelines.as_bytes()),
        judges,
        warnings: Vec::new(),
    })
}
