//! Agreement by the version of the guideline under which labels were given.

use domain::agreement::GuidelineAgreement;
use domain::text::thousands;

use super::figures::{absence, figure, interval};

/// Each version in a phrase; none where there is one.
pub fn in_words(guidelines: &[GuidelineAgreement], unit: &str) -> Option<String> {
    let phrase = |of: &GuidelineAgreement| {
        let ordinal = &of.agreement.krippendorff.ordinal;
        match ordinal.value() {
            Some(value) => {
                format!("guideline {}: {} {}, {} {unit}", of.guideline, figure(value), interval(ordinal), thousands(ordinal.n()))
            }
            None => format!("guideline {}: undefined, {}", of.guideline, absence(ordinal).unwrap_or_default()),
        }
    };
    (guidelines.len() > 1).then(|| guidelines.iter().map(phrase).collect::<Vec<_>>().join(" · "))
}
