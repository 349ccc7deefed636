//! Reference answers.

use serde::{Deserialize, Serialize};

use crate::Invalid;
use crate::doubt::Doubt;
use crate::id::ChunkId;
use crate::query::Answerable;

/// What a number in brackets cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// The number, as the text has it.
    pub number: i32,
    /// The chunk that it means, whatever other numbers the pool gets later.
    pub chunk: ChunkId,
}

/// One labeller's reference answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Answer {
    /// What the answer says, citing cards as `[3]`.
    pub text: String,
    /// What it cites, in the order of the text. A number of the text that is not here cites nothing.
    pub citations: Vec<Citation>,
    /// `No` is "the corpus has no answer".
    pub answerable: Answerable,
    /// What its labeller was asked and confirmed.
    pub confirmed: Option<Doubt>,
    /// Counts up with each change.
    pub revision: i64,
}

impl Answer {
    /// Whether it says something: a text, or whether there is an answer.
    pub fn says_something(&self) -> bool {
        !self.text.trim().is_empty() || self.answerable != Answerable::Unknown
    }
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

/// What a text cites, in its order, where its numbers mean these chunks.
pub fn citations(text: &str, chunk: impl Fn(i32) -> Option<ChunkId>) -> Vec<Citation> {
    cited_numbers(text).into_iter().filter_map(|number| Some(Citation { number, chunk: chunk(number)? })).collect()
}

/// What a text cites of what its writer says that the numbers mean; an error when the pool has another chunk under a number.
pub fn check_citations(text: &str, meant: &[Citation], pool: impl Fn(i32) -> Option<ChunkId>) -> Result<Vec<Citation>, Invalid> {
    if let Some(Citation { number, chunk }) = meant.iter().find(|citation| pool(citation.number) != Some(citation.chunk)) {
        return Err(Invalid::new(format!(
            "[{number}] is not the number of the chunk {chunk} in the query's pool: look at the query again"
        )));
    }
    Ok(citations(text, |number| meant.iter().find(|citation| citation.number == number).map(|citation| citation.chunk)))
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
    use crate::id::uuid_v7;

    fn chunk(n: u64) -> ChunkId {
        uuid_v7(n, &[0; 10]).into()
    }

    #[test]
    fn citations_are_numbers_in_brackets_each_once() {
        assert_eq!(cited_numbers("Yes [2][4]. Also [4, 7] and [x] and [ 1 ] [9"), [2, 4, 7, 1]);
        assert!(cited_numbers("no citation").is_empty());
    }

    #[test]
    fn a_number_means_what_it_meant_to_its_writer_and_another_number_cites_nothing() {
        let meant = [Citation { number: 2, chunk: chunk(12) }, Citation { number: 4, chunk: chunk(10) }];
        let pool = |number| [(2, chunk(12)), (4, chunk(10)), (5, chunk(15))].into_iter().find(|card| card.0 == number).map(|card| card.1);
        let cited = check_citations("So [4, 2], and [5].", &meant, pool).expect("the pool's numbers");
        assert_eq!(cited, [meant[1], meant[0]], "in the order of the text, and without a chunk that came as 5 meanwhile");
        assert_eq!(check_citations("Nothing.", &meant, pool), Ok(vec![]));
    }

    #[test]
    fn a_number_that_is_another_chunks_is_refused_and_never_guessed() {
        let refused = |number, means| check_citations("[4]", &[Citation { number, chunk: chunk(means) }], |_| Some(chunk(1)));
        assert!(refused(4, 1).is_ok());
        assert!(refused(4, 2).expect_err("another chunk").0.starts_with("[4] is not the number of the chunk"));
        assert!(check_citations("[4]", &[Citation { number: 4, chunk: chunk(1) }], |_| None).is_err());
    }
}
