//! What a key means. The one list of keys: the help shows it, the listener reads it.

use domain::scale::Grade;

/// What a labeller can ask the page for.
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
    /// Say that one cannot tell.
    CantTell,
    /// Mark what is selected, or the judge's quote, as evidence.
    Evidence,
    /// Show the whole text, or fold it.
    Unfold,
    /// Write a note on the chunk.
    Note,
    /// Go to the answer.
    Answer,
    /// Say that the corpus has no answer.
    NoAnswer,
    /// Judge what is left as not relevant.
    Rest,
    /// Search the corpus.
    Search,
    /// Take the last step back.
    Undo,
    /// Do it again after all.
    Redo,
    /// Leave the query to somebody else.
    Skip,
    /// Flag the query for a reviewer.
    Flag,
    /// Complete the query and go to the next.
    Complete,
    /// Go to the query before.
    PreviousQuery,
    /// Open or close the guidelines.
    Guidelines,
    /// Show the keys.
    Help,
}

/// The keys, as the help lists them: key, what it does.
pub const KEYS: [(&str, &str); 19] = [
    ("j k ↓ ↑", "next, previous chunk"),
    ("0–3", "grade it, and go to the next that is not judged"),
    ("Space", "accept the judge's grade"),
    ("x", "can't tell"),
    ("e", "mark the selection, or the judge's quote, as evidence; again to unmark"),
    ("t", "write a note on the chunk"),
    ("Enter", "unfold or fold the text"),
    ("r", "the rest is not relevant"),
    ("a", "write the answer; Esc leaves it, Ctrl-Enter completes"),
    ("g", "the corpus has no answer"),
    ("/", "search the corpus"),
    ("u", "undo, over the whole session"),
    ("Shift-U", "redo"),
    ("s", "skip: leave it to somebody else"),
    ("f", "flag for review, with a note"),
    ("n", "complete and next"),
    ("p", "previous query"),
    ("i", "guidelines"),
    ("?", "this list"),
];

impl Command {
    /// What a key means, on a scale whose highest grade is `top`. `key` is as the browser names it.
    pub fn of_key(key: &str, top: Grade) -> Option<Self> {
        Some(match key {
            "j" | "ArrowDown" => Self::NextChunk,
            "k" | "ArrowUp" => Self::PreviousChunk,
            " " => Self::Accept,
            "x" => Self::CantTell,
            "e" => Self::Evidence,
            "Enter" => Self::Unfold,
            "r" => Self::Rest,
            "t" => Self::Note,
            "a" => Self::Answer,
            "g" => Self::NoAnswer,
            "/" => Self::Search,
            "u" => Self::Undo,
            "U" => Self::Redo,
            "s" => Self::Skip,
            "f" => Self::Flag,
            "n" => Self::Complete,
            "p" => Self::PreviousQuery,
            "i" => Self::Guidelines,
            "?" => Self::Help,
            digit => Self::Grade(digit.parse().ok().map(Grade).filter(|grade| (0..=top.0).contains(&grade.0))?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_off_the_scale_mean_nothing() {
        assert_eq!(Command::of_key("3", Grade(3)), Some(Command::Grade(Grade(3))));
        assert_eq!(Command::of_key("3", Grade(1)), None);
        assert_eq!(Command::of_key("-1", Grade(3)), None);
        assert_eq!(Command::of_key("q", Grade(3)), None);
    }
}
