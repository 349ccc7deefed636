//! Reference answers.

use serde::{Deserialize, Serialize};

use crate::id::ChunkId;
use crate::query::Answerable;

/// One labeller's reference answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Answer {
    /// What the answer says, citing cards as `[3]`.
    pub text: String,
    /// The cited chunks, in the order of their first citation.
    pub citations: Vec<ChunkId>,
    /// `No` is "the corpus has no answer".
    pub answerable: Answerable,
    /// Counts up with each change.
    pub revision: i64,
}

/// The numbers that a text cites as `[3]` or `[3, 4]`, each once, in order.
pub fn cited_numbers(text: &str) -> Vec<i32> {
    let mut found = Vec::new();
    map_citations(text, |numbers| {
        for number in numbers {
            if !found.contains(number) {
                found.push(*number);
            }
        }
        String::new()
    });
    found
}

/// The text with what stands between the brackets of each citation changed.
pub fn map_citations(text: &str, mut change: impl FnMut(&[i32]) -> String) -> String {
    let mut parts = text.split('[');
    let mut mapped = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        mapped.push('[');
        let numbers = part.split_once(']').and_then(|(inside, rest)| {
            let numbers: Result<Vec<i32>, _> = inside.split(',').map(|number| number.trim().parse()).collect();
            Some((numbers.ok()?, rest))
        });
        match numbers {
            Some((numbers, rest)) => {
                mapped.push_str(&change(&numbers));
                mapped.push(']');
                mapped.push_str(rest);
            }
            None => mapped.push_str(part),
        }
    }
    mapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_numbers_in_brackets_each_once() {
        assert_eq!(cited_numbers("Yes [2][4]. Also [4, 7] and [x] and [ 1 ] [9"), [2, 4, 7, 1]);
        assert!(cited_numbers("no citation").is_empty());
    }
}
