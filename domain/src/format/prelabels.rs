//! Pre-labels: JSON lines, or TREC qrels.

use super::json::Object;
use super::{check_id, storable, trec};
use crate::Invalid;
use crate::prelabel::NewPrelabel;

/// A pre-label of a JSON line `{"query_id","chunk_id","grade","rationale"?,"evidence"?,"judge"?,"prompt_version"?}`;
/// evidence is a quote or a list of quotes.
pub fn from_json(line: &str) -> Result<NewPrelabel, Invalid> {
    let mut object = Object::parse(line)?;
    let query = object.take_id(&["query_id", "qid"])?.ok_or_else(|| Invalid::new("no \"query_id\""))?;
    let chunk = object.take_id(&["chunk_id", "docid", "doc_id"])?.ok_or_else(|| Invalid::new("no \"chunk_id\""))?;
    check_id("query_id", &query)?;
    check_id("chunk_id", &chunk)?;
    let grade = object.take_as(&["grade", "judgment", "judgement"], "a whole number")?.ok_or_else(|| Invalid::new("no \"grade\""))?;
    let rationale = object.take_text(&["rationale", "reasoning", "explanation"])?.unwrap_or_default();
    let evidence: Option<OneOrMany> = object.take_as(&["evidence"], "a quote or a list of quotes")?;
    Ok(NewPrelabel {
        query,
        chunk,
        grade,
        rationale: storable(&rationale).0,
        evidence: evidence.map(OneOrMany::into_vec).unwrap_or_default(),
        judge: object.take_text(&["judge", "model"])?,
        prompt_version: object.take_id(&["prompt_version"])?,
    })
}

/// A pre-label of a TREC qrels line `qid iter docid grade`.
pub fn from_qrels(line: &str) -> Result<NewPrelabel, Invalid> {
    let (query, chunk, grade) = trec::judgement(line)?;
    Ok(NewPrelabel {
        query: query.into(),
        chunk: chunk.into(),
        grade: grade.into(),
        rationale: String::new(),
        evidence: Vec::new(),
        judge: None,
        prompt_version: None,
    })
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    fn into_vec(self) -> Vec<String> {
        match self {
            Self::One(quote) => vec![quote],
            Self::Many(quotes) => quotes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn umbrela_output_is_a_prelabel() {
        let label = from_json(r#"{"qid":"q1","docid":"d1","judgment":2,"reasoning":"because","model":"m"}"#).expect("a pre-label");
        assert_eq!((label.grade, label.rationale.as_str(), label.judge.as_deref()), (2, "because", Some("m")));
    }

    #[test]
    fn a_fractional_grade_is_refused() {
        assert!(from_qrels("q1 0 d1 1.5").is_err());
        assert!(from_json(r#"{"query_id":"q","chunk_id":"c","grade":1.5}"#).is_err());
    }
}
