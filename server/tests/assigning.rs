//! Reviewers assign by hand, and labellers hand back, by forms that work without the browser's program and from the command line.

use domain::role::Role;
use serde_json::json;
use store::{ChangedBy, Location, Store};

use crate::seed::{NOW, SeededSet, SetBuilder, member};
use crate::test_app::TestApp;
use crate::touchstone::Touchstone;

/// A server with the set `x` of four queries, the reviewer Rosa and the labellers Anna and Omar.
async fn start() -> (TestApp, SeededSet) {
    let app = TestApp::start().await;
    let set = SetBuilder::new().named("x").queries(4).create(&app.store).await;
    for (role, name) in [(Role::Reviewer, "rosa"), (Role::Labeller, "anna"), (Role::Labeller, "omar")] {
        app.cookie(role, name).await;
    }
    (app, set)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reviewer_gives_a_query_on_its_page_and_its_labeller_sees_it_everywhere() {
    let (app, set) = start().await;
    let (rosa, anna) = (app.reviewer("rosa"), app.labeller("anna"));
    let page = format!("/sets/x/queries/{}", set.queries[2]);
    let labeller = format!("labeller={}", app.user_id("anna").await);
    rosa.get(&page).await.ok().contains("The query needs one labeller.").contains("Assign");
    anna.get(&page).await.ok().lacks("Assign").lacks("The query needs");
    assert_eq!(rosa.post_form(&format!("{page}/assign"), &labeller).await.redirects(), format!("{page}#labellers"));
    rosa.get(&page).await.ok().contains("not begun; given by rosa").contains("Take back");
    anna.get("/sets/x").await.ok().contains("Yours now").contains("query number 2").contains("given to you by").contains("Hand back");
    anna.get("/sets/x/label").await.ok().contains("query number 2").contains("Given to you by");
    rosa.get("/sets/x").await.ok().lacks("Yours now");
    rosa.post_form(&format!("{page}/assign"), &labeller).await.status(409).contains("The labeller has the query already.");
    rosa.post_form(&format!("{page}/take-back"), &labeller).await.status(409).contains("The labeller has begun the query");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reviewer_gives_the_first_queries_of_a_list_and_takes_one_back() {
    let (app, set) = start().await;
    let rosa = app.reviewer("rosa");
    let anna = app.user_id("anna").await;
    rosa.get("/sets/x/queries?search=number").await.ok().contains("Assign the first");
    app.labeller("anna").get("/sets/x/queries").await.ok().lacks("Assign the first");
    let give = async |many: i64| rosa.post_form("/sets/x/assign", &format!("labeller={anna}&how_many={many}&search=number")).await;
    let done = give(3).await;
    assert_eq!(done.redirects(), "/sets/x/queries?page=1&search=number&assigned=3");
    rosa.get(done.redirects()).await.ok().contains("3 queries were assigned.");
    give(9).await.redirects();
    give(1).await.status(409).contains("No query of this list has a place free for this labeller: nothing was assigned.");
    give(0).await.status(422).contains("ask for 1 to 500");
    let taken = json!({ "set": "x", "query": set.queries[0], "from": anna });
    rosa.post_json("/api/unassign", &taken).await.ok();
    rosa.post_json("/api/unassign", &taken).await.status(409).contains("was not given to this person by hand");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_belongs_to_another_set_or_to_nobody_here_is_refused() {
    let (app, set) = start().await;
    let elsewhere = SetBuilder::new().named("y").create(&app.store).await;
    let rosa = app.reviewer("rosa");
    let assign = async |to, query| rosa.post_json("/api/assign", json!({ "set": "x", "to": to, "queries": [query] })).await;
    let anna = app.user_id("anna").await;
    assign(anna, elsewhere.queries[0]).await.not_found();
    app.member(Role::Viewer, "vera").get("/sets/x").await.ok();
    for stranger in [crate::seed::id(), app.user_id("vera").await, set.labeller] {
        assign(stranger, set.queries[0]).await.status(409).contains("cannot label in this set");
    }
    app.store.give_role(ChangedBy::CommandLine, set.id, anna, Some(Role::Viewer)).await.expect("given");
    assign(anna, set.queries[0]).await.status(409).contains("cannot label in this set");
    rosa.post_json("/api/query_labellers", json!({ "set": "x", "query": elsewhere.queries[0] })).await.not_found();
    rosa.post_json("/api/unassign", json!({ "set": "x", "query": elsewhere.queries[0], "from": anna })).await.not_found();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_labeller_hands_a_query_back_from_the_overview_and_the_history_says_why() {
    let (app, set) = start().await;
    let (rosa, anna) = (app.reviewer("rosa"), app.labeller("anna"));
    let query = set.queries[0];
    set.assign(&app.store, app.user_id("anna").await, &[0]).await;
    let hand_back = format!("query={query}&act=hand_back&from=overview&note=not+my+field");
    assert_eq!(anna.post_form("/sets/x/label", &hand_back).await.redirects(), "/sets/x");
    anna.get("/sets/x").await.ok().lacks("Yours now");
    let page = format!("/sets/x/queries/{query}");
    rosa.get("/sets/x").await.ok().contains("Handed back").contains(&page).contains("anna");
    anna.get("/sets/x").await.ok().lacks("Handed back");
    rosa.get(&page).await.ok().contains("handed the query back: not my field").contains("handed it back");
    anna.post_json("/api/next_assignment", json!({ "set": "x", "in_hand": [] })).await.ok().contains("query number 1");
    anna.get(&format!("/sets/x/label?q={query}")).await.ok().contains("query number 0").lacks("You handed this query back.");
    rosa.get(&page).await.ok().contains("has it until").lacks("handed it back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reviewers_see_what_came_late() {
    let (app, set) = start().await;
    let anna = app.user_id("anna").await;
    let before = NOW.plus_seconds(-3600);
    app.store.lease_query(set.id, set.queries[0], anna, before).await.expect("an answer").expect("leased");
    let complete = set.operation(anna, set.queries[0], crate::seed::COMPLETE, NOW);
    crate::seed::keep(&app.store, complete).await;
    app.reviewer("rosa").get("/sets/x").await.ok().contains("Came late").contains("query number 0");
    app.labeller("anna").get("/sets/x").await.ok().lacks("Came late");
    app.reviewer("rosa").get(&format!("/sets/x/queries/{}", set.queries[0])).await.ok().contains(">late<");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn queries_are_assigned_from_the_command_line() {
    let touchstone = Touchstone::sqlite();
    let store = Store::open(&Location::Directory(touchstone.path("data").into())).await.expect("a store");
    SetBuilder::new().named("x").queries(3).completed(2, "lena", 3, "So [1].").create(&store).await;
    member(&store, "anna").await;
    member(&store, "rosa").await;
    drop(store);
    let assign = |options: &[&'static str]| touchstone.run(["assign", "--set", "x"].into_iter().chain(options.iter().copied()));
    assert_eq!(assign(&["--to", "anna", "--by", "rosa", "q0", "q1"]).exit(0).json(), json!({ "assigned": 2, "refused": [] }));
    let refused = assign(&["--to", "anna", "q0", "q2"]);
    let refused = &refused.exit(1).json()["refused"];
    assert_eq!(refused[0], json!({ "query": "q0", "reason": "the labeller has the query already" }));
    assert_eq!(refused[1]["query"], "q2");
    assign(&["--to", "anna", "q9"]).exit(2).says("the set x has no query \"q9\"");
    assign(&["--to", "nobody", "q0"]).exit(2).says("there is no member \"nobody\"");
    touchstone.run(["assign", "--set", "none", "--to", "anna", "q0"]).exit(2).says("touchstone set create none");
}

#[test]
fn a_set_is_made_with_any_overlap() {
    let touchstone = Touchstone::sqlite();
    let make = |name, options: &[&'static str]| touchstone.run(["set", "create", name].into_iter().chain(options.iter().copied()));
    make("usual", &[]).exit(0);
    make("exact", &["--overlap", "3"]).exit(0);
    make("shared", &["--share", "30", "--shared-overlap", "3", "--overlap-of", "ambiguous=2", "--overlap-of", "question=1"]).exit(0);
    make("odd", &["--overlap", "3", "--share", "30", "--shared-overlap", "2"]).exit(2).says("fewer than the 3 of the others");
    make("odd", &["--overlap-of", "short=2"]).exit(2).says("is no style with a number");
    make("odd", &["--share", "30"]).exit(2).says("--shared-overlap");
    make("odd", &["--overlap", "0"]).exit(2).says("the overlap is 0");
}
