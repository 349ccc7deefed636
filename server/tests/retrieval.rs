//! The built-in retriever is as good as others' BM25.

mod common;

use std::collections::HashMap;
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

/// nDCG@10 with linear gain, the ideal from all judged documents, averaged over the judged queries.
fn ndcg_at_10(qrels: &str, run: &str) -> f64 {
    let mut grades: HashMap<&str, HashMap<&str, f64>> = HashMap::new();
    for line in qrels.lines() {
        let [query, _, document, grade] = line.split_whitespace().collect::<Vec<_>>()[..] else { continue };
        grades.entry(query).or_default().insert(document, grade.parse().expect("a grade"));
    }
    let mut found: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in run.lines() {
        let columns: Vec<&str> = line.split_whitespace().collect();
        found.entry(columns[0]).or_default().push(columns[2]);
    }
    let gain = |grades: &mut dyn Iterator<Item = f64>| {
        grades.take(10).zip(2u8..).map(|(grade, place)| grade / f64::from(place).log2()).sum::<f64>()
    };
    let of_query = |(query, judged): (&&str, &HashMap<&str, f64>)| {
        let mut ideal: Vec<f64> = judged.values().copied().collect();
        ideal.sort_by(|a, b| b.total_cmp(a));
        let hits = found.get(query).cloned().unwrap_or_default();
        gain(&mut hits.iter().map(|document| judged.get(document).copied().unwrap_or_default())) / gain(&mut ideal.into_iter()).max(1e-9)
    };
    let count = u32::try_from(grades.len()).expect("few queries");
    grades.iter().map(of_query).sum::<f64>() / f64::from(count)
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
    let ndcg = ndcg_at_10(&read(oracle.join("cranfield_bm25.qrels")), &read(out.into()));
    println!("nDCG@10 on Cranfield: {ndcg:.4}");
    assert!((ndcg - 0.3729).abs() < 0.02, "{ndcg}");
}
