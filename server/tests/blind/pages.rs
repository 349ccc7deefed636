//! What pages say where something is hidden.

use domain::doubt::Doubt;
use domain::operation::Action;
use serde_json::json;

use app::ui::load::sentence;

use super::world::World;
use crate::seed::{NOW, labeller};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_say_what_is_hidden_and_show_it_once_the_query_is_completed() {
    let world = World::start().await;
    let omar = world.app.labeller("omar");
    let query = world.set.queries[0];
    let run = format!("/sets/x/evaluation/{}?version=1", world.run);
    let export = "/api/v1/sets/x/versions/1/export";
    let hidden = "hidden until you completed the 2 queries of it that you are asked to label";
    omar.get("/sets/x/versions/1").await.ok().contains("Hidden until you complete this query.").contains(hidden).lacks("Download");
    omar.get("/sets/x/versions").await.ok().contains(&sentence(hidden)).lacks("Download");
    omar.get("/sets/x/diff?from=1&to=2")
        .await
        .ok()
        .contains("is hidden until you complete them")
        .contains("labels and answers that are hidden are not compared")
        .lacks("Grades changed");
    omar.get("/sets/x/evaluation?version=1").await.ok().contains(hidden).lacks("MRR");
    omar.get(&run).await.ok().contains(hidden).contains("hidden until you complete them").lacks("grades of the hits");
    omar.get(export).await.status(409).contains("you are asked to label 2 of this version's queries");
    for query in &world.set.queries {
        let complete = Action::Complete { confirmed: Some(Doubt::NothingJudged) };
        let operation = world.set.operation(labeller(&world.app.store, "omar").await, *query, complete, NOW).operation;
        omar.post_json("/api/record", json!({ "set": "x", "operations": [operation] })).await.ok().contains("saved");
    }
    omar.get("/sets/x/versions/1").await.ok().contains("The CANARY answer").lacks("Hidden until");
    omar.get("/sets/x/diff?from=1&to=2").await.ok().contains("Grades changed").lacks("hidden until");
    omar.get("/sets/x/evaluation?version=1").await.ok().contains("MRR").lacks("hidden until");
    omar.get(&run).await.ok().contains("grades of the hits");
    omar.get(export).await.ok().contains("The CANARY answer");
    // Others' history is for reviewers; who settles what others said is through with it too.
    let page = format!("/sets/x/queries/{query}");
    omar.get(&page).await.ok().lacks("CANARY");
    let rosa = world.app.reviewer("rosa");
    rosa.get(&page).await.ok().contains("the CANARY note").contains("the CANARY flag");
    world.put_overlap(3).await;
    rosa.post_json("/api/label_work", json!({ "set": "x", "query": query })).await.ok();
    rosa.get(&page).await.ok().lacks("CANARY").contains("What others did is hidden");
}
