//! A version from the command line: frozen, exported, verified, brought in elsewhere, the same bytes each time.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use domain::export::Format;
use serde_json::{Value, json};

use crate::parts::files;
use crate::touchstone::Touchstone;

#[test]
fn a_version_has_the_same_bytes_each_time_and_on_both_databases() {
    let one = Touchstone::sqlite().with_parts(5);
    let frozen = one.run(["freeze", "--set", "parts", "--note", "the first"]).exit(0).json();
    assert_eq!(
        (&frozen["version"], &frozen["queries"], &frozen["labels"], &frozen["left_out"]),
        (&json!(1), &json!(5), &json!(10), &json!(0))
    );
    for format in Format::all().map(Format::word) {
        let first = one.export_parts(format, &format!("{format}-1"));
        assert_eq!(first, one.export_parts(format, &format!("{format}-2")), "{format}");
        one.run(["verify", &one.path(&format!("{format}-1"))]).exit(0);
    }
    for other in [Touchstone::sqlite(), Touchstone::postgres("same")] {
        for _ in 0..2 {
            other.run(["import", "version", "--set", "parts", &one.path("touchstone-1")]).exit(0);
        }
        for format in Format::all().map(Format::word) {
            let folder = format!("{format}-1");
            assert_eq!(other.export_parts(format, &folder), files(Path::new(&one.path(&folder))), "{format}");
        }
        // The set is whole there: frozen again it has the same items under salts of its own.
        let again = other.freeze_parts();
        assert_eq!((&again["version"], &again["queries"], &again["labels"]), (&json!(2), &json!(5), &json!(10)));
        let nothing = json!({
            "queries": { "added": [], "removed": [], "reworded": [] },
            "grades": { "changed": [] },
            "answers": { "changed": [] },
            "remapped": 0,
        });
        assert_eq!(other.run(["diff", "--set", "parts", "1", "2"]).exit(0).json(), nothing);
    }
}

#[test]
fn a_version_without_disputed_chunks_says_so_everywhere_and_has_the_same_bytes_on_both_databases() {
    let one = Touchstone::sqlite().with_parts(3);
    let differs = json!({ "query_id": "q 0", "chunk_id": "shared", "grade": 3 }).to_string();
    one.run(["import", "labels", "--set", "parts", "--labeller", "ben", &one.write("ben.jsonl", differs)]).exit(0);
    let open = one.run(["disagreements", "--set", "parts"]).exit(0).json();
    assert_eq!((&open["total"], &open["kinds"]["relevance_flip"], &open["cases"][0]["query_id"]), (&json!(1), &json!(1), &json!("q 0")));
    let counts = |frozen: &Value| [&frozen["queries"], &frozen["labels"], &frozen["disputed"], &frozen["left_out"]].map(Value::clone);
    let without = one.run(["freeze", "--set", "parts", "--without-disputed-chunks"]);
    let without = without.exit(0);
    without.says("[disputed_chunks] frozen without 1 chunk of 1 query");
    assert_eq!(counts(&without.json()), [json!(3), json!(5), json!(1), json!(0)]);
    assert_eq!(counts(&one.freeze_parts()), [json!(2), json!(4), json!(0), json!(1)], "without the option its query is left out");

    let first = one.export_parts("touchstone", "touchstone-1");
    let golden = first.iter().find(|(path, _)| path == "golden.jsonl").expect("golden.jsonl");
    let line = String::from_utf8_lossy(&golden.1).lines().next().expect("q 0").to_owned();
    assert!(line.contains(r#""disputed":["shared"]"#) && !line.contains(r#""chunk_id":"shared""#), "{line}");
    one.run(["verify", &one.path("touchstone-1")]).exit(0);
    for other in [Touchstone::sqlite(), Touchstone::postgres("disputed")] {
        other.run(["import", "version", "--set", "parts", &one.path("touchstone-1")]).exit(0);
        assert_eq!(other.export_parts("touchstone", "touchstone-1"), first);
    }
    let run = one.write("r.jsonl", json!({ "query_id": "q 0", "results": [{ "id": "shared" }] }).to_string());
    let eval = ["eval", "--golden", &one.path("touchstone-1"), "--run", &run];
    assert_eq!(one.run(eval).exit(0).json()["disputed"], 1);
    assert!(one.in_words(eval).contains("1 chunk was left out because labellers differ"));
}

#[test]
fn verify_finds_a_changed_byte_wherever_it_is() {
    let touchstone = Touchstone::sqlite().with_parts(2);
    touchstone.freeze_parts();
    for format in ["touchstone", "trec"] {
        let verify = || touchstone.run(["verify", &touchstone.path(format)]);
        for (path, bytes) in touchstone.export_parts(format, format) {
            let whole = format!("{format}/{path}");
            for at in (0..bytes.len()).step_by(bytes.len().div_ceil(12)).chain([bytes.len() - 1]) {
                let mut changed = bytes.clone();
                changed[at] ^= 1;
                touchstone.write(&whole, &changed);
                verify().exit(1).prints(&path);
            }
            touchstone.write(&whole, &bytes[..bytes.len() / 2]);
            verify().exit(1);
            touchstone.write(&whole, bytes);
        }
        verify().exit(0);
    }
}

#[test]
fn a_changed_export_is_not_brought_in_and_leaves_nothing_behind() {
    let touchstone = Touchstone::sqlite().with_parts(2);
    touchstone.freeze_parts();
    touchstone.export_parts("touchstone", "out");
    let text = std::fs::read_to_string(touchstone.path("out/golden.jsonl")).expect("readable");
    touchstone.write("out/golden.jsonl", text.replace("\"grade\":3", "\"grade\":2"));
    let other = Touchstone::sqlite();
    other.run(["import", "version", "--set", "parts", &touchstone.path("out")]).exit(2).says("golden.jsonl");
    other.run(["lint", "--set", "parts"]).exit(2).says("there is no set");
}

#[test]
fn an_export_goes_into_a_folder_of_its_own_or_to_stdout() {
    let touchstone = Touchstone::sqlite().with_parts(1);
    touchstone.freeze_parts();
    touchstone.export_parts("trec", "out");
    let export = |more: &[&'static str], out: &str| touchstone.run([&["export", "--set", "parts"], more, &["--out", out]].concat());
    export(&["--format", "trec"], &touchstone.path("out")).exit(2).says("is not empty");
    assert_eq!(export(&["--format", "trec"], "-").exit(0).out, "q%200 0 c0 3\nq%200 0 shared 0\n");
    export(&["--format", "word"], "-").exit(2).says("touchstone, trec");
    export(&["--version", "7"], "-").exit(2).says("the set parts has no version 7");
}

#[test]
fn a_query_that_was_erased_leaves_a_tombstone_and_the_export_still_verifies() {
    let touchstone = Touchstone::sqlite().with_parts(3);
    let root = touchstone.freeze_parts()["root_hash"].clone();
    let has = |files: &[(String, Vec<u8>)], words: &str| files.iter().any(|(_, bytes)| String::from_utf8_lossy(bytes).contains(words));
    assert!(has(&touchstone.export_parts("touchstone", "before"), "part 1 work"));
    touchstone.run(["query", "erase", "--set", "parts", "q 1"]).exit(0);
    let files = touchstone.export_parts("touchstone", "out");
    assert!(!has(&files, "part 1 work"), "nothing of it is left");
    let file = |name: &str| String::from_utf8_lossy(&files.iter().find(|(path, _)| path == name).expect(name).1).into_owned();
    assert!(file("hashes.tsv").lines().nth(1).expect("a line").ends_with("\terased"));
    let out = touchstone.path("out");
    assert_eq!(touchstone.run(["verify", &out]).exit(0).json(), json!({ "ok": true, "problems": [] }));
    let manifest: Value = serde_json::from_str(&file("manifest.json")).expect("JSON");
    assert_eq!((&manifest["head"]["root_hash"], &manifest["erased"]), (&root, &json!(1)));
    let other = Touchstone::sqlite();
    other.run(["import", "version", "--set", "parts", &out]).exit(0);
    assert_eq!(other.export_parts("touchstone", "out"), files);
    touchstone.run(["query", "erase", "--set", "parts", "q 1"]).exit(2).says("has no query");
}

#[test]
fn a_version_of_the_database_is_evaluated_as_its_export_is() {
    let touchstone = Touchstone::sqlite().with_parts(4);
    touchstone.freeze_parts();
    touchstone.export_parts("touchstone", "out");
    let run = "{\"query_id\":\"q 0\",\"results\":[\"shared\",\"c0\"]}\n{\"query_id\":\"q 1\",\"results\":[\"c1\"]}\n";
    let run = touchstone.write("run.jsonl", run);
    let of_export = touchstone.run(["eval", "--golden", &touchstone.path("out"), "--run", &run]).exit(0).json();
    let of_database = touchstone.run(["eval", "--set", "parts", "--run", &run]).exit(0).json();
    assert_eq!(of_export, of_database);
    let scored = &of_export["runs"][0];
    assert_eq!((&scored["measures"]["rr"], &scored["missing_queries"]), (&json!(0.375), &json!(["q 2", "q 3"])));
}

#[test]
fn labels_of_a_file_never_overwrite_and_its_report_adds_up() {
    let touchstone = Touchstone::sqlite().with_parts(1);
    let import =
        |labeller: &str, file: &str| touchstone.run(["import", "labels", "--set", "parts", "--labeller", labeller, file]).exit(0).json();
    let again = "query-id\tcorpus-id\tscore\nq 0\tc0\t3\nq 0\tshared\t2\nq 9\tc0\t1\nq 0\tc0\t1\n";
    let again = import("ana", &touchstone.write("again.tsv", again));
    assert_eq!((&again["read"], &again["accepted"], &again["merged"], &again["refused"]), (&json!(4), &json!(0), &json!(1), &json!(3)));
    assert!(again["refusals"].to_string().contains("another grade already"), "{again}");
    // Chunks that the corpus does not have are known by their ids.
    let far = "{\"query\":\"=how does part 0 work?\",\"chunk_id\":\"far away\",\"grade\":2}";
    assert_eq!(import("ben", &touchstone.write("ben.jsonl", far))["accepted"], 1);
}

/// Waits until the program stands still at a point, and ends it as kill -9 does.
fn kill_at(touchstone: &Touchstone, point: &str) {
    let mut freeze = touchstone.command(["freeze", "--set", "parts"]);
    freeze.env("FAILPOINTS", format!("{point}=pause")).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = freeze.spawn().expect("the program runs");
    wait_until_it_stands_still(child.id());
    assert!(child.try_wait().expect("a state").is_none(), "it waits at {point}");
    child.kill().expect("killed");
    child.wait().expect("gone");
}

/// Waits until all threads of a process sleep and went on sleeping for a second.
fn wait_until_it_stands_still(process: u32) {
    let mut before = Vec::new();
    loop {
        let now = threads(process);
        let asleep = now.iter().all(|thread| thread.starts_with("S "));
        if asleep && now == before {
            return;
        }
        before = if asleep { now } else { Vec::new() };
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// What each thread of a process is doing and has done: its state, and how often it waited or was made to.
fn threads(process: u32) -> Vec<String> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).expect("the process is there");
    let status = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("status")).unwrap_or_default();
    let field = |status: &str, name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.trim_start_matches(':').split_whitespace().next().unwrap_or_default().to_owned()
    };
    let told = |status: String| {
        let of = |name| field(&status, name);
        format!("{} {} {}", of("State"), of("voluntary_ctxt_switches"), of("nonvoluntary_ctxt_switches"))
    };
    tasks.map(|task| told(status(task.expect("a task")))).collect()
}

/// Where a freeze can be cut off before anybody may see its version, the last of them in its last statement.
const UNSEEN: [&str; 5] = ["freeze-begun", "freeze-snapshot", "freeze-items", "freeze-written", "freeze-published"];

/// Kills a freeze at each step. `clean_up` is what the database needs before the set can be frozen again.
fn killed_at_any_step(touchstone: &Touchstone, clean_up: impl Fn()) {
    for point in UNSEEN {
        kill_at(touchstone, point);
        touchstone.run(["export", "--set", "parts", "--out", "-"]).exit(2).says("the set parts has no version");
        clean_up();
    }
    kill_at(touchstone, "freeze-done");
    touchstone.export_parts("touchstone", "whole");
    touchstone.run(["verify", &touchstone.path("whole")]).exit(0);
    let again = touchstone.freeze_parts();
    assert_eq!((&again["version"], &again["queries"]), (&json!(2), &json!(60)));
}

#[test]
fn a_freeze_that_is_killed_at_any_step_leaves_no_version_or_a_whole_one() {
    killed_at_any_step(&Touchstone::sqlite().with_parts(60), || ());
}

#[test]
fn a_freeze_on_postgresql_that_is_killed_is_taken_for_left_when_its_lease_ended() {
    let touchstone = Touchstone::postgres("killed").with_parts(60);
    killed_at_any_step(&touchstone, || {
        touchstone.run(["freeze", "--set", "parts"]).exit(2).says("the set is being frozen now");
        touchstone.sql("UPDATE freezes SET lease_ends_at = 1 WHERE lease_ends_at IS NOT NULL");
    });
    let left = "SELECT COUNT(*) FROM version_items i WHERE NOT EXISTS (SELECT 1 FROM versions v WHERE v.id = i.version_id)";
    assert_eq!(touchstone.sql(left), "0", "what was left is gone");
}

#[test]
fn a_difference_says_what_came_what_went_and_what_is_graded_anew() {
    let touchstone = Touchstone::sqlite().with_parts(3);
    touchstone.freeze_parts();
    let query = touchstone.write("new.jsonl", "{\"id\":\"q 9\",\"query\":\"does it stop?\"}\n");
    touchstone.run(["import", "queries", "--set", "parts", &query]).exit(0);
    let label = |query: &str, chunk: &str, grade: i32| json!({ "query_id": query, "chunk_id": chunk, "grade": grade }).to_string() + "\n";
    let labels = touchstone.write("new-labels.jsonl", label("q 9", "c0", 3) + &label("q 0", "c2", 2));
    touchstone.run(["import", "labels", "--set", "parts", "--labeller", "ana", &labels]).exit(0);
    // What is disputed is not in the next version.
    let disputed = touchstone.write("disputed.jsonl", label("q 1", "c1", 0));
    touchstone.run(["import", "labels", "--set", "parts", "--labeller", "ben", &disputed]).exit(0);
    touchstone.freeze_parts();
    let told = touchstone.run(["diff", "--set", "parts", "1", "2"]).exit(0).json();
    let expected = json!({
        "queries": {
            "added": [{ "query_id": "q 9", "query": "does it stop?" }],
            "removed": [{ "query_id": "q 1", "query": "=how does part 1 work?" }],
            "reworded": [],
        },
        "grades": { "changed": [{ "query_id": "q 0", "chunk_id": "c2", "from": null, "to": 2 }] },
        "answers": { "changed": [] },
        "remapped": 0,
    });
    assert_eq!(told, expected);
    let words = touchstone.in_words(["diff", "--set", "parts", "1", "2"]);
    assert!(words.contains("grade q 0 c2: not judged → 2"), "{words}");
    assert!(
        words.ends_with("queries: 1 added, 1 removed, 0 reworded; grades: 1 changed; answers: 0 changed; 0 labels re-mapped\n"),
        "{words}"
    );
}

#[test]
fn a_long_lint_or_freeze_shows_people_how_far_it_is_and_nothing_to_programs() {
    let touchstone = Touchstone::sqlite().with_parts(60);
    let said = touchstone.said_to_people(["lint", "--set", "parts"], "");
    assert!(said.contains("\r83 %\r100 %\n"), "{said}");
    let said = touchstone.said_to_people(["freeze", "--set", "parts"], "freeze-items=sleep(2000)");
    assert!(said.contains("\r83 %") && said.contains("\r100 %\n"), "{said}");
    let silent = touchstone.command(["lint", "--set", "parts"]).output().expect("the program runs");
    assert!(silent.stderr.is_empty(), "{silent:?}");
}
