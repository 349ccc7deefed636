//! Every endpoint is closed to who may not use it: the declared matrix against the real endpoints.

use app::api::PERMISSIONS;
use domain::role::{Permission, Role};
use serde_json::json;

use crate::test_app::TestApp;

pub const ID: &str = "01a22b1b-ba7c-762d-adab-256587be83e5";

/// The forms of pages, a body, and what sending it asks for.
pub const FORMS: &[(&str, &str, Permission)] = &[
    ("/sets/x/disagreements/01a22b1b-ba7c-762d-adab-256587be83e5/answer", "verdict=seen", Permission::Adjudicate),
    ("/sets/x/disagreements/many", "batch=01a22b1b-ba7c-762d-adab-256587be83e5", Permission::Adjudicate),
    ("/sets/x/label", "query=01a22b1b-ba7c-762d-adab-256587be83e5&act=complete", Permission::Label),
    ("/sets/x/versions", "note=", Permission::Freeze),
    ("/sets/x/queries/01a22b1b-ba7c-762d-adab-256587be83e5/assign", "labeller=01a22b1b-ba7c-762d-adab-256587be83e5", Permission::Assign),
    ("/sets/x/queries/01a22b1b-ba7c-762d-adab-256587be83e5/take-back", "labeller=01a22b1b-ba7c-762d-adab-256587be83e5", Permission::Assign),
    ("/sets/x/assign", "labeller=01a22b1b-ba7c-762d-adab-256587be83e5&how_many=1", Permission::Assign),
    ("/sets/x/evaluation/01a22b1b-ba7c-762d-adab-256587be83e5/holes", "version=1", Permission::Adjudicate),
    ("/sets/x/members/01a22b1b-ba7c-762d-adab-256587be83e5", "role=viewer", Permission::ManageMembers),
    ("/members", "role=viewer&set=none", Permission::ManageMembers),
    ("/members/01a22b1b-ba7c-762d-adab-256587be83e5", "role=viewer", Permission::ManageMembers),
    ("/invitations/01a22b1b-ba7c-762d-adab-256587be83e5/revoke", "", Permission::ManageMembers),
];

const UPLOAD: &str = "/api/v1/imports?kind=corpus&file=x&corpus=c&chunking=d";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_server_function_is_in_the_matrix_and_the_matrix_lists_nothing_else() {
    let mut real: Vec<&str> = leptos::server_fn::axum::server_fn_paths().map(|(path, _)| path).collect();
    real.sort_unstable();
    let declared: Vec<&str> = PERMISSIONS.iter().map(|(path, _)| *path).collect();
    assert_eq!(real, declared);
}

/// Routes that say nothing of a set, or that the tests ask by another list.
const OTHER_ROUTES: [&str; 9] = [
    "/api/{function}",
    "/sign-in",
    "/sign-out",
    "/invitation",
    "/api/v1/openapi.json",
    "/assets/{*file}",
    "/favicon.svg",
    "/health/live",
    "/health/ready",
];

#[test]
fn every_route_is_in_a_list_that_is_asked_as_everybody() {
    let source = include_str!("../src/http.rs");
    let routes: Vec<&str> = source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(routes, OTHER_ROUTES, "a route that is about a set stands in one of the lists of http.rs");
    let mut asked: Vec<String> = FORMS.iter().map(|(form, ..)| (*form).to_owned()).collect();
    let mut real: Vec<String> = server::form_paths().map(in_set_x).collect();
    asked.sort();
    real.sort();
    assert_eq!(asked, real);
}

/// A path with every part that stands for something filled in.
pub fn in_set_x(path: &str) -> String {
    let filled = path.replace("{set}", "x").replace("{number}", "1").replace("{subject}", "answer");
    let filled = ["{query}", "{run}", "{job}", "{user}", "{invitation}"].iter().fold(filled, |path, part| path.replace(part, ID));
    assert!(!filled.contains('{'), "nothing stands for a part of {filled}");
    filled
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_function_lets_in_the_roles_that_may_and_nobody_else() {
    let app = TestApp::start().await;
    for role in Role::ALL {
        let member = app.member(role, role.word());
        for (function, permission) in PERMISSIONS {
            member.post_json(function, arguments(function)).await.lets_in_only_if(role.may(*permission));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_not_signed_in_gets_nothing_but_the_way_in() {
    let app = TestApp::start().await;
    let open = ["/sign-in", "/invitation"];
    for (function, _) in PERMISSIONS {
        app.anonymous().post_json(function, arguments(function)).await.unauthorized();
    }
    let pages: Vec<String> = server::page_paths().chain(server::stream_paths()).map(in_set_x).collect();
    assert!(open.iter().all(|open| pages.iter().any(|page| page == open)), "{pages:?}");
    for page in pages.iter().filter(|page| !open.contains(&page.as_str())) {
        assert_eq!(app.anonymous().get(page).await.redirects(), "/sign-in");
    }
    assert_eq!(app.anonymous().get("/nothing").await.redirects(), "/sign-in");
    for (form, body, _) in FORMS {
        app.anonymous().post_form(form, body).await.unauthorized();
    }
    app.anonymous().post_text(UPLOAD, "").await.unauthorized();
    for path in server::machine_api_paths() {
        app.anonymous().get(&in_set_x(path)).await.unauthorized();
    }
    for open in ["/sign-in", "/invitation?refused=token", "/health/live", "/health/ready"] {
        app.anonymous().get(open).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plain_routes_ask_the_same_policy() {
    let app = TestApp::start().await;
    for role in Role::ALL {
        let member = app.member(role, role.word());
        let imports = role.may(Permission::Import);
        member.post_text(UPLOAD, "").await.lets_in_only_if(imports);
        member.get(&format!("/api/v1/jobs/{ID}/report")).await.lets_in_only_if(imports);
        for (form, body, permission) in FORMS {
            member.post_form(form, body).await.lets_in_only_if(role.may(*permission));
        }
        for stream in server::stream_paths() {
            member.get(&in_set_x(stream)).await.not_found();
        }
        member.get("/api/v1/sets/x/versions").await.not_found();
        member.get("/api/v1/sets/x/versions/1/export").await.not_found();
        member.get("/api/v1/openapi.json").await.ok();
    }
}

/// Arguments that are well-formed, so that what says no is the policy.
pub fn arguments(function: &str) -> &'static str {
    const QUERY: &str = r#"{"set":"x","query":"01a22b1b-ba7c-762d-adab-256587be83e5"}"#;
    match function {
        "/api/add_guideline" => r#"{"set":"x","text":"t","base":7}"#,
        "/api/agreement_page" => r#"{"set":"x","filter":{"items":"labels","style":null,"guideline":null},"cell":null}"#,
        "/api/guidelines_page" => r#"{"set":"x","number":null,"with":null,"page":1}"#,
        "/api/add_set" => r#"{"name":"bad name","title":"","scale":"0-3","cutoff":null}"#,
        "/api/cancel_job" => r#"{"job":"01a22b1b-ba7c-762d-adab-256587be83e5"}"#,
        "/api/change_role" => r#"{"user":"01a22b1b-ba7c-762d-adab-256587be83e5","role":"viewer"}"#,
        "/api/set_disabled" => r#"{"user":"01a22b1b-ba7c-762d-adab-256587be83e5","disabled":true}"#,
        "/api/draft" => r#"{"set":"x","query":"01a22b1b-ba7c-762d-adab-256587be83e5","text":"","sequence":1,"base":0}"#,
        "/api/give_role" => r#"{"set":"x","user":"01a22b1b-ba7c-762d-adab-256587be83e5","role":"viewer"}"#,
        "/api/invite" => r#"{"role":"viewer","set":null}"#,
        "/api/members" => r#"{"page":1}"#,
        "/api/revoke_invitation" => r#"{"invitation":"01a22b1b-ba7c-762d-adab-256587be83e5"}"#,
        "/api/set_members" => r#"{"set":"x","page":1}"#,
        "/api/label_work" | "/api/query_labellers" | "/api/query_page" => QUERY,
        "/api/assign" => r#"{"set":"x","to":"01a22b1b-ba7c-762d-adab-256587be83e5","queries":["01a22b1b-ba7c-762d-adab-256587be83e5"]}"#,
        "/api/assign_some" => {
            r#"{"set":"x","to":"01a22b1b-ba7c-762d-adab-256587be83e5","how_many":1,
                "filter":{"search":"","status":null,"style":null,"source":null,"page":1}}"#
        }
        "/api/unassign" => r#"{"set":"x","query":"01a22b1b-ba7c-762d-adab-256587be83e5","from":"01a22b1b-ba7c-762d-adab-256587be83e5"}"#,
        "/api/next_assignment" => r#"{"set":"x","in_hand":[]}"#,
        "/api/previous_query" => r#"{"set":"x","before":null}"#,
        "/api/evaluation_table" => r#"{"set":"x","version":null}"#,
        "/api/run_page" => {
            r#"{"set":"x","run":"01a22b1b-ba7c-762d-adab-256587be83e5","filter":{"version":null,"with":null,"style":null,"page":1}}"#
        }
        "/api/review_work" => {
            r#"{"set":"x","address":{"filter":{"state":"open","kind":null,"style":null,"labeller":null,"query":null},
                "case":null,"document":false}}"#
        }
        "/api/case_list" => r#"{"set":"x","filter":{"state":"open","kind":null,"style":null,"labeller":null,"query":null},"after":null}"#,
        "/api/many_cases" => r#"{"set":"x","chosen":null,"after":null}"#,
        "/api/settle_case" => {
            r#"{"set":"x","filter":{"state":"open","kind":null,"style":null,"labeller":null,"query":null},
                "case":{"query":"01a22b1b-ba7c-762d-adab-256587be83e5","subject":"answer"},
                "decision":{"operation":"01a22b1b-ba7c-762d-adab-256587be83e5","verdict":"seen","reason":null,"note":"",
                "to_guidelines":false,"base":{"said":"","revision":0}}}"#
        }
        "/api/take_back" => {
            r#"{"set":"x","filter":{"state":"open","kind":null,"style":null,"labeller":null,"query":null},
                "settled":{"case":{"query":"01a22b1b-ba7c-762d-adab-256587be83e5","subject":"answer"},"revision":1},
                "operation":"01a22b1b-ba7c-762d-adab-256587be83e5"}"#
        }
        "/api/send_back" => {
            r#"{"set":"x","filter":{"state":"open","kind":null,"style":null,"labeller":null,"query":null},
                "case":{"query":"01a22b1b-ba7c-762d-adab-256587be83e5","subject":"answer"},
                "question":{"operation":"01a22b1b-ba7c-762d-adab-256587be83e5","text":"?"}}"#
        }
        "/api/version_diff" => r#"{"set":"x","from":1,"to":2,"page":1}"#,
        "/api/version_page" => r#"{"set":"x","number":1,"page":1}"#,
        "/api/case_counts" | "/api/labellers" | "/api/next_version" | "/api/progress" | "/api/set_heading" | "/api/set_home"
        | "/api/version_list" => r#"{"set":"x"}"#,
        "/api/put_settings" => {
            r#"{"set":"x","revision":1,"settings":{"title":"t","guidelines":"",
                "scale":[{"name":"a","description":""},{"name":"b","description":""}],
                "cutoff":1,"k":20,"overlap":{"labellers":1,"share":0,"shared_labellers":1,"by_style":{}},"resolution":"agreed",
                "prelabels":"shown","control_share":10,"llm_consent":false}}"#
        }
        "/api/query_list" => r#"{"set":"x","filter":{"search":"","status":null,"style":null,"source":null,"page":1}}"#,
        "/api/record" => r#"{"set":"x","operations":[]}"#,
        "/api/retrieve" => r#"{"set":"x","corpus":"c","chunking":"d"}"#,
        "/api/search_corpus" => r#"{"set":"x","text":"t"}"#,
        _ => "{}",
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_asked_of_a_member_or_a_job_that_is_not_there_is_no_success() {
    let app = TestApp::start().await;
    let admin = app.admin();
    admin.post_json("/api/change_role", json!({ "user": ID, "role": "viewer" })).await.not_found();
    admin.post_json("/api/set_disabled", json!({ "user": ID, "disabled": true })).await.not_found();
    admin.post_json("/api/cancel_job", json!({ "job": ID })).await.not_found();
    admin.post_json("/api/revoke_invitation", json!({ "invitation": ID })).await.not_found();
    admin.post_json("/api/invite", json!({ "role": "viewer", "set": "none" })).await.not_found();
}
