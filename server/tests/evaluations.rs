//! A page and the command line say the same of a run, to the last bit: they ask the same engine.

use std::path::Path;

use serde_json::json;
use store::{Location, Store};

use crate::test_app::TestApp;
use crate::touchstone::Touchstone;

const QUERIES: u32 = 9;

/// A run with ties, a chunk that is listed twice, chunks that nobody judged, and no list for the last query.
fn hybrid() -> String {
    let list = |n: u32| {
        let hit = |id: &str, score: u32| json!({ "id": id, "text": format!("The text of {id}."), "score": score });
        let own = format!("c{n}");
        let other = format!("new {n}");
        let results = [hit("shared", 7), hit(&own, 7 + n % 3), hit(&other, 5 + n % 4), hit(&own, 1)];
        json!({ "query_id": format!("q {n}"), "results": results, "latency_ms": 10 * n, "cost_usd": 0.001 * f64::from(n) }).to_string()
    };
    (0..QUERIES - 1).map(list).collect::<Vec<_>>().join("\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_and_the_command_line_print_the_same_numbers_of_a_run() {
    let touchstone = Touchstone::sqlite().with_parts(QUERIES as usize);
    let hybrid = touchstone.write("hybrid.jsonl", hybrid());
    touchstone.run(["import", "run", "--set", "parts", "--retriever", "hybrid", &hybrid]).exit(0);
    touchstone.freeze_parts();
    let measures = "recall@5,recall@20,precision@5,rr,ndcg@10,judged@10";
    let plain = touchstone.path("r.jsonl");
    let said = touchstone.run(["eval", "--set", "parts", "--measures", measures, "--run", &hybrid, &plain]).exit(0).json();

    touchstone.export_parts("touchstone", "golden");
    let files = ["gate", "--golden", &touchstone.path("golden"), "--run", &hybrid, "--baseline", &plain];
    let decided = touchstone.run(files.into_iter().chain(["--max-drop", "rr=1", "--min-queries", "1"])).exit(0).json();

    let store = Store::open(&Location::Directory(Path::new(&touchstone.path("data")).into())).await.expect("a store");
    let app = TestApp::over(store);
    let reviewer = app.reviewer("rosa");
    let table = reviewer.post_json("/api/evaluation_table", json!({ "set": "parts", "version": null })).await.ok().json();
    let row = |retriever: &str| {
        let mut rows = table["runs"].as_array().expect("runs").iter();
        rows.find(|row| row["run"]["retriever"] == retriever).unwrap_or_else(|| panic!("{retriever}: {table}"))
    };
    for (row, said) in [(row("hybrid"), &said["runs"][0]), (row("r"), &said["runs"][1])] {
        for measure in measures.split(',') {
            assert!(row["summary"]["measures"][measure].is_f64(), "{measure}: {row}");
            assert_eq!(row["summary"]["measures"][measure], said["measures"][measure], "{measure}");
        }
        for fact in ["n", "missing_queries", "unanswerable", "unknown_queries", "latency_ms", "cost_usd"] {
            assert_eq!(row["summary"][fact], said[fact], "{fact}");
        }
    }
    assert_eq!(said["runs"][0]["missing_queries"], json!(["q 8"]));

    let id_of = |retriever: &str| row(retriever)["run"]["id"].as_str().expect("an id").to_owned();
    let filter = json!({ "version": null, "with": id_of("r"), "style": null, "page": 1 });
    let asked = json!({ "set": "parts", "run": id_of("hybrid"), "filter": filter });
    let page = reviewer.post_json("/api/run_page", asked).await.ok().json();
    let page = &page["scores"]["shown"];
    let queries = page["queries"]["rows"].as_array().expect("queries");
    assert_eq!(queries.len(), QUERIES as usize);
    for query in queries {
        let id = query["score"]["query_id"].as_str().expect("an id");
        for measure in measures.split(',') {
            let (shown, printed) = (&query["score"]["scores"][measure], &said["runs"][0]["per_query"][id][measure]);
            assert!(shown.is_f64() && shown == printed, "{id} {measure}: {shown} and {printed}");
        }
    }
    let compared = &page["comparison"][1]["rr"];
    let means = [&said["runs"][1]["measures"]["rr"], &said["runs"][0]["measures"]["rr"]];
    assert_eq!([&compared["from"], &compared["to"]], means);
    // The gate says the same of the two, bounds included: what nobody judged is in it.
    let check = &decided["checks"][0];
    for (ours, theirs) in [
        (&compared["bounds"]["low"], &check["bounds"][0]),
        (&compared["bounds"]["high"], &check["bounds"][1]),
        (&compared["interval"]["low"], &check["low"]),
        (&compared["p"], &check["p"]),
        (&compared["difference"], &check["difference"]),
    ] {
        assert!(ours.is_f64() && ours == theirs, "{compared} and {check}");
    }
    assert_ne!(compared["bounds"]["low"], compared["bounds"]["high"], "some hits are judged by nobody");
    assert_eq!(page["slices"][0]["measures"], page["summary"]["measures"], "all queries are questions");

    let shown = reviewer.get(&format!("/sets/parts/evaluation/{}?with={}", id_of("hybrid"), id_of("r"))).await.ok();
    for measure in measures.split(',') {
        let printed = format!("{:.4}", said["runs"][0]["measures"][measure].as_f64().expect("a number"));
        assert!(shown.text.contains(&printed), "{measure}: {printed}");
    }
    for words in [">MRR<", "Compared with", "9 queries averaged, 1 of them missing"] {
        assert!(shown.text.contains(words), "{words}");
    }
}
