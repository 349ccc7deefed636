//! Versions: numbered, hashed snapshots of the settled part of a set, the same bytes for ever.
//!
//! A version is a list of [`Item`]s, one a query, in the byte order of their query ids. An item's *line* is its JSON, and
//! its hash is SHA-256 over a random salt (in hex) and that line. The *items' hash* is SHA-256 over the items' hashes, each
//! in hex and followed by a newline. The *root hash* is SHA-256 over the items' hash in hex, a newline, and the line of the
//! [`Head`]: whoever names a root hash names the scale, the cut-off and the counts too.
//!
//! Who erases a query keeps its hash and throws line and salt away: the root hash still verifies, and nobody can find out
//! what the query was by guessing.

mod head;
mod item;
mod root_hash;
mod shown;

pub use head::{HEAD_SCHEMA, Head};
pub use item::{ITEM_SCHEMA, Item, ItemEvidence, ItemLabel, renumber};
pub use root_hash::{ExpectedHash, RootHash, item_hash};
pub use shown::{PlainHead, ShownHead};

use serde::{Deserialize, Serialize};

use crate::query::Answerable;
use crate::scale::Grade;
use crate::text::counted;

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
    /// Chunks of its queries that were left out, because labellers differ on them.
    pub disputed: i64,
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
        self.disputed += count(item.disputed.len());
    }

    /// Queries of which nobody said whether the corpus answers them.
    pub const fn not_known(&self) -> i64 {
        self.queries - self.answerable - self.unanswerable
    }

    /// Queries that retrieval measures average: those that the corpus answers, and those of which nobody said.
    pub const fn averaged(&self) -> i64 {
        self.queries - self.unanswerable
    }

    /// That chunks were left out because labellers differ on them, as every page and command says it; none when none were.
    pub fn disputed_in_words(&self) -> Option<String> {
        let chunks = counted(self.disputed, "chunk was", "chunks were");
        (self.disputed > 0).then(|| format!("{chunks} left out because labellers differ on them: measures take them as not judged"))
    }

    /// How many queries there are, and what is known of them, as every page and command says it.
    pub fn queries_in_words(&self) -> String {
        let not_known = match self.not_known() {
            0 => String::new(),
            count => format!(", {count} not known yet"),
        };
        let queries = counted(self.queries, "query", "queries");
        format!("{queries}: {} answerable, {} unanswerable{not_known}", self.answerable, self.unanswerable)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Answer, citations};
    use crate::query::Style;

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
            disputed: vec![],
            source: "log".into(),
            seen: 1,
            metadata: serde_json::Map::new(),
        }
    }

    #[test]
    fn the_words_add_up_to_the_queries_and_say_what_is_averaged() {
        let counts = Counts { queries: 1356, ..Counts::default() };
        assert_eq!(counts.queries_in_words(), "1356 queries: 0 answerable, 0 unanswerable, 1356 not known yet");
        assert_eq!(counts.averaged(), 1356);
        let one = Counts { queries: 1, answerable: 1, ..Counts::default() };
        assert_eq!(one.queries_in_words(), "1 query: 1 answerable, 0 unanswerable");
        let all = Counts { queries: 10, answerable: 8, unanswerable: 2, ..Counts::default() };
        assert_eq!((all.queries_in_words().as_str(), all.averaged()), ("10 queries: 8 answerable, 2 unanswerable", 8));
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
    fn chunks_that_were_left_out_are_named_only_where_there_are_some() {
        assert!(!item("q1").line().contains("disputed"));
        let disputed = Item { disputed: vec!["c2".into()], ..item("q1") };
        assert!(disputed.line().contains(r#"],"disputed":["c2"],"source""#), "{}", disputed.line());
        assert_eq!(Item::parse(&disputed.line()), Ok(disputed.clone()));
        let mut counts = Counts::default();
        counts.add(&disputed, Grade(2));
        let words = counts.disputed_in_words().expect("one chunk");
        assert!(words.starts_with("1 chunk was left out because labellers differ"), "{words}");
        assert_eq!(Counts::default().disputed_in_words(), None);
    }

    #[test]
    fn a_line_of_another_schema_or_with_unknown_keys_is_refused() {
        let line = item("q1").line();
        assert!(Item::parse(&line.replace("golden/1", "golden/2")).expect_err("newer").0.contains("golden/2"));
        assert!(Item::parse(&line.replace("\"seen\":1", "\"seen\":1,\"extra\":0")).is_err());
    }

    #[test]
    fn citations_become_places_in_the_list() {
        let chunk = |number: i32| (number <= 20).then(|| crate::id::uuid_v7(1, &[u8::try_from(number).expect("small"); 10]).into());
        let text = "Pull it [7]. Then [2, 7] and [40].";
        let answer = Answer { text: text.into(), citations: citations(text, chunk), ..Answer::default() };
        let (text, cited, dangling) = renumber(&answer);
        let chunks = [7, 2].map(|number| chunk(number).expect("a chunk"));
        assert_eq!((text.as_str(), cited.as_slice(), dangling), ("Pull it [1]. Then [2, 1] and [40].", chunks.as_slice(), vec![40]));
    }
}
