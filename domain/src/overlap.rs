//! Overlap: how many labellers each query of a set needs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Invalid;
use crate::id::QueryId;
use crate::query::Style;
use crate::share::{Draw, is_drawn};

/// The most labellers that a query can need.
pub const MOST_LABELLERS: i32 = 10;

/// How many labellers the queries of a set need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overlap {
    /// What a query needs that is neither in the share nor of a style with a number of its own.
    pub labellers: i32,
    /// The share of the other queries that needs more, in percent.
    pub share: i32,
    /// What a query of the share needs.
    pub shared_labellers: i32,
    /// What a query of these styles needs, whatever the share.
    pub by_style: BTreeMap<Style, i32>,
}

impl Overlap {
    /// Every query needs so many labellers.
    pub const fn exactly(labellers: i32) -> Self {
        Self { labellers, share: 0, shared_labellers: labellers, by_style: BTreeMap::new() }
    }

    /// What a new set starts with: one labeller, and two for a fifth of the queries, so that agreement can be measured.
    pub const fn usual() -> Self {
        Self { labellers: 1, share: 20, shared_labellers: 2, by_style: BTreeMap::new() }
    }

    /// What is in effect of it. A share waits until a second person can label: alone nobody would ever finish the set.
    #[must_use]
    pub fn in_effect(&self, several_can_label: bool) -> Self {
        Self { share: if several_can_label { self.share } else { 0 }, ..self.clone() }
    }

    /// The rule: how many labellers a query needs.
    pub fn needed(&self, query: QueryId, style: Style) -> i32 {
        match self.by_style.get(&style) {
            Some(labellers) => *labellers,
            None if is_drawn(Draw::Overlap, query, self.share) => self.shared_labellers,
            None => self.labellers,
        }
    }

    /// The most labellers that a query of the set can need.
    pub fn most(&self) -> i32 {
        let shared = if self.share > 0 { self.shared_labellers } else { self.labellers };
        self.by_style.values().copied().fold(self.labellers.max(shared), i32::max)
    }

    /// The first thing that is wrong with it, in words.
    pub fn check(&self) -> Result<(), Invalid> {
        within("the overlap", self.labellers, 1, MOST_LABELLERS)?;
        within("the share with a higher overlap", self.share, 0, 100)?;
        within("the overlap of the share", self.shared_labellers, 1, MOST_LABELLERS)?;
        for (style, labellers) in &self.by_style {
            within(&format!("the overlap of {} queries", style.word()), *labellers, 1, MOST_LABELLERS)?;
        }
        if self.share > 0 && self.shared_labellers < self.labellers {
            return Err(Invalid::new(format!(
                "the queries of the share of {} % cannot need {} labellers, fewer than the {} of the others: \
                 raise the labellers of the share, or set the share to 0",
                self.share, self.shared_labellers, self.labellers
            )));
        }
        Ok(())
    }

    /// What is in effect, as a sentence.
    pub fn in_words(&self, several_can_label: bool) -> String {
        let Self { labellers, share, shared_labellers, by_style } = self;
        let all = format!("Each query needs {}", people(*labellers));
        let shared = format!("{share} % of them, drawn by their ids, need {shared_labellers}");
        let of_style = by_style.iter().map(|(style, labellers)| format!("{} queries need {labellers}", style.word()));
        let more = *share > 0 && shared_labellers > labellers;
        let in_effect: Vec<String> = [all].into_iter().chain((more && several_can_label).then_some(shared)).chain(of_style).collect();
        let later = if more && !several_can_label {
            format!(" {share} % of them will need {shared_labellers} as soon as a second person who can sign in may label this set.")
        } else {
            String::new()
        };
        format!("{}.{later}", in_effect.join("; "))
    }
}

fn people(labellers: i32) -> String {
    if labellers == 1 { "one labeller".into() } else { format!("{labellers} labellers") }
}

fn within(what: &str, value: i32, low: i32, high: i32) -> Result<(), Invalid> {
    if (low..=high).contains(&value) { Ok(()) } else { Err(Invalid::new(format!("{what} is {value}, and must be {low} to {high}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u64) -> QueryId {
        QueryId(crate::id::uuid_v7(n, &[3; 10]))
    }

    fn needing(overlap: &Overlap, style: Style, labellers: i32) -> usize {
        (0..1000).filter(|&n| overlap.needed(id(n), style) == labellers).count()
    }

    #[test]
    fn a_fifth_of_a_new_sets_queries_needs_two_labellers_once_two_can_label() {
        let usual = Overlap::usual();
        let shared = needing(&usual.in_effect(true), Style::Keyword, 2);
        assert!((160..240).contains(&shared), "{shared}");
        assert_eq!(needing(&usual.in_effect(true), Style::Keyword, 1), 1000 - shared);
        assert_eq!(needing(&usual.in_effect(false), Style::Keyword, 1), 1000, "one person alone can finish the set");
    }

    #[test]
    fn a_styles_own_number_comes_before_the_share() {
        let overlap = Overlap { by_style: [(Style::Ambiguous, 3)].into(), ..Overlap::usual() };
        for several in [true, false] {
            assert_eq!(needing(&overlap.in_effect(several), Style::Ambiguous, 3), 1000);
        }
        assert_eq!(needing(&overlap, Style::Question, 3), 0);
        assert_eq!([overlap.most(), Overlap::usual().most(), Overlap::exactly(1).most()], [3, 2, 1]);
    }

    #[test]
    fn an_overlap_that_nobody_can_mean_is_refused() {
        assert_eq!(Overlap::usual().check(), Ok(()));
        assert_eq!(Overlap::exactly(10).check(), Ok(()));
        let usual = Overlap::usual;
        for (bad, words) in [
            (Overlap::exactly(0), "the overlap is 0, and must be 1 to 10"),
            (Overlap::exactly(11), "the overlap is 11"),
            (Overlap { share: 101, ..usual() }, "the share with a higher overlap is 101"),
            (Overlap { shared_labellers: 0, ..usual() }, "the overlap of the share is 0"),
            (Overlap { by_style: [(Style::Keyword, 12)].into(), ..usual() }, "the overlap of keyword queries is 12"),
            (Overlap { labellers: 3, ..usual() }, "fewer than the 3 of the others"),
        ] {
            let refused = bad.check().expect_err(words).to_string();
            assert!(refused.contains(words), "{refused}");
        }
    }

    #[test]
    fn what_is_in_effect_is_said() {
        let usual = Overlap::usual();
        assert_eq!(usual.in_words(true), "Each query needs one labeller; 20 % of them, drawn by their ids, need 2.");
        assert!(usual.in_words(false).starts_with("Each query needs one labeller. 20 % of them will need 2 as soon as a second person"));
        assert_eq!(Overlap::exactly(2).in_words(false), "Each query needs 2 labellers.");
        let no_more = Overlap { labellers: 2, ..usual };
        assert_eq!(
            [true, false].map(|several| no_more.in_words(several)),
            ["Each query needs 2 labellers."; 2],
            "a share that needs as many"
        );
    }
}
