//! The terms of a query, as they are marked in a text.

use crate::label::Span;

/// What is looked for in a text: the query's words without the commonest ones, each without its commonest endings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Terms(Vec<String>);

impl Terms {
    /// The terms of a query.
    pub fn of(query: &str) -> Self {
        let mut keys: Vec<String> = words(query).map(|(_, word)| key(word)).filter(|key| !is_common(key)).collect();
        keys.sort_unstable();
        keys.dedup();
        Self(keys)
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing to mark.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where the terms stand in a text, in order.
    pub fn spans(&self, text: &str) -> Vec<Span> {
        self.found(text).into_iter().map(|(span, _)| span).collect()
    }

    /// Where the terms stand in a text, each with its number.
    pub(super) fn found(&self, text: &str) -> Vec<(Span, usize)> {
        if self.is_empty() {
            return Vec::new();
        }
        let hit = |(start, word): (u32, &str)| {
            let term = self.0.binary_search(&key(word)).ok()?;
            let length = u32::try_from(word.chars().count()).ok()?;
            Some((Span { start, end: start + length }, term))
        };
        words(text).filter_map(hit).collect()
    }
}

/// The words of a text with their places in code points. A word is letters, digits, `_` and combining marks.
fn words(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut chars = text.char_indices().zip(0u32..).peekable();
    std::iter::from_fn(move || {
        while chars.next_if(|((_, c), _)| !is_word(*c)).is_some() {}
        let &((from, _), start) = chars.peek()?;
        let mut to = from;
        while let Some(((at, c), _)) = chars.next_if(|((_, c), _)| is_word(*c)) {
            to = at + c.len_utf8();
        }
        Some((start, &text[from..to]))
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || ('\u{300}'..='\u{36F}').contains(&c)
}

/// Lower case without the commonest English endings; words of up to three letters stay whole.
fn key(word: &str) -> String {
    let lower = word.to_lowercase();
    for ending in ["ings", "ing", "ies", "ed", "es", "s", "e", "y"] {
        if let Some(stem) = lower.strip_suffix(ending)
            && stem.chars().count() >= 3
        {
            return stem.to_owned();
        }
    }
    lower
}

fn is_common(key: &str) -> bool {
    const COMMON: [&str; 64] = [
        "a", "about", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could", "did", "do", "doe", "for",
        "from", "get", "had", "has", "hav", "he", "her", "his", "how", "i", "if", "in", "is", "it", "its", "me", "my", "no", "not", "of",
        "on", "or", "our", "she", "should", "so", "than", "that", "the", "their", "them", "they", "this", "to", "was", "we", "were",
        "what", "when", "which", "who", "will", "with", "would", "you",
    ];
    COMMON.binary_search(&key).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_that_any_text_has_are_not_marked() {
        assert!(Terms::of("how do I do it with that").is_empty());
    }

    #[test]
    fn a_plural_is_marked_for_its_singular() {
        let found = Terms::of("billing owner").spans("Both owners sign");
        assert_eq!(found, [Span { start: 5, end: 11 }]);
    }
}
