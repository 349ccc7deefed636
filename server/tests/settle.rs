//! Reviewers settle many disagreements of one kind at once: by the page, and by the command, which are one function.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use crate::clock::Clock;
use crate::seed::{SeededSet, SetBuilder, id, labeller};
use crate::test_app::TestApp;
use crate::touchstone::Touchstone;

const MANY: &str = "/sets/a-set/disagreements/many";

/// Three queries that lena grades 3 and omar 0.
async fn disputed(app: &TestApp) -> SeededSet {
    let mut set = SetBuilder::new().queries(3).overlap(2);
    for query in 0..3 {
        set = set.completed(query, "lena", 3, "So [1].").completed(query, "omar", 0, "So [1].");
    }
    set.create(&app.store).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_labeller_said_is_a_rule_that_is_looked_at_applied_and_taken_back() {
    let app = TestApp::start().await;
    disputed(&app).await;
    let rosa = app.reviewer("rosa");
    let omar = labeller(&app.store, "omar").await;
    rosa.get(MANY).await.ok().contains(">omar<").contains(">lena<").lacks(">rosa<");
    rosa.get(&format!("{MANY}?kind=relevance_flip&rule=labeller")).await.unprocessable().contains("Choose whose grades are taken");
    let looked = rosa.get(&format!("{MANY}?kind=relevance_flip&rule=labeller&labeller={omar}")).await.ok();
    looked.contains("3 of 3 open cases: 3 as 0 Not relevant.").contains(&format!("value=\"labeller.{omar}\""));
    let operation = id::<uuid::Uuid>();
    let form = format!("kind=relevance_flip&rule=labeller.{omar}&operation={operation}");
    let to = rosa.post_form(MANY, &form).await.redirects().to_owned();
    assert_eq!(to, format!("{MANY}?settled=3&batch={operation}"));
    rosa.get("/sets/a-set/disagreements").await.ok().contains("Nothing is disputed").contains("3 settled today");
    let later = rosa.get(MANY).await.ok().contains("What you settled at once").contains("the grade, or the answer, of omar");
    later.contains(&format!("name=\"batch\" value=\"{operation}\""));
    rosa.get("/sets/a-set/disagreements?state=settled").await.ok().contains("one of many").contains("Take the decision back");
    let taken_back = rosa.post_form(MANY, &format!("batch={operation}")).await.redirects().to_owned();
    rosa.get(&taken_back).await.ok().contains("3 taken back; they are open again.").contains("all were decided anew or taken back");
    rosa.get("/sets/a-set/disagreements").await.ok().contains("Case 1 of 3").contains("0 settled today");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_stops_for_want_of_time_says_how_far_it_got_and_goes_on() {
    static CLOCK: Clock = Clock::new();
    static SLOW: AtomicBool = AtomicBool::new(false);
    // While it is slow every look at the clock comes 25 seconds after the one before.
    let app = TestApp::by_clock(|| {
        CLOCK.forward(if SLOW.load(Ordering::SeqCst) { 25 } else { 0 });
        CLOCK.now()
    })
    .await;
    let mut set = SetBuilder::new().queries(60).overlap(2);
    for query in 0..60 {
        set = set.completed(query, "lena", 3, "So [1].").completed(query, "omar", 0, "So [1].");
    }
    set.create(&app.store).await;
    let rosa = app.reviewer("rosa");
    rosa.get(MANY).await.ok();
    let slowly = async |form: &str| {
        SLOW.store(true, Ordering::SeqCst);
        let to = rosa.post_form(MANY, form).await.redirects().to_owned();
        SLOW.store(false, Ordering::SeqCst);
        to
    };
    let batch = id::<uuid::Uuid>();
    let form = format!("kind=relevance_flip&rule=lower&operation={batch}");
    let to = slowly(&form).await;
    assert_eq!(to, format!("{MANY}?settled=50&batch={batch}&kind=relevance_flip&rule=lower"));
    let page = rosa.get(&to).await.ok().contains("50 settled, and there are more").contains("Go on");
    page.contains(&format!("name=\"operation\" value=\"{batch}\"")).contains("10 of 10 open cases");
    assert_eq!(slowly(&form).await, format!("{MANY}?settled=60&batch={batch}"), "the same form goes on");
    let to = slowly(&format!("batch={batch}")).await;
    assert_eq!(to, format!("{MANY}?taken-back=50&batch={batch}"));
    rosa.get(&to).await.ok().contains("50 taken back, and there are more");
    assert_eq!(slowly(&format!("batch={batch}")).await, format!("{MANY}?taken-back=10"));
    rosa.get(MANY).await.ok().contains("<span class=\"count\">60");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reason_is_counted_beside_its_choice_and_filters_what_was_settled() {
    let app = TestApp::start().await;
    let set = disputed(&app).await;
    let noor = labeller(&app.store, "noor").await;
    set.settle_grade(&app.store, noor, 0, 0, 2).await;
    let rosa = app.reviewer("rosa");
    let work = json!({ "set": "a-set" });
    let counts = rosa.post_json("/api/case_counts", work).await.ok().json();
    assert_eq!(counts["settled"]["by_reason"], json!({ "guideline_unclear": 1 }));
    rosa.get("/sets/a-set/disagreements").await.ok().contains("<span class=\"times\">1");
    let list = "/sets/a-set/disagreements/list";
    rosa.get(list).await.ok().contains("Guideline unclear (1)").contains("Slip of a key (0)");
    rosa.get(&format!("{list}?state=settled&reason=guideline_unclear")).await.ok().contains("1 in all").contains("query number 0");
    rosa.get(&format!("{list}?state=settled&reason=slip")).await.ok().contains("0 in all");
    rosa.get(&format!("{list}?reason=bad")).await.unprocessable().contains("is no reason");
}

/// Six queries of which ana and ben grade one chunk apart each.
fn apart() -> Touchstone {
    let touchstone = Touchstone::sqlite().with_parts(6);
    let line =
        |n: usize, chunk: &str, grade: usize| json!({ "query_id": format!("q {n}"), "chunk_id": chunk, "grade": grade }).to_string() + "\n";
    let labels: String = (0..6).map(|n| line(n, &format!("c{n}"), 1) + &line(n, "shared", n % 2)).collect();
    let labels = touchstone.write("second.jsonl", labels);
    touchstone.run(["import", "labels", "--set", "parts", "--labeller", "ben", &labels]).exit(0);
    touchstone
}

fn open(touchstone: &Touchstone) -> Value {
    touchstone.run(["disagreements", "--set", "parts"]).exit(0).json()["total"].clone()
}

#[test]
fn the_command_settles_what_the_dry_run_says_and_takes_it_back() {
    let touchstone = apart();
    touchstone.run(["user", "role", "ben", "--role", "reviewer"]).exit(0);
    assert_eq!(open(&touchstone), 6);
    let settle = ["settle", "--set", "parts", "--by", "ben", "--kind", "relevance_flip", "--rule", "labeller", "--labeller", "ana"];
    let dry = touchstone.run(settle.into_iter().chain(["--dry-run"])).exit(0).json();
    assert_eq!(dry["dry_run"], true);
    assert_eq!(open(&touchstone), 6, "nothing was written");
    // Ben is one of those who labelled, and every other reviewer did too: there is none.
    let done = touchstone.run(settle).exit(0).json();
    assert_eq!((&done["settled"], &done["grades"], &done["open"]), (&json!(6), &json!({ "3": 6 }), &json!(6)));
    for count in ["settled", "grades", "undecided", "own", "changed"] {
        assert_eq!(done[count], dry[count], "{count}");
    }
    assert_eq!(open(&touchstone), 0);
    let batch = done["batch"].as_str().expect("an id").to_owned();
    let again = touchstone.run(settle.into_iter().chain(["--batch", &batch])).exit(0).json();
    assert_eq!((&again["settled"], &again["batch"]), (&json!(0), &json!(batch)));
    let back = touchstone.run(["settle", "--set", "parts", "--by", "ben", "--undo", &batch]).exit(0).json();
    assert_eq!(back, json!({ "set": "parts", "batch": batch, "settled": 6, "taken_back": 6 }));
    assert_eq!(open(&touchstone), 6);
}

#[test]
fn the_command_says_what_is_wrong_and_settles_nothing() {
    let touchstone = apart();
    let by_ben = ["settle", "--set", "parts", "--by", "ben"];
    let run = |more: &[&str]| touchstone.run(by_ben.into_iter().chain(more.iter().copied()));
    run(&["--kind", "relevance_flip", "--rule", "lower"]).exit(2).says("ben may not settle in parts");
    touchstone.run(["user", "role", "ben", "--role", "reviewer"]).exit(0);
    for (arguments, words) in [
        (&["--kind", "answers", "--rule", "lower"][..], "lower does not settle disagreements of the kind answers"),
        (&["--kind", "relevance_flip", "--rule", "best"], "many are settled by"),
        (&["--kind", "relevance_flip", "--rule", "labeller"], "name them with --labeller"),
        (&["--kind", "relevance_flip", "--rule", "lower", "--labeller", "ana"], "goes with the rule labeller"),
        (&["--kind", "relevance_flip", "--rule", "labeller", "--labeller", "nobody"], "there is no member \"nobody\""),
        (&["--kind", "relevance_flip"], "--rule"),
        (&["--undo", "01a22b1b-ba7c-762d-adab-256587be83e5"], "nothing was settled under the id"),
        (&["--undo", "01a22b1b-ba7c-762d-adab-256587be83e5", "--kind", "answers"], "cannot be used with"),
    ] {
        run(arguments).exit(2).says(words);
    }
    touchstone.run(["settle", "--set", "none", "--by", "ben", "--kind", "answers", "--rule", "seen"]).exit(2).says("there is no set");
    assert_eq!(open(&touchstone), 6);
}
