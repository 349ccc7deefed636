//! Labels: JSON lines, TREC qrels, BEIR qrels, or a Quepid book with one labeller a judge.

use serde::Deserialize;

use super::json::Object;
use super::{check_id, storable, trec};
use crate::Invalid;
use crate::label::Span;
use crate::run::QueryRef;

/// A label from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileLabel {
    /// Who gave it, where the file says so.
    pub labeller: Option<String>,
    pub query: QueryRef,
    /// The chunk, by the user's id.
    pub chunk: String,
    /// The grade; none is "can't tell".
    pub grade: Option<i64>,
    /// What shows it.
    pub evidence: Vec<FileEvidence>,
    pub note: String,
}

/// Evidence as a file gives it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum FileEvidence {
    /// A part of the chunk's text, in code points.
    Span(Span),
    /// Its words.
    Quote(String),
}

/// A label of a JSON line
/// `{"query_id"|"query","chunk_id","grade"|"cant_tell","evidence"?:[{"start","end"}|"quote"],"note"?,"labeller"?}`.
pub fn from_json(line: &str) -> Result<FileLabel, Invalid> {
    let mut object = Object::parse(line)?;
    let query = match (object.take_id(&["query_id", "qid"])?, object.take_text(&["query"])?) {
        (Some(id), _) => QueryRef::Id(id),
        (None, Some(text)) => QueryRef::Text(text),
        (None, None) => return Err(Invalid::new("no query: a line needs \"query_id\" or \"query\"")),
    };
    let chunk = object.take_id(&["chunk_id", "docid", "doc_id"])?.ok_or_else(|| Invalid::new("no \"chunk_id\""))?;
    check_id("chunk_id", &chunk)?;
    let grade: Option<i64> = object.take_as(&["grade", "score", "judgment", "judgement"], "a whole number")?;
    let cant_tell: bool = object.take_as(&["cant_tell", "unrateable"], "true or false")?.unwrap_or_default();
    if grade.is_some() == cant_tell {
        return Err(Invalid::new("a label has either a \"grade\" or \"cant_tell\": true"));
    }
    let note = object.take_text(&["note", "explanation"])?.unwrap_or_default();
    Ok(FileLabel {
        labeller: object.take_text(&["labeller", "annotator"])?,
        query,
        chunk,
        grade,
        evidence: object.take_as(&["evidence"], "a list of spans or quotes")?.unwrap_or_default(),
        note: storable(&note).0,
    })
}

/// A label of a TREC qrels line `qid iter docid grade`.
pub fn from_qrels(line: &str) -> Result<FileLabel, Invalid> {
    trec::judgement(line).map(plain)
}

/// A label of a line of BEIR's qrels.
pub fn from_beir(line: &str) -> Result<FileLabel, Invalid> {
    trec::beir_judgement(line).map(|(query, chunk, grade)| plain((&query, &chunk, grade)))
}

fn plain((query, chunk, grade): (&str, &str, i32)) -> FileLabel {
    FileLabel {
        labeller: None,
        query: QueryRef::Id(query.into()),
        chunk: chunk.into(),
        grade: Some(grade.into()),
        evidence: Vec::new(),
        note: String::new(),
    }
}

/// A Quepid book, as its export has it; what is not named here is passed over.
#[derive(Debug, Deserialize)]
pub struct QuepidBook {
    /// The judged pairs.
    pub query_doc_pairs: Vec<QuepidPair>,
}

/// A query and a document with their judgements.
#[derive(Debug, Deserialize)]
pub struct QuepidPair {
    query_text: String,
    doc_id: String,
    #[serde(default)]
    judgements: Vec<QuepidJudgement>,
}

#[derive(Debug, Deserialize)]
struct QuepidJudgement {
    rating: Option<f64>,
    #[serde(default)]
    unrateable: bool,
    #[serde(default)]
    judge_later: bool,
    user_email: Option<String>,
    explanation: Option<String>,
}

impl QuepidPair {
    /// The labels of its judgements; "judge later" is none.
    pub fn labels(self) -> Vec<Result<FileLabel, Invalid>> {
        let (query, chunk) = (self.query_text, self.doc_id);
        self.judgements.into_iter().filter(|judgement| !judgement.judge_later).map(|judgement| judgement.label(&query, &chunk)).collect()
    }
}

impl QuepidJudgement {
    fn label(self, query: &str, chunk: &str) -> Result<FileLabel, Invalid> {
        check_id("doc_id", chunk)?;
        let grade = match self.rating {
            _ if self.unrateable => None,
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
            Some(rating) if rating.fract() == 0.0 && rating.abs() < 1000.0 => Some(rating as i64),
            Some(rating) => return Err(Invalid::new(format!("the rating {rating} is not a whole number"))),
            None => return Err(Invalid::new("a judgement without a rating")),
        };
        Ok(FileLabel {
            labeller: self.user_email,
            query: QueryRef::Text(query.to_owned()),
            chunk: chunk.to_owned(),
            grade,
            evidence: Vec::new(),
            note: storable(&self.explanation.unwrap_or_default()).0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_is_spans_or_quotes() {
        let label = from_json(r#"{"query_id":"q","chunk_id":"c","grade":2,"evidence":["this",{"start":1,"end":3}]}"#).expect("a label");
        assert_eq!(label.evidence, [FileEvidence::Quote("this".into()), FileEvidence::Span(Span { start: 1, end: 3 })]);
    }

    #[test]
    fn a_label_without_a_grade_says_that_one_cannot_tell() {
        assert_eq!(from_json(r#"{"query":"x","chunk_id":"c","cant_tell":true}"#).expect("a label").grade, None);
        assert!(from_json(r#"{"query":"x","chunk_id":"c"}"#).is_err());
        assert!(from_json(r#"{"query":"x","chunk_id":"c","grade":1,"cant_tell":true}"#).is_err());
    }

    #[test]
    fn a_book_has_a_label_a_judgement() {
        let book = r#"{"name":"b","query_doc_pairs":[{"query_text":"screen","doc_id":"7","position":1,"judgements":[
            {"rating":3.0,"unrateable":false,"judge_later":false,"user_email":"a@example.com","explanation":"fits"},
            {"rating":null,"unrateable":true,"judge_later":false,"user_email":"b@example.com","explanation":null},
            {"rating":null,"unrateable":false,"judge_later":true,"user_email":"c@example.com","explanation":null}]}]}"#;
        let book: QuepidBook = serde_json::from_str(book).expect("a book");
        let labels: Vec<FileLabel> =
            book.query_doc_pairs.into_iter().flat_map(QuepidPair::labels).map(|label| label.expect("a label")).collect();
        assert_eq!(labels.iter().map(|label| label.grade).collect::<Vec<_>>(), [Some(3), None]);
        assert_eq!((labels[0].note.as_str(), labels[1].labeller.as_deref()), ("fits", Some("b@example.com")));
    }
}
