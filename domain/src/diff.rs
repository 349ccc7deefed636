//! What changed between two versions of a set.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::scale::Grade;
use crate::version::{Item, ItemLabel};

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

impl Diff {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What changed between two lists of items, both in the byte order of their query ids.
    ///
    /// # Errors
    /// The first error of the lists.
    pub fn between<E>(from: impl Iterator<Item = Result<Item, E>>, to: impl Iterator<Item = Result<Item, E>>) -> Result<Self, E> {
        let (mut from, mut to) = (from.peekable(), to.peekable());
        let mut diff = Self::default();
        loop {
            let order = match (from.peek(), to.peek()) {
                (None, None) => return Ok(diff),
                (Some(_), None) | (Some(Err(_)), _) => Ordering::Less,
                (None, Some(_)) | (_, Some(Err(_))) => Ordering::Greater,
                (Some(Ok(a)), Some(Ok(b))) => a.query_id.as_bytes().cmp(b.query_id.as_bytes()),
            };
            match order {
                Ordering::Less => diff.queries.removed.extend(from.next().transpose()?.map(words)),
                Ordering::Greater => diff.queries.added.extend(to.next().transpose()?.map(words)),
                Ordering::Equal => {
                    if let (Some(a), Some(b)) = (from.next().transpose()?, to.next().transpose()?) {
                        diff.compare(&a, &b);
                    }
                }
            }
        }
    }

    /// The queries whose grades or answers changed, by the user's ids; one can come twice.
    pub fn judged_queries(&self) -> impl Iterator<Item = &String> {
        let graded = self.grades.changed.iter().map(|change| &change.query_id);
        graded.chain(self.answers.changed.iter().map(|change| &change.query_id))
    }

    /// Takes the changed grades and answers of some queries away, and gives those queries.
    pub fn hide(&mut self, hidden: impl Fn(&str) -> bool) -> BTreeSet<String> {
        let taken = self.judged_queries().filter(|query| hidden(query)).cloned().collect();
        self.grades.changed.retain(|change| !hidden(&change.query_id));
        self.answers.changed.retain(|change| !hidden(&change.query_id));
        taken
    }

    fn compare(&mut self, a: &Item, b: &Item) {
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

    fn compare_grades(&mut self, a: &Item, b: &Item) {
        let before = by_chunk(a);
        let after = by_chunk(b);
        let mut gone: Vec<&ItemLabel> = before.values().copied().filter(|label| !after.contains_key(label.chunk_id.as_str())).collect();
        for label in after.values() {
            let from = match before.get(label.chunk_id.as_str()) {
                Some(before) => Some(before.grade),
                None => match gone.iter().position(|old| old.text == label.text && old.grade == label.grade) {
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

fn change(item: &Item, label: &ItemLabel, from: Option<Grade>, to: Option<Grade>) -> GradeChange {
    GradeChange { query_id: item.query_id.clone(), chunk_id: label.chunk_id.clone(), from, to }
}

fn by_chunk(item: &Item) -> BTreeMap<&str, &ItemLabel> {
    item.labels.iter().map(|label| (label.chunk_id.as_str(), label)).collect()
}

fn words(item: Item) -> QueryWords {
    QueryWords { query_id: item.query_id, query: item.query }
}

/// The answer as a reader would say it; citations are part of it.
fn answer_in_words(item: &Item) -> String {
    use crate::query::Answerable;
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
    use crate::query::{Answerable, Style};
    use crate::version::ITEM_SCHEMA;

    fn item(id: &str, query: &str, answer: &str, grades: &[(&str, i16)]) -> Item {
        let label = |(chunk, grade): &(&str, i16)| ItemLabel {
            chunk_id: (*chunk).into(),
            doc_id: String::new(),
            ordinal: 0,
            title: String::new(),
            grade: Grade(*grade),
            text: format!("text of {}", chunk.trim_end_matches('\'')),
            evidence: vec![],
        };
        Item {
            schema: ITEM_SCHEMA.into(),
            query_id: id.into(),
            query: query.into(),
            style: Style::Keyword,
            answerable: Answerable::Yes,
            answer: answer.into(),
            citations: vec![],
            labels: grades.iter().map(label).collect(),
            source: String::new(),
            seen: 1,
            metadata: serde_json::Map::new(),
        }
    }

    fn diff(from: &[Item], to: &[Item]) -> Diff {
        let all = |items: &[Item]| items.iter().cloned().map(Ok::<_, ()>).collect::<Vec<_>>().into_iter();
        Diff::between(all(from), all(to)).expect("no error")
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
