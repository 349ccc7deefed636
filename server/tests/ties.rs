//! Chunks of equal score are in one order everywhere: in the built-in retriever, in what it writes, on the page and in `eval`.

use std::path::Path;

use serde_json::{Value, json};
use store::{Location, Store};

use crate::test_app::TestApp;
use crate::touchstone::Touchstone;

/// Ids whose order as bytes is not the order in which they come.
const IDS: [&str; 12] = ["b", "a", "Z", "10", "9", "é", "zz", "aa", "B", "~", "c", "_"];
const K: usize = 5;

/// A set with one query for which all chunks are equally good, labelled.
fn set() -> Touchstone {
    let touchstone = Touchstone::sqlite();
    let lines = |line: &dyn Fn(&str) -> Value| IDS.map(|id| line(id).to_string()).join("\n");
    let corpus = touchstone.write("corpus.jsonl", lines(&|id| json!({ "id": id, "text": "The valve opens at noon." })));
    let queries = touchstone.write("queries.jsonl", r#"{"id":"q1","query":"when does the valve open"}"#);
    let grade = |id: &str| json!({ "query_id": "q1", "chunk_id": id, "grade": if id == "c" { 3 } else { 0 } });
    let labels = touchstone.write("labels.jsonl", lines(&grade));
    touchstone.run(["set", "create", "valves", "--k", "5"]).exit(0);
    touchstone.run(["import", "corpus", "--corpus", "valves", &corpus]).exit(0);
    touchstone.run(["import", "queries", "--set", "valves", &queries]).exit(0);
    touchstone.run(["retrieve", "--set", "valves", "--corpus", "valves", "--k", "5", "--out", &touchstone.path("bm25.run")]).exit(0);
    // Scores that tie, that tie in single precision only, and a chunk that is listed twice.
    let hit = |id: &str, score: f64| json!({ "id": id, "score": score });
    let results = [hit("aa", 7.0), hit("c", 7.000_000_01), hit("zz", 7.0), hit("aa", 6.0), hit("Z", 7.0)];
    let own = touchstone.write("own.jsonl", json!({ "query_id": "q1", "results": results }).to_string());
    touchstone.run(["import", "run", "--set", "valves", "--retriever", "own", &own]).exit(0);
    touchstone.run(["import", "labels", "--set", "valves", "--labeller", "ana", &labels]).exit(0);
    touchstone.run(["freeze", "--set", "valves"]).exit(0);
    touchstone
}

/// The chunks of a TREC run in the order of their lines, and their scores.
fn written(touchstone: &Touchstone) -> (Vec<String>, Vec<f64>) {
    let text = std::fs::read_to_string(touchstone.path("bm25.run")).expect("written");
    let hit = |line: &str| {
        let columns: Vec<&str> = line.split(' ').collect();
        (columns[2].to_owned(), columns[4].parse::<f64>().expect("a score"))
    };
    text.lines().map(hit).unzip()
}

#[test]
fn the_built_in_retriever_orders_ties_by_id_descending_as_bytes_and_cuts_there() {
    let touchstone = set();
    let (chunks, scores) = written(&touchstone);
    let mut ids = IDS;
    ids.sort_unstable_by(|a, b| b.as_bytes().cmp(a.as_bytes()));
    assert_eq!(chunks, ids[..K]);
    #[expect(clippy::cast_possible_truncation, reason = "trec_eval compares single precision")]
    let single = scores.iter().map(|score| *score as f32);
    assert!(single.is_sorted_by(|a, b| a > b), "{scores:?}");
}

#[test]
fn a_run_whose_ids_hold_white_space_is_not_written_as_trec() {
    let touchstone = Touchstone::sqlite().with_parts(2);
    let out = touchstone.path("out.run");
    touchstone.run(["retrieve", "--set", "parts", "--out", &out]).exit(2).says("holds white space");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_and_eval_agree_on_every_query_with_ties() {
    let touchstone = set();
    let measures = "recall@5,recall@20,precision@5,rr,ndcg@10,judged@10";
    let runs = [touchstone.path("bm25.run"), touchstone.path("own.jsonl")];
    let eval = ["eval", "--set", "valves", "--measures", measures, "--run", &runs[0], &runs[1]];
    let said = touchstone.run(eval).exit(0).json();
    let single = touchstone.run(eval.into_iter().chain(["--trec-float32"])).exit(0).json();
    assert_eq!(said["runs"][0]["per_query"], single["runs"][0]["per_query"], "what retrieve wrote has no ties left");
    assert_eq!(said["runs"][1]["measures"]["rr"], 1.0);
    assert_eq!(single["runs"][1]["measures"]["rr"], 0.5, "zz, c, aa, Z");

    let store = Store::open(&Location::Directory(Path::new(&touchstone.path("data")).into())).await.expect("a store");
    let app = TestApp::over(store);
    let reviewer = app.reviewer("rosa");
    let table = reviewer.post_json("/api/evaluation_table", json!({ "set": "valves", "version": null })).await.ok().json();
    for row in table["runs"].as_array().expect("runs") {
        let own = usize::from(row["run"]["retriever"] == "own");
        let filter = json!({ "version": null, "with": null, "style": null, "page": 1 });
        let asked = json!({ "set": "valves", "run": row["run"]["id"], "filter": filter });
        let page = reviewer.post_json("/api/run_page", asked).await.ok().json();
        let rows = page["scores"]["shown"]["queries"]["rows"].as_array().expect("queries");
        assert_eq!(rows.len(), 1);
        for measure in measures.split(',') {
            let (shown, printed) = (&rows[0]["score"]["scores"][measure], &said["runs"][own]["per_query"]["q1"][measure]);
            assert!(shown.is_f64() && shown == printed, "{} {measure}: {shown} and {printed}", row["run"]["retriever"]);
        }
    }
}
