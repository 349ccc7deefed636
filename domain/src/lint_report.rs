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

/// How far the linter is with a set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Linting {
    /// What it found last; none before it was through once.
    pub report: Option<LintReport>,
    /// How many changes came since.
    pub changes_since: i64,
    /// How many queries it has checked, and of how many, when it is checking now.
    pub checking: Option<(usize, usize)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Rule;

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
