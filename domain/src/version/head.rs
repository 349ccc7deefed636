//! What is said about a version, and what of it the root hash covers.

use serde::{Deserialize, Serialize};

use super::Counts;
use crate::adjudication::Resolution;
use crate::finding::Finding;
use crate::golden_set::Name;
use crate::scale::{Grade, MappedGrade};
use crate::timestamp::Timestamp;

/// The schema of a version's head.
pub const HEAD_SCHEMA: &str = "touchstone.version/2";

/// Everything about a version but its items. Exports write it as it is, so it never changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// [`HEAD_SCHEMA`].
    pub schema: String,
    /// The set's name.
    pub set: Name,
    /// The set's title when it was frozen.
    pub title: String,
    /// The version's number, from 1.
    pub version: i32,
    /// What its author wanted to say about it.
    pub note: String,
    /// When it was frozen.
    pub created_at: Timestamp,
    /// The version before it.
    pub parent: Option<i32>,
    /// SHA-256 over the items' hash and this head; empty until it is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub root_hash: String,
    /// What it holds.
    pub counts: Counts,
    /// The corpus that its chunks are of.
    pub corpus: String,
    /// The chunking that they are of.
    pub chunking: String,
    /// What the grades are called, from 0 up.
    pub scale: Vec<String>,
    /// The lowest grade that counts as relevant in binary measures.
    pub cutoff: Grade,
    /// How labels became one grade where labellers differed.
    pub resolution: Resolution,
    /// Grades of imported files that were not on the scale, and what they became.
    pub mapped_grades: Vec<MappedGrade>,
    /// The number of the guidelines in force when it was frozen; 0 when there were none.
    pub guideline: i32,
    /// SHA-256 of their text.
    pub guidelines_sha256: String,
    /// The judges whose pre-labels labellers could see, with their prompt versions.
    pub judges: Vec<String>,
    /// What the linter warned of when it was frozen.
    pub warnings: Vec<Finding>,
}

impl Head {
    /// The highest grade of its scale.
    pub fn top_grade(&self) -> Grade {
        Grade(i16::try_from(self.scale.len()).unwrap_or(i16::MAX) - 1)
    }

    /// The line that the root hash covers: compact JSON without the root hash. Of the warnings it has the rules only, because
    /// what they say about a query goes when the query is erased.
    pub fn line(&self) -> String {
        let covered = Self { root_hash: String::new(), warnings: self.warnings.iter().map(Finding::rule_only).collect(), ..self.clone() };
        serde_json::to_string(&covered).expect("a head has string keys only")
    }

    /// Whether it is the head of the same version, whatever was erased since.
    pub fn is_same(&self, other: &Self) -> bool {
        self.root_hash == other.root_hash && self.line() == other.line()
    }

    /// Takes a query that is erased out of the warnings; `false`: none is about it.
    pub fn forget(&mut self, query_id: &str) -> bool {
        let mut changed = false;
        for warning in &mut self.warnings {
            // A warning about another query can name it, as the last word.
            if warning.query_id.as_deref() == Some(query_id) || warning.message.ends_with(&format!(" {query_id}")) {
                *warning = Finding { message: "it was about a query that was erased".into(), ..warning.rule_only() };
                changed = true;
            }
        }
        changed
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::finding::Rule;
    use crate::version::RootHash;

    pub fn head() -> Head {
        Head {
            schema: HEAD_SCHEMA.into(),
            set: "guide".parse().expect("a name"),
            title: "Guide".into(),
            version: 2,
            note: "June".into(),
            created_at: Timestamp(0),
            parent: Some(1),
            root_hash: String::new(),
            counts: Counts { queries: 3, answerable: 2, unanswerable: 1, labels: 9, relevant: 4, disputed: 6, left_out: 5 },
            corpus: "docs".into(),
            chunking: "default".into(),
            scale: vec!["No".into(), "Yes".into()],
            cutoff: Grade(2),
            resolution: Resolution::Agreed,
            mapped_grades: vec![MappedGrade { from: 4, to: Grade(3), labels: 2 }],
            guideline: 1,
            guidelines_sha256: "00".into(),
            judges: vec!["judge".into()],
            warnings: vec![
                Finding { rule: Rule::NotSettled, query_id: Some("q7".into()), message: "it is left out".into() },
                Finding { rule: Rule::NearDuplicate, query_id: Some("q8".into()), message: "it is nearly the same as q7".into() },
                Finding { rule: Rule::OneRetriever, query_id: None, message: "one retriever".into() },
            ],
        }
    }

    #[test]
    fn two_heads_that_differ_in_anything_have_different_root_hashes() {
        let written = serde_json::to_value(head()).expect("JSON");
        let mut changed = 0;
        for (key, value) in written.as_object().expect("an object") {
            let other = match (key.as_str(), value) {
                ("set", _) => "other".into(),
                ("resolution", _) => "median".into(),
                (_, serde_json::Value::String(text)) => format!("{text}x").into(),
                (_, serde_json::Value::Number(number)) => (number.as_i64().expect("an integer") + 1).into(),
                (_, serde_json::Value::Array(_)) => serde_json::json!([]),
                ("counts", _) => serde_json::to_value(Counts::default()).expect("JSON"),
                other => panic!("a head has no {other:?}"),
            };
            let mut whole = written.clone();
            whole[key] = other;
            whole["root_hash"] = "".into();
            let other: Head = serde_json::from_value(whole).expect("a head");
            assert_ne!(RootHash::default().finish(&other), RootHash::default().finish(&head()), "{key}");
            changed += 1;
        }
        assert_eq!(changed, 18, "every field is covered");
    }

    #[test]
    fn what_is_erased_leaves_the_warnings_and_the_root_hash_holds() {
        let mut erased = head();
        assert!(erased.forget("q7"));
        let text = serde_json::to_string(&erased).expect("JSON");
        assert!(!text.contains("q7") && text.contains("one retriever"), "{text}");
        assert_eq!(RootHash::default().finish(&erased), RootHash::default().finish(&head()));
        assert!(erased.is_same(&head()) && !erased.forget("q7"));
    }
}
