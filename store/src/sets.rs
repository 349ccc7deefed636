//! Golden sets.

use domain::golden_set::{GoldenSet, Name, NewSet, Settings};
use domain::id::{ChunkingId, SetId, UserId};
use domain::role::Role;
use domain::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use crate::{Error, Result, Store};

/// A set in a list, with how far it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetSummary {
    /// Its name in addresses.
    pub name: Name,
    pub title: String,
    /// How many queries it has.
    pub queries: i64,
    /// How many of them wait for a labeller. What labellers said does not show in it, so everybody may know it.
    pub waiting: i64,
    /// The role that it gives the user who looks, if it gives them one.
    pub given: Option<Role>,
}

/// How far a set has changed. Two that are equal stand for the same content: no change makes a part smaller but an erasure,
/// which is counted, so that this holds too where transactions become visible in another order than they were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, sqlx::FromRow)]
pub struct SetRevision {
    /// The revision of its settings and the number of its guidelines.
    settings: i64,
    /// How many queries were erased.
    erasures: i64,
    /// The revision of its chunking.
    chunks: i64,
    /// How many queries it has.
    queries: i64,
    /// The sum of its queries' revisions.
    changes: i64,
}

impl SetRevision {
    /// How many queries it has.
    pub const fn queries(&self) -> i64 {
        self.queries
    }

    /// How many changes came since an earlier one. What an erasure takes away it does not count, but the erasure.
    pub fn changes_since(&self, earlier: &Self) -> i64 {
        let made = |of: &Self| of.settings + of.erasures + of.chunks + of.queries + of.changes;
        if self == earlier { 0 } else { (made(self) - made(earlier)).max(1) }
    }
}

#[derive(sqlx::FromRow)]
pub(crate) struct SetRow {
    id: SetId,
    name: String,
    settings: Json<Settings>,
    guideline: i32,
    /// The text of the guidelines in force.
    guidelines: String,
    chunking_id: Option<ChunkingId>,
    revision: i64,
    created_at: Timestamp,
}

impl SetRow {
    pub(crate) fn into_set(self) -> Result<GoldenSet> {
        Ok(GoldenSet {
            id: self.id,
            name: stored_name(self.name)?,
            settings: Settings { guidelines: self.guidelines, ..self.settings.0 },
            guideline: self.guideline,
            chunking: self.chunking_id,
            revision: self.revision,
            created_at: self.created_at,
        })
    }
}

/// Settings as their column keeps them: the guidelines have a table of their own.
pub(crate) fn kept_settings(settings: &Settings) -> Json<Settings> {
    Json(Settings { guidelines: String::new(), ..settings.clone() })
}

/// A name that was checked before it was stored.
pub(crate) fn stored_name(name: String) -> Result<Name> {
    Name::try_from(name).map_err(|error| Error::Damaged(format!("the database holds a name that is none: {error}")))
}

/// Whether a word of an address can be a set's name; PostgreSQL refuses to look for some words that cannot.
fn is_name(word: &str) -> bool {
    word.parse::<Name>().is_ok()
}

/// A set, and the role that it gives a user.
#[derive(sqlx::FromRow)]
pub(crate) struct SetForUser {
    #[sqlx(flatten)]
    set: SetRow,
    given: Option<Role>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct SummaryRow {
    name: String,
    settings: Json<Settings>,
    queries: i64,
    waiting: i64,
    given: Option<Role>,
}

impl SummaryRow {
    fn into_summary(self) -> Result<SetSummary> {
        let title = self.settings.0.title;
        Ok(SetSummary { name: stored_name(self.name)?, title, queries: self.queries, waiting: self.waiting, given: self.given })
    }
}

impl Store {
    /// Makes a set.
    ///
    /// # Errors
    /// [`Rule::SetNameOnce`](crate::Rule::SetNameOnce) when there is one of this name.
    pub async fn add_set(&self, set: NewSet) -> Result<()> {
        transact!(self, sets::add_set(&set))
    }

    /// The set of this name.
    pub async fn set(&self, name: &str) -> Result<Option<GoldenSet>> {
        if !is_name(name) {
            return Ok(None);
        }
        read!(self, sets::set(name))?.map(SetRow::into_set).transpose()
    }

    /// The set of this name, and the role that it gives a user, if it gives them one.
    pub async fn set_for(&self, name: &str, user: UserId) -> Result<Option<(GoldenSet, Option<Role>)>> {
        if !is_name(name) {
            return Ok(None);
        }
        let row: Option<SetForUser> = read!(self, sets::set_for(name, user))?;
        row.map(|row| Ok((row.set.into_set()?, row.given))).transpose()
    }

    pub async fn set_by_id(&self, id: SetId) -> Result<Option<GoldenSet>> {
        read!(self, sets::set_by_id(id))?.map(SetRow::into_set).transpose()
    }

    /// The newest hundred sets, the newest first, each with how far it is and the role that it gives a user.
    pub async fn sets(&self, user: UserId) -> Result<Vec<SetSummary>> {
        read!(self, sets::sets(user))?.into_iter().map(SummaryRow::into_summary).collect()
    }

    /// Changes a set's settings but for its guidelines, if nobody else did since `revision`, and works its queries out anew where they
    /// depend on that: some at a time, so that labels get in between.
    ///
    /// # Errors
    /// [`Rule::Revision`](crate::Rule::Revision) when somebody did; [`Error::Invalid`] with guidelines that are not those in force.
    pub async fn put_settings(&self, id: SetId, revision: i64, settings: Settings) -> Result<()> {
        transact!(self, sets::put_settings(id, revision, &settings))?;
        self.apply_overlaps().await;
        Ok(())
    }

    /// How far a set has changed. It differs from an earlier one whenever what would be frozen could differ.
    pub async fn set_revision(&self, id: SetId) -> Result<SetRevision> {
        read!(self, sets::set_revision(id))
    }

    /// Ties a set to the chunking that its runs rank, if it is not tied yet, and gives the one that it is tied to.
    pub async fn tie_chunking(&self, id: SetId, chunking: ChunkingId) -> Result<ChunkingId> {
        transact!(self, sets::tie_chunking(id, chunking))
    }
}
