//! Who is asked to label a query gets nothing of what others said of it, by any endpoint, until they completed it.

use app::api::PERMISSIONS;
use domain::doubt::Doubt;
use domain::golden_set::Settings;
use domain::id::RunId;
use domain::operation::Action;
use domain::overlap::Overlap;
use serde_json::json;

use crate::access::{ID, arguments};
use crate::client::Client;
use crate::response::Response;
use crate::seed::{NOW, SeededSet, SetBuilder, keep, labeller};
use crate::test_app::TestApp;

/// A server with the set `x`, whose first query Lena labelled, answered twice, and flagged; the answers are in two versions.
/// Then the overlap was raised, so the query needs one more labeller.
struct Blind {
    app: TestApp,
    set: SeededSet,
    run: RunId,
}

impl Blind {
    async fn start() -> Self {
        let app = TestApp::start().await;
        let set = SetBuilder::new().named("x").queries(2).chunks(2).completed(1, "lena", 3, "So [1].").create(&app.store).await;
        let store = &app.store;
        let lena = labeller(store, "lena").await;
        let act = |action| set.operation(lena, set.queries[0], action, NOW);
        keep(store, set.grade(0, 1, 1, 0)).await;
        set.complete(store, lena, 0, 3, "The CANARY answer [1].").await;
        set.freeze(store).await;
        let Action::Answer { citations, answerable, .. } = set.answer("The second CANARY answer [1].", None) else { panic!("an answer") };
        let text = "The second CANARY answer [1].".to_owned();
        keep(store, act(Action::Answer { text, citations, answerable, confirmed: None, base: 1 })).await;
        let Action::Judge { chunk, judgement, evidence, .. } = set.grade(0, 0, 2, 1).operation.action else { panic!("a grade") };
        let note = "the CANARY note".to_owned();
        keep(store, act(Action::Judge { chunk, judgement, evidence, note, prelabel_visible: false, base: 1 })).await;
        set.freeze(store).await;
        keep(store, act(Action::Flag { note: "the CANARY flag".into() })).await;
        let settings = Settings { overlap: Overlap::exactly(2), ..set.golden_set.settings.clone() };
        store.put_settings(set.id, 1, settings).await.expect("settings");
        let run = store.runs(set.id).await.expect("runs")[0].id;
        Self { app, set, run }
    }

    /// Asks every endpoint about the flagged query, each in every way that could show it.
    async fn ask_all(&self, member: &Client<'_>) -> Vec<Response> {
        let query = self.set.queries[0].to_string();
        let mut answers = Vec::new();
        for (function, _) in PERMISSIONS {
            let id = if *function == "/api/run_page" { self.run.to_string() } else { query.clone() };
            for version in [r#""number":1"#, r#""number":2"#] {
                let arguments = arguments(function).replace(ID, &id).replace(r#""number":1"#, version);
                answers.push(member.post_json(function, arguments).await);
            }
        }
        let machine = server::machine_api_paths();
        let pages =
            server::page_paths().chain(machine).map(|path| path.replace("{set}", "x").replace("{query}", &query).replace("{job}", ID));
        for page in pages.map(|path| path.replace("{run}", &self.run.to_string())).collect::<Vec<_>>() {
            for number in ["1", "2"] {
                answers.push(member.get(&format!("{}?from=1&to=2&version={number}&q={query}", page.replace("{number}", number))).await);
            }
        }
        answers
    }
}

fn says(answers: &[Response], words: &str) -> usize {
    answers.iter().filter(|answer| answer.text.contains(words)).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_endpoint_shows_others_work_on_a_query_that_one_is_asked_to_label() {
    let blind = Blind::start().await;
    let (omar, rosa) = (blind.app.labeller("omar"), blind.app.reviewer("rosa"));
    let asked = json!({ "set": "x", "query": blind.set.queries[0] });
    // A reviewer who opens it to label it is a labeller there.
    assert!(says(&blind.ask_all(&blind.app.viewer()).await, "CANARY") > 4, "who labels nothing sees the versions");
    rosa.post_json("/api/label_work", &asked).await.ok();
    for member in [&omar, &rosa] {
        for answer in blind.ask_all(member).await {
            assert!(!answer.status.is_server_error(), "{answer}");
            answer.lacks("CANARY").lacks("missing field");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_say_what_is_hidden_and_show_it_once_the_query_is_completed() {
    let blind = Blind::start().await;
    let omar = blind.app.labeller("omar");
    let query = blind.set.queries[0];
    let run = format!("/sets/x/evaluation/{}?version=1", blind.run);
    let export = "/api/v1/sets/x/versions/1/export";
    omar.get("/sets/x/versions/1").await.ok().contains("Hidden until you complete this query.").contains("once you are through with that");
    omar.get("/sets/x/diff?from=1&to=2")
        .await
        .ok()
        .contains("is hidden until you complete it")
        .contains("what is hidden is not counted")
        .lacks("Grades changed");
    omar.get(&run).await.ok().contains("hidden until you complete them").lacks("grades of the hits");
    omar.get(export).await.status(409).contains("you are asked to label 2 of this version's queries");
    for query in &blind.set.queries {
        let complete = Action::Complete { confirmed: Some(Doubt::NothingJudged) };
        let operation = blind.set.operation(labeller(&blind.app.store, "omar").await, *query, complete, NOW).operation;
        omar.post_json("/api/record", json!({ "set": "x", "operations": [operation] })).await.ok().contains("saved");
    }
    omar.get("/sets/x/versions/1").await.ok().contains("The CANARY answer").lacks("Hidden until");
    omar.get("/sets/x/diff?from=1&to=2").await.ok().contains("Grades changed").lacks("hidden until");
    omar.get(&run).await.ok().contains("grades of the hits");
    omar.get(export).await.ok().contains("The CANARY answer");
    // Others' history is for reviewers; who settles what others said is through with it too.
    let page = format!("/sets/x/queries/{query}");
    omar.get(&page).await.ok().lacks("CANARY");
    let rosa = blind.app.reviewer("rosa");
    rosa.get(&page).await.ok().contains("the CANARY note").contains("the CANARY flag");
    rosa.post_json("/api/label_work", json!({ "set": "x", "query": query })).await.ok();
    rosa.get(&page).await.ok().lacks("CANARY").contains("What others did is hidden");
    rosa.post_form(&format!("{page}/adjudicate"), "base-said=what-she-saw&base-revision=0&note=")
        .await
        .status(409)
        .contains("complete it first");
}
