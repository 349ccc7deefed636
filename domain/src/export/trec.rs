//! TREC's qrels and topics. Their columns are parted by white space, so white space in an id is percent-encoded, and so is
//! `%`; `ids.tsv` lists each id that was changed.

use std::fmt::Write;

use super::{Exporter, json};
use crate::version::Item;

pub fn write(exporter: &mut Exporter, item: &Item, files: &mut [String]) {
    let query = written(exporter, "query", &item.query_id, &mut files[2]);
    let _ = writeln!(files[1], "{query}\t{}", one_line(&item.query));
    for label in &item.labels {
        let chunk = written(exporter, "chunk", &label.chunk_id, &mut files[2]);
        let _ = writeln!(files[0], "{query} 0 {chunk} {}", label.grade);
    }
}

/// A text on one line, whatever a reader takes for the end of one.
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn written(exporter: &mut Exporter, kind: &str, id: &str, map: &mut String) -> String {
    if !id.contains(|c: char| c.is_whitespace() || c == '%') {
        return id.to_owned();
    }
    let mut encoded = String::with_capacity(id.len() + 8);
    for c in id.chars() {
        if c.is_whitespace() || c == '%' {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().for_each(|byte| {
                let _ = write!(encoded, "%{byte:02X}");
            });
        } else {
            encoded.push(c);
        }
    }
    if exporter.written.insert(format!("{kind} {id}")) {
        let _ = writeln!(map, "{kind}\t{encoded}\t{}", json(&id));
    }
    encoded
}
