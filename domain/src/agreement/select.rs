//! Which ratings a report is about.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Heard, HeardLabel, HeardQuery, Ratings};
use crate::golden_set::Settings;
use crate::query::Style;
use crate::timestamp::Timestamp;

/// What was rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Items {
    /// The chunks of queries.
    #[default]
    Labels,
    /// Whether the corpus can answer a query.
    Answerable,
}

impl Items {
    pub const ALL: [Self; 2] = [Self::Labels, Self::Answerable];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Labels => "labels",
            Self::Answerable => "answerable",
        }
    }

    /// Those of this word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|items| items.word() == word)
    }
}

/// What becomes of labels whose labeller could see others' before: they are not independent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    #[default]
    LeftOut,
    Counted,
}

impl Seen {
    pub const ALL: [Self; 2] = [Self::LeftOut, Self::Counted];

    pub const fn word(self) -> &'static str {
        match self {
            Self::LeftOut => "left_out",
            Self::Counted => "counted",
        }
    }

    /// That of this word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seen| seen.word() == word)
    }
}

/// Which of a set's ratings are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AgreementFilter {
    #[serde(default)]
    pub items: Items,
    /// Those of queries of this style.
    pub style: Option<Style>,
    /// Those given under this version of the guideline.
    pub guideline: Option<i32>,
    #[serde(default)]
    pub seen: Seen,
}

/// The grades that an item can get.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemScale {
    /// What each is called, from 0 up.
    pub grades: Vec<String>,
    /// The lowest that counts as relevant, or as answerable.
    pub cutoff: usize,
}

impl ItemScale {
    /// That of a set's chunks, or of whether its queries are answerable.
    pub fn of(items: Items, settings: &Settings) -> Self {
        match items {
            Items::Labels => {
                let grades = settings.scale.0.iter().map(|grade| grade.name.clone()).collect();
                Self { grades, cutoff: settings.cutoff.place().unwrap_or_default() }
            }
            Items::Answerable => Self { grades: vec!["no answer".into(), "answerable".into()], cutoff: 1 },
        }
    }

    pub(super) fn no_ratings(&self) -> Ratings {
        Ratings::new(self.grades.len(), self.cutoff)
    }
}

impl AgreementFilter {
    pub(super) fn takes_query(&self, query: &HeardQuery) -> bool {
        self.style.is_none_or(|style| style == query.style)
    }

    pub(super) fn takes(&self, label: &HeardLabel) -> bool {
        (self.seen == Seen::Counted || !label.saw_others) && self.guideline.is_none_or(|guideline| label.guideline == guideline)
    }

    /// The labels that are looked at, item by item, each with the place of its query.
    pub(super) fn items<'a>(&self, heard: &'a Heard) -> impl Iterator<Item = (u32, Vec<&'a HeardLabel>)> {
        let filter = *self;
        let queries = heard.queries.iter().zip(0..).filter(move |(query, _)| filter.takes_query(query));
        queries.flat_map(move |(query, place)| {
            let items = query.labels.chunk_by(|first, second| first.item == second.item);
            items.map(move |item| (place, item.iter().filter(|label| filter.takes(label)).collect()))
        })
    }

    /// The ratings that are looked at.
    pub(super) fn ratings(&self, heard: &Heard, scale: &ItemScale) -> Ratings {
        let mut ratings = scale.no_ratings();
        for (query, item) in self.items(heard) {
            ratings.push(query, given(&item));
        }
        ratings
    }

    /// The ratings by the week, from its Monday, in which an item was rated for the second time.
    pub(super) fn by_week(&self, heard: &Heard, scale: &ItemScale) -> Vec<(Timestamp, Ratings)> {
        let mut weeks: HashMap<Timestamp, Ratings> = HashMap::new();
        for (query, item) in self.items(heard) {
            let mut moments: Vec<Timestamp> = item.iter().filter(|label| label.grade().is_some()).map(|label| label.at).collect();
            moments.sort_unstable();
            if let Some(second) = moments.get(1) {
                weeks.entry(second.monday()).or_insert_with(|| scale.no_ratings()).push(query, given(&item));
            }
        }
        let mut weeks: Vec<_> = weeks.into_iter().collect();
        weeks.sort_unstable_by_key(|(monday, _)| *monday);
        weeks
    }
}

fn given(item: &[&HeardLabel]) -> impl Iterator<Item = (u32, usize)> {
    item.iter().filter_map(|label| Some((label.labeller, label.grade()?)))
}
