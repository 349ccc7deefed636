//! How far labellers agree, as each reader may see it: on the page, from the API and on the command line.

use domain::operation::Action;
use domain::scale::{Grade, Judgement};
use domain::token::Scope;
use serde_json::{Value, json};
use store::{PrelabelRow, Store};

use crate::response::Response;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, id, keep, labeller};
use crate::test_app::TestApp;
use crate::touchstone::Touchstone;

const JSON: &str = "/api/v1/sets/x/agreement";

/// Eight queries of two chunks that Lena and Omar completed and Noor half of; they differ on every third. A judge graded the
/// first chunks, half of them in view.
async fn labelled(store: &Store) -> SeededSet {
    let set = SetBuilder::new().named("x").queries(8).chunks(2).overlap(4).create(store).await;
    let judge = store.ensure_judge(id(), set.id, "judge-large".into(), "3".into()).await.expect("a judge");
    let [omar, noor] = [labeller(store, "omar").await, labeller(store, "noor").await];
    for (at, query) in set.queries.iter().enumerate() {
        let grade = i16::try_from(at % 4).expect("a grade");
        let row = PrelabelRow { query: *query, chunk: set.chunks[0], judge, grade: Grade(grade), rationale: "r".into(), evidence: vec![] };
        store.add_prelabels(vec![row]).await.expect("added");
        for (person, who) in [set.labeller, omar, noor].into_iter().zip(0..).filter(|(_, who)| *who < 2 || at < 4) {
            for (chunk, given) in set.chunks.iter().zip([grade, 3 - grade]) {
                let given = if at % 3 == who { (given + 1) % 4 } else { given };
                let judgement = Some(Judgement::Grade(Grade(given)));
                let (evidence, note) = (vec![], String::new());
                let action = Action::Judge { chunk: *chunk, judgement, evidence, note, prelabel_visible: at % 2 == 0, base: 0 };
                keep(store, set.operation(person, *query, action, NOW)).await;
            }
            keep(store, set.operation(person, *query, COMPLETE, NOW)).await;
        }
    }
    set
}

fn pairs(report: &Value) -> Vec<(String, String)> {
    let name = |pair: &Value, of: &str| pair[of].as_str().expect("a name").to_owned();
    report["pairs"].as_array().expect("pairs").iter().map(|pair| (name(pair, "a"), name(pair, "b"))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_reader_sees_the_pairs_that_are_theirs_to_see() {
    let app = TestApp::start().await;
    app.labeller("noor").get("/").await.ok();
    let set = labelled(&app.store).await;
    let rosa = app.reviewer("rosa").get(JSON).await.ok().json();
    assert_eq!(pairs(&rosa)[0], ("lena".into(), "omar".into()));
    assert_eq!((pairs(&rosa).len(), &rosa["items"], &rosa["raters"]), (3, &json!(16), &json!(3)));
    let noor = app.labeller("noor").get(JSON).await.ok();
    let report = noor.json();
    assert_eq!(pairs(&report), [("other labeller 1", "noor"), ("noor", "other labeller 2")].map(|(a, b)| (a.to_owned(), b.to_owned())));
    assert_eq!(report["items"], 8, "of the queries that she completed");
    assert_eq!(report["left_out"], 4);
    for reader in [app.viewer().get(JSON).await.ok(), app.bearer(&app.token(set.id, &[Scope::ExportRead]).await.1).get(JSON).await.ok()] {
        let report = reader.json();
        assert_eq!((&report["items"], &report["pairs"]), (&json!(16), &json!([])));
        assert!(report["krippendorff"]["ordinal"]["value"].is_number(), "{report}");
        reader.lacks("lena").lacks("omar");
    }
    let page = app.viewer().get("/sets/x/agreement").await.ok();
    page.contains("α, ordinal").contains("People and the judge").lacks("lena").lacks("omar");
    let cell = "/sets/x/agreement?a=lena&b=omar&row=1&column=0";
    app.viewer().get(cell).await.ok().lacks("query number");
    app.labeller("noor").get(cell).await.ok().lacks("query number").lacks(">lena<");
    app.labeller("noor").get("/sets/x/agreement").await.ok().contains("other labeller 1").lacks("lena").lacks("omar");
    app.reviewer("rosa").get(cell).await.ok().contains("query number").contains("/sets/x/queries/").lacks("disagreements?query=");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_is_asked_to_label_is_left_out_and_said() {
    let app = TestApp::start().await;
    let set = labelled(&app.store).await;
    let rosa = app.reviewer("rosa");
    rosa.post_json("/api/label_work", json!({ "set": "x", "query": set.queries[0] })).await.ok();
    let report = rosa.get(JSON).await.ok().json();
    assert_eq!((&report["items"], &report["left_out"]), (&json!(14), &json!(1)));
    rosa.get("/sets/x/agreement").await.ok().contains("1 query that you are asked to label is left out.");
    let nobody = app.labeller("nina").get(JSON).await.ok().json();
    assert_eq!((&nobody["items"], &nobody["pairs"], &nobody["judges"][0]["hidden"]["n"]), (&json!(0), &json!([]), &json!(0)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_says_every_measure_in_numbers_and_links_to_its_cases() {
    let app = TestApp::start().await;
    labelled(&app.store).await;
    let rosa = app.reviewer("rosa");
    let page = rosa.get("/sets/x/agreement").await.ok();
    for words in [
        "α, relevant or not",
        "Same side of the cut-off",
        "undefined: the number of labellers an item varies, 2 to 3",
        "By pair",
        "By style",
        "Over time",
        "Pre-label hidden",
        "judge-large, prompt 3",
        "Only the hidden share calibrates the judge",
        "/api/v1/sets/x/agreement",
    ] {
        assert!(page.text.contains(words), "{words}");
    }
    page.contains("column=0#cases").contains("cut-l").contains("cut-t").lacks("NaN");
    rosa.get("/sets/x/agreement?a=lena&b=omar").await.ok().contains(">lena<").contains(", rows, and ");
    rosa.get("/sets/x/agreement?style=identifier").await.ok().contains("Nothing that two people rated fits this filter");
    rosa.get("/sets/x/agreement?style=foo").await.unprocessable().contains("is no style").lacks("Nothing that two");
    for address in ["/sets/x/agreement?guideline=99", "/api/v1/sets/x/agreement?guideline=99"] {
        rosa.get(address).await.unprocessable().contains("there is no version 99 of the guidelines");
    }
    rosa.get("/api/v1/sets/x/agreement?style=foo").await.status(400);
    rosa.get("/sets/x/agreement?items=answerable")
        .await
        .ok()
        .contains("No two people said of the same query whether the corpus answers it");
}

/// The addresses of the cells of the page's matrices, each with its number.
fn cells(page: &Response) -> Vec<(String, u64)> {
    let links = page.text.split("<a href=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    let cells = links.filter(|(address, _)| address.contains("row="));
    let number = |rest: &str| rest.split_once("aria-label=\"").and_then(|(_, words)| words.split_once(':')?.0.parse().ok());
    cells.filter_map(|(address, rest)| Some((address.replace("&amp;", "&"), number(rest)?))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_cell_of_every_matrix_leads_to_as_many_cases_as_it_says() {
    let app = TestApp::start().await;
    labelled(&app.store).await;
    let rosa = app.reviewer("rosa");
    let cells = cells(&rosa.get("/sets/x/agreement").await.ok());
    assert!(cells.iter().any(|(address, _)| address.contains("a=")) && cells.iter().any(|(address, _)| address.contains("judge=")));
    for (address, number) in cells {
        let page = rosa.get(address.trim_end_matches("#cases")).await.ok();
        let (_, list) = page.text.split_once("<ul class=\"cases\">").expect("a list");
        let items = list.split("<span class=\"facts\">").skip(1).filter_map(|rest| rest.split(' ').next()?.parse::<u64>().ok());
        assert_eq!(items.sum::<u64>(), number, "{address}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_to_a_judge_stays_true_when_another_judge_comes() {
    let app = TestApp::start().await;
    let set = labelled(&app.store).await;
    let rosa = app.reviewer("rosa");
    let link = "/sets/x/agreement?judge=judge-large&prompt=3";
    rosa.get(link).await.ok().contains("κ quadratic; judge-large, prompt 3").lacks("is none of the judges here");
    let judge = app.store.ensure_judge(id(), set.id, "judge-small".into(), "1 b".into()).await.expect("a judge");
    let row = PrelabelRow { query: set.queries[0], chunk: set.chunks[0], judge, grade: Grade(0), rationale: "r".into(), evidence: vec![] };
    app.store.add_prelabels(vec![row]).await.expect("added");
    rosa.get("/sets/x/agreement")
        .await
        .ok()
        .contains("κ quadratic; judge-small, prompt 1 b")
        .contains("judge=judge-small&amp;prompt=1%20b");
    rosa.get(link).await.ok().contains("κ quadratic; judge-large, prompt 3");
    let gone = rosa.get("/sets/x/agreement?judge=judge-large&prompt=2").await.ok();
    gone.contains("judge-large with prompt “2” is none of the judges here.");
    rosa.get("/sets/x/agreement?a=lena&b=nobody").await.ok().contains("lena and nobody rated no chunks in common here.");
    rosa.get("/sets/x/agreement?a=lena&b=omar&row=one&column=0").await.unprocessable().contains("is no row");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_says_what_is_open_and_leads_to_it_where_the_reader_may_settle() {
    let app = TestApp::start().await;
    labelled(&app.store).await;
    let rosa = app.reviewer("rosa").get("/sets/x/agreement").await.ok();
    let open = app.store.disagreement_counts(app.store.set("x").await.expect("read").expect("the set").id).await.expect("counts");
    let open = open.among_labellers(domain::disagreement::State::Open);
    let rosa = rosa.contains(&format!(">{open} open<")).contains(">0 settled<").contains("/sets/x/disagreements/list?state=settled");
    rosa.contains("/sets/x/guidelines").contains("No guidelines yet").contains("aria-label=\"Review\"");
    let vera = app.viewer().get("/sets/x/agreement").await.ok();
    vera.contains("/sets/x/guidelines").contains("aria-label=\"Review\"").lacks("/sets/x/disagreements").lacks(" open<");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_the_overlap_is_1_the_page_says_so_and_leads_to_the_settings() {
    let app = TestApp::start().await;
    SetBuilder::new().named("x").completed(0, "lena", 3, "So [1].").create(&app.store).await;
    app.admin().get("/sets/x/agreement").await.ok().contains("The overlap is 1").contains("/sets/x/settings");
    app.viewer().get("/sets/x/agreement").await.ok().contains("The overlap is 1").contains("An admin sets it");
}

#[test]
fn the_command_prints_every_measure_with_its_interval_or_why_it_is_undefined() {
    let touchstone = Touchstone::sqlite().with_parts(6);
    let line =
        |n: usize, grade: usize| json!({ "query_id": format!("q {n}"), "chunk_id": format!("c{n}"), "grade": grade }).to_string() + "\n";
    let labels = touchstone.write("second.jsonl", (0..6).map(|n| line(n, 3 - n % 2)).collect::<String>());
    touchstone.run(["import", "labels", "--set", "parts", "--labeller", "ben", &labels]).exit(0);
    let report = touchstone.run(["agreement", "--set", "parts"]).exit(0).json();
    assert_eq!((&report["items"], &report["raters"], &report["single"]), (&json!(6), &json!(2), &json!(6)));
    assert_eq!(report["percent"]["value"], 0.5);
    for measured in [&report["krippendorff"]["nominal"], &report["krippendorff"]["ordinal"], &report["fleiss"], &report["percent"]] {
        assert!(["value", "n"].iter().all(|key| measured[key].is_number()), "{measured}");
        assert!(measured["low"].as_f64() <= measured["high"].as_f64(), "{measured}");
    }
    let pair = &report["pairs"][0];
    assert_eq!((&pair["a"], &pair["b"], &pair["n"]), (&json!("ana"), &json!("ben"), &json!(6)));
    assert_eq!(pair["cohen"]["value"], 0.0, "one of them gave one grade to all");
    let answerable = touchstone.run(["agreement", "--set", "parts", "--items", "answerable"]).exit(0).json();
    assert_eq!(answerable["krippendorff"]["nominal"], json!({ "undefined": "no item has two ratings" }));
    touchstone.run(["agreement", "--set", "none"]).exit(2).says("there is no set");
    touchstone.run(["agreement", "--set", "parts", "--items", "x"]).exit(2);
    let words = touchstone.in_words(["agreement", "--set", "parts"]);
    assert!(words.contains("alpha, ordinal") && words.contains("ana and ben") && words.contains("kappa, quadratic"), "{words}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_said_after_seeing_others_is_left_out_until_it_is_asked_for_and_always_said() {
    let app = TestApp::start().await;
    let set = SetBuilder::new().named("x").queries(2).overlap(2).completed(0, "lena", 3, "So [1].").completed(1, "lena", 3, "So [1].");
    let set = set.create(&app.store).await;
    let (rosa, omar) = (app.reviewer("rosa"), app.labeller("omar"));
    for (member, query) in [(&rosa, 0), (&omar, 1)] {
        member.get("/").await.ok();
        member.post_json("/api/label_work", json!({ "set": "x", "query": set.queries[query] })).await.ok();
    }
    set.complete(&app.store, app.user_id("rosa").await, 0, 3, "So [1].").await;
    set.complete(&app.store, app.user_id("omar").await, 1, 0, "So [1].").await;
    for (address, items) in [(JSON.to_owned(), 1), (format!("{JSON}?seen=counted"), 2), (format!("{JSON}?items=answerable"), 1)] {
        let report = rosa.get(&address).await.ok().json();
        assert_eq!((&report["items"], &report["after_seeing"]), (&json!(items), &json!({ "labels": 1, "queries": 1 })), "{address}");
    }
    let page = rosa.get("/sets/x/agreement").await.ok();
    page.contains("1 label of 1 query, given after seeing the others’, left out.").contains("/sets/x/agreement?seen=counted");
    let counted = rosa.get("/sets/x/agreement?seen=counted").await.ok();
    counted
        .contains("given after seeing the others’, counted.")
        .contains("Leave them out")
        .contains("name=\"seen\" value=\"counted\"")
        .contains("/api/v1/sets/x/agreement?seen=counted");
    rosa.get("/sets/x/agreement?seen=all").await.unprocessable();
    let labellers = rosa.get(&format!("/sets/x/queries/{}", set.queries[0])).await.ok();
    labellers.contains("completed it, after seeing the others").contains(">completed it<");
}
