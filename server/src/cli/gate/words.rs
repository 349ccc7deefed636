//! The decision for people: what a tired reader needs, the verdict last.

use std::fmt::Write;

use domain::evaluation::gate::{Checked, Decide, Fall, Rules, Unjudged, named};
use domain::text::visible;

use super::decision::{Cutoff, Decision, GoldenVersion, Subject};

impl Decision {
    pub fn words(&self) -> String {
        let mut text = self.subject.lines().iter().fold(String::new(), |mut text, (what, name)| {
            let _ = writeln!(text, "{what:<10} {name}");
            text
        });
        let _ = writeln!(text, "{:<10} {}", "decided by", in_words(self.rules));
        for check in &self.checks {
            let _ = writeln!(text, "\n{:<11} {}", check.verdict.word(), check.check);
            for line in details(check) {
                let _ = writeln!(text, "            {line}");
            }
        }
        if !self.reasons.is_empty() {
            let _ = writeln!(text, "\nwhy");
        }
        for reason in &self.reasons {
            let _ = writeln!(text, "- {reason}");
        }
        format!("{text}\n{}", self.verdict().word())
    }
}

impl Subject {
    /// What each file is, and its name.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let version = self
            .version
            .as_ref()
            .map(|GoldenVersion { set, version, root_hash }| format!(" · set {set}, version {version}, root hash {root_hash}"));
        let golden = format!("{}{}", visible(&self.golden), version.unwrap_or_default());
        let files = [("golden set", golden), ("run", visible(&self.run))];
        let baseline = self.baseline.as_ref().map(|baseline| ("baseline", visible(baseline)));
        files.into_iter().chain(baseline).chain(self.cutoff.map(|cutoff| ("cut-off", cutoff.in_words()))).collect()
    }
}

impl Cutoff {
    fn in_words(self) -> String {
        let Self { used, of_golden } = self;
        if used == of_golden { used.to_string() } else { format!("{used} (--cutoff), and the golden set's is {of_golden}") }
    }
}

/// How it is decided.
pub fn in_words(rules: Rules) -> String {
    let number = match rules.decide {
        Decide::Point => "the mean over these queries",
        Decide::Interval => "both ends of the 95 % interval",
    };
    let unjudged = match rules.unjudged {
        Unjudged::Bounds => "hits that nobody judged count as whatever is worst, and as whatever is best",
        Unjudged::NotRelevant => "hits that nobody judged count as NOT RELEVANT (--unjudged not-relevant)",
    };
    format!("{number}; {unjudged}")
}

/// The numbers of a check, a line each kind.
pub fn details(check: &Checked) -> Vec<String> {
    let mut lines = vec![format!("n {}{}", check.n, values(check))];
    lines.extend(chance(check));
    lines.extend(unjudged(check));
    if !check.fell.is_empty() {
        lines.push(format!("fell most: {}", check.fell.iter().map(fall).collect::<Vec<_>>().join(", ")));
    }
    if !check.missing.is_empty() {
        lines.push(format!("the run lacks {} of its queries, which count 0: {}", check.missing.len(), named(&check.missing)));
    }
    lines.extend(check.reason.clone());
    lines
}

fn values(check: &Checked) -> String {
    let number = |value: f64| format!("{value:.4}");
    let part = |name: &str, value: Option<String>| value.map_or_else(String::new, |value| format!(" · {name} {value}"));
    let (before, after) = (part("before", check.before.map(number)), part("after", check.after.map(number)));
    format!("{before}{after}{}", part("difference", check.difference.map(signed)))
}

fn chance(check: &Checked) -> Option<String> {
    let (low, high) = check.low.zip(check.high)?;
    let p = check.p.map_or_else(String::new, |p| format!(" · p {p:.4}"));
    Some(format!("95 % interval {}{p}", range(check, low, high)))
}

fn unjudged(check: &Checked) -> Option<String> {
    let [low, high] = check.bounds?;
    let of_baseline = check.judged_before.map_or_else(String::new, |judged| format!(", {judged:.3} of the baseline's"));
    let judged = check.judged.map_or_else(String::new, |judged| format!(" · judged {judged:.3} of the run's hits{of_baseline}"));
    Some(format!("whatever is unjudged: {}{judged}", range(check, low, high)))
}

/// From a number to another; with signs where they are differences.
fn range(check: &Checked, low: f64, high: f64) -> String {
    if check.difference.is_some() { format!("{} to {}", signed(low), signed(high)) } else { format!("{low:.4} to {high:.4}") }
}

fn signed(difference: f64) -> String {
    format!("{difference:+.4}")
}

/// A query that fell, with its numbers.
fn fall(fall: &Fall) -> String {
    format!("{} {:.4} → {:.4}", visible(&fall.query_id), fall.before, fall.after)
}
