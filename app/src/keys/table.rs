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

impl<Command: Copy> Cell<Command> {
    const fn of(command: Command, help: &'static str) -> Self {
        Self { command, help, hint: None }
    }

    /// The same, in the line of hints too.
    const fn hinted(self, hint: &'static str) -> Self {
        Self { hint: Some(hint), ..self }
    }
}

/// The keys that move on; the digits come after them.
pub const MOVES: [Row; 4] = [
    also(
        row(
            &["j", "ArrowDown"],
            Some(Cell::of(Label::NextChunk, "next chunk").hinted("chunk")),
            Some(Cell::of(Review::NextCase, "next case").hinted("case")),
        ),
        Some(Cell::of(Agreement::Move(Direction::Down), "the cell below").hinted("cell")),
    ),
    also(
        row(
            &["k", "ArrowUp"],
            Some(Cell::of(Label::PreviousChunk, "previous chunk").hinted("chunk")),
            Some(Cell::of(Review::PreviousCase, "previous case").hinted("case")),
        ),
        Some(Cell::of(Agreement::Move(Direction::Up), "the cell above").hinted("cell")),
    ),
    of_agreement(&["ArrowLeft"], Some(Cell::of(Agreement::Move(Direction::Left), "the cell to the left"))),
    of_agreement(&["ArrowRight"], Some(Cell::of(Agreement::Move(Direction::Right), "the cell to the right; Enter follows its link"))),
];

/// The other keys.
pub const OTHERS: [Row; 27] = [
    row(
        &[" "],
        Some(Cell::of(Label::Accept, "accept the judge's grade").hinted("accept")),
        Some(Cell::of(Review::Seen, "accept what labellers said of a flag or against a judge")),
    ),
    row(&["x"], Some(Cell::of(Label::CantTell, "can't tell")), None),
    row(
        &["e"],
        Some(Cell::of(Label::Evidence, "mark the selection, or the judge's quote, as evidence; again to unmark").hinted("evidence")),
        None,
    ),
    row(&["c"], None, Some(Cell::of(Review::Reason, "then 1 to 5: why they differ; again to take it back").hinted("reason"))),
    row(
        &["t"],
        Some(Cell::of(Label::Note, "write a note on the chunk")),
        Some(Cell::of(Review::Note, "write a note on the case").hinted("note")),
    ),
    row(&["b"], None, Some(Cell::of(Review::SendBack, "send the query back to its labellers with a question").hinted("send back"))),
    row(&["Enter"], Some(Cell::of(Label::Unfold, "unfold or fold the text")), None),
    row(&["o"], None, Some(Cell::of(Review::Document, "show the whole document, or only the chunk").hinted("document"))),
    row(&["y"], None, Some(Cell::of(Review::Names, "hide or show the names"))),
    row(&["r"], Some(Cell::of(Label::Rest, "the rest is not relevant")), None),
    row(&["a"], Some(Cell::of(Label::Answer, "write the answer; Esc leaves it, Ctrl-Enter completes").hinted("answer")), None),
    row(
        &["g"],
        Some(Cell::of(Label::NoAnswer, "the corpus has no answer")),
        Some(Cell::of(Review::NoAnswer, "the corpus has no answer: who said so is right")),
    ),
    row(
        &["/"],
        Some(Cell::of(Label::Search, "search the corpus").hinted("search")),
        Some(Cell::of(Review::List, "find cases: the list of the queue")),
    ),
    row(
        &["u"],
        Some(Cell::of(Label::Undo, "undo, over the whole session").hinted("undo")),
        Some(Cell::of(Review::Undo, "undo, over the whole session").hinted("undo")),
    ),
    row(&["U"], Some(Cell::of(Label::Redo, "redo")), None),
    row(
        &["s"],
        Some(Cell::of(Label::Skip, "skip: leave it to somebody else")),
        Some(Cell::of(Review::Skip, "skip: leave it for later").hinted("skip")),
    ),
    row(&["S"], Some(Cell::of(Label::HandBack, "hand back to the reviewer, with a note")), None),
    row(&["f"], Some(Cell::of(Label::Flag, "flag for review, with a note")), None),
    row(&["n"], Some(Cell::of(Label::Complete, "complete and next").hinted("next")), None),
    row(&["p"], Some(Cell::of(Label::PreviousQuery, "previous query")), None),
    row(&["i"], Some(Cell::of(Label::Guidelines, "guidelines")), Some(Cell::of(Review::Guidelines, "guidelines"))),
    row(&["I"], None, Some(Cell::of(Review::AddToGuidelines, "add the note to the guidelines when the case is settled"))),
    of_agreement(&["w"], Some(Cell::of(Agreement::Style, "choose the style, which is how queries are worded").hinted("style"))),
    of_agreement(&["v"], Some(Cell::of(Agreement::Guideline, "the next version of the guidelines").hinted("guideline"))),
    of_agreement(&["d"], Some(Cell::of(Agreement::Disagreements, "the disagreements").hinted("disagreements"))),
    also(
        row(
            &["?"],
            Some(Cell::of(Label::Help, "this list").hinted("all keys")),
            Some(Cell::of(Review::Help, "this list").hinted("all keys")),
        ),
        Some(Cell::of(Agreement::Help, "this list").hinted("all keys")),
    ),
    row(&["l"], None, Some(Cell::of(Review::Query, "the query's page"))),
];
