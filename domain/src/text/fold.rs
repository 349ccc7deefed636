//! The few lines of a long text that a folded card shows.

use super::terms::Terms;
use crate::label::Span;

/// The stretch of about `width` code points in which most different terms stand (most occurrences, when equal; the
/// first, when still equal), begun and ended at white space where there is some near.
pub fn fold(text: &str, terms: &Terms, width: u32) -> Span {
    let whole = super::whole(text);
    if whole.end <= width {
        return whole;
    }
    let start = densest(&terms.found(text), width).map_or(0, |found| centre(found, width));
    let start = start.min(whole.end - width);
    at_spaces(text, Span { start, end: start + width })
}

fn densest(found: &[(Span, usize)], width: u32) -> Option<Span> {
    let mut best: Option<((usize, usize), Span)> = None;
    let mut first = 0;
    for last in 0..found.len() {
        while found[last].0.end - found[first].0.start > width && first < last {
            first += 1;
        }
        let inside = &found[first..=last];
        let score = (different(inside), inside.len());
        if best.as_ref().is_none_or(|(top, _)| score > *top) {
            best = Some((score, Span { start: found[first].0.start, end: found[last].0.end }));
        }
    }
    best.map(|(_, span)| span)
}

fn different(found: &[(Span, usize)]) -> usize {
    let mut terms: Vec<usize> = found.iter().map(|(_, term)| *term).collect();
    terms.sort_unstable();
    terms.dedup();
    terms.len()
}

/// The start of a window around what was found, a little more room before it than a word.
fn centre(found: Span, width: u32) -> u32 {
    let room = width.saturating_sub(found.end - found.start);
    found.start.saturating_sub(room / 3)
}

fn at_spaces(text: &str, span: Span) -> Span {
    const NEAR: u32 = 20;
    let spaces: Vec<u32> = text.chars().zip(0u32..).filter(|(c, _)| c.is_whitespace()).map(|(_, at)| at).collect();
    let after = |at: u32| spaces.iter().copied().find(|&space| space >= at).filter(|&space| space - at < NEAR);
    let start = if span.start == 0 { 0 } else { after(span.start).map_or(span.start, |space| space + 1) };
    Span { start, end: after(span.end).unwrap_or(span.end) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_is_not_folded() {
        assert_eq!(fold("short", &Terms::of("x"), 10), Span { start: 0, end: 5 });
    }

    #[test]
    fn a_folded_text_shows_where_most_terms_stand_together() {
        let text = format!("{} undo {} undo the last grade {}", "lorem ".repeat(50), "ipsum ".repeat(50), "dolor ".repeat(50));
        let span = fold(&text, &Terms::of("undo grade"), 120);
        let shown = crate::label::quote(&text, span);
        assert!(shown.contains("undo the last grade"), "{shown}");
        assert!(shown.chars().count() <= 140);
    }

    proptest::proptest! {
        #[test]
        fn a_folded_text_lies_inside_the_text(text in "\\PC{0,400}", query in "\\PC{0,40}") {
            let span = fold(&text, &Terms::of(&query), 60);
            proptest::prop_assert!(span.start <= span.end && span.end <= super::super::whole(&text).end);
        }
    }
}
