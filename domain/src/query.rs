//! Queries: texts that real people sent.

mod standing;
mod status;

pub use standing::{Standing, Tally};
pub use status::{QueryStatus, StatusCounts};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

use crate::hash::hex;
use crate::id::QueryId;
use crate::timestamp::Timestamp;

/// How a query is worded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// A few words.
    Keyword,
    /// An error code, a flag, a product number.
    Identifier,
    /// A question or a description of a situation.
    Question,
    /// Too short or too vague to have one meaning.
    Ambiguous,
}

impl Style {
    /// All styles, in the glossary's order.
    pub const ALL: [Self; 4] = [Self::Keyword, Self::Identifier, Self::Question, Self::Ambiguous];

    /// The glossary's word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Keyword => "keyword",
            Self::Identifier => "identifier",
            Self::Question => "question",
            Self::Ambiguous => "ambiguous",
        }
    }

    /// The style with this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.word() == word)
    }

    /// The style by rules that a person can check and correct: a word with a digit, `_`, `::` or a leading `-` makes an
    /// identifier query, unless it is in a sentence; a question word, a question mark or six words make a question;
    /// one or two words of at most six letters are ambiguous; the rest are keywords.
    pub fn of(text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let first = words.first().map(|word| word.to_lowercase()).unwrap_or_default();
        if text.trim_end().ends_with('?') || words.len() >= 6 || (words.len() > 2 && QUESTION_WORDS.contains(&first.as_str())) {
            Self::Question
        } else if words.iter().any(|word| looks_like_identifier(word)) {
            Self::Identifier
        } else if words.len() == 1 || (words.len() == 2 && words.iter().all(|word| word.chars().count() <= 6)) {
            Self::Ambiguous
        } else {
            Self::Keyword
        }
    }
}

const QUESTION_WORDS: [&str; 19] = [
    "can", "could", "did", "do", "does", "how", "is", "are", "may", "should", "was", "what", "when", "where", "which", "who", "why",
    "will", "would",
];

fn looks_like_identifier(word: &str) -> bool {
    let has_digit = word.chars().any(|c| c.is_ascii_digit());
    let has_letter = word.chars().any(char::is_alphabetic);
    (has_digit && has_letter) || word.contains('_') || word.contains("::") || (word.starts_with("--") && has_letter)
}

/// Whether the corpus can answer a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum Answerable {
    /// It can.
    Yes,
    /// It cannot: no relevant chunk exists.
    No,
    /// Nobody has said yet.
    #[default]
    Unknown,
}

/// A query of a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Query {
    pub id: QueryId,
    /// Its id in the user's own system, unique in the set.
    pub external_id: String,
    /// What the person sent.
    pub text: String,
    /// How it is worded.
    pub style: Style,
    /// Where it came from: a log, a ticket, a production failure, written by hand.
    pub source: String,
    /// How often it was seen.
    pub seen: i64,
    /// Where it stands.
    pub status: QueryStatus,
    /// When it came in.
    pub created_at: Timestamp,
}

/// A query that came in from a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewQuery {
    /// Its id in the user's own system; made from the text where the file gives none.
    pub external_id: Option<String>,
    /// What the person sent.
    pub text: String,
    /// How it is worded, where the file says.
    pub style: Option<Style>,
    /// Where it came from, where the file says.
    pub source: Option<String>,
    /// How often it was seen.
    pub seen: i64,
    /// What else the file said about it.
    pub metadata: serde_json::Map<String, serde_json::Value>,
}

/// What two texts share when they are the same query: NFKC, lower case, single spaces, no punctuation at the end.
/// A digit or an identifier that differs keeps them apart.
pub fn merge_key(text: &str) -> String {
    let folded: String = text.nfkc().flat_map(char::to_lowercase).nfkc().collect();
    let spaced = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    let key = spaced.trim_end_matches(|c: char| c.is_whitespace() || ".,;:!?…。！？".contains(c));
    if key.is_empty() { spaced } else { key.to_owned() }
}

/// SHA-256 of a text's [`merge_key`]: equal for texts that are the same query.
pub fn merge_hash(text: &str) -> [u8; 32] {
    Sha256::digest(merge_key(text)).into()
}

/// The id of a query whose file gives none: made from its text, so that the same file twice names the same query.
pub fn id_from_text(text: &str) -> String {
    format!("q-{}", hex(&merge_hash(text)[..8]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_space_width_and_closing_punctuation_make_no_second_query() {
        assert_eq!(merge_key("  How do  I\tUNDO?? "), merge_key("how do i undo"));
        assert_eq!(merge_key("ﬁle Ａ"), merge_key("file a"));
    }

    #[test]
    fn a_digit_that_differs_makes_another_query() {
        assert_ne!(merge_key("error E-1042"), merge_key("error E-1043"));
    }

    #[test]
    fn a_query_of_punctuation_alone_keeps_its_key() {
        assert_eq!(merge_key("???"), "???");
    }

    #[test]
    fn styles_follow_the_rules_that_the_page_states() {
        assert_eq!(Style::of("billing owner change"), Style::Keyword);
        assert_eq!(Style::of("E-1042"), Style::Identifier);
        assert_eq!(Style::of("--database-url postgres"), Style::Identifier);
        assert_eq!(Style::of("how do I undo"), Style::Question);
        assert_eq!(Style::of("undo?"), Style::Question);
        assert_eq!(Style::of("offline"), Style::Ambiguous);
    }
}
