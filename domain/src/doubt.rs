//! Doubts: what is rarely meant. A labeller is asked once before it is taken, and that they confirmed it is kept.

use serde::{Deserialize, Serialize};

use crate::query::Answerable;

/// What a labeller is asked to confirm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "snake_case"))]
#[serde(rename_all = "snake_case")]
pub enum Doubt {
    /// The query is completed, and its labeller judged no chunk of it since it was given to them.
    NothingJudged,
    /// The corpus is said to have no answer, and the same labeller graded a chunk relevant.
    NoAnswerBesideRelevant,
}

impl Doubt {
    const ALL: [Self; 2] = [Self::NothingJudged, Self::NoAnswerBesideRelevant];

    /// Its name on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NothingJudged => "nothing_judged",
            Self::NoAnswerBesideRelevant => "no_answer_beside_relevant",
        }
    }

    /// The doubt of this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|doubt| doubt.word() == word)
    }

    /// What is odd, as a sentence without its end.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::NothingJudged => "nothing of what is to be judged here is judged",
            Self::NoAnswerBesideRelevant => "the corpus is said to have no answer, beside a chunk that is graded relevant",
        }
    }
}

/// What a labeller says of a query, as far as doubts depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statement {
    /// How many chunks they judged since the query was given to them.
    pub judged: i64,
    /// How many they judged before it was given out again.
    pub judged_before: i64,
    /// How many that they are asked to judge they did not.
    pub open: i64,
    /// How many chunks they graded relevant.
    pub relevant: i64,
    /// Whether they say that the corpus has an answer.
    pub answerable: Answerable,
    /// What they confirmed when they said so.
    pub confirmed: Option<Doubt>,
}

impl Statement {
    /// The doubt about the answer, unless it was confirmed.
    pub fn doubt_of_answer(self) -> Option<Doubt> {
        let doubt = Doubt::NoAnswerBesideRelevant;
        let doubtful = self.answerable == Answerable::No && self.relevant > 0 && self.confirmed != Some(doubt);
        doubtful.then_some(doubt)
    }

    /// The doubt about completing the query, unless it was confirmed with the answer.
    pub fn doubt_of_completion(self) -> Option<Doubt> {
        if self.judged == 0 && !self.is_asked_nothing_more() { Some(Doubt::NothingJudged) } else { self.doubt_of_answer() }
    }

    /// Whether they judged the query before, and nothing of it is open to them.
    const fn is_asked_nothing_more(self) -> bool {
        self.judged_before > 0 && self.open == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SURE: Statement = Statement { judged: 2, judged_before: 0, open: 3, relevant: 1, answerable: Answerable::Yes, confirmed: None };

    #[test]
    fn a_query_is_doubtful_when_nothing_of_it_is_judged() {
        assert_eq!(SURE.doubt_of_completion(), None);
        let untouched = Statement { judged: 0, relevant: 0, ..SURE };
        assert_eq!(untouched.doubt_of_completion(), Some(Doubt::NothingJudged));
        assert_eq!(untouched.doubt_of_answer(), None);
    }

    #[test]
    fn what_was_judged_before_the_query_was_given_out_again_does_not_count_for_what_is_new() {
        let again = Statement { judged: 0, judged_before: 20, open: 3, ..SURE };
        assert_eq!(again.doubt_of_completion(), Some(Doubt::NothingJudged));
        assert_eq!(Statement { judged: 1, open: 2, ..again }.doubt_of_completion(), None);
        assert_eq!(Statement { open: 0, ..again }.doubt_of_completion(), None, "others judged what was new");
        assert_eq!(Statement { judged_before: 0, open: 0, ..again }.doubt_of_completion(), Some(Doubt::NothingJudged));
    }

    #[test]
    fn no_answer_is_doubtful_beside_a_relevant_chunk_until_it_is_confirmed() {
        let odd = Statement { answerable: Answerable::No, ..SURE };
        let doubt = Some(Doubt::NoAnswerBesideRelevant);
        assert_eq!((odd.doubt_of_answer(), odd.doubt_of_completion()), (doubt, doubt));
        assert_eq!(Statement { relevant: 0, ..odd }.doubt_of_answer(), None);
        let confirmed = Statement { confirmed: doubt, ..odd };
        assert_eq!((confirmed.doubt_of_answer(), confirmed.doubt_of_completion()), (None, None), "it is asked once");
    }

    #[test]
    fn the_words_of_doubts_are_those_on_the_wire() {
        for doubt in Doubt::ALL {
            assert_eq!(serde_json::to_value(doubt).expect("json"), doubt.word());
            assert_eq!(Doubt::named(doubt.word()), Some(doubt));
        }
    }
}
