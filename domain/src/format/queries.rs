//! Queries: JSON lines and BEIR, a header with columns, `id<TAB>text`, or one a line.

use super::json::Object;
use super::{check_id, storable};
use crate::Invalid;
use crate::query::{NewQuery, Style};

/// The longest query, in code points.
pub const LONGEST_QUERY: usize = 20_000;

/// A query of a JSON line: `{"id"|"_id"|"query_id", "query"|"text"|"question", "style"?, "source"?, "seen"?, …}`.
pub fn from_json(line: &str) -> Result<(NewQuery, bool), Invalid> {
    let mut object = Object::parse(line)?;
    let external_id = object.take_id(&["id", "_id", "query_id", "qid"])?;
    let text = object.take_text(&["query", "text", "question"])?;
    let text = text.ok_or_else(|| Invalid::new("no query: a line needs \"query\", \"text\" or \"question\""))?;
    let style = object.take_text(&["style"])?.map(|word| named_style(&word)).transpose()?;
    let source = object.take_text(&["source"])?;
    let seen = object.take_as(&["seen", "count"], "a whole number")?.unwrap_or(1);
    let (query, lossy) = query(external_id, &text)?;
    Ok((NewQuery { style, source, seen: checked_seen(seen)?, metadata: object.rest(), ..query }, lossy))
}

/// A query of a row whose columns have names.
pub fn from_columns(header: &[String], row: &[&str], column: Option<&str>) -> Result<(NewQuery, bool), Invalid> {
    if row.len() != header.len() {
        return Err(Invalid::new(format!("the row has {} cells and the header {}", row.len(), header.len())));
    }
    let cell = |names: &[&str]| header.iter().position(|name| names.contains(&name.to_lowercase().as_str())).map(|at| row[at]);
    let text = match column {
        Some(column) => header.iter().position(|name| name == column).map(|at| row[at]),
        None => cell(&["query", "text", "question"]),
    };
    let text = text.ok_or_else(|| Invalid::new(format!("no query column among {}: name it with --column", header.join(", "))))?;
    let id = cell(&["id", "_id", "query_id", "qid"]).filter(|id| !id.is_empty()).map(str::to_owned);
    let style = cell(&["style"]).filter(|word| !word.is_empty()).map(named_style).transpose()?;
    let source = cell(&["source"]).filter(|source| !source.is_empty()).map(str::to_owned);
    let seen = cell(&["seen", "count"])
        .filter(|seen| !seen.is_empty())
        .map(|seen| seen.parse().map_err(|_| Invalid::new(format!("seen is {seen:?}, not a whole number"))));
    let (query, lossy) = query(id, text)?;
    Ok((NewQuery { style, source, seen: checked_seen(seen.transpose()?.unwrap_or(1))?, ..query }, lossy))
}

/// A query of a TREC topics line: `id<TAB>text`.
pub fn from_topic(line: &str) -> Result<(NewQuery, bool), Invalid> {
    let (id, text) = line.split_once('\t').ok_or_else(|| Invalid::new("no tab between id and query"))?;
    query(Some(id.trim().to_owned()), text)
}

/// A query that is its line.
pub fn from_line(line: &str) -> Result<(NewQuery, bool), Invalid> {
    query(None, line)
}

/// Whether a header has a column that [`from_columns`] would take for the query.
pub fn has_query_column(header: &[String]) -> bool {
    header.iter().any(|name| ["query", "text", "question"].contains(&name.to_lowercase().as_str()))
}

fn query(external_id: Option<String>, text: &str) -> Result<(NewQuery, bool), Invalid> {
    if let Some(id) = &external_id {
        check_id("id", id)?;
    }
    let (text, lossy) = storable(text.trim());
    if text.is_empty() {
        return Err(Invalid::new("the query is empty"));
    }
    let length = text.chars().count();
    if length > LONGEST_QUERY {
        let advice = "shorten it, or leave out what was pasted into it";
        return Err(Invalid::new(format!("the query has {length} characters, and at most {LONGEST_QUERY} are taken: {advice}")));
    }
    Ok((NewQuery { external_id, text, style: None, source: None, seen: 1, metadata: serde_json::Map::new() }, lossy))
}

fn named_style(word: &str) -> Result<Style, Invalid> {
    Style::named(word).ok_or_else(|| Invalid::new(format!("there is no style {word:?}: use keyword, identifier, question or ambiguous")))
}

fn checked_seen(seen: i64) -> Result<i64, Invalid> {
    if (1..=1_000_000_000_000).contains(&seen) { Ok(seen) } else { Err(Invalid::new(format!("seen is {seen}, and must be at least 1"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_row_is_read_by_the_names_of_its_columns() {
        let (query, _) = from_columns(&header(&["ID", "Query", "seen"]), &["q1", " undo ", "3"], None).expect("a query");
        assert_eq!((query.external_id.as_deref(), query.text.as_str(), query.seen), (Some("q1"), "undo", 3));
        let (query, _) = from_columns(&header(&["a", "b"]), &["x", "y"], Some("b")).expect("a query");
        assert_eq!(query.text, "y");
    }

    #[test]
    fn a_ragged_row_is_refused() {
        assert_eq!(from_columns(&header(&["id", "query"]), &["1"], None).expect_err("ragged").0, "the row has 1 cells and the header 2");
    }

    #[test]
    fn a_query_that_is_too_long_is_refused_with_its_length_and_what_to_do() {
        let refused = from_line(&"é".repeat(80_000)).expect_err("too long").0;
        assert_eq!(
            refused,
            "the query has 80000 characters, and at most 20000 are taken: shorten it, or leave out what was pasted into it"
        );
        assert!(from_line(&"😀".repeat(LONGEST_QUERY)).is_ok(), "80 kB of 20,000 characters are taken");
    }

    #[test]
    fn a_style_that_is_none_is_refused() {
        assert!(from_json(r#"{"query":"x","style":"long"}"#).is_err());
    }
}
