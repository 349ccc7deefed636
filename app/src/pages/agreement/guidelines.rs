//! Agreement by the version of the guideline under which labels were given.

use domain::agreement::GuidelineAgreement;
use domain::text::thousands;

use super::figures::{absence, figure, interval};

/// What the labels of a version are called; 0 is before the first.
pub fn name(version: i32) -> String {
    if version == 0 { "without guidelines".to_owned() } else { format!("guideline {version}") }
}

/// Each version in a phrase; none where there is one.
pub fn in_words(guidelines: &[GuidelineAgreement], unit: &str) -> Option<String> {
    let phrase = |of: &GuidelineAgreement| {
        let ordinal = &of.agreement.krippendorff.ordinal;
        match ordinal.value() {
            Some(value) => {
                format!("{}: {} {}, {} {unit}", name(of.guideline), figure(value), interval(ordinal), thousands(ordinal.n()))
            }
            None => format!("{}: undefined, {}", name(of.guideline), absence(ordinal).unwrap_or_default()),
        }
    };
    (guidelines.len() > 1).then(|| guidelines.iter().map(phrase).collect::<Vec<_>>().join(" · "))
}
