//! What the linter found in a set, as a page shows it.

use serde::{Deserialize, Serialize};

use crate::finding::Finding;
use crate::timestamp::Timestamp;

/// How many findings are listed; all are counted.
pub const LISTED: usize = 100;

/// What the linter found in a set at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LintReport {
    /// The first of them, the errors first.
    pub listed: Vec<Finding>,
    pub errors: usize,
    pub warnings: usize,
    /// When it began to look.
    pub made_at: Timestamp,
}

impl LintReport {
    /// The report of findings, the errors first.
    pub fn new(mut findings: Vec<Finding>, made_at: Timestamp) -> Self {
        let errors = findings.iter().filter(|finding| finding.is_error()).count();
        let warnings = findings.len() - errors;
        findings.truncate(LISTED);
        findings.shrink_to_fit();
        Self { listed: findings, errors, warnings, made_at }
    }
}

/// How many of the completed queries a look is through with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct Looked {
    pub done: i64,
    pub total: i64,
}

/// `12,000 of 50,000 queries`.
impl std::fmt::Display for Looked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} queries", crate::text::thousands(self.done), crate::text::thousands(self.total))
    }
}

/// How far the linter is with a set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Linting {
    /// What it found last; none before it was through once.
    pub report: Option<LintReport>,
    /// How many changes came since.
    pub changes_since: i64,
    /// How far it is, when it is checking now.
    pub checking: Option<Looked>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Rule;

    #[test]
    fn how_far_a_look_is_is_read_at_a_glance() {
        let words = |done, total| Looked { done, total }.to_string();
        assert_eq!((words(0, 7), words(999, 1000)), ("0 of 7 queries".into(), "999 of 1,000 queries".into()));
        assert_eq!(words(12_000, 1_250_000), "12,000 of 1,250,000 queries");
    }

    #[test]
    fn a_report_lists_the_first_findings_and_counts_all() {
        let finding = |at: usize| Finding {
            rule: if at < 3 { Rule::DuplicateQuery } else { Rule::AnswerMissing },
            query_id: Some(format!("q{at}")),
            message: String::new(),
        };
        let report = LintReport::new((0..5000).map(finding).collect(), Timestamp(0));
        assert_eq!((report.errors, report.warnings, report.listed.len()), (3, 4997, LISTED));
        assert!(report.listed[2].is_error() && !report.listed[3].is_error());
    }
}
