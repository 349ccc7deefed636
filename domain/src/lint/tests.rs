use super::*;
use crate::finding::Rule;
use crate::query::{Answerable, Style};
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
fn the_first_of_many_equal_queries_is_the_one_that_is_named() {
    let mut linter = Linter::new(Grade(2));
    for n in 0..200 {
        linter.look(Candidate { item: &item(&format!("q{n:03}"), "how do I export", Answerable::Yes, &[3]), dangling: &[], retrievers: 2 });
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
fn where_the_chunk_that_may_answer_is_disputed_the_finding_says_to_settle_it_and_not_to_search() {
    let message = |answerable, disputed: &[&str]| {
        let disputed = disputed.iter().map(|chunk| (*chunk).into()).collect();
        let item = Item { disputed, ..item("q", "one", answerable, &[0]) };
        let mut linter = Linter::new(Grade(2));
        linter.look(Candidate { item: &item, dangling: &[], retrievers: 2 });
        linter.finish().into_iter().find(|finding| finding.query_id.is_some()).expect("a finding").message
    };
    assert!(message(Answerable::Yes, &[]).contains("search for one"));
    for answerable in [Answerable::Yes, Answerable::Unknown] {
        let said = message(answerable, &["d0"]);
        assert!(said.ends_with("settle 1 chunk that they differ on") && !said.contains("search"), "{said}");
    }
}
