//! What a reviewer does with a case.

use domain::Invalid;
use domain::adjudication::{Base, Verdict};
use domain::disagreement::{Case, Cursor};
use domain::format::storable;
use domain::golden_set::GoldenSet;
use domain::guideline::{AddedGuideline, kept_text};
use domain::id::OperationId;
use domain::member::Member;
use store::{Asked, NewAdjudication, NewGuideline, NewQuestion, Settling};

use super::super::{CaseKey, ProposedDecision, Question, SettledCase};
use super::{cursor, find, look_for};
use crate::Error;
use crate::api::context::Context;

/// The longest note and question, in code points.
const LONGEST: usize = 500;

const NOBODY_CAN_ANSWER: &str = "nobody who completed this query can answer: they cannot sign in, may not label in this set, or have it \
    at hand; settle it yourself, or let one of them in, then ask again";

/// What was kept about a case.
pub struct Kept {
    pub revision: i64,
    /// Where it stood in the queue.
    pub place: Cursor,
    /// The version of the guidelines that has the note, where it was added to them.
    pub guideline: Option<i32>,
}

/// Settles a case, if it is as the reviewer saw it.
///
/// # Errors
/// [`Error::Invalid`] when it cannot be settled so; [`Error::Conflict`], with what changed, when it is not as the reviewer saw it.
pub async fn settle(
    context: &Context,
    reviewer: &Member,
    set: &GoldenSet,
    key: CaseKey,
    proposed: ProposedDecision,
) -> Result<Kept, Error> {
    let ProposedDecision { operation, verdict, reason, note, to_guidelines, base } = proposed;
    let note = kept_note(&note)?;
    let case = find(context, reviewer, set, key).await?;
    if to_guidelines && note.is_empty() {
        return Err(Error::Invalid("there is no note to add to the guidelines: write one first".into()));
    }
    if to_guidelines {
        with_line(&set.settings.guidelines, &note).map_or(Ok(String::new()), |text| kept_text(&text))?;
    }
    let decision = Decision { operation, verdict: Some(verdict), reason, note: note.clone(), base };
    let revision = keep(context, reviewer, set, &case, decision).await?;
    let guideline = if to_guidelines { Some(add_to_guidelines(context, reviewer, set, &note).await?) } else { None };
    Ok(Kept { revision, place: cursor(&case), guideline })
}

/// Takes back a decision about a case, if it is still the last one.
pub async fn take_back(
    context: &Context,
    reviewer: &Member,
    set: &GoldenSet,
    SettledCase { case, revision }: SettledCase,
    operation: OperationId,
) -> Result<(), Error> {
    let case = find(context, reviewer, set, case).await?;
    let base = Base { said: case.base.said.clone(), revision };
    let nothing = Decision { operation, verdict: None, reason: None, note: String::new(), base };
    keep(context, reviewer, set, &case, nothing).await?;
    Ok(())
}

/// What is to be kept about a case.
struct Decision {
    operation: OperationId,
    verdict: Option<Verdict>,
    reason: Option<domain::adjudication::Reason>,
    note: String,
    base: Base,
}

async fn keep(context: &Context, reviewer: &Member, set: &GoldenSet, case: &Case, decision: Decision) -> Result<i64, Error> {
    let Decision { operation, verdict, reason, note, base } = decision;
    let seen = base.revision;
    let new = NewAdjudication {
        operation,
        set: set.id,
        query: case.query.id,
        subject: case.subject,
        verdict,
        reviewer: reviewer.id,
        reason,
        note,
        base,
        scale: set.settings.scale.clone(),
        at: (context.clock)(),
    };
    match context.store.settle(new).await? {
        Settling::Kept { revision } => Ok(revision),
        Settling::Outdated => {
            let key = CaseKey { query: case.query.id, subject: case.subject };
            Err(what_changed(&find(context, reviewer, set, key).await?, seen))
        }
        Settling::Party => Err(Error::Conflict("you labelled this query: a reviewer who did not settles it".into())),
        Settling::NothingDisputed => Err(Error::Conflict("there is nothing to settle here any more: nothing was written".into())),
        Settling::NoSuchQuery => Err(Error::NotFound("query".into())),
    }
}

/// What changed about a case since the reviewer saw it at a revision, which is why nothing was kept.
fn what_changed(now: &Case, seen: i64) -> Error {
    let nothing = "nothing of yours was written";
    match now.decisions.first() {
        Some(made) if now.base.revision != seen => {
            let who = domain::text::visible(&made.reviewer);
            Error::Conflict(format!("{who} decided about this case on {} UTC: {nothing}", made.at))
        }
        _ => Error::Conflict(format!("what labellers say about this changed since you looked at it: {nothing}; look at it again")),
    }
}

/// Sends the query of a case back to its labellers with a question; gives where the case stood in the queue, if it is in it still: the
/// same question again finds that it has left.
pub async fn send_back(
    context: &Context,
    reviewer: &Member,
    set: &GoldenSet,
    key: CaseKey,
    question: Question,
) -> Result<Option<Cursor>, Error> {
    let text = checked("question", &question.text)?;
    if text.is_empty() {
        return Err(Error::Invalid("there is no question: write what its labellers should look at again".into()));
    }
    let case = look_for(context, reviewer, set, key).await?;
    let new = NewQuestion {
        id: question.operation,
        set: set.id,
        query: key.query,
        subject: key.subject,
        question: text,
        reviewer: reviewer.id,
        at: (context.clock)(),
    };
    match context.store.send_back(new).await? {
        Asked::Kept => Ok(case.as_ref().map(cursor)),
        Asked::NobodyCanAnswer => Err(Error::Conflict(NOBODY_CAN_ANSWER.into())),
        Asked::NothingDisputed => Err(Error::Conflict("its labellers have it already, or nothing about it is disputed any more".into())),
        Asked::NoSuchQuery => Err(Error::NotFound("query".into())),
    }
}

/// A note that can be kept.
///
/// # Errors
/// What is wrong, in words, when it is too long.
pub fn kept_note(note: &str) -> Result<String, Invalid> {
    checked("note", note)
}

/// A text that can be kept.
fn checked(what: &str, text: &str) -> Result<String, Invalid> {
    let (text, _) = storable(text.trim());
    if text.chars().count() > LONGEST {
        return Err(Invalid::new(format!("the {what} is longer than {LONGEST} characters: shorten it")));
    }
    Ok(text)
}

/// Adds a line to the set's guidelines, as their next version, unless it is there; gives the version that has it. Who is slower than
/// another adds it to theirs.
async fn add_to_guidelines(context: &Context, reviewer: &Member, set: &GoldenSet, line: &str) -> Result<i32, Error> {
    let (mut base, mut before) = (set.guideline, set.settings.guidelines.clone());
    loop {
        let Some(text) = with_line(&before, line) else { return Ok(base) };
        let new = NewGuideline { set: set.id, text: kept_text(&text)?, base, author: Some(reviewer.id), at: (context.clock)() };
        match context.store.add_guideline(new).await? {
            AddedGuideline::New(number) | AddedGuideline::Known(number) => return Ok(number),
            AddedGuideline::Outdated(now) => (base, before) = now.map_or((0, String::new()), |now| (now.number, now.text)),
        }
    }
}

/// The guidelines with a note more, as one item; none when they have it.
fn with_line(before: &str, note: &str) -> Option<String> {
    let lines: Vec<&str> = note.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let item = format!("- {}", lines.join(" "));
    let known = format!("\n{before}\n").contains(&format!("\n{item}\n")) || before.lines().any(|line| line == note);
    let text = if before.trim().is_empty() { item } else { format!("{}\n{item}", before.trim_end()) };
    (!known).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_added_to_the_guidelines_once_whatever_it_looks_like() {
        for note in ["Plan B counts.", "- Plan B counts.", "Plan B counts.\r\nPlan A does not."] {
            for before in ["", "Grade it.\n"] {
                let text = with_line(before, note).expect("a line more");
                assert_eq!(with_line(&kept_text(&text).expect("kept"), note), None, "{text}");
            }
        }
        assert_eq!(with_line("Grade it.\nPlan B counts.", "Plan B counts."), None);
        assert_eq!(with_line("- Plan B counts. Mostly.", "Plan B counts."), Some("- Plan B counts. Mostly.\n- Plan B counts.".into()));
    }
}
