//! A reviewer settles what labellers dispute: by the form, which works without the browser's program, and by the server functions.

use domain::role::Role;
use domain::scale::{Grade, Judgement};
use serde_json::{Value, json};

use crate::response::Response;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, id, keep, labeller};
use crate::test_app::TestApp;

/// Two queries that lena grades 3 and omar 0.
async fn disputed(app: &TestApp) -> SeededSet {
    let set = SetBuilder::new().queries(2).chunks(2).overlap(2);
    let set = set.completed(0, "lena", 3, "So [1].").completed(0, "omar", 0, "So [1].");
    set.completed(1, "lena", 3, "So [1].").completed(1, "omar", 0, "So [1].").create(&app.store).await
}

fn page_of(set: &SeededSet, query: usize) -> String {
    format!("/sets/a-set/disagreements/{}/{}", set.queries[query], set.chunks[0])
}

/// The fields that say what the reviewer saw.
fn seen(page: &Response) -> String {
    let field = |name: &str| {
        let rest = page.text.split(&format!("name=\"{name}\" value=\"")).nth(1);
        rest.and_then(|rest| rest.split('"').next()).expect("a field").to_owned()
    };
    format!("operation={}&base-said={}&base-revision={}", field("operation"), field("base-said"), field("base-revision"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_settles_a_case_and_shows_the_next_with_the_way_back() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let rosa = app.reviewer("rosa");
    let first =
        rosa.get("/sets/a-set/disagreements").await.ok().contains("Case 1 of 2").contains("Disputed, 1 across".to_lowercase().as_str());
    let (shown, other) = if first.text.contains(&page_of(&set, 0)) && first.text.contains("query number 0") { (0, 1) } else { (1, 0) };
    let form = format!("{}&verdict=2&reason=overlooked_text&note=as+the+guideline+says", seen(&first));
    let to = rosa.post_form(&page_of(&set, shown), &form).await.redirects().to_owned();
    assert!(to.starts_with(&format!("{}?settled=", page_of(&set, other))), "{to}");
    rosa.get(&to).await.ok().contains("Case 1 of 1").contains("The case before").contains("Undo");
    let history = rosa.get(&format!("/sets/a-set/queries/{}", set.queries[shown])).await.ok();
    history.contains("settled it: 2 In part, because overlooked text, note: as the guideline says; about card 1").contains("completed ·");
    // The same form sent twice is one decision.
    rosa.post_form(&page_of(&set, shown), &form).await.redirects();
    let settled = to.rsplit('.').next().expect("a revision").to_owned();
    let back = rosa.post_form(&page_of(&set, shown), &format!("act=take-back&base-revision={settled}")).await.redirects().to_owned();
    assert_eq!(back, page_of(&set, shown));
    rosa.get(&back).await.ok().contains("took the decision back").contains("not in force any more");
    rosa.post_form(&page_of(&set, shown), &format!("act=take-back&base-revision={settled}")).await.status(409);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_8_reviewers_who_settle_at_once_one_does_and_the_others_are_told_who_and_keep_their_input() {
    let app = TestApp::start().await;
    let (set, page) = (disputed(&app).await, 0);
    let page = page_of(&set, page);
    let reviewers: Vec<_> = (0..8).map(|n| app.reviewer(&format!("reviewer {n}"))).collect();
    let mut forms = Vec::new();
    for reviewer in &reviewers {
        forms.push(format!("{}&verdict=2&note=my+own+words", seen(&reviewer.get(&page).await.ok())));
    }
    let answers =
        futures_util::future::join_all(reviewers.iter().zip(&forms).map(|(reviewer, form)| reviewer.post_form(&page, form))).await;
    let (kept, told): (Vec<Response>, Vec<Response>) = answers.into_iter().partition(|answer| answer.status == 303);
    assert_eq!(kept.len(), 1);
    for answer in told {
        let told = answer.status(409).contains("decided about this case on").contains("nothing of yours was written");
        told.contains("You had chosen: 2 In part.").contains("value=\"my own words\"");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_said_meanwhile_is_a_conflict_that_shows_both_sides() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let (rosa, page) = (app.reviewer("rosa"), page_of(&set, 0));
    let form = format!("{}&verdict=1&note=my+own+words", seen(&rosa.get(&page).await.ok()));
    let mut changed = set.grade(0, 0, 2, 1);
    changed.actor = labeller(&app.store, "omar").await;
    keep(&app.store, changed).await;
    let told = rosa.post_form(&page, &form).await.status(409);
    let told = told.contains("What labellers say about this changed since you looked at it").contains(": 2, In part");
    let again = told.contains("You had chosen: 1 Related.").contains("value=\"my own words\"");
    rosa.post_form(&page, &format!("{}&verdict=1", seen(&again))).await.redirects();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_form_or_a_program_names_is_checked_and_refused_in_words() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let (rosa, page) = (app.reviewer("rosa"), page_of(&set, 0));
    let seen = seen(&rosa.get(&page).await.ok());
    for (fields, words) in [
        ("verdict=9", "grade 9 is not on the scale 0 to 3"),
        ("verdict=much", "settles nothing here"),
        ("verdict=seen", "labellers differ on this chunk: give it a grade"),
        ("verdict=2&reason=no", "there is no reason"),
        ("verdict=2&to-guidelines=yes", "no note to add to the guidelines"),
        ("act=send-back&question=+", "there is no question"),
        ("", "neither how the case is settled nor what else to do"),
    ] {
        let refused = rosa.post_form(&page, &format!("{seen}&{fields}")).await.unprocessable();
        assert!(refused.text.replace("&#x27;", "'").to_lowercase().contains(&words.to_lowercase()), "{words}: {refused}");
    }
    rosa.post_form(&page, "verdict=2").await.unprocessable().contains("does not say what you saw");
    rosa.get(&format!("/sets/a-set/disagreements/{}/{}", set.queries[0], set.chunks[1])).await.not_found();
    rosa.get(&format!("/sets/a-set/disagreements/{}/nothing", set.queries[0])).await.not_found();
    rosa.get("/sets/a-set/disagreements?kind=all").await.unprocessable().contains("is no kind");
    let ask = async |case: Value| {
        let asked = json!({ "set": "a-set", "address": { "filter": filter(), "case": case, "document": false } });
        rosa.post_json("/api/review_work", asked).await
    };
    ask(json!({ "query": id::<domain::id::QueryId>(), "subject": "answer" })).await.not_found();
    ask(Value::Null).await.ok().contains("\"place\":1,\"total\":2");
}

fn filter() -> Value {
    json!({ "state": "open", "kind": null, "style": null, "labeller": null, "query": null, "reason": null })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reviewer_settles_no_case_of_their_own_while_another_can() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let rosa = app.member(Role::Reviewer, "rosa");
    rosa.get("/sets/a-set").await.ok();
    let rosa_id = app.user_id("rosa").await;
    set.label_from_file(&app.store, rosa_id, 0, 0, Judgement::Grade(Grade(1))).await;
    keep(&app.store, set.operation(rosa_id, set.queries[0], COMPLETE, NOW)).await;
    let page = page_of(&set, 0);
    let alone = rosa.get(&page).await.ok().contains("Every other reviewer did too");
    let form = format!("{}&verdict=2", seen(&alone));
    app.reviewer("ruth").get(&page).await.ok().lacks("You labelled this query");
    rosa.get(&page).await.ok().contains("a reviewer who did not settles it");
    rosa.post_form(&page, &form).await.status(409).contains("You labelled this query: a reviewer who did not settles it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reviewer_who_is_asked_to_label_a_query_sees_none_of_its_cases_nor_how_many_they_are() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let rosa = app.reviewer("rosa");
    rosa.get("/sets/a-set").await.ok().contains("<span class=\"count\">2");
    set.label_from_file(&app.store, app.user_id("rosa").await, 0, 0, Judgement::CantTell).await;
    let hidden = set.queries[0].to_string();
    let counts = rosa.post_json("/api/case_counts", json!({ "set": "a-set" })).await.ok().json();
    assert_eq!(counts["cases"]["open"]["relevance_flip"], 1, "{counts}");
    rosa.get("/sets/a-set").await.ok().contains("<span class=\"count\">1");
    for page in ["", "/list", "/many?kind=relevance_flip&rule=lower"] {
        rosa.get(&format!("/sets/a-set/disagreements{page}")).await.ok().lacks(&hidden).lacks("query number 0");
    }
    rosa.get("/sets/a-set/disagreements/many?kind=relevance_flip&rule=lower").await.ok().contains("1 of 1 open cases");
    rosa.get(&page_of(&set, 0)).await.status(409).contains("complete it first");
    rosa.post_form(&page_of(&set, 0), "base-said=x&base-revision=0&verdict=2").await.status(409).contains("complete it first");
    rosa.post_form("/sets/a-set/disagreements/many", &format!("kind=relevance_flip&rule=lower&operation={}", id::<uuid::Uuid>()))
        .await
        .redirects();
    let other = app.reviewer("ruth");
    let counts = other.post_json("/api/case_counts", json!({ "set": "a-set" })).await.ok().json();
    assert_eq!(counts["cases"]["open"]["relevance_flip"], 1, "what she is blind to was not settled: {counts}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_note_becomes_a_line_of_the_guidelines_once_and_each_grade_says_what_it_makes_of_recall() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let rosa = app.reviewer("rosa");
    let work = json!({ "set": "a-set", "address": { "filter": filter(), "case": null, "document": false } });
    let work = rosa.post_json("/api/review_work", work).await.ok().json();
    assert_eq!(work["at_hand"]["stake"]["query"], json!([0.0, 0.0, 1.0, 1.0]));
    assert_eq!(work["at_hand"]["ranks"], json!([["r", 1]]));
    for query in [0, 1] {
        let page = page_of(&set, query);
        let form = format!("{}&verdict=2&note=Rule+7&to-guidelines=yes", seen(&rosa.get(&page).await.ok()));
        rosa.post_form(&page, &form).await.redirects();
    }
    let after = app.store.set("a-set").await.expect("read").expect("the set");
    assert_eq!((after.settings.guidelines.as_str(), after.guideline), ("- Rule 7", 1));
    rosa.get("/sets/a-set/disagreements").await.ok().contains("Nothing is disputed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reviewer_who_asks_about_what_they_labelled_too_reads_that_they_are_asked_among_the_others() {
    let app = TestApp::start().await;
    for (role, name) in [(Role::Labeller, "lena"), (Role::Labeller, "omar"), (Role::Reviewer, "rosa")] {
        app.cookie(role, name).await;
    }
    let (set, rosa) = (disputed(&app).await, app.reviewer("rosa"));
    let rosa_id = app.user_id("rosa").await;
    set.label_from_file(&app.store, rosa_id, 0, 0, Judgement::Grade(Grade(1))).await;
    keep(&app.store, set.operation(rosa_id, set.queries[0], COMPLETE, NOW)).await;
    let form = "act=send-back&operation=01a22b1b-ba7c-762d-adab-256587be83e5&question=Is+it+so";
    rosa.post_form(&page_of(&set, 0), form).await.redirects();
    for again in [rosa.post_form(&page_of(&set, 0), form).await, rosa.get(&page_of(&set, 0)).await] {
        again.status(409).contains("was sent back with a question to all who labelled it, you among them").lacks("asked to label");
    }
}
