//! Versions: numbered, hashed snapshots of the settled part of a set, the same bytes for ever.
//!
//! A version is a list of [`Item`]s, one a query, in the byte order of their query ids. An item's *line* is its JSON, and
//! its hash is SHA-256 over a random salt (in hex) and that line. The *root hash* is SHA-256 over the items' hashes, each
//! in hex and followed by a newline. So who erases a query keeps its hash and throws line and salt away: the root hash still
//! verifies, and nobody can find out what the query was by guessing.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Invalid;
use crate::golden_set::Name;
use crate::query::{Answerable, Style};
use crate::scale::Grade;
use crate::timestamp::Timestamp;

/// The schema of an item's line.
pub const ITEM_SCHEMA: &str = "touchstone.golden/1";
/// The schema of a version's head and of a manifest.
pub const HEAD_SCHEMA: &str = "touchstone.version/1";

/// A settled query of a version, as the native format writes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// [`ITEM_SCHEMA`].
    pub schema: String,
    /// The query, by the user's id.
    pub query_id: String,
    /// What was asked.
    pub query: String,
    /// How it is worded.
    pub style: Style,
    /// `true`, `false` ("the corpus has no answer") or `null`, nobody said.
    #[serde(with = "three_valued")]
    pub answerable: Answerable,
    /// The reference answer; `[1]` cites the first of the citations. Empty when none was written.
    pub answer: String,
    /// The cited chunks.
    pub citations: Vec<String>,
    /// The judged chunks, relevant or not, in the byte order of their ids.
    pub labels: Vec<ItemLabel>,
    /// Where the query came from.
    pub source: String,
    /// How often it was seen.
    pub seen: i64,
    /// What else its file said about it.
    pub metadata: serde_json::Map<String, serde_json::Value>,
}

/// A settled grade of a chunk, with the chunk's text: a re-map finds the chunk again by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemLabel {
    /// The chunk, by the user's id.
    pub chunk_id: String,
    /// Its document.
    pub doc_id: String,
    /// Where it stands in its document.
    pub ordinal: i32,
    /// The document's title.
    pub title: String,
    /// The grade.
    pub grade: Grade,
    /// The chunk's text.
    pub text: String,
    /// What in the text shows it.
    pub evidence: Vec<ItemEvidence>,
}

/// A piece of evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemEvidence {
    /// The first code point of the chunk's text.
    pub start: u32,
    /// One past the last.
    pub end: u32,
    /// The text between them.
    pub quote: String,
}

mod three_valued {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::query::Answerable;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
    pub fn serialize<S: Serializer>(answerable: &Answerable, serializer: S) -> Result<S::Ok, S::Error> {
        let value = match answerable {
            Answerable::Yes => Some(true),
            Answerable::No => Some(false),
            Answerable::Unknown => None,
        };
        value.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Answerable, D::Error> {
        Ok(match Option::<bool>::deserialize(deserializer)? {
            Some(true) => Answerable::Yes,
            Some(false) => Answerable::No,
            None => Answerable::Unknown,
        })
    }
}

impl Item {
    /// Its line: compact JSON, the keys in the order of the fields, without a newline.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("an item has string keys only")
    }

    /// The item of a line.
    pub fn parse(line: &str) -> Result<Self, Invalid> {
        let item: Self = serde_json::from_str(line).map_err(|error| Invalid::new(format!("not a line of a golden set: {error}")))?;
        if item.schema == ITEM_SCHEMA { Ok(item) } else { Err(Invalid::new(format!("the schema {:?} is not {ITEM_SCHEMA}", item.schema))) }
    }

    /// The labels whose grade reaches the cut-off.
    pub fn relevant(&self, cutoff: Grade) -> impl Iterator<Item = &ItemLabel> {
        self.labels.iter().filter(move |label| label.grade >= cutoff)
    }
}

/// SHA-256 in hex.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes in hex.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes everything");
        text
    })
}

/// An item's hash: SHA-256 over its salt and its line.
pub fn item_hash(salt: &str, line: &str) -> String {
    hex(&Sha256::new().chain_update(salt).chain_update(line).finalize())
}

/// The root hash, built from the items' hashes in their order.
#[derive(Debug, Clone, Default)]
pub struct RootHash(Sha256);

impl RootHash {
    /// Takes the next item's hash.
    pub fn push(&mut self, item_hash: &str) {
        self.0.update(item_hash);
        self.0.update("\n");
    }

    /// The root hash in hex.
    pub fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

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
    /// SHA-256 over the items' hashes.
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
    /// SHA-256 of the guidelines that labellers had.
    pub guidelines_sha256: String,
    /// The judges whose pre-labels labellers could see, with their prompt versions.
    pub judges: Vec<String>,
    /// What the linter warned of when it was frozen.
    pub warnings: Vec<crate::lint::Finding>,
}

/// What a version holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Queries, those that were erased later included.
    pub queries: i64,
    /// Of them, those that the corpus answers.
    pub answerable: i64,
    /// Of them, those that it does not.
    pub unanswerable: i64,
    /// Labels of all grades.
    pub labels: i64,
    /// Labels whose grade reaches the cut-off.
    pub relevant: i64,
    /// Queries of the set that were left out.
    pub left_out: i64,
}

impl Counts {
    /// Counts one more item.
    pub fn add(&mut self, item: &Item, cutoff: Grade) {
        let count = |labels: usize| i64::try_from(labels).unwrap_or(i64::MAX);
        self.queries += 1;
        self.answerable += i64::from(item.answerable == Answerable::Yes);
        self.unanswerable += i64::from(item.answerable == Answerable::No);
        self.labels += count(item.labels.len());
        self.relevant += count(item.relevant(cutoff).count());
    }
}

/// An item with its hash and salt; after an erasure only the hash is left.
#[derive(Debug, Clone, PartialEq)]
pub struct HashedItem {
    /// SHA-256 over salt and line.
    pub hash: String,
    /// The salt and the item; none once the query was erased.
    pub item: Option<(String, Item)>,
}

/// Writes the answer's citations as places in the list of citations instead of as numbers of cards: gives the text, and the
/// cited numbers in order. A number without a card stays as it is and is given apart.
pub fn renumber(answer: &str, has_card: impl Fn(i32) -> bool) -> (String, Vec<i32>, Vec<i32>) {
    let (cited, dangling): (Vec<i32>, Vec<i32>) = crate::answer::cited_numbers(answer).into_iter().partition(|number| has_card(*number));
    let place = |number: i32| cited.iter().position(|cited| *cited == number).map_or(number.to_string(), |at| (at + 1).to_string());
    let text = crate::answer::map_citations(answer, |numbers| {
        let places: Vec<String> = numbers.iter().map(|number| place(*number)).collect();
        places.join(", ")
    });
    (text, cited, dangling)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn item(query: &str) -> Item {
        Item {
            schema: ITEM_SCHEMA.into(),
            query_id: query.into(),
            query: format!("what is {query}?"),
            style: Style::Question,
            answerable: Answerable::Yes,
            answer: "It is this [1].".into(),
            citations: vec!["c1".into()],
            labels: vec![ItemLabel {
                chunk_id: "c1".into(),
                doc_id: "d1".into(),
                ordinal: 0,
                title: "T".into(),
                grade: Grade(3),
                text: "This.".into(),
                evidence: vec![ItemEvidence { start: 0, end: 4, quote: "This".into() }],
            }],
            source: "log".into(),
            seen: 1,
            metadata: serde_json::Map::new(),
        }
    }

    #[test]
    fn a_line_is_read_back_as_it_was() {
        let line = item("q1").line();
        assert_eq!(Item::parse(&line).expect("an item").line(), line);
        assert!(
            line.starts_with(
                r#"{"schema":"touchstone.golden/1","query_id":"q1","query":"what is q1?","style":"question","answerable":true,"#
            )
        );
    }

    #[test]
    fn a_line_of_another_schema_or_with_unknown_keys_is_refused() {
        let line = item("q1").line();
        assert!(Item::parse(&line.replace("golden/1", "golden/2")).expect_err("newer").0.contains("golden/2"));
        assert!(Item::parse(&line.replace("\"seen\":1", "\"seen\":1,\"extra\":0")).is_err());
    }

    #[test]
    fn the_root_hash_is_what_coreutils_give() {
        // printf '%s' 'aa{}' | sha256sum, and printf 'x\ny\n' | sha256sum
        assert_eq!(item_hash("aa", "{}"), "d29571ea393a5c5426091b5bd4fe1ad22d5136caabdb1cb5d54eed3fc194b78b");
        let mut root = RootHash::default();
        root.push("x");
        root.push("y");
        assert_eq!(root.finish(), "09834d488008f5f1ef589a2d7cedc52425bee9dd23b2212e4c1d673c5cbb54e4");
    }

    #[test]
    fn citations_become_places_in_the_list() {
        let (text, cited, dangling) = renumber("Pull it [7]. Then [2, 7] and [40].", |number| number <= 20);
        assert_eq!((text.as_str(), cited, dangling), ("Pull it [1]. Then [2, 1] and [40].", vec![7, 2], vec![40]));
    }
}
