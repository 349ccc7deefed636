//! The decision as GitHub-flavoured markdown.

use std::fmt::Write;

use domain::evaluation::gate::Checked;

use super::decision::Decision;
use super::words::{details, in_words};

impl Decision {
    pub fn markdown(&self) -> String {
        let mut text = format!("### Touchstone gate: {}\n\n", self.verdict().word());
        for (what, name) in self.subject.lines() {
            let _ = writeln!(text, "- {what}: {}", cell(&name));
        }
        let _ = writeln!(text, "- decided by {}", cell(&in_words(self.rules)));
        for reason in &self.reasons {
            let _ = writeln!(text, "- **{}**", cell(reason));
        }
        if !self.checks.is_empty() {
            text.push_str("\n| check | n | before | after | difference | verdict |\n|---|--:|--:|--:|--:|---|\n");
        }
        for check in &self.checks {
            let _ = writeln!(text, "{}", row(check));
        }
        for check in &self.checks {
            let _ = writeln!(text, "\n**{}**\n", cell(&check.check));
            for line in details(check) {
                let _ = writeln!(text, "- {}", cell(&line));
            }
        }
        text
    }
}

fn row(check: &Checked) -> String {
    let number = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.4}"));
    let difference = check.difference.map_or_else(|| "–".to_owned(), |value| format!("{value:+.4}"));
    let (before, after) = (number(check.before), number(check.after));
    format!("| {} | {} | {before} | {after} | {difference} | **{}** |", cell(&check.check), check.n, check.verdict.word())
}

/// A text that stays in its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\r', '\n'], " ").replace('<', "&lt;")
}
