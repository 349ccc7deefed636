//! The product's own situation, end to end on real data: NIST's judgements come in as one labeller's labels, are frozen and
//! exported, and the retriever's top 20 scores against the export exactly as the field's tools say.

use serde_json::{Value, json};

use crate::test_data::{read, test_data};
use crate::touchstone::Touchstone;

/// Our name of a measure, and that of ir_measures at a cut-off.
const MEASURES: [(&str, &str); 5] = [("recall@5", "R@5"), ("precision@5", "P@5"), ("rr", "RR"), ("ndcg@10", "nDCG@10"), ("ap", "AP")];

fn theirs(name: &str, cutoff: i32) -> String {
    match (cutoff, name.split_once('@')) {
        (1, _) => name.to_owned(),
        (_, Some((measure, depth))) => format!("{measure}(rel={cutoff})@{depth}"),
        (_, None) => format!("{name}(rel={cutoff})"),
    }
}

#[test]
fn nists_judgements_are_frozen_exported_and_give_the_fields_numbers() {
    let (Some(rag24), Some(oracle)) = (test_data("trec_rag24_top20"), test_data("oracle")) else { return };
    let touchstone = Touchstone::sqlite();
    let text = read(rag24.join("study1_retrieval.jsonl"));
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let query = |row: &Value| json!({ "id": row["topic"], "query": row["query"] }).to_string();
    let list = |row: &Value| {
        let (ids, texts) = (row["references_ids"].as_array().expect("ids"), row["references_texts"].as_array().expect("texts"));
        let results: Vec<Value> = ids.iter().zip(texts).map(|(id, text)| json!({ "id": id, "text": text })).collect();
        json!({ "query_id": row["topic"], "results": results }).to_string()
    };
    let queries = touchstone.write("queries.jsonl", rows.iter().map(query).collect::<Vec<_>>().join("\n"));
    let run = touchstone.write("run.jsonl", rows.iter().map(list).collect::<Vec<_>>().join("\n"));
    let qrels = rag24.join("qrels.rag24.test.txt");
    touchstone.run(["set", "create", "rag24"]).exit(0);
    touchstone.run(["import", "queries", "--set", "rag24", &queries]).exit(0);
    touchstone.run(["import", "run", "--set", "rag24", "--retriever", "top20", &run]).exit(0);
    let import = ["import", "labels", "--set", "rag24", "--labeller", "nist", qrels.to_str().expect("UTF-8")];
    let labels = touchstone.run(import).exit(0).json();
    assert_eq!((&labels["read"], &labels["accepted"], &labels["refused"]), (&json!(20429), &json!(20429), &json!(0)));
    let frozen = touchstone.run(["freeze", "--set", "rag24"]).exit(0).json();
    assert_eq!((&frozen["queries"], &frozen["labels"], &frozen["left_out"]), (&json!(89), &json!(20429), &json!(212)));
    let export = ["export", "--set", "rag24", "--version", "1", "--format", "trec", "--out", &touchstone.path("trec")];
    touchstone.run(export).exit(0);

    let metrics: Value = serde_json::from_str(&read(oracle.join("rag24_top20.metrics.json"))).expect("JSON");
    let (qrels, run) = (touchstone.path("trec/qrels.txt"), oracle.join("rag24_top20.run"));
    let files = ["eval", "--golden", &qrels, "--run", run.to_str().expect("UTF-8")];
    let names = MEASURES.map(|(ours, _)| ours).join(",");
    for cutoff in [1, 2] {
        let at = cutoff.to_string();
        let said = touchstone.run(files.into_iter().chain(["--cutoff", &at, "--measures", &names])).exit(0).json();
        for (ours, name) in MEASURES {
            let level = if name.starts_with("nDCG") { 1 } else { cutoff };
            let expected =
                metrics[format!("ir_measures_rel>={level}")][theirs(name, level)].as_f64().unwrap_or_else(|| panic!("{name} at {level}"));
            let got = said["runs"][0]["measures"][ours].as_f64().expect("a number");
            assert!((got - expected).abs() < 1e-12, "{ours} at {cutoff}: {got} and {expected}");
        }
    }
}
