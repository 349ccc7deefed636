//! Labels: a labeller's judgement of (query, chunk).

use serde::{Deserialize, Serialize};

use crate::Invalid;
use crate::id::ChunkId;
use crate::scale::Judgement;

/// A part of a stored text, in Unicode code points, `start` included and `end` not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The first code point.
    pub start: u32,
    /// One past the last.
    pub end: u32,
}

/// A labeller's current judgement of a chunk, as its history's last entry says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    pub chunk: ChunkId,
    /// The judgement; none after an undo of the first one.
    pub judgement: Option<Judgement>,
    /// What in the chunk's text shows it.
    pub evidence: Vec<Span>,
    /// What the labeller wanted to say about it.
    pub note: String,
    /// Whether a pre-label was visible when the judgement was given.
    pub prelabel_visible: bool,
    /// The number of the guidelines that it was given under; 0 before the first.
    pub guideline: i32,
    /// Counts up with each change.
    pub revision: i64,
}

impl Label {
    /// Adds what another record of the same judgement says beside it: its evidence, and its note after the one that is there.
    /// Gives whether it said anything new.
    pub fn merge(&mut self, evidence: &[Span], note: &str) -> bool {
        let both = join([self.evidence.as_slice(), evidence].concat());
        let noted = note.is_empty() || self.note.lines().any(|line| line == note) || self.note == note;
        if both == self.evidence && noted {
            return false;
        }
        self.evidence = both;
        if !noted {
            self.note = if self.note.is_empty() { note.to_owned() } else { format!("{}\n{note}", self.note) };
        }
        true
    }
}

/// The text of a span.
pub fn quote(text: &str, span: Span) -> String {
    text.chars().skip(span.start as usize).take(span.end.saturating_sub(span.start) as usize).collect()
}

/// The spans in order, those that overlap or touch joined; an error when one is empty or ends outside the text.
pub fn normalise(spans: Vec<Span>, text: &str) -> Result<Vec<Span>, Invalid> {
    let length = text.chars().count();
    if let Some(span) = spans.iter().find(|span| span.start >= span.end || span.end as usize > length) {
        return Err(Invalid::new(format!("evidence {}..{} is not inside the chunk's {length} characters", span.start, span.end)));
    }
    Ok(join(spans))
}

/// The spans in order, those that overlap or touch joined.
fn join(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut joined: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => joined.push(span),
        }
    }
    joined
}

/// Where a quote stands in a text: exactly, or, failing that, with any white space between the same words.
pub fn find_quote(text: &str, quote: &str) -> Option<Span> {
    let quote = quote.trim();
    if quote.is_empty() {
        return None;
    }
    let bytes = text.find(quote).map(|start| start..start + quote.len()).or_else(|| find_words(text, quote))?;
    let start = text[..bytes.start].chars().count();
    let length = text[bytes].chars().count();
    Some(Span { start: u32::try_from(start).ok()?, end: u32::try_from(start + length).ok()? })
}

fn find_words(text: &str, quote: &str) -> Option<std::ops::Range<usize>> {
    let words: Vec<&str> = quote.split_whitespace().collect();
    let first = words.first()?;
    text.match_indices(first).find_map(|(start, _)| Some(start..match_words(text, start, &words)?))
}

fn match_words(text: &str, start: usize, words: &[&str]) -> Option<usize> {
    let mut at = start;
    for (index, word) in words.iter().enumerate() {
        let rest = &text[at..];
        let trimmed = if index == 0 { rest } else { rest.trim_start() };
        if index > 0 && trimmed.len() == rest.len() {
            return None;
        }
        trimmed.strip_prefix(word)?;
        at += rest.len() - trimmed.len() + word.len();
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_that_touch_become_one() {
        let spans = vec![Span { start: 4, end: 6 }, Span { start: 0, end: 2 }, Span { start: 2, end: 3 }];
        assert_eq!(normalise(spans, "abcdef"), Ok(vec![Span { start: 0, end: 3 }, Span { start: 4, end: 6 }]));
    }

    #[test]
    fn a_span_that_ends_outside_the_text_is_refused() {
        assert!(normalise(vec![Span { start: 0, end: 4 }], "äöü").is_err());
        assert!(normalise(vec![Span { start: 1, end: 1 }], "äöü").is_err());
    }

    #[test]
    fn a_second_record_of_a_judgement_adds_its_evidence_and_its_note_once() {
        let chunk = crate::id::uuid_v7(1, &[0; 10]).into();
        let [first, second] = [Span { start: 0, end: 2 }, Span { start: 4, end: 6 }];
        let mut label = Label {
            chunk,
            judgement: None,
            evidence: vec![first],
            note: "sure".into(),
            prelabel_visible: false,
            guideline: 0,
            revision: 1,
        };
        assert!(label.merge(&[second], "seen twice"));
        assert_eq!((label.evidence.as_slice(), label.note.as_str()), ([first, second].as_slice(), "sure\nseen twice"));
        assert!(!label.merge(&[second], "seen twice"), "the same file twice changes nothing");
        assert!(!label.merge(&[], ""));
    }

    #[test]
    fn a_quote_is_found_by_code_points_and_over_changed_white_space() {
        let text = "Ünïcode first.\r\n  Then the\tquote here.";
        let span = find_quote(text, "Then the quote").expect("found");
        assert_eq!(quote(text, span), "Then the\tquote");
        assert_eq!(find_quote(text, "first").map(|s| s.start), Some(8));
        assert_eq!(find_quote(text, "not there"), None);
        assert_eq!(find_quote(text, "  "), None);
    }
}
