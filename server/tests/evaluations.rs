//! A page and the command line say the same of a run, to the last bit: they ask the same engine.

mod common;

use common::place::Place;
use common::{Server, config};
use domain::role::Role;
use serde_json::{Value, json};
use server::{App, ServerServices, router};
use store::{Location, Store};

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

async fn server(place: &Place) -> Server {
    let store = Store::open(&Location::Directory(place.path("data"))).await.expect("a store");
    let services = ServerServices::new(store.clone(), place.path("data"));
    Server { router: router(App::new(services, config(false))), store, directory: tempfile::tempdir().expect("a directory") }
}

async fn ask(server: &Server, cookie: &str, function: &str, arguments: Value) -> Value {
    let answer = server.call(function, cookie, &arguments.to_string()).await;
    serde_json::from_str(&answer.text).unwrap_or_else(|problem| panic!("{problem}: {}", answer.text))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_and_the_command_line_print_the_same_numbers_of_a_run() {
    let place = Place::sqlite().labelled(QUERIES as usize);
    let hybrid = place.write("hybrid.jsonl", &hybrid());
    place.ok(&["import", "run", "--set", "parts", "--retriever", "hybrid", &hybrid]);
    place.ok(&["freeze", "--set", "parts"]);
    let measures = "recall@5,recall@20,precision@5,rr,ndcg@10,judged@10";
    let plain = place.path("r.jsonl");
    let runs = [hybrid.as_str(), plain.to_str().expect("UTF-8")];
    let said = place.ok(&[&["eval", "--set", "parts", "--measures", measures, "--run"], &runs[..]].concat());

    let server = server(&place).await;
    let cookie = server.member(Role::Reviewer).await;
    let table = ask(&server, &cookie, "/api/evaluation_table", json!({ "set": "parts", "version": null })).await;
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
    let page = ask(&server, &cookie, "/api/run_page", json!({ "set": "parts", "run": id_of("hybrid"), "filter": filter })).await;
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
    assert_eq!(page["slices"][0]["measures"], page["summary"]["measures"], "all queries are questions");

    let shown = server.get(&format!("/sets/parts/evaluation/{}?with={}", id_of("hybrid"), id_of("r")), &cookie).await.text;
    for measure in measures.split(',') {
        let printed = format!("{:.4}", said["runs"][0]["measures"][measure].as_f64().expect("a number"));
        assert!(shown.contains(&printed), "{measure}: {printed}");
    }
    for words in [">MRR<", "Compared with", "9 queries averaged, 1 of them missing"] {
        assert!(shown.contains(words), "{words}");
    }
}
