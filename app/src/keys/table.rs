//! The table of keys: a row a key, a column a page. A key that means something on two pages means the same on both.

use crate::pages::agreement::command::{Command as Agreement, Direction};
use crate::pages::disagreements::command::Command as Review;
use crate::pages::label::command::Command as Label;

/// A key and what it asks for on each page.
pub struct Row {
    /// The keys, as the browser names them.
    pub keys: &'static [&'static str],
    pub label: Option<Cell<Label>>,
    pub review: Option<Cell<Review>>,
    pub agreement: Option<Cell<Agreement>>,
}

/// What a key asks for on a page.
#[derive(Clone, Copy)]
pub struct Cell<Command> {
    pub command: Command,
    /// What that is, in the help.
    pub help: &'static str,
    /// What it is in the line of hints, for the commonest. Keys beside one another that say the same share a place.
    pub hint: Option<&'static str>,
}

const fn row(keys: &'static [&'static str], label: Option<Cell<Label>>, review: Option<Cell<Review>>) -> Row {
    Row { keys, label, review, agreement: None }
}

/// A key of the agreement page alone.
const fn of_agreement(keys: &'static [&'static str], agreement: Option<Cell<Agreement>>) -> Row {
    Row { keys, label: None, review: None, agreement }
}

/// The same key on the agreement page too.
const fn also(row: Row, agreement: Option<Cell<Agreement>>) -> Row {
    Row { agreement, ..row }
}

const fn help<Command: Copy>(command: Command, help: &'static str) -> Option<Cell<Command>> {
    Some(Cell { command, help, hint: None })
}

const fn hint<Command: Copy>(command: Command, help: &'static str, hint: &'static str) -> Option<Cell<Command>> {
    Some(Cell { command, help, hint: Some(hint) })
}

/// The keys that move on; the digits come after them.
pub const MOVES: [Row; 4] = [
    also(
        row(&["j", "ArrowDown"], hint(Label::NextChunk, "next chunk", "chunk"), hint(Review::NextCase, "next case", "case")),
        hint(Agreement::Move(Direction::Down), "the cell below", "cell"),
    ),
    also(
        row(&["k", "ArrowUp"], hint(Label::PreviousChunk, "previous chunk", "chunk"), hint(Review::PreviousCase, "previous case", "case")),
        hint(Agreement::Move(Direction::Up), "the cell above", "cell"),
    ),
    of_agreement(&["ArrowLeft"], help(Agreement::Move(Direction::Left), "the cell to the left")),
    of_agreement(&["ArrowRight"], help(Agreement::Move(Direction::Right), "the cell to the right; Enter follows its link")),
];

/// The other keys.
pub const OTHERS: [Row; 26] = [
    row(
        &[" "],
        hint(Label::Accept, "accept the judge's grade", "accept"),
        help(Review::Seen, "accept what labellers said of a flag or against a judge"),
    ),
    row(&["x"], help(Label::CantTell, "can't tell"), None),
    row(&["e"], hint(Label::Evidence, "mark the selection, or the judge's quote, as evidence; again to unmark", "evidence"), None),
    row(&["c"], None, hint(Review::Reason, "then 1 to 5: why they differ; again to take it back", "reason")),
    row(&["t"], help(Label::Note, "write a note on the chunk"), hint(Review::Note, "write a note on the case", "note")),
    row(&["b"], None, hint(Review::SendBack, "send the query back to its labellers with a question", "send back")),
    row(&["Enter"], help(Label::Unfold, "unfold or fold the text"), None),
    row(&["o"], None, hint(Review::Document, "show the whole document, or only the chunk", "document")),
    row(&["y"], None, help(Review::Names, "hide or show the names")),
    row(&["r"], help(Label::Rest, "the rest is not relevant"), None),
    row(&["a"], hint(Label::Answer, "write the answer; Esc leaves it, Ctrl-Enter completes", "answer"), None),
    row(
        &["g"],
        help(Label::NoAnswer, "the corpus has no answer"),
        help(Review::NoAnswer, "the corpus has no answer: who said so is right"),
    ),
    row(&["/"], hint(Label::Search, "search the corpus", "search"), help(Review::List, "find cases: the list of the queue")),
    row(&["u"], hint(Label::Undo, "undo, over the whole session", "undo"), hint(Review::Undo, "undo, over the whole session", "undo")),
    row(&["U"], help(Label::Redo, "redo"), None),
    row(&["s"], help(Label::Skip, "skip: leave it to somebody else"), hint(Review::Skip, "skip: leave it for later", "skip")),
    row(&["f"], help(Label::Flag, "flag for review, with a note"), None),
    row(&["n"], hint(Label::Complete, "complete and next", "next"), None),
    row(&["p"], help(Label::PreviousQuery, "previous query"), None),
    row(&["i"], help(Label::Guidelines, "guidelines"), help(Review::Guidelines, "guidelines")),
    row(&["I"], None, help(Review::AddToGuidelines, "add the note to the guidelines when the case is settled")),
    of_agreement(&["w"], hint(Agreement::Style, "choose the style, which is how queries are worded", "style")),
    of_agreement(&["v"], hint(Agreement::Guideline, "the next version of the guidelines", "guideline")),
    of_agreement(&["d"], hint(Agreement::Disagreements, "the disagreements", "disagreements")),
    also(
        row(&["?"], hint(Label::Help, "this list", "all keys"), hint(Review::Help, "this list", "all keys")),
        hint(Agreement::Help, "this list", "all keys"),
    ),
    row(&["l"], None, help(Review::Query, "the query's page")),
];
