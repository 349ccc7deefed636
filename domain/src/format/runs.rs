//! Runs: TREC lines, or JSON lines with a ranked list each.

use super::json::Object;
use super::{check_id, trec};
use crate::Invalid;
use crate::run::{NewHit, QueryRef, RankedList};

/// A hit of a TREC line `qid Q0 docid rank score tag`: the query's id and the hit. The second and fourth column are ignored.
pub fn from_trec(line: &str) -> Result<(String, NewHit), Invalid> {
    let (query, chunk, score) = trec::hit(line)?;
    Ok((query.to_owned(), NewHit { chunk: chunk.to_owned(), score: Some(score), text: None, title: None }))
}

/// A ranked list of a JSON line `{"query_id"|"query", "results":[{"id","score"?,"text"?}|"id"], "latency_ms"?, "cost_usd"?}`.
pub fn from_json(line: &str) -> Result<RankedList, Invalid> {
    let mut object = Object::parse(line)?;
    let id = object.take_id(&["query_id", "qid"])?;
    let text = object.take_text(&["query"])?;
    let query = id.map(QueryRef::Id).or(text.map(QueryRef::Text));
    let query = query.ok_or_else(|| Invalid::new("no query: a line needs \"query_id\" or \"query\""))?;
    let results: Vec<Box<serde_json::value::RawValue>> =
        object.take_as(&["results", "hits", "documents"], "a list")?.ok_or_else(|| Invalid::new("no results: a line needs \"results\""))?;
    let hits =
        results.iter().enumerate().map(|(at, raw)| hit(raw.get()).map_err(|error| Invalid::new(format!("result {}: {error}", at + 1))));
    Ok(RankedList {
        query,
        hits: hits.collect::<Result<_, _>>()?,
        latency_ms: positive(object.take_as(&["latency_ms"], "a number")?, "latency_ms")?,
        cost_usd: positive(object.take_as(&["cost_usd"], "a number")?, "cost_usd")?,
    })
}

fn positive(value: Option<f64>, what: &str) -> Result<Option<f64>, Invalid> {
    match value {
        Some(value) if value < 0.0 => Err(Invalid::new(format!("{what} is negative"))),
        other => Ok(other),
    }
}

fn hit(raw: &str) -> Result<NewHit, Invalid> {
    if !raw.starts_with('{') {
        let chunk = raw.strip_prefix('"').map_or_else(|| Ok(raw.to_owned()), |_| serde_json::from_str(raw));
        let chunk = chunk.map_err(|error| Invalid::new(format!("not an id: {error}")))?;
        check_id("id", &chunk)?;
        return Ok(NewHit { chunk, score: None, text: None, title: None });
    }
    let mut object = Object::parse(raw)?;
    let chunk = object.take_id(&["id", "chunk_id", "_id", "doc_id"])?.ok_or_else(|| Invalid::new("no \"id\""))?;
    check_id("id", &chunk)?;
    let text = object.take_text(&["text", "content", "page_content"])?.map(|text| super::storable(&text).0);
    let title = object.take_text(&["title"])?.map(|title| super::storable(&title).0);
    Ok(NewHit { chunk, score: object.take_as(&["score"], "a number")?, text, title })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trec_line_gives_a_hit() {
        let (query, hit) = from_trec("q1 Q0 d7 1 3.5 bm25").expect("a hit");
        assert_eq!((query.as_str(), hit.chunk.as_str(), hit.score), ("q1", "d7", Some(3.5)));
        assert!(from_trec("q1 Q0 d7 1 nan bm25").is_err());
        assert!(from_trec("q1 Q0 d 7 1 1.0 bm25").expect_err("an id with a space").0.contains("7 columns"));
    }

    #[test]
    fn results_are_objects_or_ids() {
        let list = from_json(r#"{"query":"undo","results":["a",12,{"id":"b","text":"t"}],"latency_ms":12}"#).expect("a list");
        let ids: Vec<&str> = list.hits.iter().map(|hit| hit.chunk.as_str()).collect();
        assert_eq!((ids, list.latency_ms), (vec!["a", "12", "b"], Some(12.0)));
        assert_eq!(from_json(r#"{"query":"x","results":["a",{}]}"#).expect_err("no id").0, "result 2: no \"id\"");
    }
}
