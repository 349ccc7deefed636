//! The built-in retriever is as good as others' BM25.

use std::fmt::Write;

use serde_json::json;

use crate::test_data::{read, test_data};
use crate::touchstone::Touchstone;

/// The documents of Cranfield's `.I .T .A .B .W` file: id, title, body.
fn documents(text: &str) -> Vec<(String, String, String)> {
    let field = |record: &str, from: &str, to: Option<&str>| {
        let start = record.find(from).map_or(record.len(), |at| at + from.len());
        let end = to.and_then(|to| record[start..].find(to)).map_or(record.len(), |at| start + at);
        record[start..end].trim().to_owned()
    };
    text.split("\n.I ")
        .map(|record| record.trim_start_matches(".I "))
        .map(|record| {
            (
                record.lines().next().unwrap_or_default().trim().to_owned(),
                field(record, "\n.T\n", Some("\n.A\n")),
                field(record, "\n.W\n", None),
            )
        })
        .collect()
}

#[test]
fn on_cranfield_ndcg_at_10_is_within_two_hundredths_of_another_bm25() {
    let (Some(cranfield), Some(oracle)) = (test_data("cranfield"), test_data("oracle")) else { return };
    let touchstone = Touchstone::sqlite();
    let mut corpus = String::new();
    for (id, title, body) in documents(&read(cranfield.join("cran.all.1400"))) {
        let text = if body.is_empty() { "-".to_owned() } else { body };
        writeln!(corpus, "{}", json!({ "id": id, "title": title, "text": text })).expect("written");
    }
    let mut queries = String::new();
    for (number, (_, _, text)) in (1..).zip(documents(&read(cranfield.join("cran.qry")))) {
        writeln!(queries, "{}", json!({ "id": number, "query": text })).expect("written");
    }
    let (corpus, queries) = (touchstone.write("corpus.jsonl", corpus), touchstone.write("queries.jsonl", queries));
    let out = touchstone.path("out.run");
    touchstone.run(["set", "create", "cranfield"]).exit(0);
    touchstone.run(["import", "corpus", "--corpus", "cranfield", &corpus]).exit(0);
    touchstone.run(["import", "queries", "--set", "cranfield", &queries]).exit(0);
    let retrieve = ["retrieve", "--set", "cranfield", "--corpus", "cranfield", "--k1", "1.5", "--b", "0.75", "--out", &out];
    touchstone.run(retrieve).exit(0);
    let qrels = oracle.join("cranfield_bm25.qrels");
    let eval = ["eval", "--golden", qrels.to_str().expect("UTF-8"), "--run", &out, "--measures", "ndcg@10"];
    let said = touchstone.run(eval).exit(0).json();
    let ndcg = said["runs"][0]["measures"]["ndcg@10"].as_f64().expect("a number");
    println!("nDCG@10 on Cranfield: {ndcg:.4}");
    assert!((ndcg - 0.3729).abs() < 0.02, "{ndcg}");
}
