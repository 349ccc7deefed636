//! The built-in retriever is as good as others' BM25.

mod common;

use std::fmt::Write;

use common::{test_data, touchstone};

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
    let directory = tempfile::tempdir().expect("a directory");
    let read = |path: std::path::PathBuf| std::fs::read_to_string(path).expect("readable");
    let mut corpus = String::new();
    for (id, title, body) in documents(&read(cranfield.join("cran.all.1400"))) {
        let text = if body.is_empty() { "-".to_owned() } else { body };
        writeln!(corpus, "{}", serde_json::json!({ "id": id, "title": title, "text": text })).expect("written");
    }
    let mut queries = String::new();
    for (number, (_, _, text)) in (1..).zip(documents(&read(cranfield.join("cran.qry")))) {
        writeln!(queries, "{}", serde_json::json!({ "id": number, "query": text })).expect("written");
    }
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    };
    let (corpus, queries, out) = (file("corpus.jsonl", &corpus), file("queries.jsonl", &queries), file("out.run", ""));
    let data = directory.path().join("data");
    for arguments in [
        vec!["set", "create", "cranfield"],
        vec!["import", "corpus", "--corpus", "cranfield", &corpus],
        vec!["import", "queries", "--set", "cranfield", &queries],
        vec!["retrieve", "--set", "cranfield", "--corpus", "cranfield", "--k1", "1.5", "--b", "0.75", "--out", &out],
    ] {
        let (code, _, error) = touchstone(&data, &arguments);
        assert_eq!(code, 0, "{arguments:?}: {error}");
    }
    let qrels = oracle.join("cranfield_bm25.qrels");
    let measured = ["--json", "eval", "--golden", qrels.to_str().expect("UTF-8"), "--run", &out, "--measures", "ndcg@10"];
    let (code, said, error) = touchstone(&data, &measured);
    assert_eq!(code, 0, "{error}");
    let said: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let ndcg = said["runs"][0]["measures"]["ndcg@10"].as_f64().expect("a number");
    println!("nDCG@10 on Cranfield: {ndcg:.4}");
    assert!((ndcg - 0.3729).abs() < 0.02, "{ndcg}");
}
