//! What a pre-label does to people who see it, and what the judge gets wrong, in words.

use domain::agreement::{JudgeAgreement, Measured};
use domain::text::thousands;

use super::figures::{absence, figure, interval};

/// What a pre-label in view does to people, in words; no direction where the interval includes 0.
pub fn pull(anchoring: &Measured) -> String {
    let Some(value) = anchoring.value() else {
        let why = absence(anchoring).unwrap_or_default();
        return format!("How far a pre-label in view pulls people is undefined: {why}.");
    };
    let by = format!("{} {}", figure(value.abs()), interval(anchoring));
    match anchoring.interval() {
        Some((low, _)) if low > 0.0 => format!("A pre-label in view raises agreement by {by}: people are pulled towards it."),
        Some((_, high)) if high < 0.0 => format!("A pre-label in view lowers agreement: {} {}.", figure(value), interval(anchoring)),
        Some(_) => format!("With a pre-label in view agreement differs by {} {}: no pull is shown.", figure(value), interval(anchoring)),
        None => format!("With a pre-label in view agreement differs by {}; {}.", figure(value), absence(anchoring).unwrap_or_default()),
    }
}

/// What the judge gets wrong where nobody saw what it said.
pub fn calibration(judge: &JudgeAgreement, cutoff: usize) -> Option<String> {
    let [wrongly, missed] = judge.errors(cutoff);
    let share = |measured: &Measured, count: u64| {
        let value = measured.value()?;
        Some(format!("{:.1}\u{a0}% ({} of {})", 100.0 * value, thousands(count), thousands(measured.n())))
    };
    let false_relevant =
        share(&judge.false_relevant, wrongly).map(|share| format!("gives {share} of the irrelevant chunks a relevant grade"));
    let missed = share(&judge.missed, missed).map(|share| format!("misses {share} of what is relevant"));
    let said: Vec<String> = false_relevant.into_iter().chain(missed).collect();
    (!said.is_empty()).then(|| format!("Only the hidden share calibrates the judge: it {}.", said.join(" and ")))
}
