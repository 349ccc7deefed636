//! The keys. One table for all pages: the keyboard reads it, the help and the line of hints list it, the buttons print it.

mod help;
pub mod keyboard;
mod table;

use domain::scale::{Grade, GradeName, Scale};
use leptos::prelude::*;

pub use help::{HelpDialog, HintLine};
use table::{Cell, MOVES, OTHERS, Row};

use crate::pages::agreement::command::Command as Agreement;
use crate::pages::disagreements::command::Command as Review;
use crate::pages::label::command::Command as Label;

/// What a page can be asked for by a key.
pub trait Command: Copy + PartialEq + Send + Sync + 'static {
    /// What the digit of a grade does to what is at hand.
    const GRADES: &'static str;
    /// The same in the line of hints.
    const GRADES_HINT: &'static str;

    /// What the page makes of a row of the table.
    fn cell(row: &'static Row) -> Option<&'static Cell<Self>>;

    /// What the digit of a grade asks for.
    fn grade(grade: Grade) -> Self;

    /// The grade, where it is what the digit of one asks for.
    fn as_grade(self) -> Option<Grade>;
}

impl Command for Label {
    const GRADES: &'static str = "grade it";
    const GRADES_HINT: &'static str = "grade";

    fn cell(row: &'static Row) -> Option<&'static Cell<Self>> {
        row.label.as_ref()
    }

    fn grade(grade: Grade) -> Self {
        Self::Grade(grade)
    }

    fn as_grade(self) -> Option<Grade> {
        if let Self::Grade(grade) = self { Some(grade) } else { None }
    }
}

impl Command for Review {
    const GRADES: &'static str = "settle it as";
    const GRADES_HINT: &'static str = "settle";

    fn cell(row: &'static Row) -> Option<&'static Cell<Self>> {
        row.review.as_ref()
    }

    fn grade(grade: Grade) -> Self {
        Self::Grade(grade)
    }

    fn as_grade(self) -> Option<Grade> {
        if let Self::Grade(grade) = self { Some(grade) } else { None }
    }
}

impl Command for Agreement {
    const GRADES: &'static str = "";
    const GRADES_HINT: &'static str = "";

    fn cell(row: &'static Row) -> Option<&'static Cell<Self>> {
        row.agreement.as_ref()
    }

    fn grade(grade: Grade) -> Self {
        Self::Grade(grade)
    }

    fn as_grade(self) -> Option<Grade> {
        if let Self::Grade(grade) = self { Some(grade) } else { None }
    }
}

/// What a key is bound to on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding<C> {
    /// The keys, as the browser names them.
    keys: Vec<String>,
    /// What they ask for.
    pub command: C,
    /// That, as the help and the line of hints print it.
    pub printed: PrintedKeys,
}

/// Keys as they are printed, with what they do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedKeys {
    pub keys: Vec<String>,
    pub help: String,
    /// For the commonest. Those beside one another that say the same share a place.
    pub hint: Option<&'static str>,
}

/// The keys of a page, for a set whose grades are these.
pub fn bindings<C: Command>(scale: &Scale) -> Vec<Binding<C>> {
    let of_row = |row: &'static Row| C::cell(row).map(|cell| Binding::of_row(row, cell));
    let grades = scale.0.iter().zip(0..).map(|(name, grade)| Binding::of_grade(name, Grade(grade)));
    MOVES.iter().filter_map(of_row).chain(grades).chain(OTHERS.iter().filter_map(of_row)).collect()
}

/// The keys of a page as they are printed.
pub fn printed_keys<C: Command>(scale: &Scale) -> Vec<PrintedKeys> {
    bindings::<C>(scale).into_iter().map(|binding| binding.printed).collect()
}

/// What a key asks for on a page. `key` is as the browser names it.
pub fn command_for_key<C: Command>(key: &str, scale: &Scale) -> Option<C> {
    bindings(scale).into_iter().find(|binding| binding.keys.iter().any(|bound| bound == key)).map(|binding| binding.command)
}

/// The key of a command, as it is printed.
fn key_for_command<C: Command>(command: C) -> Option<String> {
    let bound = |row: &&'static Row| C::cell(row).is_some_and(|cell| cell.command == command);
    match command.as_grade() {
        Some(grade) => Some(grade.to_string()),
        None => MOVES.iter().chain(&OTHERS).find(bound).map(|row| printed(row.keys[0])),
    }
}

/// A key as it is printed.
fn printed(key: &str) -> String {
    match key {
        " " => "Space".into(),
        "ArrowDown" => "↓".into(),
        "ArrowUp" => "↑".into(),
        "S" => "Shift-S".into(),
        "ArrowLeft" => "←".into(),
        "ArrowRight" => "→".into(),
        "U" => "Shift-U".into(),
        "I" => "Shift-I".into(),
        key => key.into(),
    }
}

impl<C: Command> Binding<C> {
    fn of_row(row: &'static Row, cell: &'static Cell<C>) -> Self {
        let printed = PrintedKeys { keys: row.keys.iter().map(|key| printed(key)).collect(), help: cell.help.into(), hint: cell.hint };
        Self { keys: row.keys.iter().map(ToString::to_string).collect(), command: cell.command, printed }
    }

    fn of_grade(name: &GradeName, grade: Grade) -> Self {
        let help = format!("{} “{}” and go on", C::GRADES, domain::text::visible(&name.name));
        let printed = PrintedKeys { keys: vec![grade.to_string()], help, hint: Some(C::GRADES_HINT) };
        Self { keys: printed.keys.clone(), command: C::grade(grade), printed }
    }
}

/// The key of a command, printed where it acts.
#[component]
pub fn Key<C: Command>(command: C) -> impl IntoView {
    key_for_command(command).map(|key| view! { <kbd>{key}</kbd> })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_off_the_scale_mean_nothing() {
        let (graded, binary) = (Scale::graded(), Scale::binary());
        assert_eq!(command_for_key("3", &graded), Some(Label::Grade(Grade(3))));
        assert_eq!(command_for_key::<Label>("3", &binary), None);
        assert_eq!(command_for_key::<Label>("-1", &graded), None);
        assert_eq!(command_for_key::<Label>("q", &graded), None);
    }

    #[test]
    fn the_help_lists_the_grades_of_the_sets_own_scale() {
        let grades = |scale: &Scale| -> Vec<String> {
            let all = bindings::<Label>(scale).into_iter();
            all.filter(|binding| binding.command.as_grade().is_some()).map(|binding| binding.printed.help).collect()
        };
        assert_eq!(grades(&Scale::graded()).len(), 4);
        assert_eq!(grades(&Scale::binary()), ["grade it “Not relevant” and go on", "grade it “Relevant” and go on"]);
    }

    #[test]
    fn no_key_stands_in_two_rows() {
        let mut keys: Vec<&str> = MOVES.iter().chain(&OTHERS).flat_map(|row| row.keys).copied().collect();
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all);
        assert!(keys.iter().all(|key| key.parse::<i16>().is_err()), "digits are grades");
    }
}
