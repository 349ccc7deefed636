//! The decision as JUnit XML: a failure is a check that does not hold, an error one that cannot be decided.

use domain::evaluation::gate::Verdict;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::decision::Decision;
use super::words::{details, in_words};

impl Decision {
    pub fn junit(&self) -> String {
        let mut suite = TestSuite::new("touchstone gate");
        suite.add_property(("decided by", in_words(self.rules).as_str()));
        for (what, name) in self.subject.lines() {
            suite.add_property((what, name.as_str()));
        }
        for reason in &self.reasons {
            suite.add_test_case(TestCase::new("the golden set and the run can be decided on", not_passed(NonSuccessKind::Error, reason)));
        }
        for check in &self.checks {
            let words = details(check).join(". ");
            let status = match check.verdict {
                Verdict::Pass => TestCaseStatus::success(),
                Verdict::Fail => not_passed(NonSuccessKind::Failure, &words),
                Verdict::Undecidable => not_passed(NonSuccessKind::Error, &words),
            };
            suite.add_test_case(TestCase::new(check.check.clone(), status));
        }
        let mut report = Report::new("touchstone");
        report.add_test_suite(suite);
        report.to_string().unwrap_or_default()
    }
}

fn not_passed(kind: NonSuccessKind, words: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(words);
    status
}
