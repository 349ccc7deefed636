//! Queries of a set.

use std::collections::HashMap;

use domain::Invalid;
use domain::format::queries::{from_columns, from_json, from_line, from_topic, has_query_column};
use domain::id::SetId;
use domain::query::{NewQuery, id_from_text, merge_hash};
use domain::report::Report;
use store::AddedQuery;

use super::reader::{Record, Records};
use crate::error::Error;
use crate::work::Context;

/// How many lines a quoted cell can span: an unterminated quote does not swallow the rest of the file.
const LONGEST_CELL_LINES: usize = 200;

/// What is known of the file besides what it holds.
#[derive(Debug, Clone, Copy)]
pub struct Hints<'a> {
    /// The column that holds the query.
    pub column: Option<&'a str>,
    /// Where queries came from that do not say.
    pub source: Option<&'a str>,
    /// The file's name.
    pub name: &'a str,
}

enum Shape {
    Json,
    Columns { separator: u8, header: Vec<String> },
    Topics,
    Lines,
}

impl Shape {
    fn detect(first: &str, hints: Hints) -> Self {
        if first.trim_start().starts_with('{') {
            return Self::Json;
        }
        let named = |ending: &str| hints.name.trim_end_matches(".gz").to_lowercase().ends_with(ending);
        for (separator, ending) in [(b'\t', ".tsv"), (b',', ".csv"), (b';', ".csv")] {
            let header: Vec<String> =
                cells(first, separator).map(|cells| cells.iter().map(|cell| cell.trim().to_owned()).collect()).unwrap_or_default();
            let is_header = has_query_column(&header) || hints.column.is_some_and(|column| header.iter().any(|name| name == column));
            if is_header && (header.len() > 1 || named(ending)) {
                return Self::Columns { separator, header };
            }
        }
        if first.contains('\t') { Self::Topics } else { Self::Lines }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Json => "queries JSONL",
            Self::Columns { separator: b'\t', .. } => "TSV with a header",
            Self::Columns { .. } => "CSV with a header",
            Self::Topics => "TREC topics",
            Self::Lines => "one query a line",
        }
    }

    fn query(&self, text: &str, hints: Hints) -> Result<(NewQuery, bool), Invalid> {
        match self {
            Self::Json => from_json(text),
            Self::Columns { separator, header } => {
                let row = cells(text, *separator).ok_or_else(|| Invalid::new("the row cannot be read: is a quote not closed?"))?;
                from_columns(header, &row.iter().map(String::as_str).collect::<Vec<_>>(), hints.column)
            }
            Self::Topics => from_topic(text),
            Self::Lines => from_line(text),
        }
    }
}

/// Brings queries into a set.
pub async fn import_queries(context: Context<'_>, records: &mut Records, set: SetId, hints: Hints<'_>) -> Result<Report, Error> {
    let Context { store, edge, progress } = context;
    let Some(first) = records.peek()? else { return Ok(Report { detected: "an empty file".into(), ..Report::default() }) };
    let shape = Shape::detect(first.text.as_deref().unwrap_or_default(), hints);
    let mut report = Report { detected: shape.word().into(), ..Report::default() };
    if matches!(shape, Shape::Columns { .. }) {
        records.next()?;
    }
    let mut repeats = Repeats::default();
    loop {
        let batch = batch(records, &shape)?;
        if batch.is_empty() {
            return Ok(report);
        }
        let (mut queries, mut places) = (Vec::with_capacity(batch.len()), Vec::with_capacity(batch.len()));
        for record in batch {
            report.read += 1;
            match record.text.and_then(|text| shape.query(&text, hints).map_err(|error| error.0)) {
                Ok((mut query, lossy)) => {
                    report.lossy += u64::from(lossy || record.lossy);
                    query.source = query.source.or_else(|| hints.source.map(str::to_owned));
                    queries.push((edge.new_id(), repeats.name(query)));
                    places.push((record.line, record.offset));
                }
                Err(reason) => report.refuse(record.line, record.offset, reason),
            }
        }
        for (outcome, (line, offset)) in store.add_queries(set, queries, edge.now()).await?.into_iter().zip(places) {
            match outcome {
                AddedQuery::New => report.accepted += 1,
                AddedQuery::Merged => report.merged += 1,
                AddedQuery::Differs => report.refuse(line, offset, "the set has a query of this id with another text"),
            }
        }
        progress.tell(records.done(), records.total())?;
    }
}

/// A batch of records; in CSV and TSV a record goes on over lines while a quote is open.
fn batch(records: &mut Records, shape: &Shape) -> Result<Vec<Record>, Error> {
    let Shape::Columns { .. } = shape else { return records.batch() };
    let mut batch = Vec::new();
    while batch.len() < 500 {
        let Some(record) = records.next()? else { break };
        batch.push(whole_row(records, record)?);
    }
    Ok(batch)
}

fn whole_row(records: &mut Records, mut record: Record) -> Result<Record, Error> {
    let mut lines = 1;
    while let Ok(text) = &record.text {
        if text.matches('"').count() % 2 == 0 {
            break;
        }
        if lines == LONGEST_CELL_LINES {
            record.text = Err(format!("a quote is opened and not closed within {LONGEST_CELL_LINES} lines"));
            break;
        }
        let Some(next) = records.next()? else {
            record.text = Err("a quote is opened and not closed before the end of the file".into());
            break;
        };
        record.text = next.text.map(|next| format!("{text}\n{next}"));
        lines += 1;
    }
    Ok(record)
}

fn cells(row: &str, separator: u8) -> Option<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(row.as_bytes());
    reader.records().next()?.ok().map(|record| record.iter().map(str::to_owned).collect())
}

/// Names queries that have no id: the same text again in one file is the same person's or another's asking again, and
/// counts; the same file again names them the same, and does not.
#[derive(Default)]
struct Repeats(HashMap<[u8; 32], u32>);

impl Repeats {
    fn name(&mut self, query: NewQuery) -> NewQuery {
        if query.external_id.is_some() {
            return query;
        }
        let name = id_from_text(&query.text);
        let times = self.0.entry(merge_hash(&query.text)).or_default();
        *times += 1;
        let external_id = if *times == 1 { name } else { format!("{name}~{times}") };
        NewQuery { external_id: Some(external_id), ..query }
    }
}
