//! What a reviewer can ask the page for, by a key or by a button.

use domain::scale::Grade;

/// One thing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    NextCase,
    PreviousCase,
    /// Settle the chunk with this grade and go to the next case.
    Grade(Grade),
    /// What labellers said stands.
    Seen,
    /// Settle with whoever said that the corpus has no answer.
    NoAnswer,
    /// Say why they differ: a number follows.
    Reason,
    Note,
    /// Send the query back to its labellers with a question.
    SendBack,
    /// Show the whole document.
    Document,
    /// Hide the names, or show them.
    Names,
    /// Go to the list of the queue.
    List,
    Undo,
    Skip,
    Guidelines,
    /// Add the note to the guidelines.
    AddToGuidelines,
    /// Go to the query's page.
    Query,
    /// Show the keys.
    Help,
}
