//! A member's role in a set decides what they may do in it, by every endpoint that names a set.

use app::api::PERMISSIONS;
use domain::job::{ImportTarget, Work};
use domain::operation::Action;
use domain::role::{Permission, Role};
use serde_json::json;
use store::Store;

use crate::access::{FORMS, ID, arguments};
use crate::client::Client;
use crate::seed::{COMPLETE, NOW, SeededSet, SetBuilder, id, keep, labeller};
use crate::test_app::TestApp;

/// The sets `x`, where the roles differ, and `y`.
async fn two_sets() -> (TestApp, SeededSet, SeededSet) {
    let app = TestApp::start().await;
    let x = SetBuilder::new().named("x").create(&app.store).await;
    let y = SetBuilder::new().named("y").create(&app.store).await;
    (app, x, y)
}

/// The functions that name a set: what they ask for, and their arguments for the set.
fn of_a_set(set: &str) -> impl Iterator<Item = (&'static str, Permission, String)> {
    let listing = [("/api/job_list", Permission::Import, format!(r#"{{"set":"{set}"}}"#))];
    let named = PERMISSIONS.iter().filter(|(function, _)| arguments(function).contains(r#""set":"x""#));
    let in_set = move |(function, permission): &(&'static str, Permission)| {
        (*function, *permission, arguments(function).replace(r#""set":"x""#, &format!(r#""set":"{set}""#)))
    };
    named.map(in_set).collect::<Vec<_>>().into_iter().chain(listing)
}

/// Asks everything that names the set, which lets in who has this role in it.
async fn asks_everything(member: &Client<'_>, set: &str, role: Role) {
    for (function, permission, arguments) in of_a_set(set) {
        member.post_json(function, arguments).await.lets_in_only_if(role.may(permission));
    }
    for (form, body, permission) in FORMS.iter().filter(|(form, ..)| form.starts_with("/sets/x/")) {
        member.post_form(&form.replace("/x/", &format!("/{set}/")), body).await.lets_in_only_if(role.may(*permission));
    }
    for kind in ["queries", "prelabels&judge=j", "labels&labeller=l", "run&retriever=r"] {
        let import = format!("/api/v1/imports?kind={kind}&file=f&set={set}");
        member.post_text(&import, "").await.lets_in_only_if(role.may(Permission::Import));
    }
    for path in ["versions", "versions/1/export"] {
        member.get(&format!("/api/v1/sets/{set}/{path}")).await.lets_in_only_if(role.may(Permission::Read));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_endpoint_that_names_a_set_asks_the_role_in_that_set() {
    let (app, x, _) = two_sets().await;
    assert!(of_a_set("x").count() > 20, "the functions that name a set are found by their arguments");
    for role in Role::ALL {
        for given in Role::ALL {
            let member = app.member_in(x.id, given, role, &format!("{} {}", role.word(), given.word())).await;
            asks_everything(&member, "x", role.in_set(Some(given))).await;
            asks_everything(&member, "y", role).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_of_no_set_asks_the_role_that_one_has_everywhere() {
    let (app, x, _) = two_sets().await;
    let member = app.member_in(x.id, Role::Admin, Role::Viewer, "vic").await;
    let global =
        ["/api/add_set", "/api/members", "/api/invite", "/api/change_role", "/api/set_disabled", "/api/revoke_invitation", "/api/job_list"];
    for function in global {
        member.post_json(function, arguments(function)).await.forbidden();
    }
    let imports = ["kind=corpus&file=f&corpus=c&chunking=d", "kind=run&file=f&retriever=r&set=x&corpus=c&chunking=d"];
    for import in imports {
        member.post_text(&format!("/api/v1/imports?{import}"), "").await.forbidden();
    }
    for page in ["/members", "/jobs"] {
        member.get(page).await.forbidden();
    }
    member.get("/").await.ok().lacks("New set");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_viewer_who_is_a_labeller_in_one_set_labels_in_it_and_in_no_other() {
    let (app, x, y) = two_sets().await;
    let member = app.member_in(x.id, Role::Labeller, Role::Viewer, "vic").await;
    let complete = |set: &SeededSet| {
        let operation = set.operation(x.labeller, set.queries[0], COMPLETE, NOW).operation;
        json!({ "set": set.golden_set.name, "operations": [operation] })
    };
    member.post_json("/api/record", complete(&x)).await.ok().contains("saved");
    member.post_json("/api/record", complete(&y)).await.forbidden();
    member.get("/sets/x").await.ok().contains("/sets/x/label").lacks("/sets/x/settings");
    member.get("/sets/y").await.ok().lacks("/sets/y/label");
    member.get(&format!("/sets/y/queries/{}", y.queries[0])).await.ok().lacks("Label this query");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reviewer_who_is_a_viewer_in_a_set_neither_settles_nor_reads_histories_there() {
    let (app, x, y) = two_sets().await;
    let member = app.member_in(x.id, Role::Viewer, Role::Reviewer, "rosa").await;
    for set in [&x, &y] {
        keep(&app.store, set.operation(set.labeller, set.queries[0], Action::Flag { note: "the CANARY flag".into() }, NOW)).await;
    }
    let page = |set: &SeededSet| format!("/sets/{}/queries/{}", set.golden_set.name, set.queries[0]);
    member.get(&page(&x)).await.ok().lacks("CANARY");
    member.get(&page(&y)).await.ok().contains("CANARY");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reviewer_who_is_a_labeller_in_a_set_is_blind_there_as_labellers_are() {
    let app = TestApp::start().await;
    let frozen = async |name: &str| {
        let set = SetBuilder::new().named(name).completed(0, "lena", 3, "The CANARY answer [1].").create(&app.store).await;
        set.freeze(&app.store).await;
        needs_one_more(&app.store, &set).await;
        set
    };
    let (x, _) = (frozen("x").await, frozen("y").await);
    let member = app.member_in(x.id, Role::Labeller, Role::Reviewer, "rosa").await;
    member.get("/sets/x/versions/1").await.ok().lacks("CANARY").contains("Hidden until you complete this query.");
    member.get("/api/v1/sets/x/versions/1/export").await.status(409);
    member.get("/sets/y/versions/1").await.ok().contains("CANARY");
    member.get("/api/v1/sets/y/versions/1/export").await.ok().contains("CANARY");
}

async fn needs_one_more(store: &Store, set: &SeededSet) {
    let settings = domain::golden_set::Settings { overlap: domain::overlap::Overlap::exactly(2), ..set.golden_set.settings.clone() };
    store.put_settings(set.id, 1, settings).await.expect("settings");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_belongs_to_another_set_is_refused_whatever_one_may_in_this_one() {
    let (app, x, y) = two_sets().await;
    y.complete(&app.store, y.labeller, 0, 3, "The CANARY answer [1].").await;
    let member = app.member_in(x.id, Role::Admin, Role::Viewer, "vic").await;
    let run = app.store.runs(y.id).await.expect("runs")[0].id.to_string();
    x.complete(&app.store, x.labeller, 0, 3, "It is so [1].").await;
    x.freeze(&app.store).await;
    let query = y.queries[0].to_string();
    for (function, _, arguments) in of_a_set("x").filter(|(.., arguments)| arguments.contains(ID)) {
        let other = if function == "/api/run_page" { &run } else { &query };
        let answer = member.post_json(function, arguments.replace(ID, other)).await;
        assert!(answer.status == 404 || answer.status == 409 || answer.text == "null", "{answer}");
        answer.lacks("CANARY");
    }
    let operation = y.operation(y.labeller, y.queries[0], COMPLETE, NOW).operation;
    member.post_json("/api/record", json!({ "set": "x", "operations": [operation] })).await.ok().contains("refused");
    for (form, body, _) in FORMS.iter().filter(|(form, body, _)| form.starts_with("/sets/x/") && format!("{form}{body}").contains(ID)) {
        let other = if form.contains("/evaluation/") { &run } else { &query };
        let answer = member.post_form(&form.replace(ID, other), &body.replace(ID, other)).await;
        if form.ends_with("/many") {
            assert!(answer.redirects().ends_with("?taken-back=0"), "{answer}");
        } else {
            assert!(answer.status.is_client_error(), "{answer}");
        }
    }
    member.get(&format!("/sets/x/queries/{query}")).await.not_found().lacks("CANARY");
    let vic = app.user_id("vic").await;
    assert_eq!(app.store.progress(y.id, vic).await.expect("progress").completed, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_admin_of_a_set_sees_and_stops_its_jobs_and_no_others() {
    let (app, x, y) = two_sets().await;
    let member = app.member_in(x.id, Role::Admin, Role::Viewer, "vic").await;
    let corpus = ImportTarget::Corpus { corpus: "c".parse().expect("a name"), chunking: "d".parse().expect("a name") };
    let works =
        [Work::Retrieve { set: x.id, k: 20 }, Work::Retrieve { set: y.id, k: 20 }, Work::Import { file: "f".into(), target: corpus }];
    let mut jobs = Vec::new();
    for work in works {
        jobs.push(id());
        app.store.add_job(*jobs.last().expect("a job"), work, None, NOW).await.expect("kept");
    }
    let listed = member.post_json("/api/job_list", r#"{"set":"x"}"#).await.ok();
    assert_eq!(listed.json().as_array().map(Vec::len), Some(1), "{listed}");
    for (job, may) in jobs.iter().zip([true, false, false]) {
        member.post_json("/api/cancel_job", json!({ "job": job })).await.lets_in_only_if(may);
        member.get(&format!("/api/v1/jobs/{job}/report")).await.lets_in_only_if(may);
    }
    member.get("/sets/x/import").await.ok().lacks("BEIR corpus.jsonl");
    let lena = labeller(&app.store, "lena").await;
    assert_eq!(app.store.given_role(x.id, lena).await.expect("read"), None, "nobody else got a role");
}
