//! Two texts, with the words that differ marked.

use domain::diff::{Piece, by_words};
use leptos::prelude::*;

/// One side of two texts: what is on this side alone is marked.
pub fn marked_words(from: &str, to: &str, side: Piece) -> impl IntoView + use<> {
    let piece = |(piece, text): (Piece, String)| {
        let text = domain::text::visible(&text);
        match piece {
            Piece::Same => view! { {text} }.into_any(),
            Piece::Removed => view! { <del>{text}</del> }.into_any(),
            Piece::Added => view! { <ins>{text}</ins> }.into_any(),
        }
    };
    by_words(from, to).into_iter().filter(move |(piece, _)| *piece == Piece::Same || *piece == side).map(piece).collect_view()
}
