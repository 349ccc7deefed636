//! A version from the command line: frozen, exported, verified, brought in elsewhere, the same bytes each time.

mod common;

use std::process::Stdio;
use std::time::Duration;

use common::place::{Place, read};
use common::touchstone;
use serde_json::json;

const FORMATS: [&str; 11] =
    ["touchstone", "trec", "beir", "ragas", "deepeval", "promptfoo", "langsmith", "langfuse", "opensearch", "csv", "csv-spreadsheet"];

#[test]
fn a_version_has_the_same_bytes_each_time_and_on_both_databases() {
    let one = Place::sqlite().labelled(5);
    let frozen = one.ok(&["freeze", "--set", "parts", "--note", "the first"]);
    assert_eq!(
        (&frozen["version"], &frozen["queries"], &frozen["labels"], &frozen["left_out"]),
        (&json!(1), &json!(5), &json!(10), &json!(0))
    );
    let folder = one.path("touchstone-1");
    for format in FORMATS {
        let first = one.export(format, &format!("{format}-1"));
        assert_eq!(first, one.export(format, &format!("{format}-2")), "{format}");
        assert_eq!(one.run(&["verify", one.path(&format!("{format}-1")).to_str().expect("UTF-8")]).0, 0, "{format}");
    }
    for other in [Place::sqlite(), Place::postgres("same")] {
        for _ in 0..2 {
            other.ok(&["import", "version", "--set", "parts", folder.to_str().expect("UTF-8")]);
        }
        for format in FORMATS {
            assert_eq!(other.export(format, &format!("{format}-1")), read(&one.path(&format!("{format}-1"))), "{format}");
        }
        // The set is whole there: frozen again it has the same items under salts of its own.
        let again = other.ok(&["freeze", "--set", "parts"]);
        assert_eq!((&again["version"], &again["queries"], &again["labels"]), (&json!(2), &json!(5), &json!(10)));
        let difference = other.ok(&["diff", "--set", "parts", "1", "2"]);
        assert_eq!(
            difference,
            json!({ "queries": { "added": [], "removed": [], "reworded": [] }, "grades": { "changed": [] }, "answers": { "changed": [] }, "remapped": 0 })
        );
    }
}

#[test]
fn verify_finds_a_changed_byte_wherever_it_is() {
    let place = Place::sqlite().labelled(2);
    place.ok(&["freeze", "--set", "parts"]);
    for format in ["touchstone", "trec"] {
        let files = place.export(format, format);
        for (path, bytes) in &files {
            let whole = place.path(format).join(path);
            for at in (0..bytes.len()).step_by(bytes.len().div_ceil(12)).chain([bytes.len() - 1]) {
                let mut changed = bytes.clone();
                changed[at] ^= 1;
                std::fs::write(&whole, &changed).expect("written");
                let (code, out, _) = place.run(&["verify", place.path(format).to_str().expect("UTF-8")]);
                assert_eq!(code, 1, "{path}, byte {at}: {out}");
                assert!(out.contains(path.as_str()), "{path} is named: {out}");
            }
            std::fs::write(&whole, &bytes[..bytes.len() / 2]).expect("written");
            assert_eq!(place.run(&["verify", place.path(format).to_str().expect("UTF-8")]).0, 1, "{path} cut off");
            std::fs::write(&whole, bytes).expect("written");
        }
        assert_eq!(place.run(&["verify", place.path(format).to_str().expect("UTF-8")]).0, 0);
    }
}

#[test]
fn a_changed_export_is_not_brought_in_and_leaves_nothing_behind() {
    let place = Place::sqlite().labelled(2);
    place.ok(&["freeze", "--set", "parts"]);
    place.export("touchstone", "out");
    let file = place.path("out/golden.jsonl");
    let text = std::fs::read_to_string(&file).expect("readable");
    std::fs::write(&file, text.replace("\"grade\":3", "\"grade\":2")).expect("written");
    let other = Place::sqlite();
    let (code, _, error) = other.run(&["import", "version", "--set", "parts", place.path("out").to_str().expect("UTF-8")]);
    assert_eq!(code, 2);
    assert!(error.contains("golden.jsonl"), "{error}");
    assert_eq!(other.run(&["lint", "--set", "parts"]).0, 2, "no set was made");
}

#[test]
fn an_export_goes_into_a_folder_of_its_own_or_to_stdout() {
    let place = Place::sqlite().labelled(1);
    place.ok(&["freeze", "--set", "parts"]);
    place.export("trec", "out");
    let again = place.run(&["export", "--set", "parts", "--format", "trec", "--out", place.path("out").to_str().expect("UTF-8")]);
    assert_eq!(again.0, 2);
    assert!(again.2.contains("is not empty"), "{}", again.2);
    let (code, out, _) = place.run(&["export", "--set", "parts", "--format", "trec", "--out", "-"]);
    assert_eq!((code, out.as_str()), (0, "q%200 0 c0 3\nq%200 0 shared 0\n"));
    assert_eq!(place.run(&["export", "--set", "parts", "--format", "word", "--out", "-"]).0, 2);
    assert_eq!(place.run(&["export", "--set", "parts", "--version", "7", "--out", "-"]).0, 2);
}

#[test]
fn a_query_that_was_erased_leaves_a_tombstone_and_the_export_still_verifies() {
    let place = Place::sqlite().labelled(3);
    let root = place.ok(&["freeze", "--set", "parts"])["root_hash"].clone();
    place.ok(&["query", "erase", "--set", "parts", "q 1"]);
    let files = place.export("touchstone", "out");
    assert!(files.iter().all(|(_, bytes)| !String::from_utf8_lossy(bytes).contains("part 1 work")), "nothing of it is left");
    let hashes = &files.iter().find(|(path, _)| path == "hashes.tsv").expect("hashes").1;
    assert!(String::from_utf8_lossy(hashes).lines().nth(1).expect("a line").ends_with("\terased"));
    let out = place.path("out");
    let out = out.to_str().expect("UTF-8");
    assert_eq!(place.ok(&["verify", out]), json!({ "ok": true, "problems": [] }));
    let manifest: serde_json::Value =
        serde_json::from_slice(&files.iter().find(|(path, _)| path == "manifest.json").expect("a manifest").1).expect("JSON");
    assert_eq!((&manifest["head"]["root_hash"], &manifest["erased"]), (&root, &json!(1)));
    let other = Place::sqlite();
    other.ok(&["import", "version", "--set", "parts", out]);
    assert_eq!(other.export("touchstone", "out"), files);
    assert_eq!(place.run(&["query", "erase", "--set", "parts", "q 1"]).0, 2);
}

#[test]
fn a_version_of_the_database_is_evaluated_as_its_export_is() {
    let place = Place::sqlite().labelled(4);
    place.ok(&["freeze", "--set", "parts"]);
    place.export("touchstone", "out");
    let run =
        place.write("run.jsonl", "{\"query_id\":\"q 0\",\"results\":[\"shared\",\"c0\"]}\n{\"query_id\":\"q 1\",\"results\":[\"c1\"]}\n");
    let of_export = place.ok(&["eval", "--golden", place.path("out").to_str().expect("UTF-8"), "--run", &run]);
    let of_database = place.ok(&["eval", "--set", "parts", "--run", &run]);
    assert_eq!(of_export, of_database);
    assert_eq!(
        (&of_export["runs"][0]["measures"]["rr"], &of_export["runs"][0]["missing_queries"]),
        (&json!(0.375), &json!(["q 2", "q 3"]))
    );
}

#[test]
fn labels_of_a_file_never_overwrite_and_its_report_adds_up() {
    let place = Place::sqlite().labelled(1);
    let again = place.ok(&[
        "import",
        "labels",
        "--set",
        "parts",
        "--labeller",
        "ana",
        &place.write("again.tsv", "query-id\tcorpus-id\tscore\nq 0\tc0\t3\nq 0\tshared\t2\nq 9\tc0\t1\nq 0\tc0\t7\n"),
    ]);
    assert_eq!((&again["read"], &again["accepted"], &again["merged"], &again["refused"]), (&json!(4), &json!(0), &json!(1), &json!(3)));
    assert!(again["refusals"].to_string().contains("another grade already"), "{again}");
    // Chunks that the corpus does not have are known by their ids.
    let other = place.ok(&[
        "import",
        "labels",
        "--set",
        "parts",
        "--labeller",
        "ben",
        &place.write("ben.jsonl", "{\"query\":\"=how does part 0 work?\",\"chunk_id\":\"far away\",\"grade\":2}"),
    ]);
    assert_eq!(other["accepted"], 1);
}

/// Waits until the program has stopped at a point, or has had the time to, and ends it as a power cut would.
fn kill_at(place: &Place, point: &str) {
    let mut child = place
        .command(&["freeze", "--set", "parts"])
        .env("FAILPOINTS", format!("{point}=pause"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(Duration::from_millis(600));
    assert!(child.try_wait().expect("a state").is_none(), "it waits at {point}");
    child.kill().expect("killed");
    child.wait().expect("gone");
}

#[test]
fn a_freeze_that_is_killed_at_any_step_leaves_no_version_or_a_whole_one() {
    let place = Place::sqlite().labelled(3);
    for point in ["freeze-begun", "freeze-items", "freeze-head"] {
        kill_at(&place, point);
        assert_eq!(place.run(&["export", "--set", "parts", "--out", "-"]).0, 2, "killed at {point}, no version is there");
    }
    kill_at(&place, "freeze-committed");
    place.export("touchstone", "whole");
    assert_eq!(place.run(&["verify", place.path("whole").to_str().expect("UTF-8")]).0, 0);
    assert_eq!(place.ok(&["freeze", "--set", "parts"])["version"], 2);
}

#[test]
fn a_missing_set_is_said_with_the_command_that_makes_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let (code, _, error) = touchstone(directory.path(), &["freeze", "--set", "nothing"]);
    assert_eq!(code, 2);
    assert!(error.contains("touchstone set create nothing"), "{error}");
}
