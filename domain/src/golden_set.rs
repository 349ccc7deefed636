//! The golden set: what is being built, and how it is to be labelled.

use serde::{Deserialize, Serialize};

use crate::Invalid;
use crate::adjudication::Resolution;
use crate::id::{ChunkingId, SetId};
use crate::overlap::Overlap;
use crate::scale::{Grade, Scale};
use crate::timestamp::Timestamp;

/// A name that is also a part of addresses and commands: `[A-Za-z0-9._-]`, 1 to 64 of them, a letter or digit first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

impl Name {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = Invalid;
    fn try_from(text: String) -> Result<Self, Invalid> {
        let fits = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let starts = text.starts_with(|c: char| c.is_ascii_alphanumeric());
        if starts && text.len() <= 64 && text.chars().all(fits) {
            Ok(Self(text))
        } else {
            Err(Invalid::new(format!("{text:?} cannot be a name: use up to 64 letters, digits, '.', '_' and '-', a letter or digit first")))
        }
    }
}

impl std::str::FromStr for Name {
    type Err = Invalid;
    fn from_str(text: &str) -> Result<Self, Invalid> {
        Self::try_from(text.to_owned())
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// When a labeller sees what the judge said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum PrelabelMode {
    /// On the card from the start; one key accepts it.
    #[default]
    Shown,
    /// Once the labeller has graded.
    After,
    /// Never.
    Off,
}

/// What can be set about a set after it was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// What it is called on pages; free text.
    pub title: String,
    /// How to label it, in markdown: the version in force. Settings are changed without it; it is changed by adding a version.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub guidelines: String,
    /// Its grades.
    pub scale: Scale,
    /// The lowest grade that counts as relevant in binary measures.
    pub cutoff: Grade,
    /// How many of a run's hits enter the pool.
    pub k: i32,
    /// How many labellers each query needs.
    pub overlap: Overlap,
    /// How labels become one grade where labellers differ.
    pub resolution: Resolution,
    /// When pre-labels are shown.
    pub prelabels: PrelabelMode,
    /// The share of queries that shows none although the mode is `Shown`, in percent.
    pub control_share: i32,
    /// Whether queries and chunks may be sent to an LLM.
    pub llm_consent: bool,
}

/// The longest title of a set, in characters.
const LONGEST_TITLE: usize = 1000;

impl Settings {
    /// The settings that a new set starts with.
    pub fn usual(title: String, scale: Scale) -> Self {
        Self {
            title,
            guidelines: String::new(),
            cutoff: scale.usual_cutoff(),
            scale,
            k: 20,
            overlap: Overlap::usual(),
            resolution: Resolution::Agreed,
            prelabels: PrelabelMode::Shown,
            control_share: 10,
            llm_consent: false,
        }
    }

    /// The first thing that is wrong with them, in words.
    pub fn check(&self) -> Result<(), Invalid> {
        self.scale.check()?;
        if self.title.trim().is_empty() {
            return Err(Invalid::new("a set needs a title"));
        }
        if self.title.chars().count() > LONGEST_TITLE {
            return Err(Invalid::new(format!("a set's title has at most {LONGEST_TITLE} characters")));
        }
        if !(1..=self.scale.top().0).contains(&self.cutoff.0) {
            return Err(Invalid::new(format!("the cut-off {} is not between 1 and {}", self.cutoff, self.scale.top())));
        }
        within("k", self.k, 1, 1000)?;
        self.overlap.check()?;
        within("the control share", self.control_share, 0, 100)
    }
}

fn within(what: &str, value: i32, low: i32, high: i32) -> Result<(), Invalid> {
    if (low..=high).contains(&value) { Ok(()) } else { Err(Invalid::new(format!("{what} is {value}, and must be {low} to {high}"))) }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GoldenSet {
    pub id: SetId,
    /// Its name in addresses and commands.
    pub name: Name,
    /// How it is labelled.
    pub settings: Settings,
    /// The number of the guidelines in force; 0 before the first.
    pub guideline: i32,
    /// The chunking that its runs rank; none until the first run.
    pub chunking: Option<ChunkingId>,
    /// Counts up with each change of the settings.
    pub revision: i64,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A golden set that is to be made.
#[derive(Debug, Clone, PartialEq)]
pub struct NewSet {
    pub id: SetId,
    pub name: Name,
    /// How it is labelled.
    pub settings: Settings,
    /// Now.
    pub created_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_would_break_an_address_are_refused() {
        for bad in ["", "a b", "../x", ".hidden", "a/b", "ü", &"x".repeat(65)] {
            assert!(bad.parse::<Name>().is_err(), "{bad:?}");
        }
        assert!("support-2026.1".parse::<Name>().is_ok());
    }

    #[test]
    fn a_cutoff_off_the_scale_is_refused() {
        let settings = Settings { cutoff: Grade(2), ..Settings::usual("t".into(), Scale::binary()) };
        assert_eq!(settings.check().expect_err("off the scale").to_string(), "the cut-off 2 is not between 1 and 1");
    }
}
