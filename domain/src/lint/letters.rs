//! A cheap bound of how near two texts are.

use super::alike::NEAR_DUPLICATE;

/// How often a text has the characters of each of 32 classes: a bound of how near another is that costs next to nothing.
#[derive(Debug)]
pub(super) struct Letters {
    counts: [u8; 32],
    length: u32,
}

impl Letters {
    pub(super) fn of(text: &str) -> Self {
        let mut letters = Self { counts: [0; 32], length: 0 };
        for character in text.chars() {
            let count = &mut letters.counts[character as usize % 32];
            *count = count.saturating_add(1);
            letters.length = letters.length.saturating_add(1);
        }
        letters
    }

    /// Whether the texts may be near: a character that one has more is a change, as is one that its length has more.
    pub(super) fn may_be_near(&self, other: &Self) -> bool {
        let pairs = || self.counts.iter().zip(other.counts);
        let more: u32 = pairs().map(|(one, other)| u32::from(one.saturating_sub(other))).sum();
        let fewer: u32 = pairs().map(|(one, other)| u32::from(other.saturating_sub(*one))).sum();
        let changes = more.max(fewer).max(self.length.abs_diff(other.length));
        1.0 - f64::from(changes) / f64::from(self.length.max(other.length).max(1)) >= NEAR_DUPLICATE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_pair_is_ruled_out_that_is_near() {
        let words = ["how do i export a version", "how do i exports a version", "a version how do i export", "größe des ventils", "ab"];
        let longer = words.iter().map(|word| format!("{word} {word}s, and so on, {}", "é".repeat(300)));
        let texts: Vec<String> = words.iter().map(|word| (*word).to_owned()).chain(longer).collect();
        let near = |a: &str, b: &str| strsim::normalized_levenshtein(a, b) >= NEAR_DUPLICATE;
        let pairs = || texts.iter().flat_map(|a| texts.iter().map(move |b| (a, b)));
        assert!(pairs().filter(|(a, b)| near(a, b)).all(|(a, b)| Letters::of(a).may_be_near(&Letters::of(b))));
        assert!(pairs().any(|(a, b)| !Letters::of(a).may_be_near(&Letters::of(b))), "it rules some out");
    }
}
