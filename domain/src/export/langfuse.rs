//! Langfuse: a dataset item a line. The id is always the same for the same query of the same set, so that a second upload
//! changes the items that the first one made. Langfuse's client puts it into a path as it is, so it is one segment of a path:
//! what is no letter, digit, dot or hyphen is written as its bytes in hex. The metadata has the query's own id.

use std::fmt::Write;

use serde_json::json;

use super::{Exporter, ItemMetadata, answer, json_line};
use crate::version::Item;

pub fn write(exporter: &mut Exporter, item: &Item, files: &mut [String]) {
    files[0] = json_line(&json!({
        "id": path_segment(&exporter.set, &item.query_id),
        "input": { "query": item.query },
        "expectedOutput": { "answer": answer(item) },
        "metadata": ItemMetadata::of(exporter, item),
    }));
}

/// Another one for each set and query, because neither a set's name nor what is written of a query's id holds `~`.
fn path_segment(set: &str, query_id: &str) -> String {
    query_id.bytes().fold(format!("{set}~"), |mut segment, byte| {
        let plain = byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.';
        let written = if plain { segment.write_char(byte.into()) } else { write!(segment, "_{byte:02X}") };
        written.expect("a string takes everything");
        segment
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_one_segment_of_a_path_and_no_two_are_the_same() {
        assert_eq!(path_segment("guide", "q1"), "guide~q1");
        assert_eq!(path_segment("guide", "a/b #1"), "guide~a_2Fb_20_231");
        let ids = ["a/b", "a_2Fb", "a_b", "a b", "a%2Fb", "..", ".", "?", "#", "~", "a~b", "ü", "u", "🦀", "q1", "Q1"];
        let segments: HashSet<String> = ["a", "a.b", "a_2F"].into_iter().flat_map(|set| ids.map(|id| path_segment(set, id))).collect();
        assert_eq!(segments.len(), ids.len() * 3);
        for segment in segments {
            let unreserved = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
            assert!(segment.chars().all(unreserved) && segment != "." && segment != "..", "{segment}");
        }
    }
}
