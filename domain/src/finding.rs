//! Findings of the linter.

use serde::{Deserialize, Serialize};

/// Whether a finding stops a freeze.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// It does, unless the query is left out.
    Error,
    /// It is kept in the version.
    Warning,
}

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// The answer cites a number that no chunk has.
    DanglingCitation,
    /// Two queries are the same.
    DuplicateQuery,
    /// The corpus is said to answer it, and no chunk is relevant.
    AnswerableWithoutRelevant,
    /// The corpus is said not to answer it, and a chunk is relevant.
    UnanswerableWithRelevant,
    /// The database holds something wrong about it.
    DamagedQuery,
    /// Two queries are nearly the same.
    NearDuplicate,
    /// Nobody said whether the corpus answers it, and no chunk is relevant.
    AnswerableUnknown,
    /// Very many chunks are relevant.
    ManyRelevant,
    /// The answer cites nothing.
    AnswerWithoutCitation,
    /// It is answerable, and no answer was written.
    AnswerMissing,
    /// Only one retriever fed the pool.
    OneRetriever,
    /// It is not settled, so it is left out.
    NotSettled,
    /// Labellers differ on chunks of it, which are left out.
    DisputedChunks,
    /// Too few queries are unanswerable.
    FewUnanswerable,
    /// No query of a style.
    StyleMissing,
}

impl Rule {
    /// Whether it stops a freeze.
    pub const fn severity(self) -> Severity {
        match self {
            Self::DanglingCitation
            | Self::DuplicateQuery
            | Self::AnswerableWithoutRelevant
            | Self::UnanswerableWithRelevant
            | Self::DamagedQuery => Severity::Error,
            _ => Severity::Warning,
        }
    }

    /// Its name, as `--json` has it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::DanglingCitation => "dangling_citation",
            Self::DuplicateQuery => "duplicate_query",
            Self::AnswerableWithoutRelevant => "answerable_without_relevant",
            Self::UnanswerableWithRelevant => "unanswerable_with_relevant",
            Self::DamagedQuery => "damaged_query",
            Self::NearDuplicate => "near_duplicate",
            Self::AnswerableUnknown => "answerable_unknown",
            Self::ManyRelevant => "many_relevant",
            Self::AnswerWithoutCitation => "answer_without_citation",
            Self::AnswerMissing => "answer_missing",
            Self::OneRetriever => "one_retriever",
            Self::NotSettled => "not_settled",
            Self::DisputedChunks => "disputed_chunks",
            Self::FewUnanswerable => "few_unanswerable",
            Self::StyleMissing => "style_missing",
        }
    }
}

/// What a rule found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub rule: Rule,
    /// The query, by the user's id; none when it is about the whole set.
    pub query_id: Option<String>,
    /// What is wrong, and what to do.
    pub message: String,
}

impl Finding {
    /// Whether it stops a freeze.
    pub fn is_error(&self) -> bool {
        self.rule.severity() == Severity::Error
    }

    /// The finding without what it says about a query.
    pub(crate) fn rule_only(&self) -> Self {
        Self { rule: self.rule, query_id: None, message: String::new() }
    }

    pub(crate) fn about_set(rule: Rule, message: impl Into<String>) -> Self {
        Self { rule, query_id: None, message: message.into() }
    }

    pub(crate) fn about_query(rule: Rule, query: &str, message: impl Into<String>) -> Self {
        Self { rule, query_id: Some(query.to_owned()), message: message.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_rules_are_those_on_the_wire() {
        let words = [
            (Rule::DanglingCitation, "dangling_citation"),
            (Rule::DuplicateQuery, "duplicate_query"),
            (Rule::AnswerableWithoutRelevant, "answerable_without_relevant"),
            (Rule::UnanswerableWithRelevant, "unanswerable_with_relevant"),
            (Rule::DamagedQuery, "damaged_query"),
            (Rule::NearDuplicate, "near_duplicate"),
            (Rule::AnswerableUnknown, "answerable_unknown"),
            (Rule::ManyRelevant, "many_relevant"),
            (Rule::AnswerWithoutCitation, "answer_without_citation"),
            (Rule::AnswerMissing, "answer_missing"),
            (Rule::OneRetriever, "one_retriever"),
            (Rule::NotSettled, "not_settled"),
            (Rule::DisputedChunks, "disputed_chunks"),
            (Rule::FewUnanswerable, "few_unanswerable"),
            (Rule::StyleMissing, "style_missing"),
        ];
        for (place, (rule, word)) in words.into_iter().enumerate() {
            assert_eq!(rule as usize, place, "no rule before {word} is left out");
            assert_eq!(rule.word(), word);
            assert_eq!(serde_json::to_value(rule).expect("json"), word);
        }
    }
}
