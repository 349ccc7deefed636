//! A version's head as somebody reads it who labels in the set: [`crate::blind`].

use serde::{Deserialize, Serialize};

use super::Head;
use crate::adjudication::Resolution;
use crate::golden_set::Name;
use crate::scale::Grade;
use crate::timestamp::Timestamp;

/// A version's head, as far as its reader may know it: counts of labels and measures give the labels of a hidden query away by
/// subtraction, so who is blind to a query of the version reads the plain facts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ShownHead {
    Whole(Box<Head>),
    Plain(PlainHead),
}

/// What of a version's head says nothing about labels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlainHead {
    pub set: Name,
    pub title: String,
    pub version: i32,
    pub note: String,
    pub created_at: Timestamp,
    pub parent: Option<i32>,
    pub root_hash: String,
    pub queries: i64,
    /// How many of them are hidden from the reader.
    pub hidden: i64,
    pub corpus: String,
    pub chunking: String,
    pub cutoff: Grade,
    pub resolution: Resolution,
    pub guideline: i32,
}

impl ShownHead {
    /// The head as somebody may know it from whom so many queries of the version are hidden.
    pub fn new(head: Head, hidden: i64) -> Self {
        if hidden == 0 { Self::Whole(Box::new(head)) } else { Self::Plain(PlainHead::new(&head, hidden)) }
    }

    /// What everybody may know.
    pub fn plain(&self) -> PlainHead {
        match self {
            Self::Whole(head) => PlainHead::new(head, 0),
            Self::Plain(plain) => plain.clone(),
        }
    }

    /// All of it; none where a query of the version is hidden.
    pub fn whole(&self) -> Option<&Head> {
        match self {
            Self::Whole(head) => Some(head),
            Self::Plain(_) => None,
        }
    }
}

impl PlainHead {
    fn new(head: &Head, hidden: i64) -> Self {
        Self {
            set: head.set.clone(),
            title: head.title.clone(),
            version: head.version,
            note: head.note.clone(),
            created_at: head.created_at,
            parent: head.parent,
            root_hash: head.root_hash.clone(),
            queries: head.counts.queries,
            hidden,
            corpus: head.corpus.clone(),
            chunking: head.chunking.clone(),
            cutoff: head.cutoff,
            resolution: head.resolution,
            guideline: head.guideline,
        }
    }

    /// Until when counts and measures are hidden, as every page says it.
    pub fn hidden_in_words(&self) -> String {
        match self.hidden {
            1 => "hidden until you completed the query of it that you are asked to label".to_owned(),
            hidden => format!("hidden until you completed the {hidden} queries of it that you are asked to label"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::head::tests::head;
    use super::*;

    #[test]
    fn who_is_blind_to_a_query_reads_what_says_nothing_about_labels() {
        assert_eq!(ShownHead::new(head(), 0), ShownHead::Whole(Box::new(head())));
        let blind = serde_json::to_value(ShownHead::new(head(), 2)).expect("JSON");
        assert_eq!((&blind["queries"], &blind["hidden"]), (&3.into(), &2.into()));
        for told in ["counts", "warnings", "mapped_grades"] {
            assert!(blind.get(told).is_none(), "{told} tells of labels: {blind}");
        }
    }

    #[test]
    fn a_head_is_read_back_as_it_was_written() {
        let head = Head { root_hash: "00".into(), ..head() };
        for shown in [ShownHead::new(head.clone(), 0), ShownHead::new(head, 1)] {
            let line = serde_json::to_string(&shown).expect("JSON");
            assert_eq!(serde_json::from_str::<ShownHead>(&line).expect("a head"), shown);
        }
    }
}
