//! What the page, the command and the API say of a set's agreement: one object.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    Agreement, AgreementFilter, Heard, HeardQuery, ItemScale, Items, JudgeAgreement, JudgeAgreements, Measured, PairAgreement, Persons,
    Ratings, Seen, TwoRaters,
};
use crate::query::Style;
use crate::scale::Judgement;
use crate::timestamp::Timestamp;

/// How many pairs are listed: those with most items in common.
const PAIRS: usize = 500;
/// How many weeks are listed: the last.
const WEEKS: usize = 26;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgreementReport {
    pub filter: AgreementFilter,
    pub scale: ItemScale,
    /// That of all labellers together.
    #[serde(flatten)]
    pub all: Agreement,
    /// How often a labeller could not tell, or completed a query without saying whether it is answerable; missing in every measure.
    pub cant_tell: u64,
    /// What was said by who could see before what others said; the filter says whether it is counted.
    pub after_seeing: AfterSeeing,
    /// How many queries were left out, because the reader is asked to label them.
    pub left_out: usize,
    /// The pairs of labellers, those with most items in common first.
    pub pairs: Vec<PairReport>,
    /// How many pairs more there are.
    pub more_pairs: usize,
    pub judges: JudgeAgreements,
    /// Of each style, whatever style is looked at.
    pub styles: Vec<StyleAgreement>,
    /// Of each version of the guideline, whichever is looked at.
    pub guidelines: Vec<GuidelineAgreement>,
    /// The last weeks, by when an item was rated for the second time.
    pub weeks: Vec<WeekAgreement>,
}

/// How much was said by who could see before what others said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AfterSeeing {
    pub labels: u64,
    /// Of how many queries.
    pub queries: u64,
}

impl AfterSeeing {
    fn of(heard: &Heard, filter: AgreementFilter) -> Self {
        let counted = AgreementFilter { seen: Seen::Counted, ..filter };
        let queries = heard.queries.iter().filter(|query| counted.takes_query(query));
        let of_query = |query: &HeardQuery| query.labels.iter().filter(|label| label.saw_others && counted.takes(label)).count() as u64;
        queries
            .map(of_query)
            .filter(|labels| *labels > 0)
            .fold(Self::default(), |sum, labels| Self { labels: sum.labels + labels, queries: sum.queries + 1 })
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PairReport {
    pub a: String,
    pub b: String,
    #[serde(flatten)]
    pub agreement: TwoRaters,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StyleAgreement {
    pub style: Style,
    #[serde(flatten)]
    pub agreement: Agreement,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GuidelineAgreement {
    pub guideline: i32,
    /// When the first label under it was given.
    pub since: Timestamp,
    #[serde(flatten)]
    pub agreement: Agreement,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WeekAgreement {
    /// Its Monday.
    pub week: Timestamp,
    pub items: u64,
    /// α ordinal.
    pub ordinal: Measured,
}

impl AgreementReport {
    pub fn of(heard: &Heard, scale: ItemScale, filter: AgreementFilter, persons: Persons) -> Self {
        let ratings = filter.ratings(heard, &scale);
        // Resampling a large set takes a while: two halves of it side by side.
        let (((pairs, more_pairs), judges), (all, styles, guidelines, weeks)) = both(
            || (pairs(heard, &ratings, persons), JudgeAgreement::of_judges(heard, &filter, &scale)),
            || {
                let all = Agreement::of(&ratings);
                let guidelines = guidelines(heard, &scale, filter, &all);
                (all, styles(heard, &scale, filter), guidelines, weeks(heard, &scale, filter))
            },
        );
        let (cant_tell, left_out) = (cant_tell(heard, filter), heard.left_out);
        let after_seeing = AfterSeeing::of(heard, filter);
        Self { filter, scale, all, cant_tell, after_seeing, left_out, pairs, more_pairs, judges, styles, guidelines, weeks }
    }

    /// What its items are called, one and more.
    pub fn items_in_words(&self) -> [&'static str; 2] {
        match self.filter.items {
            Items::Labels => ["chunk", "chunks"],
            Items::Answerable => ["query", "queries"],
        }
    }
}

/// What two functions give, one of them on a thread of its own.
fn both<A: Send, B>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B) -> (A, B) {
    std::thread::scope(|scope| {
        let first = scope.spawn(first);
        let second = second();
        (first.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), second)
    })
}

/// The pairs that the reader sees, and how many more there are.
fn pairs(heard: &Heard, ratings: &Ratings, persons: Persons) -> (Vec<PairReport>, usize) {
    let labeller = |place: u32| &heard.labellers[place as usize];
    let (pairs, more) = PairAgreement::of_pairs(ratings, |a, b| persons.shows(labeller(a), labeller(b)), PAIRS);
    let named = |(pair, number): (PairAgreement, usize)| {
        let [a, b] = [pair.a, pair.b].map(|place| persons.name(labeller(place), number));
        PairReport { a, b, agreement: pair.agreement }
    };
    (pairs.into_iter().zip(1..).map(named).collect(), more)
}

fn cant_tell(heard: &Heard, filter: AgreementFilter) -> u64 {
    let labels = filter.items(heard).flat_map(|(_, item)| item);
    labels.filter(|label| label.judgement == Judgement::CantTell).count() as u64
}

fn styles(heard: &Heard, scale: &ItemScale, filter: AgreementFilter) -> Vec<StyleAgreement> {
    let there = |style: &Style| heard.queries.iter().any(|query| query.style == *style);
    let of_style = |style| {
        let ratings = AgreementFilter { style: Some(style), ..filter }.ratings(heard, scale);
        StyleAgreement { style, agreement: Agreement::of(&ratings) }
    };
    Style::ALL.into_iter().filter(there).map(of_style).collect()
}

fn guidelines(heard: &Heard, scale: &ItemScale, filter: AgreementFilter, all: &Agreement) -> Vec<GuidelineAgreement> {
    let mut since: BTreeMap<i32, Timestamp> = BTreeMap::new();
    for label in heard.queries.iter().flat_map(|query| &query.labels) {
        since.entry(label.guideline).and_modify(|first| *first = label.at.min(*first)).or_insert(label.at);
    }
    let only = since.len() == 1 && filter.guideline.is_none();
    let of_guideline = |(guideline, since)| {
        let filter = AgreementFilter { guideline: Some(guideline), ..filter };
        let agreement = if only { all.clone() } else { Agreement::of(&filter.ratings(heard, scale)) };
        GuidelineAgreement { guideline, since, agreement }
    };
    since.into_iter().map(of_guideline).collect()
}

fn weeks(heard: &Heard, scale: &ItemScale, filter: AgreementFilter) -> Vec<WeekAgreement> {
    let weeks = filter.by_week(heard, scale);
    let of_week = |(week, ratings): &(Timestamp, Ratings)| {
        let Agreement { items, krippendorff, .. } = Agreement::of(ratings);
        WeekAgreement { week: *week, items, ordinal: krippendorff.ordinal }
    };
    weeks[weeks.len().saturating_sub(WEEKS)..].iter().map(of_week).collect()
}
