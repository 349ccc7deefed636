//! How a stored text is shown: its query terms marked, its evidence highlighted, its invisible characters made visible.
//!
//! Offsets are Unicode code points of the stored text throughout, so what is selected on a page is found again in the
//! store whatever the browser did to white space.

pub mod fold;
pub mod terms;

use crate::label::Span;
pub use fold::fold;
pub use terms::Terms;

/// A stretch of text that is shown in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// Where it starts in the stored text, in code points.
    pub start: u32,
    /// One past its last code point.
    pub end: u32,
    /// What is shown.
    pub text: String,
    /// How.
    pub style: SegmentStyle,
}

/// How a stretch of text is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SegmentStyle {
    /// It is a term of the query.
    pub term: bool,
    pub evidence: Parties,
    /// It is a name for a character that would be invisible or would reorder the line.
    pub hidden: bool,
}

/// Whose evidence a stretch of text is: a bit a party, the first the lowest. From the eighth on they share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parties(u8);

impl Parties {
    const MOST: usize = 8;

    /// Those of whose spans one holds a place.
    fn at(evidence: &[&[Span]], place: u32) -> Self {
        let holds = |spans: &&[Span]| within(spans, place);
        let bits = evidence.iter().enumerate().filter(|(_, spans)| holds(spans)).map(|(party, _)| 1 << party.min(Self::MOST - 1));
        Self(bits.fold(0, |all, bit: u8| all | bit))
    }

    /// Whether it is nobody's.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it is that of a party, from 0.
    pub fn has(self, party: usize) -> bool {
        self.0 & (1 << party.min(Self::MOST - 1)) != 0
    }
}

/// From this length on a line counts as wrapped prose: its line feed then shows as the space that it stands for.
const WRAPPED: u32 = 60;

/// The part `shown` of a text cut into stretches. A carriage return shows as nothing before a line feed, else as one. A
/// line feed inside wrapped prose shows as a space, so that a page can wrap the text by its own width. `evidence` is that of
/// each party, in order.
pub fn segments(text: &str, terms: &Terms, evidence: &[&[Span]], shown: Span) -> Vec<Segment> {
    let marked = terms.spans(text);
    let (mut cursor, mut line) = (Cursor::new(shown.start), 0);
    let mut chars = text.chars().enumerate().skip(shown.start as usize).take((shown.end - shown.start) as usize).peekable();
    while let Some((index, c)) = chars.next() {
        let at = u32::try_from(index).unwrap_or(u32::MAX);
        let style = SegmentStyle { term: within(&marked, at), evidence: Parties::at(evidence, at), hidden: is_hidden(c) };
        if c == '\r' {
            let line_feed_follows = chars.peek().is_some_and(|&(_, next)| next == '\n');
            cursor.skip(at, if line_feed_follows { "" } else { "\n" }, style);
        } else if style.hidden {
            cursor.skip(at, &format!("U+{:04X}", u32::from(c)), style);
        } else if c == '\n' && line >= WRAPPED && chars.peek().is_some_and(|&(_, next)| next.is_alphanumeric()) {
            cursor.push(at, ' ', style);
        } else {
            cursor.push(at, c, style);
        }
        line = if c == '\n' { 0 } else { line + 1 };
    }
    cursor.finish()
}

fn within(spans: &[Span], at: u32) -> bool {
    let next = spans.partition_point(|span| span.end <= at);
    spans.get(next).is_some_and(|span| span.start <= at)
}

/// Whether a character is invisible or reorders what stands around it: controls, zero-width, bidirectional controls, tags.
pub fn is_hidden(c: char) -> bool {
    let joins_emoji = c == '\u{200D}';
    !joins_emoji
        && matches!(c, '\0'..='\u{8}' | '\u{B}'..='\u{C}' | '\u{E}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{AD}' | '\u{61C}' | '\u{180E}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}' | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// A text that is not a chunk's, with its invisible characters named: for names, notes, titles, file names.
pub fn visible(text: &str) -> String {
    if text.chars().any(is_hidden) {
        text.chars().map(|c| if is_hidden(c) { format!("‹U+{:04X}›", u32::from(c)) } else { c.to_string() }).collect()
    } else {
        text.to_owned()
    }
}

struct Cursor {
    done: Vec<Segment>,
    open: Option<Segment>,
    next: u32,
}

impl Cursor {
    fn new(start: u32) -> Self {
        Self { done: Vec::new(), open: None, next: start }
    }

    fn push(&mut self, at: u32, c: char, style: SegmentStyle) {
        match &mut self.open {
            Some(open) if open.style == style => open.text.push(c),
            _ => {
                self.close();
                self.open = Some(Segment { start: at, end: at, text: c.to_string(), style });
            }
        }
        self.next = at + 1;
    }

    /// Adds one code point that does not show as itself, as a stretch of its own.
    fn skip(&mut self, at: u32, shown: &str, style: SegmentStyle) {
        self.close();
        if !shown.is_empty() {
            self.done.push(Segment { start: at, end: at + 1, text: shown.to_owned(), style });
        }
        self.next = at + 1;
    }

    fn close(&mut self) {
        if let Some(mut open) = self.open.take() {
            open.end = self.next;
            self.done.push(open);
        }
    }

    fn finish(mut self) -> Vec<Segment> {
        self.close();
        self.done
    }
}

/// The whole of a text as a span.
pub fn whole(text: &str) -> Span {
    Span { start: 0, end: u32::try_from(text.chars().count()).unwrap_or(u32::MAX) }
}

/// `1 query`, `2 queries`.
pub fn counted<N: PartialEq + From<u8> + std::fmt::Display>(count: N, one: &str, many: &str) -> String {
    if count == N::from(1) { format!("1 {one}") } else { format!("{count} {many}") }
}

/// A count with a comma before each group of three digits.
pub fn thousands(count: impl std::fmt::Display) -> String {
    let digits = count.to_string();
    let place = |(at, digit): (usize, char)| {
        let comma = (at > 0 && (digits.len() - at).is_multiple_of(3)).then_some(',');
        comma.into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, query: &str, evidence: &[Span]) -> Vec<(String, bool, bool, bool)> {
        let parts = segments(text, &Terms::of(query), &[evidence], whole(text));
        parts.into_iter().map(|s| (s.text, s.style.term, !s.style.evidence.is_empty(), s.style.hidden)).collect()
    }

    #[test]
    fn terms_and_evidence_can_overlap() {
        let parts = shown("the billing owner", "billing", &[Span { start: 4, end: 17 }]);
        assert_eq!(
            parts,
            [("the ".into(), false, false, false), ("billing".into(), true, true, false), (" owner".into(), false, true, false)]
        );
    }

    #[test]
    fn a_stretch_says_whose_evidence_it_is() {
        let (first, second) = ([Span { start: 0, end: 3 }], [Span { start: 2, end: 5 }]);
        let parts = segments("abcdef", &Terms::of(""), &[&first, &second], whole("abcdef"));
        let whose: Vec<_> = parts.iter().map(|s| (s.text.as_str(), s.style.evidence.has(0), s.style.evidence.has(1))).collect();
        assert_eq!(whose, [("ab", true, false), ("c", true, true), ("de", false, true), ("f", false, false)]);
    }

    #[test]
    fn a_character_that_reorders_the_line_is_named() {
        assert_eq!(shown("a\u{202E}b", "", &[])[1], ("U+202E".into(), false, false, true));
        assert_eq!(visible("x\u{200B}y"), "x‹U+200B›y");
    }

    #[test]
    fn carriage_returns_do_not_shift_offsets() {
        let text = "a\r\nb\rc";
        let parts = segments(text, &Terms::of(""), &[], whole(text));
        let placed: Vec<(u32, &str)> = parts.iter().map(|s| (s.start, s.text.as_str())).collect();
        assert_eq!(placed, [(0, "a"), (2, "\nb"), (4, "\n"), (5, "c")]);
    }

    #[test]
    fn wrapped_prose_flows_and_lists_keep_their_lines() {
        let long = "x".repeat(60);
        assert_eq!(shown(&format!("{long}\nmore"), "", &[])[0].0, format!("{long} more"));
        assert_eq!(shown(&format!("{long}\n- item"), "", &[])[0].0, format!("{long}\n- item"));
        assert_eq!(shown("short\nline", "", &[])[0].0, "short\nline");
    }

    proptest::proptest! {
        #[test]
        fn each_stretch_shows_the_code_points_that_it_says(text in "\\PC*", query in "\\PC*") {
            let mut all = String::new();
            for segment in segments(&text, &Terms::of(&query), &[], whole(&text)) {
                let stored = crate::label::quote(&text, Span { start: segment.start, end: segment.end });
                proptest::prop_assert!(segment.style.hidden || stored == segment.text, "{:?} and {:?}", stored, segment);
                all += &stored;
            }
            proptest::prop_assert_eq!(all, text);
        }
    }
}
