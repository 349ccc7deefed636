//! The keys. One table: the keyboard reads it, the help and the line of hints list it, the buttons print it.

use domain::scale::{Grade, Scale};
use leptos::prelude::*;

use super::command::Command;

/// What a key is bound to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The keys, as the browser names them.
    keys: Vec<String>,
    /// What they ask for.
    pub command: Command,
    /// What that is, in the help.
    pub help: String,
    /// What it is in the line of hints, for the commonest. Bindings beside one another that say the same share a place.
    pub hint: Option<&'static str>,
}

type Row = (&'static [&'static str], Command, &'static str, Option<&'static str>);

const FOCUS: [Row; 2] = [
    (&["j", "ArrowDown"], Command::NextChunk, "next chunk", Some("chunk")),
    (&["k", "ArrowUp"], Command::PreviousChunk, "previous chunk", Some("chunk")),
];

const OTHERS: [Row; 18] = [
    (&[" "], Command::Accept, "accept the judge's grade", Some("accept")),
    (&["x"], Command::CantTell, "can't tell", None),
    (&["e"], Command::Evidence, "mark the selection, or the judge's quote, as evidence; again to unmark", Some("evidence")),
    (&["t"], Command::Note, "write a note on the chunk", None),
    (&["Enter"], Command::Unfold, "unfold or fold the text", None),
    (&["r"], Command::Rest, "the rest is not relevant", None),
    (&["a"], Command::Answer, "write the answer; Esc leaves it, Ctrl-Enter completes", Some("answer")),
    (&["g"], Command::NoAnswer, "the corpus has no answer", None),
    (&["/"], Command::Search, "search the corpus", Some("search")),
    (&["u"], Command::Undo, "undo, over the whole session", Some("undo")),
    (&["U"], Command::Redo, "redo", None),
    (&["s"], Command::Skip, "skip: leave it to somebody else", None),
    (&["h"], Command::HandBack, "hand back to the reviewer, with a note", None),
    (&["f"], Command::Flag, "flag for review, with a note", None),
    (&["n"], Command::Complete, "complete and next", Some("next")),
    (&["p"], Command::PreviousQuery, "previous query", None),
    (&["i"], Command::Guidelines, "guidelines", None),
    (&["?"], Command::Help, "this list", Some("all keys")),
];

/// The table, for a set whose grades are these.
pub fn bindings(scale: &Scale) -> Vec<Binding> {
    let grade = |(name, grade): (&domain::scale::GradeName, i16)| Binding {
        keys: vec![grade.to_string()],
        command: Command::Grade(Grade(grade)),
        help: format!("grade it “{}” and go on", domain::text::visible(&name.name)),
        hint: Some("grade"),
    };
    let grades = scale.0.iter().zip(0..).map(grade);
    FOCUS.iter().map(Binding::from).chain(grades).chain(OTHERS.iter().map(Binding::from)).collect()
}

/// What a key asks for. `key` is as the browser names it.
pub fn command_for_key(key: &str, scale: &Scale) -> Option<Command> {
    bindings(scale).into_iter().find(|binding| binding.keys.iter().any(|bound| bound == key)).map(|binding| binding.command)
}

/// The key of a command, as it is printed.
fn key_for_command(command: Command) -> Option<String> {
    match command {
        Command::Grade(grade) => Some(grade.to_string()),
        command => FOCUS.iter().chain(&OTHERS).find(|row| row.1 == command).map(|row| printed(row.0[0])),
    }
}

/// A key as it is printed.
fn printed(key: &str) -> String {
    match key {
        " " => "Space".into(),
        "ArrowDown" => "↓".into(),
        "ArrowUp" => "↑".into(),
        "U" => "Shift-U".into(),
        key => key.into(),
    }
}

impl Binding {
    /// The keys as they are printed.
    pub fn printed(&self) -> impl Iterator<Item = String> {
        self.keys.iter().map(|key| printed(key))
    }
}

impl From<&Row> for Binding {
    fn from((keys, command, help, hint): &Row) -> Self {
        Self { keys: keys.iter().map(ToString::to_string).collect(), command: *command, help: (*help).into(), hint: *hint }
    }
}

/// The key of a command, printed where it acts.
#[component]
pub fn Key(command: Command) -> impl IntoView {
    key_for_command(command).map(|key| view! { <kbd>{key}</kbd> })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_off_the_scale_mean_nothing() {
        let (graded, binary) = (Scale::graded(), Scale::binary());
        assert_eq!(command_for_key("3", &graded), Some(Command::Grade(Grade(3))));
        assert_eq!(command_for_key("3", &binary), None);
        assert_eq!(command_for_key("-1", &graded), None);
        assert_eq!(command_for_key("q", &graded), None);
    }

    #[test]
    fn the_help_lists_the_grades_of_the_sets_own_scale() {
        let grades = |scale: &Scale| -> Vec<String> {
            let grade = |binding: &Binding| matches!(binding.command, Command::Grade(_));
            bindings(scale).iter().filter(|binding| grade(binding)).map(|binding| binding.help.clone()).collect()
        };
        assert_eq!(grades(&Scale::graded()).len(), 4);
        assert_eq!(grades(&Scale::binary()), ["grade it “Not relevant” and go on", "grade it “Relevant” and go on"]);
    }

    #[test]
    fn no_key_is_bound_twice() {
        let mut keys: Vec<String> = bindings(&Scale::graded()).into_iter().flat_map(|binding| binding.keys).collect();
        let all = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }
}
