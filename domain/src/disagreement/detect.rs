//! Finds disagreements in what was said about a query.

use super::{Kind, State, Subject};
use crate::adjudication::{Outcome, Reason, Resolution, Said, Verdict, unanimous};
use crate::id::ChunkId;
use crate::scale::Grade;
use crate::timestamp::Timestamp;

/// What of a set's settings decides what is disputed and what settles by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "sqlx", derive(sqlx::FromRow))]
pub struct Rules {
    /// How labels become one grade.
    pub resolution: Resolution,
    /// The lowest grade that counts as relevant.
    pub cutoff: Grade,
}

/// The latest grade of a judge for a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgedChunk {
    pub chunk: ChunkId,
    pub grade: Grade,
}

/// What is said differently about one subject of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disagreement {
    pub subject: Subject,
    pub kind: Kind,
    /// The greater, the more it matters among those of its kind.
    pub weight: i64,
    pub state: State,
    /// When a reviewer settled it, where one did and it holds.
    pub settled_at: Option<Timestamp>,
    /// Why labellers differed, as that reviewer saw it.
    pub reason: Option<Reason>,
}

impl Disagreement {
    fn new(said: &Said, subject: Subject, (kind, weight): (Kind, i64), state: State) -> Self {
        let decision = said.decision_in_force(subject).filter(|_| state == State::Settled);
        let settled_at = decision.map(|decision| decision.at);
        Self { subject, kind, weight, state, settled_at, reason: decision.and_then(|decision| decision.reason) }
    }
}

/// What labellers, or labellers and judges, say differently about a query, in the order of the queue. A reviewer sees nothing of a
/// query before its overlap is met, but its flags.
pub fn disagreements(said: &Said, judged: &[JudgedChunk], rules: Rules) -> Vec<Disagreement> {
    let mut found: Vec<Disagreement> = flagged(said).into_iter().collect();
    if said.overlap_met {
        found.extend(about_answers(said));
        found.extend(said.grades().iter().filter_map(|(chunk, grades)| about_chunk(said, *chunk, grades, judged, rules)));
    }
    found.sort_unstable_by_key(|found| (found.kind, -found.weight, found.subject));
    found
}

fn flagged(said: &Said) -> Option<Disagreement> {
    let weight = count(said.flags.len());
    (weight > 0).then(|| Disagreement::new(said, Subject::Flag, (Kind::Flagged, weight), state(said, Subject::Flag)))
}

fn about_answers(said: &Said) -> Option<Disagreement> {
    Some(Disagreement::new(said, Subject::Answer, said.answers_apart()?, state(said, Subject::Answer)))
}

/// Whether a reviewer settled it, where no rule does.
fn state(said: &Said, subject: Subject) -> State {
    if said.verdict_in_force(subject).is_some() { State::Settled } else { State::Open }
}

fn about_chunk(said: &Said, chunk: ChunkId, grades: &[Grade], judged: &[JudgedChunk], rules: Rules) -> Option<Disagreement> {
    let subject = Subject::Chunk(chunk);
    let outcome = said.outcome(chunk, grades, rules.resolution);
    let by_judges = judged.iter().filter(|judged| judged.chunk == chunk).map(|judged| judged.grade);
    let differs = match (unanimous(grades), outcome) {
        (None, _) => among(grades, rules.cutoff),
        // All agree now, and a reviewer had decided otherwise.
        (Some(_), Outcome::Open) => with_verdict(said, subject, grades, rules.cutoff),
        (Some(agreed), _) => from_judges(agreed, by_judges, rules.cutoff).or_else(|| with_verdict(said, subject, grades, rules.cutoff)),
    }?;
    let state = match outcome {
        Outcome::Open => State::Open,
        Outcome::ByRule(_) => State::ByRule,
        Outcome::Decided(_) | Outcome::Agreed(_) => state(said, subject),
    };
    Some(Disagreement::new(said, subject, differs, state))
}

/// How grades differ among themselves.
fn among(grades: &[Grade], cutoff: Grade) -> Option<(Kind, i64)> {
    let (low, high) = (grades.iter().min()?, grades.iter().max()?);
    let pairs = |differ: fn(Grade, Grade, Grade) -> bool| {
        let later = |at: usize| grades[at + 1..].iter().filter(move |other| differ(grades[at], **other, cutoff)).count();
        (0..grades.len()).map(later).sum::<usize>()
    };
    match (low == high, *low < cutoff && *high >= cutoff) {
        (true, _) => None,
        (false, true) => Some((Kind::RelevanceFlip, weight(*low, *high, pairs(|a, b, cutoff| (a < cutoff) != (b < cutoff))))),
        (false, false) => Some((Kind::GradesApart, weight(*low, *high, pairs(|a, b, _| a != b)))),
    }
}

/// How the grade on which all agree differs from what a reviewer decided.
fn with_verdict(said: &Said, subject: Subject, grades: &[Grade], cutoff: Grade) -> Option<(Kind, i64)> {
    match said.decision_on(subject)?.verdict {
        Verdict::Grade(decided) => among(&[grades, &[decided]].concat(), cutoff),
        Verdict::AnswerOf(_) | Verdict::Seen => None,
    }
}

/// How judges differ from the grade on which all agree: a flip of the relevance weighs more than any distance.
fn from_judges(agreed: Grade, judges: impl Iterator<Item = Grade>, cutoff: Grade) -> Option<(Kind, i64)> {
    let apart: Vec<Grade> = judges.filter(|grade| *grade != agreed).collect();
    let farthest = apart.iter().max_by_key(|grade| (grade.0 - agreed.0).abs())?;
    let flips = apart.iter().any(|grade| (*grade < cutoff) != (agreed < cutoff));
    let weight = weight(agreed.min(*farthest), agreed.max(*farthest), apart.len());
    Some((Kind::Judge, weight + if flips { FLIP } else { 0 }))
}

/// What one step between grades weighs: more than any number of pairs that differ.
const STEP: i64 = 1000;
/// What a judge's flip weighs: more than any distance.
const FLIP: i64 = 100 * STEP;

/// The distance first, then how many pairs differ.
fn weight(low: Grade, high: Grade, pairs: usize) -> i64 {
    STEP * i64::from(high.0 - low.0) + count(pairs).min(STEP - 1)
}

fn count(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}
