//! The rules that look at two queries: the same one twice, or nearly.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};

use unicode_normalization::UnicodeNormalization;

use super::letters::Letters;
use crate::finding::{Finding, Rule};
use crate::query::merge_key;

/// How alike two queries must be to be near-duplicates: normalised Levenshtein over their sorted words, 0 to 1.
pub(super) const NEAR_DUPLICATE: f64 = 0.9;
/// How many earlier queries with the same rare word a query is compared with at the most.
const COMPARED: usize = 50;

/// Finds queries that are the same or nearly so. A query is compared with those that share its rarest words, so that a
/// hundred thousand are no matter of all pairs. Of a query its id and its words are kept, and of a word the queries that had it last.
#[derive(Debug, Default)]
pub(super) struct Alike {
    seen: Vec<Seen>,
    /// The first query of each key, by the key's hash.
    same: HashMap<u64, Vec<u32>>,
    /// By a word's hash.
    by_word: HashMap<u64, Places>,
    hasher: RandomState,
}

/// What is kept of a query.
#[derive(Debug)]
struct Seen {
    id: Box<str>,
    key: Box<str>,
    words: Box<str>,
    letters: Letters,
    /// The hash of its words with a digit.
    identifiers: u64,
}

/// Where a word was seen.
#[derive(Debug, Default)]
struct Places {
    count: usize,
    /// The last of them, the newest last.
    last: VecDeque<u32>,
}

impl Places {
    fn push(&mut self, at: u32) {
        self.count += 1;
        if self.last.len() == COMPARED {
            self.last.pop_front();
        }
        self.last.push_back(at);
    }
}

impl Alike {
    pub(super) fn compare(&mut self, id: &str, text: &str) -> Option<Finding> {
        let key = merge_key(text);
        let words = sorted_words(text);
        let joined = words.join(" ");
        let identifiers = self.hasher.hash_one(identifiers(&words));
        let new = Seen { id: id.into(), letters: Letters::of(&joined), words: joined.into(), key: key.into(), identifiers };
        let found = match self.same(&new) {
            Some(same) => Some(Finding::about_query(Rule::DuplicateQuery, id, format!("it is the same query as {}", same.id))),
            None => self.nearest(&new, &words).map(|near| {
                // Versions keep it, so it names the other query and does not repeat it.
                Finding::about_query(Rule::NearDuplicate, id, format!("it is nearly the same as {}", near.id))
            }),
        };
        self.add(new, &words);
        found
    }

    fn add(&mut self, new: Seen, words: &[String]) {
        let at = u32::try_from(self.seen.len()).unwrap_or(u32::MAX);
        if self.same(&new).is_none() {
            self.same.entry(self.hasher.hash_one(&new.key)).or_default().push(at);
        }
        for word in words {
            self.by_word.entry(self.hasher.hash_one(word)).or_default().push(at);
        }
        self.seen.push(new);
    }

    fn same(&self, new: &Seen) -> Option<&Seen> {
        let places = self.same.get(&self.hasher.hash_one(&new.key))?;
        places.iter().map(|at| &self.seen[*at as usize]).find(|seen| seen.key == new.key)
    }

    fn nearest(&self, new: &Seen, words: &[String]) -> Option<&Seen> {
        let mut places: Vec<&Places> = words.iter().filter_map(|word| self.by_word.get(&self.hasher.hash_one(word))).collect();
        places.sort_by_key(|places| places.count);
        let candidates = places.into_iter().take(2).flat_map(|places| places.last.iter().rev());
        candidates.map(|at| &self.seen[*at as usize]).find(|seen| is_near(new, seen))
    }
}

/// Whether two queries are nearly the same; what is cheap to tell is asked first.
fn is_near(one: &Seen, other: &Seen) -> bool {
    one.identifiers == other.identifiers
        && one.letters.may_be_near(&other.letters)
        && strsim::normalized_levenshtein(&one.words, &other.words) >= NEAR_DUPLICATE
}

fn sorted_words(text: &str) -> Vec<String> {
    let plain: String = text.nfkc().collect::<String>().to_lowercase();
    let mut words: Vec<String> =
        plain.split(|c: char| c.is_whitespace() || ",;:!?()\"".contains(c)).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Words with a digit: `E-1042` and `E-1043` are never the same thing.
fn identifiers(words: &[String]) -> Vec<&String> {
    words.iter().filter(|word| word.chars().any(|c| c.is_ascii_digit())).collect()
}
