//! The versions of a set's guidelines. The text in force is kept here and nowhere else.

use domain::guideline::{AddedGuideline, Guideline};
use domain::id::{SetId, UserId};
use domain::member::Member;
use domain::page::Page;
use domain::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{Result, Store};

/// A text that is to be the set's next version.
#[derive(Debug, Clone)]
pub struct NewGuideline {
    pub set: SetId,
    /// As [`domain::guideline::kept_text`] gives it.
    pub text: String,
    /// The number of the version that its writer saw; 0 before the first.
    pub base: i32,
    /// Who wrote it; none from the command line.
    pub author: Option<UserId>,
    /// Now.
    pub at: Timestamp,
}

/// A version in the list of a set's guidelines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct GuidelineEntry {
    pub number: i32,
    pub author: Option<String>,
    pub at: Timestamp,
}

#[derive(sqlx::FromRow)]
pub(crate) struct GuidelineRow {
    number: i32,
    pub text: String,
    author: Option<String>,
    at: Timestamp,
}

impl From<GuidelineRow> for Guideline {
    fn from(row: GuidelineRow) -> Self {
        Self { number: row.number, text: row.text, author: row.author, at: row.at }
    }
}

impl Store {
    /// Adds a version of a set's guidelines, if its writer saw the one in force and says something else than it.
    pub async fn add_guideline(&self, new: NewGuideline) -> Result<AddedGuideline> {
        transact!(self, guidelines::add_guideline(&new))
    }

    /// The set's guidelines of this number.
    pub async fn guideline(&self, set: SetId, number: i32) -> Result<Option<Guideline>> {
        Ok(read!(self, guidelines::guideline(set, number))?.map(Guideline::from))
    }

    /// A page of the versions of a set's guidelines, the newest first.
    pub async fn guidelines(&self, set: SetId, page: i64) -> Result<Page<GuidelineEntry>> {
        let number = domain::page::page_number(page);
        let (total, rows) = read!(self, guidelines::guidelines(set, number))?;
        Ok(Page { rows, number, total })
    }

    /// How many of a set's labels were given under each version of its guidelines, imported ones included; under 0 before the first.
    /// Those of queries that are hidden from the reader are not counted.
    pub async fn labels_by_guideline(&self, set: SetId, reader: &Member) -> Result<Vec<(i32, i64)>> {
        read!(self, guidelines::labels_by_guideline(set, reader))
    }

    /// The number of the guidelines under which a labeller gave their last label in a set; none when they gave none.
    pub async fn last_guideline(&self, set: SetId, labeller: UserId) -> Result<Option<i32>> {
        read!(self, guidelines::last_guideline(set, labeller))
    }
}
