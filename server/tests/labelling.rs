//! What the labelling page sends is checked, kept, and shown to whom it may be shown.

use domain::golden_set::{PrelabelMode, Settings};
use domain::id::{ChunkId, OperationId};
use domain::overlap::Overlap;
use domain::scale::Grade;
use serde_json::{Value, json};
use store::PrelabelRow;

use crate::client::Client;
use crate::seed::{SetBuilder, id};
use crate::test_app::TestApp;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_grade_buttons_are_real_forms() {
    let app = TestApp::demo().await;
    let page = app.anonymous().get("/sets/guide/label").await.ok();
    let field = |name: &str| {
        let rest = page.text.split(&format!("name=\"{name}\" value=\"")).nth(1);
        rest.and_then(|rest| rest.split('"').next()).expect("a field").to_owned()
    };
    let press = format!("query={}&chunk={}&base=0&judgement=2", field("query"), field("chunk"));
    let given = "value=\"2\" title=\"Answers a part of it, or answers it only together with another chunk.\" aria-checked=\"true\"";
    let (stale, elsewhere) = (press.replace("judgement=2", "judgement=0"), press.replace(&field("chunk"), &id::<ChunkId>().to_string()));
    page.lacks(given);
    let answer = app.anonymous().post_form("/sets/guide/label", &press).await;
    app.anonymous().get(answer.redirects()).await.ok().contains(given);
    // The same page in another tab does not know of that grade.
    app.anonymous().post_form("/sets/guide/label", &stale).await.status(409).contains("You changed it elsewhere meanwhile");
    app.anonymous().get(answer.redirects()).await.ok().contains(given);
    app.anonymous().post_form("/sets/guide/label", &elsewhere).await.unprocessable().contains("not in the query's pool");
}

/// The query that somebody has to label now, and the first chunk of its pool.
async fn work(member: &Client<'_>) -> (Value, Value) {
    let work = member.post_json("/api/label_work", json!({ "set": "guide", "query": null })).await.ok().json();
    (work["assignment"]["query"]["id"].clone(), work["assignment"]["pool"][0]["chunk"]["id"].clone())
}

/// An operation, as the page sends it.
fn operation(query: &Value, action: &Value) -> Value {
    json!({ "set": "guide", "operations": [{ "id": id::<OperationId>(), "query": query, "action": action }] })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_grade_off_the_scale_and_evidence_outside_the_text_are_refused_in_words() {
    let app = TestApp::with_guide().await;
    let lena = app.labeller("lena");
    let (query, chunk) = work(&lena).await;
    for (grade, end, words) in [(7, 1, "grade 7 is not on the scale 0 to 3"), (2, 1_000_000, "is not inside the chunk"), (2, 5, "saved")] {
        let mut judge = json!({ "chunk": chunk, "note": "", "prelabel_visible": false, "base": 0 });
        judge["judgement"] = json!({ "grade": grade });
        judge["evidence"] = json!([{ "start": 0, "end": end }]);
        lena.post_json("/api/record", operation(&query, &json!({ "judge": judge }))).await.ok().contains(words);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_labeller_sees_nobody_elses_work_on_a_query() {
    let app = TestApp::with_guide().await;
    let (lena, rosa) = (app.labeller("lena"), app.reviewer("rosa"));
    let (query, _) = work(&lena).await;
    let guide = app.store.set("guide").await.expect("read").expect("the set");
    let settings = Settings { overlap: Overlap::exactly(2), ..guide.settings };
    app.store.put_settings(guide.id, guide.revision, settings).await.expect("settings");
    lena.post_json("/api/record", operation(&query, &json!({ "flag": { "note": "a secret opinion" } }))).await.ok();
    let asked = json!({ "set": "guide", "query": query });
    lena.post_json("/api/query_page", &asked).await.ok().contains("a secret opinion");
    // A reviewer who does not label it, who is asked to label it, and who completed it.
    rosa.post_json("/api/query_page", &asked).await.ok().contains("a secret opinion");
    rosa.post_json("/api/label_work", &asked).await.ok();
    rosa.post_json("/api/query_page", &asked).await.ok().lacks("a secret opinion");
    rosa.post_json("/api/record", operation(&query, &json!({ "complete": { "confirmed": "nothing_judged" } })))
        .await
        .ok()
        .contains("saved");
    rosa.post_json("/api/query_page", &asked).await.ok().contains("a secret opinion");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whether_a_prelabel_was_in_view_is_not_what_the_browser_says_but_what_the_set_shows() {
    let app = TestApp::start().await;
    let store = &app.store;
    let set = SetBuilder::new().named("guide").chunks(2).create(store).await;
    let (query, [judged, unlabelled]) = (set.queries[0], [set.chunks[0], set.chunks[1]]);
    let judge = store.ensure_judge(id(), set.id, "judge".into(), "1".into()).await.expect("a judge");
    let row = PrelabelRow { query, chunk: judged, judge, grade: Grade(3), rationale: "r".into(), evidence: Vec::new() };
    store.add_prelabels(vec![row]).await.expect("added");
    let (lena, mut revision) = (app.labeller("lena"), 0);
    let mut base = std::collections::HashMap::new();
    let mut kept = async |mode, control_share, chunk: ChunkId, said: bool| {
        revision += 1;
        let settings = Settings { prelabels: mode, control_share, ..set.golden_set.settings.clone() };
        store.put_settings(set.id, revision, settings).await.expect("settings");
        let base = base.entry(chunk).or_insert(0);
        let judge =
            json!({ "chunk": chunk, "judgement": { "grade": 2 }, "evidence": [], "note": "", "prelabel_visible": said, "base": *base });
        lena.post_json("/api/record", operation(&json!(query), &json!({ "judge": judge }))).await.ok().contains("saved");
        *base += 1;
        let lena = app.user_id("lena").await;
        let labels = store.labels(query, lena).await.expect("labels");
        labels.into_iter().find(|label| label.chunk == chunk).expect("a label").prelabel_visible
    };
    for said in [true, false] {
        assert!(!kept(PrelabelMode::Shown, 0, unlabelled, said).await, "the chunk has none");
        assert!(!kept(PrelabelMode::Shown, 100, judged, said).await, "the query is a control");
        assert!(!kept(PrelabelMode::Off, 0, judged, said).await);
        assert!(kept(PrelabelMode::Shown, 0, judged, said).await);
        assert_eq!(kept(PrelabelMode::After, 0, judged, said).await, said, "after the first grade the page knows");
    }
    assert!(!kept(PrelabelMode::After, 0, unlabelled, true).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_query_that_needs_nobody_more_shows_who_has_its_places_and_the_way_to_the_next() {
    let app = TestApp::start().await;
    let set = SetBuilder::new().named("x").queries(2).completed(0, "lena", 3, "The CANARY answer [1].").create(&app.store).await;
    let full = set.queries[0];
    for member in [app.labeller("omar"), app.reviewer("rosa"), app.admin()] {
        let page = member.get(&format!("/sets/x/label?q={full}")).await.ok();
        page.contains("This query needs nobody more")
            .contains("This query needs one labeller, and 1 completed it")
            .contains("ask an admin to raise the overlap")
            .contains(&format!("href=\"/sets/x/queries/{full}\""))
            .contains("href=\"/sets/x/label\"")
            .lacks("CANARY")
            .lacks("error-note");
        let work = member.post_json("/api/label_work", json!({ "set": "x", "query": full })).await.ok().json();
        assert_eq!(work["assignment"], Value::Null);
        assert_eq!(work["full"], json!({ "query": full, "place": { "needed": 1, "held": 0, "completed": 1 } }));
        let grade = json!({ "grade": 2 });
        let judge = json!({ "chunk": set.chunks[0], "judgement": grade, "evidence": [], "note": "", "prelabel_visible": false, "base": 0 });
        let operation = json!([{ "id": id::<uuid::Uuid>(), "query": full, "action": { "judge": judge } }]);
        let recorded = member.post_json("/api/record", json!({ "set": "x", "operations": operation })).await.ok().json();
        assert_eq!(recorded[0]["outcome"]["no_place"]["place"], json!({ "needed": 1, "held": 0, "completed": 1 }), "{recorded}");
        let reason = recorded[0]["outcome"]["no_place"]["reason"].as_str().expect("a reason");
        assert!(reason.starts_with("this query needs one labeller, and 1 completed it, so no place is free for you"), "{reason}");
        let form = format!("query={full}&chunk={}&judgement=2&base=0", set.chunks[0]);
        assert_eq!(member.post_form("/sets/x/label", &form).await.redirects(), format!("/sets/x/label?q={full}"));
    }
    assert_eq!(app.store.history(set.id, full, None, 0, 99).await.expect("read").len(), 3, "what Lena did, and nothing of theirs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_names_no_query_shows_none_in_its_place() {
    let app = TestApp::start().await;
    let set = SetBuilder::new().named("x").create(&app.store).await;
    let member = app.labeller("omar");
    for wrong in ["zz", "", "00000000-0000-0000-0000-000000000000"] {
        member.get(&format!("/sets/x/label?q={wrong}")).await.not_found().contains("There is no such query");
    }
    assert_eq!(app.store.held(set.id, app.user_id("omar").await, 9).await.expect("read"), []);
}
