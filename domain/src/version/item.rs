//! Items: the settled queries of a version.

use serde::{Deserialize, Serialize};

use crate::Invalid;
use crate::answer::{Answer, cited_numbers, map_citations};
use crate::id::ChunkId;
use crate::query::{Answerable, Style};
use crate::scale::Grade;

/// The schema of an item's line.
pub const ITEM_SCHEMA: &str = "touchstone.golden/1";

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
    /// The chunks that were left out because labellers differ on them, in the byte order of their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disputed: Vec<String>,
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

/// Writes what an answer cites as places in the list of citations instead of as numbers of cards: gives the text and the cited
/// chunks. A number that cites nothing stays as it is and is given apart.
pub fn renumber(answer: &Answer) -> (String, Vec<ChunkId>, Vec<i32>) {
    let place = |number: i32| answer.citations.iter().position(|citation| citation.number == number);
    let in_place = |number: &i32| place(*number).map_or(number.to_string(), |at| (at + 1).to_string());
    let text = map_citations(&answer.text, |numbers| numbers.iter().map(in_place).collect::<Vec<_>>().join(", "));
    let dangling = cited_numbers(&answer.text).into_iter().filter(|number| place(*number).is_none()).collect();
    (text, answer.citations.iter().map(|citation| citation.chunk).collect(), dangling)
}
