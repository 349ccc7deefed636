//! A form that is refused is answered by a page that says why, whatever the form and whatever is wrong with it.

use domain::role::Role;
use serde_json::json;

use crate::access::{FORMS, ID};
use crate::response::Response;
use crate::seed::{SetBuilder, id};
use crate::test_app::TestApp;

/// A page that has a sentence about what is wrong.
#[track_caller]
fn is_a_page_that_says_why(answer: Response) -> Response {
    assert!(answer.status.is_client_error(), "{answer}");
    assert!(answer.header("content-type").starts_with("text/html"), "{answer}");
    answer.contains("role=\"alert\"").contains("</html>")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_form_that_is_refused_is_a_page_that_says_why() {
    let app = TestApp::start().await;
    SetBuilder::new().named("x").queries(2).completed(0, "lena", 3, "So [1].").create(&app.store).await;
    let (admin, viewer) = (app.admin(), app.viewer());
    for (form, body, _) in FORMS {
        is_a_page_that_says_why(viewer.post_form(form, body).await).status(403);
        let wrong = [form.replace("/x/", "/no-such-set/"), form.replace(ID, "no-id"), form.replace(ID, &id::<uuid::Uuid>().to_string())];
        for form in wrong {
            for body in ["", "labeller=%FF&version=one&operation=none&batch=none&role=king&query=none", *body] {
                let answer = admin.post_form(&form, body).await;
                if answer.status != 303 {
                    is_a_page_that_says_why(answer);
                }
            }
        }
        is_a_page_that_says_why(admin.post_text(form, "not a form").await);
        is_a_page_that_says_why(admin.post_form(form, &format!("note={}", "x".repeat(5 << 20))).await).contains("The form is too large");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_stood_in_a_refused_form_and_the_list_around_it_stay() {
    let app = TestApp::start().await;
    let set = SetBuilder::new().named("x").queries(3).create(&app.store).await;
    let rosa = app.reviewer("rosa");
    let body = format!("labeller={ID}&how_many=2&search=number+1");
    let list = is_a_page_that_says_why(rosa.post_form("/sets/x/assign", &body).await);
    list.contains("query number 1").lacks("query number 2").contains("value=\"number 1\"");
    let query = format!("/sets/x/queries/{}", set.queries[0]);
    let page = is_a_page_that_says_why(rosa.post_form(&format!("{query}/take-back"), &format!("labeller={ID}")).await);
    page.contains("class=\"query-text\"").contains("query number 0");
    let many = "kind=relevance_flip&rule=best&operation=01a22b1b-ba7c-762d-adab-256587be83e5";
    let many = is_a_page_that_says_why(rosa.post_form("/sets/x/disagreements/many", many).await);
    many.unprocessable().contains("Many are settled by higher, lower").contains("Settle many of one kind");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_that_is_refused_gets_json() {
    let app = TestApp::start().await;
    let answer = app.reviewer("rosa").post_json("/api/case_counts", json!({ "set": "none" })).await.not_found();
    assert_eq!(answer.json(), json!({ "not_found": "set" }));
    app.member(Role::Viewer, "vera").post_json("/api/case_counts", json!({ "set": "none" })).await.forbidden().json();
}
