//! The linter: what is wrong, or odd, about a set before it is frozen.

mod alike;
mod letters;
mod query;
mod set;

use crate::adjudication::Unsettled;
use crate::finding::{Finding, Rule};
use crate::scale::Grade;
use crate::version::Item;

/// A settled query, with what the linter needs beside the item.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate<'a> {
    /// What would be frozen.
    pub item: &'a Item,
    /// Numbers that the answer cites and no chunk has.
    pub dangling: &'a [i32],
    /// How many retrievers fed its pool.
    pub retrievers: i64,
}

/// Looks at one settled query at a time, and at the end at all of them together.
#[derive(Debug)]
pub struct Linter {
    cutoff: Grade,
    findings: Vec<Finding>,
    totals: set::Totals,
    alike: alike::Alike,
}

impl Linter {
    /// A linter for a set with this cut-off.
    pub fn new(cutoff: Grade) -> Self {
        Self { cutoff, findings: Vec::new(), totals: set::Totals::default(), alike: alike::Alike::default() }
    }

    /// Notes that some queries are not completed.
    pub fn unfinished(&mut self, queries: i64) {
        if queries > 0 {
            let message = format!("{queries} queries are not completed; they are left out");
            self.findings.push(Finding::about_set(Rule::NotSettled, message));
        }
    }

    /// Notes that a query is not settled. One that the database holds something wrong about is an error.
    pub fn unsettled(&mut self, query: &str, why: &Unsettled) {
        self.findings.push(match why {
            Unsettled::Damaged { .. } => Finding::about_query(Rule::DamagedQuery, query, why.to_string()),
            // The flag's note is for the reviewer: findings are frozen and exported.
            Unsettled::Flagged { .. } => Finding::about_query(Rule::NotSettled, query, "flagged for review; it is left out"),
            _ => Finding::about_query(Rule::NotSettled, query, format!("{why}; it is left out")),
        });
    }

    /// Looks at a settled query, and says whether an error was found. A query with an error is not counted with those of the version.
    pub fn look(&mut self, candidate: Candidate) -> bool {
        let before = self.findings.len();
        self.findings.extend(query::findings(candidate, self.cutoff));
        self.findings.extend(self.alike.compare(&candidate.item.query_id, &candidate.item.query));
        let error = self.findings[before..].iter().any(Finding::is_error);
        if !error {
            self.totals.add(candidate);
        }
        error
    }

    /// All findings, the errors first.
    pub fn finish(mut self) -> Vec<Finding> {
        self.findings.extend(self.totals.findings());
        self.findings.sort_by_key(|finding| finding.rule.severity());
        self.findings
    }
}

#[cfg(test)]
mod tests;
