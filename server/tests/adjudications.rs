//! A reviewer settles what labellers dispute: by the form, which works without the browser's program, and by the server function.

use serde_json::{Value, json};

use crate::response::Response;
use crate::seed::{SeededSet, SetBuilder, id, keep, labeller};
use crate::test_app::TestApp;

/// A query that lena grades 3 and omar 0.
async fn disputed(app: &TestApp) -> SeededSet {
    let set = SetBuilder::new().chunks(2).overlap(2);
    set.completed(0, "lena", 3, "So [1].").completed(0, "omar", 0, "So [1].").create(&app.store).await
}

/// The fields that say what the reviewer saw.
fn base(page: &Response) -> String {
    let field = |name: &str| {
        let rest = page.text.split(&format!("name=\"{name}\" value=\"")).nth(1);
        rest.and_then(|rest| rest.split('"').next()).expect("a field").to_owned()
    };
    format!("base-said={}&base-revision={}", field("base-said"), field("base-revision"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reviewer_sees_that_a_query_was_settled_by_whom_and_how() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let (rosa, page) = (app.reviewer("rosa"), format!("/sets/a-set/queries/{}", set.queries[0]));
    let seen = rosa.get(&page).await.ok().contains("lena gave 3, omar gave 0").contains("Labellers differ on 1 chunk.");
    let form = format!("{}&grade-{}=2&note=as+the+guideline+says", base(&seen), set.chunks[0]);
    let settled = rosa.post_form(&format!("{page}/adjudicate"), &form).await;
    assert_eq!(settled.redirects(), format!("{page}#settled"));
    let after = rosa.get(&page).await.ok().contains("rosa").contains("settled it, on ").contains("card 1 is 2").lacks("base-said");
    after.contains("as the guideline says").contains("completed ·");

    let mut changed = set.grade(0, 0, 1, 1);
    changed.actor = labeller(&app.store, "omar").await;
    keep(&app.store, changed).await;
    let again = rosa.get(&page).await.ok().contains("settled it earlier").contains("changed since settled ·");
    again.contains("lena gave 3, omar gave 1").contains("value=\"2\" checked");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_16_reviewers_who_settle_at_once_one_does_and_the_others_are_told_who_and_keep_their_input() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let page = format!("/sets/a-set/queries/{}", set.queries[0]);
    let reviewers: Vec<_> = (0..16).map(|n| app.reviewer(&format!("reviewer {n}"))).collect();
    let mut forms = Vec::new();
    for reviewer in &reviewers {
        forms.push(format!("{}&grade-{}=2&note=my+own+words", base(&reviewer.get(&page).await.ok()), set.chunks[0]));
    }
    let address = format!("{page}/adjudicate");
    let answers =
        futures_util::future::join_all(reviewers.iter().zip(&forms).map(|(reviewer, form)| reviewer.post_form(&address, form))).await;
    let (kept, told): (Vec<Response>, Vec<Response>) = answers.into_iter().partition(|answer| answer.status == 303);
    assert_eq!(kept.len(), 1);
    for answer in told {
        let told = answer
            .status(409)
            .contains("This query was settled meanwhile by reviewer ")
            .contains("(card 1 is 2): nothing of yours was written");
        told.contains("What you had decided, which was not kept: card 1 is 2, note: my own words.");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_said_meanwhile_is_a_conflict_that_shows_both_sides() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let (rosa, page) = (app.reviewer("rosa"), format!("/sets/a-set/queries/{}", set.queries[0]));
    let form = format!("{}&grade-{}=1&note=my+own+words", base(&rosa.get(&page).await.ok()), set.chunks[0]);
    let mut changed = set.grade(0, 0, 2, 1);
    changed.actor = labeller(&app.store, "omar").await;
    keep(&app.store, changed).await;
    let told = rosa.post_form(&format!("{page}/adjudicate"), &form).await.status(409);
    let told = told.contains("What labellers say of this query changed since you looked at it").contains("lena gave 3, omar gave 2");
    let again = told.contains("value=\"1\" checked").contains("value=\"my own words\"");
    let form = format!("{}&grade-{}=1&note=my+own+words", base(&again), set.chunks[0]);
    rosa.post_form(&format!("{page}/adjudicate"), &form).await.redirects();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ids_from_a_form_or_a_program_are_checked_and_refused_in_words() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let (rosa, page) = (app.reviewer("rosa"), format!("/sets/a-set/queries/{}", set.queries[0]));
    let (base, address) = (base(&rosa.get(&page).await.ok()), format!("{page}/adjudicate"));
    let (first, second, nobody) = (set.chunks[0], set.chunks[1], id::<domain::id::UserId>());
    let wrong = [
        (String::new(), "0 of 1 disputed chunks have a grade"),
        (format!("&grade-{first}=2&grade-{second}=2"), "is not disputed"),
        (format!("&grade-{first}=2&grade-{}=2", id::<domain::id::ChunkId>()), "is not disputed"),
        (format!("&grade-{first}=9"), "grade 9 is not on the scale 0 to 3"),
        (format!("&grade-{first}=much"), "is no grade"),
        ("&grade-first=2".into(), "which is no chunk"),
        (format!("&grade-{first}=2&answer={nobody}"), "gave no answer"),
        (format!("&grade-{first}=2&answer=lena"), "The form's answer is no labeller's"),
    ];
    for (fields, words) in wrong {
        let refused = rosa.post_form(&address, &format!("{base}{fields}&note=my+own+words")).await.unprocessable();
        let text = refused.text.replace("&#x27;", "'").to_lowercase();
        assert!(text.contains(&words.to_lowercase()), "{words}: {refused}");
        refused.contains("value=\"my own words\"");
    }
    rosa.post_form(&address, &format!("grade-{first}=2")).await.unprocessable().contains("does not say what you saw");

    let review = rosa.post_json("/api/review", json!({ "set": "a-set", "query": set.queries[0] })).await.ok().json();
    let settle = async |grades: Value, answer_of: Value| {
        let decision = json!({ "grades": grades, "answer_of": answer_of });
        let proposed = json!({ "decision": decision, "note": "", "base": review["review"]["base"] });
        rosa.post_json("/api/adjudicate", json!({ "set": "a-set", "query": set.queries[0], "proposed": proposed })).await
    };
    settle(json!([[second, 2]]), Value::Null).await.unprocessable().contains("is not disputed");
    settle(json!([[first, 2]]), json!(nobody)).await.unprocessable().contains("gave no answer");
    settle(json!([[first, 2]]), Value::Null).await.ok().contains("\"reviewer\":\"rosa\"");
    settle(json!([[first, 3]]), Value::Null).await.status(409).contains("this query was settled meanwhile by rosa");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_all_is_completed_and_disputed_every_place_says_so() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let admin = app.admin();
    let page = admin.get("/sets/a-set").await.ok().contains("0 of 1 queries are completed; 1 to settle.");
    page.contains("/sets/a-set/queries?status=grades_differ");
    admin.get("/sets/a-set/queries?status=grades_differ").await.ok().contains("query number 0");
    let versions = admin.get("/sets/a-set/versions").await.ok();
    versions.contains("There is nothing to freeze: none of 1 queries is settled (1 grades differ).");
    assert_eq!(app.store.query_counts(set.id).await.expect("counts").why_not_settled(), "1 grades differ");
}
