//! The keys of the page as they are printed for the case at hand: what a digit does depends on what the case is about.

use domain::disagreement::{Case, Subject};
use domain::scale::Scale;

use super::command::Command;
use crate::keys::{Command as _, PrintedKeys, printed_keys};

pub fn keys(case: Option<&Case>, scale: &Scale) -> Vec<PrintedKeys> {
    match case.map(|case| (case.subject, case.answers.len())) {
        None | Some((Subject::Chunk(_), _)) => printed_keys::<Command>(scale),
        Some((Subject::Answer, answers)) => with_digits(answers),
        Some((Subject::Flag, _)) => with_digits(0),
    }
}

/// The keys of a case that no grade settles, with the digits of so many answers.
fn with_digits(answers: usize) -> Vec<PrintedKeys> {
    let mut keys = printed_keys::<Command>(&Scale(Vec::new()));
    let moves = keys.iter().take_while(|key| key.hint == Some("case")).count();
    let digit = |at: usize| PrintedKeys {
        keys: vec![at.to_string()],
        help: format!("settle it with answer {at} and go on"),
        hint: Some(Command::GRADES_HINT),
    };
    keys.splice(moves..moves, (1..=answers.min(9)).map(digit));
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_settled_by_its_number_and_a_flag_by_none() {
        let digits = |answers| {
            let settling = with_digits(answers).into_iter().filter(|key| key.hint == Some(Command::GRADES_HINT));
            settling.flat_map(|key| key.keys).collect::<Vec<_>>()
        };
        assert_eq!(digits(2), ["1", "2"]);
        assert!(digits(0).is_empty());
        assert_eq!(with_digits(2)[2].keys, ["1"], "after the keys that move");
    }
}
