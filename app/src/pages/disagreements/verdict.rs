//! The verdicts that settle a case, as its form sends them and as its buttons name them.

use domain::adjudication::Verdict;
use domain::disagreement::{Case, Kind, Subject};
use domain::query::Answerable;
use domain::scale::{Grade, Scale};

use crate::Error;

/// A verdict as a form sends it: a grade, `seen`, or the id of whose answer holds.
pub fn word(verdict: Verdict) -> String {
    match verdict {
        Verdict::Grade(grade) => grade.to_string(),
        Verdict::AnswerOf(labeller) => labeller.to_string(),
        Verdict::Seen => "seen".into(),
    }
}

/// The verdict that a form sends about a subject.
pub fn parse(subject: Subject, word: &str) -> Result<Verdict, Error> {
    let no_verdict = || Error::Invalid(format!("{word:?} settles nothing here: press one of the buttons that are shown"));
    match (subject, word) {
        (Subject::Chunk(_) | Subject::Flag, "seen") => Ok(Verdict::Seen),
        (Subject::Chunk(_), grade) => grade.parse().map(|grade| Verdict::Grade(Grade(grade))).map_err(|_| no_verdict()),
        (Subject::Answer, labeller) => labeller.parse().map(Verdict::AnswerOf).map_err(|_| no_verdict()),
        (Subject::Flag, _) => Err(no_verdict()),
    }
}

/// The verdict that a digit gives: a grade of the scale, or the answer in this place, from 1.
pub fn of_digit(case: &Case, digit: i16, scale: &Scale) -> Option<Verdict> {
    match case.subject {
        Subject::Chunk(_) => scale.parse(digit.into()).ok().map(Verdict::Grade),
        Subject::Answer => {
            let at = usize::try_from(digit).ok()?.checked_sub(1)?;
            case.answers.get(at).map(|given| Verdict::AnswerOf(given.labeller))
        }
        Subject::Flag => None,
    }
}

/// That what labellers said stands, where that is a verdict.
pub fn of_seen(case: &Case) -> Option<Verdict> {
    matches!(case.kind, Kind::Flagged | Kind::Judge).then_some(Verdict::Seen)
}

/// The answer of the first who said that the corpus has none.
pub fn of_no_answer(case: &Case) -> Option<Verdict> {
    let none = case.answers.iter().find(|given| given.answer.answerable == Answerable::No);
    none.filter(|_| case.subject == Subject::Answer).map(|given| Verdict::AnswerOf(given.labeller))
}

/// What a verdict is, in words; `name` is whose answer holds.
pub fn in_words(verdict: Option<Verdict>, scale: &Scale, name: Option<&str>) -> String {
    match verdict {
        Some(Verdict::Grade(grade)) => {
            let named = usize::try_from(grade.0).ok().and_then(|at| scale.0.get(at));
            named.map_or_else(|| grade.to_string(), |named| format!("{grade} {}", domain::text::visible(&named.name)))
        }
        Some(Verdict::AnswerOf(_)) => match name {
            Some(name) => format!("the answer of {} holds", domain::text::visible(name)),
            None => "an answer holds".into(),
        },
        Some(Verdict::Seen) => "seen; what labellers said stands".into(),
        None => "taken back".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_form_sends_is_what_a_verdict_is_written_as() {
        let id = "01a22b1b-ba7c-762d-adab-256587be83e5";
        let chunk: Subject = id.parse().expect("a chunk");
        for (subject, verdict) in [
            (chunk, Verdict::Grade(Grade(2))),
            (chunk, Verdict::Seen),
            (Subject::Answer, Verdict::AnswerOf(id.parse().expect("an id"))),
            (Subject::Flag, Verdict::Seen),
        ] {
            assert_eq!(parse(subject, &word(verdict)), Ok(verdict));
        }
        for (subject, wrong) in [(chunk, "much"), (chunk, ""), (Subject::Answer, "2"), (Subject::Flag, "2")] {
            assert!(parse(subject, wrong).is_err(), "{wrong}");
        }
    }
}
