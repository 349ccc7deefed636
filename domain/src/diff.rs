//! What changed between two versions of a set.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::query::Answerable;
use crate::scale::Grade;

/// What changed from one version to another.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Diff {
    /// Queries that came, went, or were worded anew.
    pub queries: QueriesDiff,
    pub grades: Changes<GradeChange>,
    /// Answers, and whether the corpus has one.
    pub answers: Changes<AnswerChange>,
    /// Labels that moved to another chunk with the same text.
    pub remapped: usize,
}

/// Queries that came, went, or were worded anew.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct QueriesDiff {
    /// In the later version only.
    pub added: Vec<QueryWords>,
    /// In the earlier version only.
    pub removed: Vec<QueryWords>,
    /// In both, with another text.
    pub reworded: Vec<Reworded>,
}

/// A query and its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryWords {
    pub query_id: String,
    /// What was asked.
    pub query: String,
}

/// A query with two texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reworded {
    pub query_id: String,
    /// Before.
    pub from: String,
    /// After.
    pub to: String,
}

/// A list of changes, as `{"changed": […]}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes<T> {
    /// The changes.
    pub changed: Vec<T>,
}

impl<T> Default for Changes<T> {
    fn default() -> Self {
        Self { changed: Vec::new() }
    }
}

/// A chunk whose grade changed; none where it was not judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradeChange {
    pub query_id: String,
    pub chunk_id: String,
    /// Before.
    pub from: Option<Grade>,
    /// After.
    pub to: Option<Grade>,
}

/// An answer that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerChange {
    pub query_id: String,
    /// Before, in words.
    pub from: String,
    /// After, in words.
    pub to: String,
}

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

/// How much changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DiffCounts {
    pub added: usize,
    pub removed: usize,
    pub reworded: usize,
    pub grades: usize,
    pub answers: usize,
    pub remapped: usize,
    /// Queries about which anything is told.
    pub queries: usize,
}

impl DiffCounts {
    /// Counts what changed about one more query.
    pub fn add(&mut self, diff: &Diff) {
        self.added += diff.queries.added.len();
        self.removed += diff.queries.removed.len();
        self.reworded += diff.queries.reworded.len();
        self.grades += diff.grades.changed.len();
        self.answers += diff.answers.changed.len();
        self.remapped += diff.remapped;
        self.queries += usize::from(diff.is_told());
    }
}

impl Diff {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether something stands in its lists; labels that were re-mapped are only counted.
    pub fn is_told(&self) -> bool {
        *self != Self { remapped: self.remapped, ..Self::default() }
    }

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

    /// Takes the changed grades and answers of some queries away, and gives those queries, by the user's ids.
    pub fn hide(&mut self, is_hidden: impl Fn(&str) -> bool) -> BTreeSet<String> {
        let graded = self.grades.changed.iter().map(|change| &change.query_id);
        let judged = graded.chain(self.answers.changed.iter().map(|change| &change.query_id));
        let hidden = judged.filter(|query| is_hidden(query)).cloned().collect();
        self.grades.changed.retain(|change| !is_hidden(&change.query_id));
        self.answers.changed.retain(|change| !is_hidden(&change.query_id));
        hidden
    }

    /// Adds what changed about later queries.
    pub fn append(&mut self, later: Self) {
        self.queries.added.extend(later.queries.added);
        self.queries.removed.extend(later.queries.removed);
        self.queries.reworded.extend(later.queries.reworded);
        self.grades.changed.extend(later.grades.changed);
        self.answers.changed.extend(later.answers.changed);
        self.remapped += later.remapped;
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
        let before = by_chunk(a);
        let after = by_chunk(b);
        let mut gone: Vec<&ComparedLabel> = before.values().copied().filter(|label| !after.contains_key(label.chunk_id.as_str())).collect();
        for label in after.values() {
            let from = match before.get(label.chunk_id.as_str()) {
                Some(before) => Some(before.grade),
                None => match gone
                    .iter()
                    .position(|old| old.grade == label.grade && old.text_hash.is_some() && old.text_hash == label.text_hash)
                {
                    Some(at) => {
                        gone.swap_remove(at);
                        self.remapped += 1;
                        continue;
                    }
                    None => None,
                },
            };
            if from != Some(label.grade) {
                self.grades.changed.push(change(a, label, from, Some(label.grade)));
            }
        }
        self.grades.changed.extend(gone.into_iter().map(|label| change(a, label, Some(label.grade), None)));
    }
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

/// What a piece of a changed text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// In both.
    Same,
    /// Before only.
    Removed,
    /// After only.
    Added,
}

/// Two texts as one, word by word: what stayed, went and came.
pub fn by_words(from: &str, to: &str) -> Vec<(Piece, String)> {
    let changes = similar::TextDiff::from_unicode_words(from, to);
    let mut pieces: Vec<(Piece, String)> = Vec::new();
    for change in changes.iter_all_changes() {
        let piece = match change.tag() {
            similar::ChangeTag::Equal => Piece::Same,
            similar::ChangeTag::Delete => Piece::Removed,
            similar::ChangeTag::Insert => Piece::Added,
        };
        match pieces.last_mut() {
            Some((last, text)) if *last == piece => text.push_str(change.value()),
            _ => pieces.push((piece, change.value().to_owned())),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(id: &str, query: &str, answer: &str, grades: &[(&str, i16)]) -> ComparedItem {
        let label = |(chunk, grade): &(&str, i16)| ComparedLabel {
            chunk_id: (*chunk).into(),
            grade: Grade(*grade),
            text_hash: (!chunk.starts_with("bare")).then(|| chunk.trim_end_matches('\'').into()),
        };
        ComparedItem {
            query_id: id.into(),
            query: query.into(),
            answerable: Answerable::Yes,
            answer: answer.into(),
            citations: vec![],
            labels: grades.iter().map(label).collect(),
        }
    }

    fn diff(from: &[ComparedItem], to: &[ComparedItem]) -> Diff {
        let find = |items: &[ComparedItem], id: &str| items.iter().find(|item| item.query_id == id).cloned();
        let ids: BTreeSet<&str> = from.iter().chain(to).map(|item| item.query_id.as_str()).collect();
        ids.into_iter().fold(Diff::default(), |mut diff, id| {
            diff.append(Diff::of_query(find(from, id), find(to, id)));
            diff
        })
    }

    #[test]
    fn queries_come_go_and_are_reworded() {
        let before = [item("a", "one", "", &[]), item("b", "two", "", &[])];
        let after = [item("b", "deux", "", &[]), item("c", "three", "", &[])];
        let diff = diff(&before, &after);
        assert_eq!(diff.queries.removed[0].query_id, "a");
        assert_eq!(diff.queries.added[0].query_id, "c");
        assert_eq!(diff.queries.reworded[0], Reworded { query_id: "b".into(), from: "two".into(), to: "deux".into() });
    }

    #[test]
    fn grades_change_appear_and_vanish() {
        let changed = diff(&[item("a", "q", "", &[("x", 1), ("y", 2)])], &[item("a", "q", "", &[("x", 3), ("z", 0)])]).grades.changed;
        let told: Vec<_> = changed.iter().map(|change| (change.chunk_id.as_str(), change.from, change.to)).collect();
        assert_eq!(told, [("x", Some(Grade(1)), Some(Grade(3))), ("z", None, Some(Grade(0))), ("y", Some(Grade(2)), None)]);
    }

    #[test]
    fn a_label_on_a_chunk_with_the_same_text_was_remapped() {
        let moved = diff(&[item("a", "q", "", &[("x", 3)])], &[item("a", "q", "", &[("x'", 3)])]);
        assert_eq!((moved.remapped, moved.grades.changed.len()), (1, 0));
    }

    #[test]
    fn a_label_on_a_chunk_whose_text_is_not_known_is_never_taken_for_another() {
        let moved = diff(&[item("a", "q", "", &[("bare x", 3)])], &[item("a", "q", "", &[("bare y", 3)])]);
        assert_eq!((moved.remapped, moved.grades.changed.len()), (0, 2));
    }

    #[test]
    fn what_changed_is_counted_a_query_at_a_time() {
        let mut counts = DiffCounts::default();
        counts.add(&diff(&[item("a", "q", "", &[("x", 1), ("y", 2)])], &[item("a", "r", "", &[("x", 3), ("y", 3)])]));
        counts.add(&diff(&[], &[item("b", "q", "", &[])]));
        counts.add(&diff(&[item("c", "q", "", &[("x", 3)])], &[item("c", "q", "", &[("x'", 3)])]));
        assert_eq!(counts, DiffCounts { added: 1, removed: 0, reworded: 1, grades: 2, answers: 0, remapped: 1, queries: 2 });
    }

    #[test]
    fn equal_versions_differ_in_nothing() {
        let items = [item("a", "q", "An answer.", &[("x", 3)])];
        assert!(diff(&items, &items).is_empty());
    }

    #[test]
    fn an_answer_differs_word_by_word() {
        let pieces = by_words("Pull the amber lever.", "Pull the birch lever.");
        let marked: String = pieces
            .iter()
            .map(|(piece, text)| match piece {
                Piece::Same => text.clone(),
                Piece::Removed => format!("-{text}-"),
                Piece::Added => format!("+{text}+"),
            })
            .collect();
        assert_eq!(marked, "Pull the -amber-+birch+ lever.");
    }
}
