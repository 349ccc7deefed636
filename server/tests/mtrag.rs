//! Real disagreements: three of seven people judged how faithful each of 477 answers is. As labels of seven labellers they give the
//! queue that an independent count gives.
//!
//! The count was made on 2026-12-01 by a Python script of 20 lines over `reference_subset_with_human_evaluations.json`: of each answer
//! it takes the `faithfulness` values less one; they flip when the least is below 2 and the greatest is not, and are apart when they
//! differ otherwise; the weight is a thousand times the distance, and the pairs that stand on both sides of 2, or that differ.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::test_data::{read, test_data};
use crate::touchstone::Touchstone;

/// How many answers of each kind and weight the script counts, in the order of the queue.
const COUNTED: [(&str, i64, usize); 6] = [
    ("relevance_flip", 3002, 22),
    ("relevance_flip", 2002, 63),
    ("relevance_flip", 2001, 1),
    ("relevance_flip", 1002, 25),
    ("grades_apart", 1002, 155),
    ("grades_apart", 1001, 2),
];
/// Queries with an answer that is disputed, of 159.
const DISPUTED_QUERIES: i64 = 138;
/// Answers for which no grade has a majority.
const NO_MAJORITY: i64 = 47;
/// Queries with such an answer.
const QUERIES_WITHOUT_MAJORITY: i64 = 38;

/// The set `mtrag`: a query for each task, a chunk for each answer, a label for each annotation.
fn labelled(file: &Value, resolution: &str) -> Touchstone {
    let touchstone = Touchstone::sqlite();
    let lines = |rows: Vec<Value>| rows.into_iter().map(|row| row.to_string() + "\n").collect::<String>();
    let answers = file["evaluations"].as_array().expect("evaluations");
    let chunk =
        |answer: &Value| format!("{} {}", answer["task_id"].as_str().expect("a task"), answer["model_id"].as_str().expect("a model"));
    let corpus = lines(answers.iter().map(|answer| json!({ "id": chunk(answer), "text": answer["model_response"] })).collect());
    let task = |task: &Value| {
        let text = task["input"].as_array().and_then(|turns| turns.last()).expect("a turn")["text"].as_str().expect("a text");
        json!({ "id": task["task_id"], "query": format!("{text} ({})", task["task_id"].as_str().expect("a task")) })
    };
    let queries = lines(file["tasks"].as_array().expect("tasks").iter().map(task).collect());
    let mut labels: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for answer in answers {
        for (annotator, given) in answer["annotations"]["faithfulness"].as_object().expect("annotations") {
            let grade = given["value"].as_str().and_then(|value| value.parse::<i64>().ok()).expect("a value") - 1;
            labels.entry(annotator).or_default().push(json!({ "query_id": answer["task_id"], "chunk_id": chunk(answer), "grade": grade }));
        }
    }
    assert_eq!(labels.len(), 7);
    touchstone.run(["set", "create", "mtrag", "--overlap", "2", "--resolution", resolution]).exit(0);
    let corpus = touchstone.write("corpus.jsonl", corpus);
    touchstone.run(["import", "corpus", "--corpus", "mtrag", "--chunking", "answers", &corpus]).exit(0);
    touchstone.run(["import", "queries", "--set", "mtrag", &touchstone.write("queries.jsonl", queries)]).exit(0);
    for (annotator, labels) in labels {
        let count = labels.len();
        let file = touchstone.write("labels.jsonl", lines(labels));
        let import = ["import", "labels", "--set", "mtrag", "--labeller", annotator, "--corpus", "mtrag", "--chunking", "answers", &file];
        assert_eq!(touchstone.run(import).exit(0).json()["accepted"], count);
    }
    touchstone
}

/// All of the queue, page by page: kinds and weights in its order.
fn queue(touchstone: &Touchstone, state: &str) -> Vec<(String, i64)> {
    let (mut cases, mut after) = (Vec::new(), None::<String>);
    loop {
        let mut arguments = vec!["disagreements", "--set", "mtrag", "--state", state];
        arguments.extend(after.iter().flat_map(|after| ["--after", after.as_str()]));
        let page = touchstone.run(arguments).exit(0).json();
        let case = |case: &Value| (case["kind"].as_str().expect("a kind").to_owned(), case["weight"].as_i64().expect("a weight"));
        cases.extend(page["cases"].as_array().expect("cases").iter().map(case));
        match page["next"].as_str() {
            Some(next) => after = Some(next.to_owned()),
            None => return cases,
        }
    }
}

#[test]
fn the_queue_holds_what_an_independent_count_finds_in_its_order() {
    let Some(folder) = test_data("mtrag_human_eval") else { return };
    let file: Value = serde_json::from_str(&read(folder.join("reference_subset_with_human_evaluations.json"))).expect("JSON");
    let touchstone = labelled(&file, "agreed");
    let expected: Vec<(String, i64)> =
        COUNTED.iter().flat_map(|(kind, weight, count)| std::iter::repeat_n(((*kind).to_owned(), *weight), *count)).collect();
    assert_eq!(queue(&touchstone, "open"), expected);
    let frozen = touchstone.run(["freeze", "--set", "mtrag", "--leave-out-errors"]).exit(0).json();
    assert_eq!((&frozen["queries"], &frozen["left_out"]), (&json!(159 - DISPUTED_QUERIES), &json!(DISPUTED_QUERIES)));
    let without = touchstone.run(["freeze", "--set", "mtrag", "--leave-out-errors", "--without-disputed-chunks"]).exit(0).json();
    assert_eq!((&without["queries"], &without["disputed"], &without["labels"]), (&json!(159), &json!(268), &json!(477 - 268)));
}

#[test]
fn a_majority_leaves_the_answers_without_one_to_a_reviewer() {
    let Some(folder) = test_data("mtrag_human_eval") else { return };
    let file: Value = serde_json::from_str(&read(folder.join("reference_subset_with_human_evaluations.json"))).expect("JSON");
    let touchstone = labelled(&file, "majority");
    let open = i64::try_from(queue(&touchstone, "open").len()).expect("a count");
    let by_rule = i64::try_from(queue(&touchstone, "by_rule").len()).expect("a count");
    assert_eq!((open, by_rule), (NO_MAJORITY, 268 - NO_MAJORITY));
    let frozen = touchstone.run(["freeze", "--set", "mtrag", "--leave-out-errors"]).exit(0).json();
    assert_eq!(frozen["queries"], 159 - QUERIES_WITHOUT_MAJORITY);
}
