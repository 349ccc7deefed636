//! CSV: one row a (query, chunk), and one with empty columns for a query without labels. For spreadsheets a text that
//! starts like a formula gets an apostrophe before it, as OWASP advises against CSV injection.

use super::{Exporter, ItemMetadata};
use crate::version::{Item, ItemLabel};

pub const HEADER: &str = "query_id,query,style,answerable,answer,source,seen,chunk_id,doc_id,title,grade,relevant,evidence,text\n";

pub fn exact(exporter: &mut Exporter, item: &Item, files: &mut [String]) {
    rows(exporter, item, files, str::to_owned);
}

pub fn for_spreadsheets(exporter: &mut Exporter, item: &Item, files: &mut [String]) {
    rows(exporter, item, files, harmless);
}

fn rows(exporter: &Exporter, item: &Item, files: &mut [String], text: fn(&str) -> String) {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    let labels: Vec<Option<&ItemLabel>> = if item.labels.is_empty() { vec![None] } else { item.labels.iter().map(Some).collect() };
    for label in labels {
        let row = of_query(exporter, item).into_iter().chain(of_label(exporter, label)).map(|cell| text(&cell));
        writer.write_record(row).expect("a row in memory");
    }
    let bytes = writer.into_inner().expect("rows in memory");
    files[0] = String::from_utf8(bytes).expect("rows of text");
}

fn of_query(exporter: &Exporter, item: &Item) -> [String; 7] {
    let answerable = ItemMetadata::of(exporter, item).answerable.map_or(String::new(), |answerable| answerable.to_string());
    let style = item.style.word().to_owned();
    [item.query_id.clone(), item.query.clone(), style, answerable, item.answer.clone(), item.source.clone(), item.seen.to_string()]
}

fn of_label(exporter: &Exporter, label: Option<&ItemLabel>) -> [String; 7] {
    let Some(label) = label else { return Default::default() };
    let quotes: Vec<&str> = label.evidence.iter().map(|evidence| evidence.quote.as_str()).collect();
    let relevant = (label.grade >= exporter.cutoff).to_string();
    let ItemLabel { chunk_id, doc_id, title, grade, text, .. } = label;
    [chunk_id.clone(), doc_id.clone(), title.clone(), grade.to_string(), relevant, quotes.join(" … "), text.clone()]
}

/// The text, so that no spreadsheet takes it for a formula.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) { format!("'{text}") } else { text.to_owned() }
}
