//! What a labeller can ask the page for, by a key or by a button.

use domain::scale::Grade;

/// One thing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Move on to the next chunk.
    NextChunk,
    /// Go back to the chunk before.
    PreviousChunk,
    /// Grade the chunk and go to the next that is not judged.
    Grade(Grade),
    /// Take the judge's grade.
    Accept,
    CantTell,
    /// Mark what is selected, or the judge's quote, as evidence.
    Evidence,
    /// Show the whole text, or fold it.
    Unfold,
    Note,
    /// Go to the answer.
    Answer,
    NoAnswer,
    /// Judge what is left as not relevant.
    Rest,
    Search,
    Undo,
    /// Do it again after all.
    Redo,
    /// Leave the query to somebody else.
    Skip,
    /// Give the query back to the reviewer, with a note.
    HandBack,
    Flag,
    /// Complete the query and go to the next.
    Complete,
    PreviousQuery,
    Guidelines,
    /// Show the keys.
    Help,
}
