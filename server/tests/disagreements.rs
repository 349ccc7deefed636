//! What labellers dispute is said wherever it matters, and leads to where it is settled.

use domain::adjudication::Verdict;
use domain::disagreement::Subject;
use domain::operation::Action;
use domain::role::Role;
use domain::scale::Grade;
use serde_json::json;

use crate::seed::{NOW, SeededSet, SetBuilder, keep, labeller};
use crate::test_app::TestApp;

/// A query that lena grades 3 and omar 2.
async fn disputed(app: &TestApp) -> SeededSet {
    let (lena, omar) = ("lena", "omar");
    SetBuilder::new()
        .chunks(2)
        .overlap(2)
        .completed(0, lena, 3, "Pull the lever [1].")
        .completed(0, omar, 2, "Pull the lever [1].")
        .create(&app.store)
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_all_is_completed_and_disputed_every_place_says_so() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let admin = app.admin();
    let page = admin.get("/sets/a-set").await.ok().contains("0 of 1 queries are settled; 1 to settle.");
    page.contains("/sets/a-set/queries?status=grades_differ");
    admin.get("/sets/a-set/queries?status=grades_differ").await.ok().contains("query number 0");
    assert_eq!(app.store.query_counts(set.id).await.expect("counts").why_not_settled(), "1 grades differ");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_querys_page_leads_a_reviewer_to_its_cases_and_tells_what_was_decided() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let (page, case) = (format!("/sets/a-set/queries/{}", set.queries[0]), format!("/disagreements/{}/{}", set.queries[0], set.chunks[0]));
    let rosa = app.reviewer("rosa");
    rosa.get(&page).await.ok().contains(&case).contains("card 1: grades differ").contains("open").lacks("settled it");
    app.labeller("noor").get(&page).await.ok().lacks(&case).lacks("grades differ:");
    keep(&app.store, set.operation(set.labeller, set.queries[0], Action::Flag { note: "the CANARY flag".into() }, NOW)).await;
    rosa.get(&page).await.ok().contains("the flag: flagged");

    let noor = labeller(&app.store, "noor").await;
    set.settle_grade(&app.store, noor, 0, 0, 2).await;
    set.settle(&app.store, noor, 0, Subject::Flag, Verdict::Seen).await;
    let decided = rosa.get(&page).await.ok().contains("settled it: 2 In part").contains("about card 1").contains("as the guideline says");
    decided.contains("the guideline is unclear").lacks("not in force any more");
    let mut later = set.grade(0, 0, 1, 1);
    later.actor = labeller(&app.store, "omar").await;
    keep(&app.store, later).await;
    rosa.get(&page).await.ok().contains("not in force any more; about card 1").contains("open");
    assert_eq!(app.store.decisions(set.id, set.queries[0], 10).await.expect("decisions")[1].verdict, Some(Verdict::Grade(Grade(2))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_admin_freezes_without_disputed_chunks_by_the_form() {
    let app = TestApp::start().await;
    let set = SetBuilder::new().chunks(2).overlap(2).create(&app.store).await;
    for (name, grade) in [("lena", 3), ("omar", 0)] {
        let actor = labeller(&app.store, name).await;
        let mut second = set.grade(0, 1, grade, 0);
        second.actor = actor;
        keep(&app.store, second).await;
        set.complete(&app.store, actor, 0, 3, "Pull the lever [1].").await;
    }
    let admin = app.admin();
    let form = admin.get("/sets/a-set/versions").await.ok();
    form.contains("name=\"without_disputed_chunks\"").contains("Freeze also those of 1 query");
    admin.post_form("/sets/a-set/versions", "note=&without_disputed_chunks=yes").await.redirects();
    let version = admin.get("/sets/a-set/versions/1").await.ok();
    version.contains("1 chunk was left out because labellers differ on them").contains("A reviewer settles every chunk");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_labeller_reads_what_a_reviewer_asked_and_nobody_else_does() {
    let app = TestApp::start().await;
    app.cookie(Role::Labeller, "lena").await;
    let set = disputed(&app).await;
    let (reviewer, query, subject) = (labeller(&app.store, "mara").await, set.queries[0], set.chunk(0));
    let question = "Is the CANARY plan meant?".to_owned();
    let new = store::NewQuestion { id: crate::seed::id(), set: set.id, query, subject, question, reviewer, at: NOW };
    assert_eq!(app.store.send_back(new).await.expect("answered"), store::Asked::Kept);
    let work = json!({ "set": "a-set", "query": query });
    let lena = app.labeller("lena");
    lena.post_json("/api/label_work", work.clone()).await.ok().contains("the CANARY plan");
    app.labeller("noor").post_json("/api/label_work", work).await.ok().lacks("CANARY");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_is_asked_once_by_its_form_and_taken_back_on_the_querys_page() {
    let app = TestApp::start().await;
    for name in ["lena", "omar"] {
        app.cookie(Role::Labeller, name).await;
    }
    let set = disputed(&app).await;
    let (rosa, page) = (app.reviewer("rosa"), format!("/sets/a-set/queries/{}", set.queries[0]));
    let case = format!("/sets/a-set/disagreements/{}/{}", set.queries[0], set.chunks[0]);
    let form = |words: &str| format!("act=send-back&operation=01a22b1b-ba7c-762d-adab-256587be83e5&question={words}");
    rosa.post_form(&case, &form("Is+it+so")).await.redirects();
    rosa.post_form(&case, &form("Is+it+so")).await.redirects();
    rosa.get(&page).await.ok().contains("asked about it by rosa").contains("Take the question back from all");
    rosa.post_form(&format!("{page}/take-back"), &format!("labeller={}", set.labeller)).await.redirects();
    let after = rosa.get(&page).await.ok().lacks("asked about it by").lacks("Take the question back");
    after.contains("sent it back to its labellers and asked: Is it so; about card 1");
    app.labeller("noor").get(&page).await.ok().lacks("Is it so");
    rosa.get(&case).await.ok();

    for name in ["lena", "omar"] {
        app.store.set_disabled(store::ChangedBy::CommandLine, app.user_id(name).await, Some(NOW)).await.expect("shut out");
    }
    rosa.post_form(&case, "act=send-back&question=Is+it+so").await.status(409).contains("settle it yourself, or let one of them in");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_to_a_case_that_is_none_reads_why() {
    let app = TestApp::start().await;
    for name in ["lena", "omar"] {
        app.cookie(Role::Labeller, name).await;
    }
    let set = disputed(&app).await;
    let (rosa, query) = (app.reviewer("rosa"), set.queries[0]);
    let case = |chunk: usize| format!("/sets/a-set/disagreements/{query}/{}", set.chunks[chunk]);
    rosa.get(&case(0)).await.ok();
    rosa.get(&case(1)).await.not_found().contains("labellers agree about it now, or it was never disputed");
    let (reviewer, subject) = (labeller(&app.store, "mara").await, set.chunk(0));
    let new = store::NewQuestion { id: crate::seed::id(), set: set.id, query, subject, question: "Is it so?".into(), reviewer, at: NOW };
    assert_eq!(app.store.send_back(new).await.expect("answered"), store::Asked::Kept);
    rosa.get(&case(0)).await.status(409).contains("its labellers were asked again");
}
