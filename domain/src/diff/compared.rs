//! One query in two versions, compared.

use std::collections::BTreeMap;

use super::{AnswerChange, Diff, GradeChange, QueryWords, Reworded};
use crate::query::Answerable;
use crate::scale::Grade;

/// What of an item is compared: no text of a chunk, but what tells two texts apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedItem {
    pub query_id: String,
    pub query: String,
    pub answerable: Answerable,
    pub answer: String,
    /// The chunks that the answer cites.
    pub citations: Vec<String>,
    pub labels: Vec<ComparedLabel>,
}

/// What of a label is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedLabel {
    pub chunk_id: String,
    pub grade: Grade,
    /// The hash of the chunk's text; none where the version has no text of it.
    pub text_hash: Option<Vec<u8>>,
}

impl Diff {
    /// What changed about one query; none on the side on which it is not.
    pub fn of_query(from: Option<ComparedItem>, to: Option<ComparedItem>) -> Self {
        let mut diff = Self::default();
        match (from, to) {
            (Some(from), Some(to)) => diff.compare(&from, &to),
            (from, to) => {
                diff.queries.removed.extend(from.map(words));
                diff.queries.added.extend(to.map(words));
            }
        }
        diff
    }

    fn compare(&mut self, a: &ComparedItem, b: &ComparedItem) {
        let query_id = || a.query_id.clone();
        if a.query != b.query {
            self.queries.reworded.push(Reworded { query_id: query_id(), from: a.query.clone(), to: b.query.clone() });
        }
        let (from, to) = (answer_in_words(a), answer_in_words(b));
        if from != to {
            self.answers.changed.push(AnswerChange { query_id: query_id(), from, to });
        }
        self.compare_grades(a, b);
    }

    fn compare_grades(&mut self, a: &ComparedItem, b: &ComparedItem) {
        let (before, after) = (by_chunk(a), by_chunk(b));
        let mut gone: Vec<&ComparedLabel> = before.values().copied().filter(|label| !after.contains_key(label.chunk_id.as_str())).collect();
        for label in after.values() {
            match before.get(label.chunk_id.as_str()) {
                Some(old) if old.grade == label.grade => {}
                Some(old) => self.grades.changed.push(change(a, label, Some(old.grade), Some(label.grade))),
                None if take_remapped(&mut gone, label) => self.remapped += 1,
                None => self.grades.changed.push(change(a, label, None, Some(label.grade))),
            }
        }
        self.grades.changed.extend(gone.into_iter().map(|label| change(a, label, Some(label.grade), None)));
    }
}

/// Takes out of those that are gone the label that this one was before: on another chunk with the same text.
fn take_remapped(gone: &mut Vec<&ComparedLabel>, label: &ComparedLabel) -> bool {
    let is_same = |old: &&ComparedLabel| old.grade == label.grade && old.text_hash.is_some() && old.text_hash == label.text_hash;
    gone.iter().position(is_same).map(|at| gone.swap_remove(at)).is_some()
}

fn change(item: &ComparedItem, label: &ComparedLabel, from: Option<Grade>, to: Option<Grade>) -> GradeChange {
    GradeChange { query_id: item.query_id.clone(), chunk_id: label.chunk_id.clone(), from, to }
}

fn by_chunk(item: &ComparedItem) -> BTreeMap<&str, &ComparedLabel> {
    item.labels.iter().map(|label| (label.chunk_id.as_str(), label)).collect()
}

fn words(item: ComparedItem) -> QueryWords {
    QueryWords { query_id: item.query_id, query: item.query }
}

/// The answer as a reader would say it; citations are part of it.
fn answer_in_words(item: &ComparedItem) -> String {
    match (item.answerable, item.citations.is_empty()) {
        (Answerable::No, _) => "The corpus has no answer.".to_owned(),
        (_, true) => item.answer.clone(),
        (_, false) => format!("{}\n{}", item.answer, numbered(&item.citations)),
    }
}

fn numbered(citations: &[String]) -> String {
    let lines: Vec<String> = citations.iter().enumerate().map(|(at, chunk)| format!("[{}] {chunk}", at + 1)).collect();
    lines.join("\n")
}
