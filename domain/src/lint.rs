//! The linter: what is wrong, or odd, about a set before it is frozen. One line of the table a rule.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};

use unicode_normalization::UnicodeNormalization;

use crate::adjudication::Unsettled;
use crate::finding::{Finding, Rule};
use crate::query::{Answerable, Style, merge_key};
use crate::scale::Grade;
use crate::text::counted;
use crate::version::Item;

/// More relevant chunks than this for one query are odd: either the grades are too kind or the chunks too small.
pub const MANY_RELEVANT: usize = 5;
/// How alike two queries must be to be near-duplicates: normalised Levenshtein over their sorted words, 0 to 1.
pub const NEAR_DUPLICATE: f64 = 0.9;
/// The least share of unanswerable queries, in percent: without them abstention cannot be measured.
pub const UNANSWERABLE_PERCENT: usize = 10;
/// How many earlier queries with the same rare word a query is compared with at the most.
const COMPARED: usize = 50;

/// A settled query, with what the linter needs beside the item.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate<'a> {
    /// What would be frozen.
    pub item: &'a Item,
    /// Numbers that the answer cites and no chunk has.
    pub dangling: &'a [i32],
    /// How many retrievers fed its pool.
    pub retrievers: i64,
}

/// Looks at one settled query at a time, and at the end at all of them together.
#[derive(Debug)]
pub struct Linter {
    cutoff: Grade,
    findings: Vec<Finding>,
    queries: usize,
    unanswerable: usize,
    one_retriever: usize,
    /// Queries without some of their chunks, because labellers differ on those, and how many chunks.
    disputed: (usize, usize),
    styles: [usize; 4],
    alike: Alike,
}

impl Linter {
    /// A linter for a set with this cut-off.
    pub fn new(cutoff: Grade) -> Self {
        Self {
            cutoff,
            findings: Vec::new(),
            queries: 0,
            unanswerable: 0,
            one_retriever: 0,
            disputed: (0, 0),
            styles: [0; 4],
            alike: Alike::default(),
        }
    }

    /// Notes that some queries are not completed.
    pub fn unfinished(&mut self, queries: i64) {
        if queries > 0 {
            let message = format!("{queries} queries are not completed; they are left out");
            self.findings.push(Finding { rule: Rule::NotSettled, query_id: None, message });
        }
    }

    /// Notes that a query is not settled. One that the database holds something wrong about is an error.
    pub fn unsettled(&mut self, query: &str, why: &Unsettled) {
        self.findings.push(match why {
            Unsettled::Damaged { .. } => Finding::about_query(Rule::DamagedQuery, query, why.to_string()),
            // The flag's note is for the reviewer: findings are frozen and exported.
            Unsettled::Flagged { .. } => Finding::about_query(Rule::NotSettled, query, "flagged for review; it is left out"),
            _ => Finding::about_query(Rule::NotSettled, query, format!("{why}; it is left out")),
        });
    }

    /// Looks at a settled query, and says whether an error was found.
    pub fn look(&mut self, candidate: Candidate) -> bool {
        let item = candidate.item;
        let before = self.findings.len();
        for (rule, check) in CHECKS {
            self.findings.extend(check(candidate, self.cutoff).map(|message| Finding::about_query(*rule, &item.query_id, message)));
        }
        self.findings.extend(self.alike.compare(&item.query_id, &item.query));
        let error = self.findings[before..].iter().any(Finding::is_error);
        if !error {
            self.count(candidate);
        }
        error
    }

    /// Counts a query that would be in the version.
    fn count(&mut self, Candidate { item, retrievers, .. }: Candidate) {
        self.queries += 1;
        self.unanswerable += usize::from(item.answerable == Answerable::No);
        self.one_retriever += usize::from(retrievers == 1);
        self.disputed.0 += usize::from(!item.disputed.is_empty());
        self.disputed.1 += item.disputed.len();
        self.styles[Style::ALL.iter().position(|style| *style == item.style).unwrap_or(0)] += 1;
    }

    /// All findings, the errors first.
    pub fn finish(mut self) -> Vec<Finding> {
        let whole = |rule, message: String| Finding { rule, query_id: None, message };
        if self.queries > 0 && self.unanswerable * 100 < self.queries * UNANSWERABLE_PERCENT {
            let message = format!(
                "{} of {} queries are unanswerable; with fewer than {UNANSWERABLE_PERCENT} % abstention can hardly be measured",
                self.unanswerable, self.queries
            );
            self.findings.push(whole(Rule::FewUnanswerable, message));
        }
        if self.one_retriever > 0 {
            let message = format!(
                "{} pool(s) were fed by one retriever only: what it does not find nobody judged; add a run of another retriever",
                self.one_retriever
            );
            self.findings.push(whole(Rule::OneRetriever, message));
        }
        if let (queries @ 1.., chunks) = self.disputed {
            let (queries, chunks) = (counted(queries, "query", "queries"), counted(chunks, "chunk", "chunks"));
            let message = format!("frozen without {chunks} of {queries}, on which labellers differ: measures take them as not judged");
            self.findings.push(whole(Rule::DisputedChunks, message));
        }
        let missing = Style::ALL.iter().zip(self.styles).filter(|(_, count)| self.queries > 0 && *count == 0);
        let missing: Vec<Finding> =
            missing.map(|(style, _)| whole(Rule::StyleMissing, format!("no query is of the style {}", style.word()))).collect();
        self.findings.extend(missing);
        self.findings.sort_by_key(|finding| finding.rule.severity());
        self.findings
    }
}

type Check = fn(Candidate, Grade) -> Option<String>;

/// The rules that look at one query.
const CHECKS: &[(Rule, Check)] = &[
    (Rule::DanglingCitation, |candidate, _| {
        let numbers: Vec<String> = candidate.dangling.iter().map(|number| format!("[{number}]")).collect();
        (!numbers.is_empty()).then(|| format!("the answer cites {}, and no chunk has this number", numbers.join(" ")))
    }),
    (Rule::AnswerableWithoutRelevant, |Candidate { item, .. }, cutoff| {
        let wrong = item.answerable == Answerable::Yes && item.relevant(cutoff).count() == 0;
        wrong
            .then(|| format!("it is answerable, and no chunk reaches grade {cutoff}: search for one, or say that the corpus has no answer"))
    }),
    (Rule::UnanswerableWithRelevant, |Candidate { item, .. }, cutoff| {
        let relevant = item.relevant(cutoff).count();
        (item.answerable == Answerable::No && relevant > 0)
            .then(|| format!("the corpus is said to have no answer, and {relevant} chunk(s) reach grade {cutoff}"))
    }),
    (Rule::AnswerableUnknown, |Candidate { item, .. }, cutoff| {
        let unknown = item.answerable == Answerable::Unknown && item.relevant(cutoff).count() == 0;
        unknown.then(|| "no chunk is relevant, and nobody said whether the corpus has an answer".to_owned())
    }),
    (Rule::ManyRelevant, |Candidate { item, .. }, cutoff| {
        let relevant = item.relevant(cutoff).count();
        (relevant > MANY_RELEVANT).then(|| format!("{relevant} chunks are relevant; more than {MANY_RELEVANT} are unusual"))
    }),
    (Rule::AnswerWithoutCitation, |Candidate { item, .. }, _| {
        (!item.answer.is_empty() && item.answerable == Answerable::Yes && item.citations.is_empty())
            .then(|| "the answer cites no chunk".to_owned())
    }),
    (Rule::AnswerMissing, |Candidate { item, .. }, _| {
        (item.answer.is_empty() && item.answerable == Answerable::Yes).then(|| "it is answerable, and no answer was written".to_owned())
    }),
];

/// Finds queries that are the same or nearly so. A query is compared with those that share its rarest words, so that a
/// hundred thousand are no matter of all pairs. Of a query its id and its words are kept, and of a word the queries that had it last.
#[derive(Debug, Default)]
struct Alike {
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
    fn compare(&mut self, id: &str, text: &str) -> Option<Finding> {
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

/// How often a text has the characters of each of 32 classes: a bound of how near another is that costs next to nothing.
#[derive(Debug)]
struct Letters {
    counts: [u8; 32],
    length: u32,
}

impl Letters {
    fn of(text: &str) -> Self {
        let mut letters = Self { counts: [0; 32], length: 0 };
        for character in text.chars() {
            let count = &mut letters.counts[character as usize % 32];
            *count = count.saturating_add(1);
            letters.length = letters.length.saturating_add(1);
        }
        letters
    }

    /// Whether the texts may be near: a character that one has more is a change, as is one that its length has more.
    fn may_be_near(&self, other: &Self) -> bool {
        let pairs = || self.counts.iter().zip(other.counts);
        let more: u32 = pairs().map(|(one, other)| u32::from(one.saturating_sub(other))).sum();
        let fewer: u32 = pairs().map(|(one, other)| u32::from(other.saturating_sub(*one))).sum();
        let changes = more.max(fewer).max(self.length.abs_diff(other.length));
        1.0 - f64::from(changes) / f64::from(self.length.max(other.length).max(1)) >= NEAR_DUPLICATE
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::version::{ITEM_SCHEMA, ItemLabel};

    fn item(id: &str, query: &str, answerable: Answerable, grades: &[i16]) -> Item {
        let label = |(at, grade): (usize, &i16)| ItemLabel {
            chunk_id: format!("c{at}"),
            doc_id: "d".into(),
            ordinal: 0,
            title: String::new(),
            grade: Grade(*grade),
            text: "text".into(),
            evidence: vec![],
        };
        Item {
            schema: ITEM_SCHEMA.into(),
            query_id: id.into(),
            query: query.into(),
            style: Style::Question,
            answerable,
            answer: "An answer [1].".into(),
            citations: vec!["c0".into()],
            labels: grades.iter().enumerate().map(label).collect(),
            disputed: vec![],
            source: String::new(),
            seen: 1,
            metadata: serde_json::Map::new(),
        }
    }

    fn rules(items: &[Item]) -> Vec<Rule> {
        let mut linter = Linter::new(Grade(2));
        for item in items {
            linter.look(Candidate { item, dangling: &[], retrievers: 2 });
        }
        let about_queries = |finding: Finding| finding.query_id.is_some().then_some(finding.rule);
        linter.finish().into_iter().filter_map(about_queries).collect()
    }

    #[test]
    fn chunks_that_were_left_out_are_said_once_for_all_queries() {
        let mut linter = Linter::new(Grade(2));
        for (id, text, disputed) in [("a", "open the valve", 2), ("b", "close the hatch", 1), ("c", "where is the key", 0)] {
            let disputed = (0..disputed).map(|at| format!("d{at}")).collect();
            let item = Item { disputed, ..item(id, text, Answerable::Yes, &[3]) };
            linter.look(Candidate { item: &item, dangling: &[], retrievers: 2 });
        }
        let said: Vec<Finding> = linter.finish().into_iter().filter(|finding| finding.rule == Rule::DisputedChunks).collect();
        assert_eq!(said.len(), 1);
        assert!(said[0].message.starts_with("frozen without 3 chunks of 2 queries, on which labellers differ"), "{said:?}");
    }

    #[test]
    fn what_contradicts_itself_is_an_error() {
        assert_eq!(rules(&[item("q", "one", Answerable::Yes, &[0, 1])]), [Rule::AnswerableWithoutRelevant]);
        assert_eq!(rules(&[item("q", "one", Answerable::No, &[0, 2])]), [Rule::UnanswerableWithRelevant]);
        assert!(rules(&[item("q", "one", Answerable::Yes, &[2])]).is_empty());
    }

    #[test]
    fn a_query_that_an_error_keeps_out_is_not_counted_among_those_of_the_version() {
        let mut linter = Linter::new(Grade(2));
        for item in [item("a", "one", Answerable::Yes, &[3]), item("b", "another thing", Answerable::Yes, &[0])] {
            linter.look(Candidate { item: &item, dangling: &[], retrievers: 1 });
        }
        let words: Vec<String> = linter.finish().into_iter().map(|finding| finding.message).collect();
        assert!(words.iter().any(|words| words.starts_with("0 of 1 queries are unanswerable")), "{words:?}");
        assert!(words.iter().any(|words| words.starts_with("1 pool(s) were fed by one retriever")), "{words:?}");
    }

    #[test]
    fn what_is_odd_is_a_warning() {
        assert_eq!(rules(&[item("q", "one", Answerable::Yes, &[2; 6])]), [Rule::ManyRelevant]);
        assert!(rules(&[item("q", "one", Answerable::Yes, &[2; 5])]).is_empty());
        let mut bare = item("q", "one", Answerable::Yes, &[3]);
        bare.citations.clear();
        assert_eq!(rules(&[bare.clone()]), [Rule::AnswerWithoutCitation]);
        bare.answer.clear();
        assert_eq!(rules(&[bare]), [Rule::AnswerMissing]);
        assert_eq!(rules(&[item("q", "one", Answerable::Unknown, &[1])]), [Rule::AnswerableUnknown]);
    }

    #[test]
    fn queries_that_differ_by_a_letter_are_near_duplicates_and_identifiers_never_are() {
        let pair = |a: &str, b: &str| rules(&[item("a", a, Answerable::Yes, &[3]), item("b", b, Answerable::Yes, &[3])]);
        assert_eq!(pair("how do I export a version?", "How do I export a  version"), [Rule::DuplicateQuery]);
        assert_eq!(pair("how do I export a version", "a version, how do I exports"), [Rule::NearDuplicate]);
        assert!(pair("what does error E-1042 mean", "what does error E-1043 mean").is_empty());
        assert!(pair("how do I export a version", "how do I import a corpus").is_empty());
    }

    #[test]
    fn no_pair_is_ruled_out_that_is_near() {
        let words = ["how do i export a version", "how do i exports a version", "a version how do i export", "größe des ventils", "ab"];
        let longer = words.iter().map(|word| format!("{word} {word}s, and so on, {}", "é".repeat(300)));
        let texts: Vec<String> = words.iter().map(|word| (*word).to_owned()).chain(longer).collect();
        let near = |a: &str, b: &str| strsim::normalized_levenshtein(a, b) >= NEAR_DUPLICATE;
        let pairs = || texts.iter().flat_map(|a| texts.iter().map(move |b| (a, b)));
        assert!(pairs().filter(|(a, b)| near(a, b)).all(|(a, b)| Letters::of(a).may_be_near(&Letters::of(b))));
        assert!(pairs().any(|(a, b)| !Letters::of(a).may_be_near(&Letters::of(b))), "it rules some out");
    }

    #[test]
    fn the_first_of_many_equal_queries_is_the_one_that_is_named() {
        let mut linter = Linter::new(Grade(2));
        for n in 0..200 {
            linter.look(Candidate {
                item: &item(&format!("q{n:03}"), "how do I export", Answerable::Yes, &[3]),
                dangling: &[],
                retrievers: 2,
            });
        }
        let same = linter.finish().into_iter().filter(|finding| finding.rule == Rule::DuplicateQuery);
        assert!(same.clone().all(|finding| finding.message == "it is the same query as q000"));
        assert_eq!(same.count(), 199);
    }

    #[test]
    fn a_set_without_unanswerable_queries_or_with_one_retriever_is_warned_of_once() {
        let mut linter = Linter::new(Grade(2));
        for n in 0..11 {
            let one = item(&format!("q{n}"), &format!("query number {n}"), Answerable::Yes, &[3]);
            assert!(!linter.look(Candidate { item: &one, dangling: &[], retrievers: 1 }));
        }
        let rules: Vec<Rule> = linter.finish().into_iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, [Rule::FewUnanswerable, Rule::OneRetriever, Rule::StyleMissing, Rule::StyleMissing, Rule::StyleMissing]);
    }

    #[test]
    fn a_citation_of_no_chunk_is_an_error() {
        let mut linter = Linter::new(Grade(2));
        let one = item("q", "one", Answerable::Yes, &[3]);
        assert!(linter.look(Candidate { item: &one, dangling: &[40], retrievers: 2 }));
        assert_eq!(linter.finish()[0].message, "the answer cites [40], and no chunk has this number");
    }

    #[test]
    fn a_query_that_is_not_settled_is_a_warning_and_a_damaged_one_an_error() {
        let mut linter = Linter::new(Grade(2));
        linter.unsettled("q1", &Unsettled::AnswersDiffer);
        linter.unsettled("q2", &Unsettled::Damaged { what: "its style".into() });
        let rules: Vec<_> = linter.finish().into_iter().map(|finding| (finding.rule, finding.is_error())).collect();
        assert_eq!(rules, [(Rule::DamagedQuery, true), (Rule::NotSettled, false)]);
    }

    #[test]
    fn the_words_of_rules_are_those_on_the_wire() {
        let words = [
            (Rule::DanglingCitation, "dangling_citation"),
            (Rule::DuplicateQuery, "duplicate_query"),
            (Rule::AnswerableWithoutRelevant, "answerable_without_relevant"),
            (Rule::UnanswerableWithRelevant, "unanswerable_with_relevant"),
            (Rule::DamagedQuery, "damaged_query"),
            (Rule::NearDuplicate, "near_duplicate"),
            (Rule::AnswerableUnknown, "answerable_unknown"),
            (Rule::ManyRelevant, "many_relevant"),
            (Rule::AnswerWithoutCitation, "answer_without_citation"),
            (Rule::AnswerMissing, "answer_missing"),
            (Rule::OneRetriever, "one_retriever"),
            (Rule::NotSettled, "not_settled"),
            (Rule::DisputedChunks, "disputed_chunks"),
            (Rule::FewUnanswerable, "few_unanswerable"),
            (Rule::StyleMissing, "style_missing"),
        ];
        for (place, (rule, word)) in words.into_iter().enumerate() {
            assert_eq!(rule as usize, place, "no rule before {word} is left out");
            assert_eq!(rule.word(), word);
            assert_eq!(serde_json::to_value(rule).expect("json"), word);
        }
    }
}
