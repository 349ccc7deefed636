//! Members: who is invited, who may do what, and whose numbers are whose.

use domain::export::Format;
use domain::role::Role;
use serde_json::json;

use crate::client::Client;
use crate::response::Response;
use crate::seed::{COMPLETE, NOW, SetBuilder, keep, labeller};
use crate::test_app::{TestApp, now};
use crate::touchstone::Touchstone;

const MEMBERS: &str = "/sets/x/members";

/// The members whom a page of a set's members lists.
async fn listed(member: &Client<'_>) -> Vec<String> {
    let answer = member.post_json("/api/set_members", json!({ "set": "x", "page": 1 })).await.ok().json();
    let rows = answer["page"]["rows"].as_array().expect("rows").iter();
    rows.map(|row| row["user"]["name"].as_str().expect("a name").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_sees_their_own_numbers_and_reviewers_see_all() {
    let app = TestApp::start().await;
    let x = SetBuilder::new().named("x").queries(3).completed(0, "lena", 3, "So [1].").create(&app.store).await;
    let (omar, rosa) = (app.labeller("omar"), app.reviewer("rosa"));
    omar.get("/").await.ok();
    let omars = app.user_id("omar").await;
    keep(&app.store, x.operation(omars, x.queries[1], COMPLETE, NOW)).await;
    rosa.get(MEMBERS).await.ok().contains("lena").contains("omar").contains("2 of 3 queries are settled; 1 more completion is needed");
    assert_eq!(listed(&rosa).await, ["lena", "omar", "rosa"]);
    let own = omar.get(MEMBERS).await.ok().contains("You see your own numbers.").contains("2 of 3 queries are settled.").contains("omar");
    own.lacks("lena").lacks("rosa").lacks("more completion");
    assert_eq!(listed(&omar).await, ["omar"]);
    app.viewer().get(MEMBERS).await.forbidden();
    app.viewer().post_json("/api/set_members", json!({ "set": "x", "page": 1 })).await.forbidden();
    app.viewer().get("/sets/x").await.ok().lacks(MEMBERS);
    // What one may see is decided by the role in the set.
    let vic = app.member_in(x.id, Role::Labeller, Role::Reviewer, "vic").await;
    assert_eq!(listed(&vic).await, ["vic"]);
    let rita = app.member_in(x.id, Role::Reviewer, Role::Viewer, "rita").await;
    assert_eq!(listed(&rita).await.len(), 6);
    rita.get(MEMBERS).await.ok().lacks("<select");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_admin_of_a_set_gives_roles_in_it_and_takes_them_back() {
    let app = TestApp::start().await;
    let x = SetBuilder::new().named("x").create(&app.store).await;
    let vic = app.member_in(x.id, Role::Admin, Role::Viewer, "vic").await;
    let (omar, ada) = (app.labeller("omar"), app.admin());
    omar.get("/").await.ok();
    ada.get("/").await.ok();
    let role_of = |user| {
        let store = app.store.clone();
        async move { store.given_role(x.id, user).await.expect("read") }
    };
    let (omars, vics, adas) = (app.user_id("omar").await, app.user_id("vic").await, app.user_id("ada").await);
    let give = async |user, role: &str| vic.post_form(&format!("{MEMBERS}/{user}?page=1"), &format!("role={role}")).await;
    for (word, role) in [("reviewer", Some(Role::Reviewer)), ("", None), ("viewer", Some(Role::Viewer))] {
        assert_eq!(give(omars, word).await.redirects(), "/sets/x/members?page=1");
        assert_eq!(role_of(omars).await, role);
    }
    omar.get("/sets/x/label").await.forbidden();
    give(omars, "king").await.unprocessable().contains("There is no role").contains("<h1>Members");
    give(vics, "viewer").await.unprocessable().contains("You cannot change your own role");
    give(adas, "viewer").await.unprocessable().contains("They are an admin of everything");
    assert_eq!(role_of(vics).await, Some(Role::Admin));
    ada.post_json("/api/give_role", json!({ "set": "x", "user": vics, "role": null })).await.ok();
    vic.get(MEMBERS).await.forbidden();
}

/// The link that a page shows once.
fn link(page: &Response) -> String {
    let after = page.text.split("one-time-link\">").nth(1).unwrap_or_else(|| panic!("there is no link: {page}"));
    after.split('<').next().expect("a link").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_invited_to_a_set_has_the_role_there_and_reads_the_others() {
    let app = TestApp::start().await;
    for name in ["x", "y"] {
        SetBuilder::new().named(name).create(&app.store).await;
    }
    let ada = app.admin();
    let page = ada.post_form("/members", "role=labeller&set=x").await.ok().contains("works once");
    let link = link(&page);
    let token = link.strip_prefix("http://localhost/invitation?token=").expect("a whole address").to_owned();
    ada.get("/members").await.ok().lacks(&token).contains("Revoke the invitation as labeller");
    let open = ada.post_json("/api/members", json!({ "page": 1 })).await.ok().json()["invitations"][0].clone();
    assert_eq!((&open["set"], &open["created_by"]), (&json!("x"), &json!("ada")));
    let joined = app.anonymous().post_form("/invitation", &format!("token={token}&name=lou&password=a+good+password")).await;
    let cookie = joined.header("set-cookie").split(';').next().expect("a cookie").to_owned();
    let lou = app.anonymous().with_header("cookie", &cookie);
    lou.get("/sets/x/label").await.ok();
    lou.get("/sets/y").await.ok();
    lou.get("/sets/y/label").await.forbidden();
    ada.get("/members").await.ok().lacks("Revoke").contains("/sets/x/members");
    lou.get("/sets/x/members").await.ok().lacks("Invite to this set");
    ada.get("/sets/x/members").await.ok().contains("Invite to this set");
    ada.post_form("/members", "role=labeller&set=none").await.not_found().contains("There is no such set as").lacks("one-time-link");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_that_is_sent_again_makes_no_second_invitation() {
    let app = TestApp::start().await;
    let ada = app.admin();
    let next = ada.post_json("/api/members", json!({ "page": 1 })).await.ok().json()["next_invitation"].clone();
    let form = format!("role=labeller&set=&invitation={}", next.as_str().expect("an id"));
    ada.get("/members").await.ok().contains("name=\"invitation\"");
    ada.post_form("/members", &form).await.ok().contains("one-time-link");
    ada.post_form("/members", &form).await.status(409).contains("was made already").lacks("one-time-link");
    assert_eq!(app.store.invitations(now()).await.expect("read").len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_that_was_taken_back_lets_nobody_in() {
    let app = TestApp::start().await;
    let ada = app.admin();
    let token = link(&ada.post_form("/members", "role=admin&set=").await.ok());
    let token = token.split("token=").nth(1).expect("a token");
    let id = app.store.invitations(now()).await.expect("read")[0].id;
    assert_eq!(ada.post_form(&format!("/invitations/{id}/revoke"), "").await.redirects(), "/members");
    ada.post_form(&format!("/invitations/{id}/revoke"), "").await.not_found().contains("it was used or has ended");
    let refused = app.anonymous().post_form("/invitation", &format!("token={token}&name=mallory&password=a+good+password")).await;
    assert!(refused.redirects().contains("refused=token"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_opens_an_invitation_that_has_ended_is_told_so_before_they_type() {
    let app = TestApp::start().await;
    let ada = app.admin();
    let address = link(&ada.post_form("/members", "role=labeller&set=").await.ok());
    let address = &address[address.find("/invitation").expect("an address")..];
    let anonymous = app.anonymous();
    anonymous.get(address).await.ok().contains("Choose the name that your team knows you by");
    anonymous.get(&format!("{address}&refused=name")).await.ok().contains("There is a member of this name already");
    let token = address.split("token=").nth(1).expect("a token");
    let short = anonymous.post_form("/invitation", &format!("token={token}&name=mallory&password=7+chars")).await;
    anonymous.get(short.redirects()).await.ok().contains("The password needs at least 8 characters");
    let id = app.store.invitations(now()).await.expect("read")[0].id;
    ada.post_form(&format!("/invitations/{id}/revoke"), "").await.redirects();
    for ended in [address, &format!("{address}&refused=name"), "/invitation?token=nonsense", "/invitation?token=", "/invitation"] {
        assert_eq!(anonymous.get(ended).await.redirects(), "/invitation?refused=token", "{ended}");
    }
    anonymous.get("/invitation?refused=token").await.ok().contains("This invitation has ended").lacks("<form class=\"fields\"");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_member_is_changed_by_a_form_and_no_admin_locks_themselves_out() {
    let app = TestApp::start().await;
    let (ada, omar) = (app.admin(), app.labeller("omar"));
    for member in [&ada, &omar] {
        member.get("/").await.ok();
    }
    let (adas, omars) = (app.user_id("ada").await, app.user_id("omar").await);
    let change = async |user, what: &str| ada.post_form(&format!("/members/{user}"), what).await;
    assert_eq!(change(omars, "role=admin").await.redirects(), "/members");
    for what in ["role=viewer", "shut_out=true"] {
        change(adas, what).await.unprocessable().contains("You cannot change your own role or shut yourself out");
    }
    assert_eq!(change(omars, "shut_out=true").await.redirects(), "/members");
    assert!(app.store.user_named("omar").await.expect("read").expect("omar").disabled_at.is_some());
    ada.get("/members").await.ok().contains("Let in again");
    change(omars, "").await.unprocessable().contains("The form says neither a role nor");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn that_somebody_was_seen_is_written_down_beside_the_request() {
    let app = TestApp::start().await;
    SetBuilder::new().named("x").create(&app.store).await;
    let rosa = app.reviewer("rosa");
    rosa.get(MEMBERS).await.ok().contains("never");
    let seen = app.store.user_named("rosa").await.expect("read").expect("rosa").last_seen.expect("she signed in");
    rosa.get(MEMBERS).await.ok().contains(&seen.to_string());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_export_names_a_labeller() {
    let app = TestApp::start().await;
    let x = SetBuilder::new().named("x").completed(0, "Lena Labelsdottir", 3, "It is so [1].").create(&app.store).await;
    let name = "Labelsdottir";
    labeller(&app.store, "Lena Labelsdottir").await;
    x.freeze(&app.store).await;
    for format in Format::all() {
        for file in format.paths().chain(["manifest.json"]) {
            let path = format!("/api/v1/sets/x/versions/1/export?format={}&file={file}", format.word());
            app.viewer().get(&path).await.ok().lacks(name);
        }
    }
    app.viewer().get("/api/v1/sets/x/versions").await.ok().lacks(name);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_shut_out_or_demoted_may_nothing_more_from_the_next_request_on() {
    let app = TestApp::start().await;
    let (ada, zoe, omar) = (app.admin(), app.member(Role::Admin, "zoe"), app.labeller("omar"));
    for member in [&zoe, &omar] {
        // The session is believed from now on.
        member.get("/").await.ok();
    }
    let id = async |name: &str| app.user_id(name).await;
    ada.post_json("/api/change_role", json!({ "user": id("zoe").await, "role": "viewer" })).await.ok();
    zoe.post_json("/api/members", json!({ "page": 1 })).await.forbidden();
    ada.post_json("/api/set_disabled", json!({ "user": id("omar").await, "disabled": true })).await.ok();
    assert_eq!(omar.get("/").await.redirects(), "/sign-in");
    // The same by the forms of the page.
    ada.post_form(&format!("/members/{}", id("zoe").await), "role=admin").await;
    zoe.post_json("/api/members", json!({ "page": 1 })).await.ok();
    ada.post_form(&format!("/members/{}", id("zoe").await), "shut_out=true").await;
    assert_eq!(zoe.get("/members").await.redirects(), "/sign-in");
}

#[test]
fn members_are_managed_on_the_command_line_too() {
    let touchstone = Touchstone::sqlite().with_parts(2);
    let run = |arguments: &[&str]| touchstone.run(arguments.iter().copied());
    let users = || run(&["user", "list"]).exit(0).json()["users"].clone();
    assert_eq!(users()[0]["user"]["name"], "ana");
    run(&["user", "role", "ana", "--set", "parts", "--role", "reviewer"]).exit(0);
    assert_eq!(users()[0]["roles"], json!([{ "set": "parts", "role": "reviewer" }]));
    let of_set = run(&["user", "list", "--set", "parts"]).exit(0).json();
    assert_eq!((&of_set["members"][0]["given"], &of_set["members"][0]["work"]["completed"]), (&json!("reviewer"), &json!(2)));
    run(&["user", "role", "ana", "--set", "parts", "--as-everywhere"]).exit(0);
    assert_eq!(users()[0]["roles"], json!([]));
    run(&["user", "role", "ana", "--role", "viewer"]).exit(0);
    assert_eq!(users()[0]["user"]["role"], "viewer");
    run(&["user", "shut-out", "ana"]).exit(0);
    assert!(users()[0]["user"]["disabled_at"].is_number());
    run(&["user", "let-in", "ana"]).exit(0);
    assert!(users()[0]["user"]["disabled_at"].is_null());
    run(&["user", "invite", "--role", "labeller", "--set", "parts"]).exit(0);
    let invitations = run(&["user", "invitations"]).exit(0).json()["invitations"].clone();
    assert_eq!((&invitations[0]["role"], &invitations[0]["set"]), (&json!("labeller"), &json!("parts")));
    let id = invitations[0]["id"].as_str().expect("an id");
    run(&["user", "revoke", id]).exit(0);
    run(&["user", "revoke", id]).exit(2).says("there is no invitation");
    run(&["user", "role", "nobody", "--role", "viewer"]).exit(2).says("touchstone user list");
    run(&["user", "role", "ana", "--set", "none", "--role", "viewer"]).exit(2).says("there is no set");
    run(&["user", "role", "ana"]).exit(2).says("--role");
    let said = touchstone.in_words(["user", "list", "--set", "parts"]);
    for fact in ["2 completed", "0 at hand", "0 given by hand", "0 handed back", "0 late", "0 completions are left"] {
        assert!(said.contains(fact), "{fact}: {said}");
    }
}
