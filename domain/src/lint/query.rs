//! The rules that look at one query by itself.

use super::Candidate;
use crate::finding::{Finding, Rule};
use crate::query::Answerable;
use crate::scale::Grade;
use crate::text::counted;

/// More relevant chunks than this for one query are odd: either the grades are too kind or the chunks too small.
const MANY_RELEVANT: usize = 5;

/// What the rules find about a query.
pub(super) fn findings(candidate: Candidate, cutoff: Grade) -> impl Iterator<Item = Finding> {
    CHECKS.iter().filter_map(move |(rule, check)| {
        let message = check(candidate, cutoff)?;
        Some(Finding::about_query(*rule, &candidate.item.query_id, message))
    })
}

/// What to do where the chunks that labellers differ on are left out.
fn settle(disputed: usize) -> String {
    format!("settle {} that they differ on", counted(disputed, "chunk", "chunks"))
}

type Check = fn(Candidate, Grade) -> Option<String>;

const CHECKS: &[(Rule, Check)] = &[
    (Rule::DanglingCitation, |candidate, _| {
        let numbers: Vec<String> = candidate.dangling.iter().map(|number| format!("[{number}]")).collect();
        (!numbers.is_empty()).then(|| format!("the answer cites {}, and no chunk has this number", numbers.join(" ")))
    }),
    (Rule::AnswerableWithoutRelevant, |Candidate { item, .. }, cutoff| {
        let wrong = item.answerable == Answerable::Yes && item.relevant(cutoff).count() == 0;
        wrong.then(|| match item.disputed.len() {
            0 => format!("it is answerable, and no chunk reaches grade {cutoff}: search for one, or say that the corpus has no answer"),
            disputed => format!("it is answerable, and no chunk that labellers agree on reaches grade {cutoff}: {}", settle(disputed)),
        })
    }),
    (Rule::UnanswerableWithRelevant, |Candidate { item, .. }, cutoff| {
        let relevant = item.relevant(cutoff).count();
        (item.answerable == Answerable::No && relevant > 0)
            .then(|| format!("the corpus is said to have no answer, and {relevant} chunk(s) reach grade {cutoff}"))
    }),
    (Rule::AnswerableUnknown, |Candidate { item, .. }, cutoff| {
        let unknown = item.answerable == Answerable::Unknown && item.relevant(cutoff).count() == 0;
        unknown.then(|| match item.disputed.len() {
            0 => "no chunk is relevant, and nobody said whether the corpus has an answer".to_owned(),
            disputed => {
                format!(
                    "no chunk that labellers agree on is relevant, and nobody said whether the corpus has an answer: {}",
                    settle(disputed)
                )
            }
        })
    }),
    (Rule::ManyRelevant, |Candidate { item, .. }, cutoff| {
        let relevant = item.relevant(cutoff).count();
        (relevant > MANY_RELEVANT).then(|| format!("{relevant} chunks are relevant; more than {MANY_RELEVANT} are unusual"))
    }),
    (Rule::AnswerWithoutCitation, |Candidate { item, .. }, _| {
        (!item.answer.is_empty() && item.answerable == Answerable::Yes && item.citations.is_empty())
            .then(|| "the answer cites no chunk".to_owned())
    }),
    (Rule::AnswerMissing, |Candidate { item, .. }, _| {
        (item.answer.is_empty() && item.answerable == Answerable::Yes).then(|| "it is answerable, and no answer was written".to_owned())
    }),
];
