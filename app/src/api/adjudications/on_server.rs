//! What settling does on the server, for the form and for programs.

use domain::adjudication::{MadeAdjudication, Review};
use domain::format::storable;
use domain::golden_set::GoldenSet;
use domain::id::QueryId;
use domain::member::Member;
use store::{Adjudicated, NewAdjudication};

use super::ProposedAdjudication;
use crate::Error;
use crate::api::context::Context;

/// The longest note, in code points.
const LONGEST_NOTE: usize = 500;

/// Keeps what a reviewer settled.
///
/// # Errors
/// [`Error::Invalid`] when it cannot be decided so; [`Error::Conflict`], with who settled it or what changed, when the query is not
/// as the reviewer saw it.
pub async fn settle(
    context: &Context,
    reviewer: &Member,
    set: &GoldenSet,
    query: QueryId,
    proposed: ProposedAdjudication,
) -> Result<(), Error> {
    if crate::api::blind::hides_query(&context.store, set.id, reviewer, query).await? {
        return Err(Error::Conflict("you are asked to label this query: complete it first, then settle what others said of it".into()));
    }
    let ProposedAdjudication { decision, note, base } = proposed;
    if note.chars().count() > LONGEST_NOTE {
        return Err(Error::Invalid(format!("the note is longer than {LONGEST_NOTE} characters")));
    }
    let (scale, seen) = (set.settings.scale.clone(), base.revision);
    let (note, at) = (storable(note.trim()).0, (context.clock)());
    let new = NewAdjudication { set: set.id, query, reviewer: reviewer.id, decision, note, base, scale, at };
    match context.store.adjudicate(new).await? {
        Adjudicated::Kept => Ok(()),
        Adjudicated::NoSuchQuery => Err(Error::NotFound("query".into())),
        Adjudicated::NothingDisputed => Err(Error::Conflict("nothing is disputed about this query: nothing was written".into())),
        Adjudicated::Outdated => Err(Error::Conflict(what_changed(context.store.review(set.id, query).await?.as_ref(), seen))),
    }
}

/// Why nothing was written, in words; `seen` is how often the query had been settled when the reviewer looked.
fn what_changed(now: Option<&Review>, seen: i64) -> String {
    let nothing_written = "nothing of yours was written";
    match now {
        None => format!("the query went to labelling again while you looked at it: {nothing_written}"),
        Some(Review { made: Some(made), base, .. }) if base.revision != seen => {
            format!("this query was settled meanwhile by {}: {nothing_written}", in_words(made))
        }
        Some(_) => format!("what labellers say of this query changed since you looked at it: {nothing_written}; look at it again"),
    }
}

/// Who settled it, when and how.
fn in_words(made: &MadeAdjudication) -> String {
    let name = domain::text::visible(&made.reviewer);
    let grades = made.grades.iter().map(|(number, grade)| format!("card {number} is {grade}"));
    let answer = made.answer_of.iter().map(|name| format!("the answer of {} holds", domain::text::visible(name)));
    let settled: Vec<String> = grades.chain(answer).collect();
    let what = if settled.is_empty() { String::new() } else { format!(" ({})", settled.join(", ")) };
    format!("{name} on {} UTC{what}", made.at)
}
