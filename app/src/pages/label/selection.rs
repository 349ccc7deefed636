//! What is selected on the page, as a span of a stored text; and where the keyboard is.

use domain::id::ChunkId;
use domain::label::Span;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

/// The chunk and the part of its stored text that is selected.
pub fn selected() -> Option<(ChunkId, Span)> {
    let selection = window().get_selection().ok()??;
    if selection.is_collapsed() {
        return None;
    }
    let range = selection.get_range_at(0).ok()?;
    let (from_chunk, start) = stored_position(&range.start_container().ok()?, range.start_offset().ok()?)?;
    let (to_chunk, end) = stored_position(&range.end_container().ok()?, range.end_offset().ok()?)?;
    (from_chunk == to_chunk && start < end).then_some((from_chunk, Span { start, end }))
}

/// Lets go of the selection.
pub fn clear() {
    if let Ok(Some(selection)) = window().get_selection() {
        let _ = selection.remove_all_ranges();
    }
}

/// Where a point of the page stands in a stored text: its stretch's own start, and the code points before it.
fn stored_position(node: &Node, offset: u32) -> Option<(ChunkId, u32)> {
    let element: Element = node.dyn_ref::<Element>().cloned().or_else(|| node.parent_element())?;
    let stretch = element.closest("[data-start]").ok()??;
    let chunk = stretch.closest("[data-chunk]").ok()??.get_attribute("data-chunk")?.parse().ok()?;
    let start: u32 = stretch.get_attribute("data-start")?.parse().ok()?;
    let text = node.node_value().unwrap_or_default();
    let before = if node.node_type() == Node::TEXT_NODE { code_points(&text, offset) } else { 0 };
    Some((chunk, start + before))
}

/// How many code points the first UTF-16 units of a text are.
fn code_points(text: &str, units: u32) -> u32 {
    let mut left = units;
    let mut count = 0;
    for c in text.chars() {
        let width = u32::try_from(c.len_utf16()).unwrap_or(1);
        if left < width {
            break;
        }
        left -= width;
        count += 1;
    }
    count
}

/// Puts the keyboard into the answer's field, at its end.
pub fn focus_answer() {
    let field = document().get_element_by_id("answer").and_then(|element| element.dyn_into::<web_sys::HtmlTextAreaElement>().ok());
    if let Some(field) = field {
        let end = field.text_length();
        let _ = field.focus();
        let _ = field.set_selection_range(end, end);
    }
}

/// Keeps the card at hand at the same height of the screen.
pub fn hold_height(chunk: ChunkId) {
    const HEIGHT: f64 = 150.0;
    if let Ok(Some(card)) = document().query_selector(&format!(".chunk-card[data-chunk='{chunk}']")) {
        let top = card.get_bounding_client_rect().top();
        window().scroll_by_with_x_and_y(0.0, top - HEIGHT);
    }
}

#[cfg(test)]
mod tests {
    use super::code_points;

    #[test]
    fn an_emoji_is_two_units_and_one_code_point() {
        assert_eq!(code_points("a😀b", 3), 2);
        assert_eq!(code_points("a😀b", 4), 3);
    }
}
