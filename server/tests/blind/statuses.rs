//! Where a query stands, as the blind may know it.

use domain::query::QueryStatus;
use serde_json::json;

use super::world::World;
use crate::client::Client;

/// Where the queries of a list stand that a member asks for.
async fn listed(member: &Client<'_>, status: Option<QueryStatus>) -> Vec<String> {
    let filter = json!({ "search": "", "status": status, "style": null, "source": null, "page": 1 });
    let list = member.post_json("/api/query_list", json!({ "set": "x", "filter": filter })).await.ok().json();
    assert_eq!(list["page"]["total"], list["page"]["rows"].as_array().expect("rows").len());
    let rows = list["page"]["rows"].as_array().expect("rows").iter();
    rows.map(|row| row["status"].as_str().expect("a status").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_a_query_stands_tells_the_blind_only_whether_somebody_began_it() {
    let world = World::start().await;
    let (omar, rosa) = (world.app.labeller("omar"), world.app.reviewer("rosa"));
    assert_eq!(listed(&rosa, None).await, ["flagged", "started"]);
    assert_eq!(listed(&rosa, Some(QueryStatus::Flagged)).await, ["flagged"]);
    rosa.post_json("/api/label_work", json!({ "set": "x", "query": world.set.queries[0] })).await.ok();
    for member in [&omar, &rosa] {
        assert_eq!(listed(member, None).await, ["started", "started"]);
        for status in QueryStatus::ALL {
            let found = if status == QueryStatus::Started { 2 } else { 0 };
            assert_eq!(listed(member, Some(status)).await.len(), found, "{status:?}");
        }
        member.get("/sets/x/queries?status=flagged").await.ok().contains("No query fits");
        member.get(&format!("/sets/x/queries/{}", world.set.queries[0])).await.ok().lacks("flagged · ").contains("started · ");
    }
    assert_eq!(listed(&world.app.viewer(), Some(QueryStatus::Flagged)).await, ["flagged"]);
}
