//! Guidelines on pages, in programs and on the command line.

use serde_json::json;

use crate::seed::{SetBuilder, keep};
use crate::test_app::TestApp;
use crate::touchstone::Touchstone;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_reads_the_versions_and_an_admin_adds_them() {
    let app = TestApp::start().await;
    let set = SetBuilder::new().named("x").create(&app.store).await;
    let viewer = app.viewer();
    viewer.get("/sets/x/guidelines").await.ok().contains("no guidelines yet").lacks("Labels given");
    keep(&app.store, set.grade(0, 0, 3, 0)).await;
    let add = |text: &str, base: i32| json!({ "set": "x", "text": text, "base": base });
    let admin = app.admin();
    admin.post_json("/api/add_guideline", add("Grade **what it says**.\r\n", 0)).await.ok().contains(r#"{"new":1}"#);
    admin.post_json("/api/add_guideline", add("Grade **what it says**.\n\n", 0)).await.ok().contains(r#"{"known":1}"#);
    admin.post_json("/api/add_guideline", add("Grade <script>alert(1)</script> **what it shows**.", 1)).await.ok();
    admin.post_json("/api/add_guideline", add("mine", 1)).await.ok().contains("outdated").contains("what it shows");
    admin.post_json("/api/add_guideline", add(&"x".repeat(50_001), 2)).await.unprocessable().contains("at most 50000");
    keep(&app.store, set.grade(0, 0, 2, 1)).await;
    let page = viewer.get("/sets/x/guidelines").await.ok();
    let page = page.contains("Version 2, in force").contains("<strong>what it shows</strong>").lacks("<script>alert");
    page.contains("From version 1 to version 2").contains("<del>").contains("<ins>").lacks("before the first version");
    viewer.get("/sets/x/guidelines/1").await.ok().contains("Version 1; version 2 is in force").contains("what it says");
    viewer.get("/sets/x/guidelines/2?with=1").await.ok().contains("From version 1 to version 2");
    for nothing in ["3", "0", "-1", "x"] {
        viewer.get(&format!("/sets/x/guidelines/{nothing}")).await.not_found().contains("There is no such version of the guidelines");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_labeller_is_told_that_the_guidelines_changed_until_they_label_under_them() {
    let app = TestApp::start().await;
    let set = SetBuilder::new().named("x").chunks(2).create(&app.store).await;
    let add = |text: &str, base: i32| json!({ "set": "x", "text": text, "base": base });
    app.admin().post_json("/api/add_guideline", add("Grade it.", 0)).await.ok();
    let omar = app.labeller("omar");
    let page = format!("/sets/x/label?q={}", set.queries[0]);
    let changed = "The guidelines changed since you last labelled";
    omar.get(&page).await.ok().contains("Guidelines, version 1").lacks(changed);
    let judge = |chunk: usize| {
        let id = crate::seed::id::<uuid::Uuid>();
        let action = json!({ "judge": { "chunk": set.chunks[chunk], "judgement": { "grade": 3 }, "evidence": [], "note": "",
            "prelabel_visible": false, "base": 0 } });
        json!({ "set": "x", "operations": [{ "id": id, "query": set.queries[0], "action": action }] })
    };
    omar.post_json("/api/record", judge(0)).await.ok().contains("saved");
    omar.get(&page).await.ok().lacks(changed);
    app.admin().post_json("/api/add_guideline", add("Grade it well.", 1)).await.ok();
    omar.get(&page).await.ok().contains("Guidelines, version 2").contains(changed).contains("/sets/x/guidelines/2?with=1");
    omar.post_json("/api/record", judge(1)).await.ok().contains("saved");
    omar.get(&page).await.ok().lacks(changed);
    let history = omar.post_json("/api/query_page", json!({ "set": "x", "query": set.queries[0] })).await.ok().json();
    let under: Vec<_> = history["history"].as_array().expect("entries").iter().map(|entry| entry["guideline"].as_i64()).collect();
    assert_eq!(under, [Some(1), Some(2)]);
}

#[test]
fn a_text_in_git_is_pushed_from_the_command_line() {
    let touchstone = Touchstone::sqlite();
    touchstone.run(["set", "create", "x"]).exit(0);
    touchstone.run(["guideline", "--set", "x"]).exit(2).says("touchstone guideline --set x FILE");
    let file = touchstone.write("guide.md", "# How to grade\n\nGrade it.\n");
    let pushed = touchstone.run(["guideline", "--set", "x", &file]).exit(0).json();
    assert_eq!(pushed, json!({ "set": "x", "number": 1, "new": true }));
    let again = touchstone.run(["guideline", "--set", "x", &file]).exit(0).json();
    assert_eq!(again, json!({ "set": "x", "number": 1, "new": false }));
    touchstone.write("guide.md", "# How to grade\n\nGrade it well.\n");
    touchstone.run(["guideline", "--set", "x", &file]).exit(0).prints("\"number\":2");
    assert_eq!(touchstone.in_words(["guideline", "--set", "x", "--show", "1"]), "# How to grade\n\nGrade it.\n");
    assert_eq!(touchstone.in_words(["guideline", "--set", "x"]), "# How to grade\n\nGrade it well.\n");
    touchstone.run(["guideline", "--set", "x", "--show", "3"]).exit(2).says("it has 2 versions");
    touchstone.run(["guideline", "--set", "x", "--show", "1", &file]).exit(2);
    touchstone.run(["guideline", "--set", "x", "missing.md"]).exit(2).says("missing.md");
}
