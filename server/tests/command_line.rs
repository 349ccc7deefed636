//! The command line that scripts and CI depend on.

use serde_json::{Value, json};

use crate::serving::Serving;
use crate::touchstone::Touchstone;

/// What a report counts.
fn counts(report: &Value) -> Value {
    json!({ "read": report["read"], "accepted": report["accepted"], "merged": report["merged"], "refused": report["refused"] })
}

fn counted(read: u64, accepted: u64, merged: u64, refused: u64) -> Value {
    json!({ "read": read, "accepted": accepted, "merged": merged, "refused": refused })
}

#[test]
fn a_set_is_made_filled_and_retrieved_and_the_same_files_again_change_nothing() {
    let touchstone = Touchstone::sqlite();
    let chunks = "{\"id\":\"a\",\"text\":\"how to undo a grade\"}\n{\"id\":\"b\",\"text\":\"nothing here\"}\n{\"id\":\"c\"}\n";
    let chunks = touchstone.write("c.jsonl", chunks);
    let queries = touchstone.write("q.csv", "id,query\n1,\"undo, please\"\n2,Undo please\n3,\n");
    let trec = touchstone.write("r.run", "1 Q0 b 1 2.0 t\n1 Q0 a 2 1.0 t\n9 Q0 a 1 1.0 t\n1 Q0 zzz 3 0.5\n");
    let prelabels = [
        json!({ "query_id": "1", "chunk_id": "a", "grade": 3, "evidence": "undo a  grade" }),
        json!({ "query_id": "1", "chunk_id": "not here", "grade": 1 }),
    ];
    let prelabels = touchstone.write("p.jsonl", prelabels.map(|line| line.to_string()).join("\n"));
    assert_eq!(touchstone.run(["set", "create", "s"]).exit(0).json()["set"], "s");
    for again in [counted(3, 2, 0, 1), counted(3, 0, 2, 1)] {
        let report = touchstone.run(["import", "corpus", "--corpus", "docs", &chunks]).exit(0).json();
        assert_eq!(counts(&report), again);
        assert_eq!(report["refusals"][0]["line"], 3);
    }
    let report = touchstone.run(["import", "queries", "--set", "s", &queries]).exit(0).json();
    assert_eq!(report["detected"], "CSV with a header");
    assert_eq!(counts(&report), counted(3, 2, 0, 1));
    let run = ["import", "run", "--set", "s", "--retriever", "r", "--corpus", "docs", &trec];
    assert_eq!(counts(&touchstone.run(run).exit(0).json()), counted(4, 2, 0, 2));
    let run = ["import", "run", "--set", "s", "--retriever", "r", &trec];
    assert_eq!(touchstone.run(run).exit(0).json()["merged"], 2);
    let judged = touchstone.run(["import", "prelabels", "--set", "s", "--judge", "j", &prelabels]).exit(0).json();
    assert_eq!(judged["accepted"], 1);
    let made = touchstone.run(["retrieve", "--set", "s", "--k", "20"]).exit(0).json();
    assert_eq!((&made["queries"], &made["hits"]), (&json!(2), &json!(2)));
}

#[test]
fn bad_input_ends_with_2_and_says_what_to_do() {
    let touchstone = Touchstone::sqlite();
    let file = touchstone.write("q.txt", "one\n");
    let refused = touchstone.run(["import", "queries", "--set", "none", &file]);
    refused.exit(2).says("touchstone set create none");
    assert_eq!(refused.out, "");
    touchstone.run(["set", "create", "s"]).exit(0);
    touchstone.run(["set", "create", "s"]).exit(2).says("a set of this name already");
    touchstone.run(["agreement", "--set", "s", "--guideline", "99"]).exit(2).says("there is no version 99 of the guidelines");
    touchstone.run(["import", "queries", "--set", "s", "no-such-file"]).exit(2).says("cannot read no-such-file");
    let utf16 = touchstone.write("u.txt", [0xFF, 0xFE, b'a', 0]);
    touchstone.run(["import", "queries", "--set", "s", &utf16]).exit(2).says("UTF-16");
    touchstone.run(["retrieve", "--set", "s"]).exit(2).says("no corpus yet");
    touchstone.run(["freeze", "--set", "nothing"]).exit(2).says("touchstone set create nothing");
}

#[test]
fn the_same_query_twice_in_one_file_counts_and_the_file_again_does_not() {
    let touchstone = Touchstone::sqlite();
    let file = touchstone.write("q.txt", "How to undo?\nhow to undo\nother words here\n");
    touchstone.run(["set", "create", "s"]).exit(0);
    for expected in [counted(3, 2, 1, 0), counted(3, 0, 3, 0)] {
        let report = touchstone.run(["import", "queries", "--set", "s", &file]).exit(0).json();
        assert_eq!(counts(&report), expected);
    }
}

#[test]
fn an_unterminated_quote_does_not_swallow_the_file() {
    let touchstone = Touchstone::sqlite();
    let rows: Vec<String> = (0..400).map(|n| format!("{n},query number {n}")).collect();
    let file = touchstone.write("q.csv", format!("id,query\nx,\"never closed\n{}\n", rows.join("\n")));
    touchstone.run(["set", "create", "s"]).exit(0);
    let report = touchstone.run(["import", "queries", "--set", "s", &file]).exit(0).json();
    assert_eq!((&report["accepted"], &report["refused"]), (&json!(201), &json!(1)), "{report}");
}

#[test]
fn an_index_that_is_stale_or_missing_is_made_anew() {
    let touchstone = Touchstone::sqlite();
    let first = touchstone.write("1.jsonl", "{\"id\":\"a\",\"text\":\"undo a grade\"}\n");
    let more = touchstone.write("2.jsonl", "{\"id\":\"b\",\"text\":\"undo it again\"}\n");
    let queries = touchstone.write("q.txt", "undo\n");
    touchstone.run(["set", "create", "s"]).exit(0);
    touchstone.run(["import", "queries", "--set", "s", &queries]).exit(0);
    touchstone.run(["import", "corpus", "--corpus", "docs", &first]).exit(0);
    let retrieved = touchstone.run(["retrieve", "--set", "s", "--corpus", "docs"]).exit(0).json();
    assert_eq!(retrieved["hits"], 1);
    touchstone.run(["import", "corpus", "--corpus", "docs", &more]).exit(0);
    assert_eq!(touchstone.run(["retrieve", "--set", "s"]).exit(0).json()["hits"], 2, "stale");
    std::fs::remove_dir_all(touchstone.path("data/index")).expect("removed");
    assert_eq!(touchstone.run(["retrieve", "--set", "s"]).exit(0).json()["hits"], 2, "missing");
}

#[test]
fn who_gave_labels_in_a_file_cannot_sign_in_so_the_first_start_still_prints_the_admins_link() {
    let touchstone = Touchstone::sqlite().with_parts(2);
    let mut server = Serving::start(&touchstone);
    server.line();
    assert!(server.line().contains("This link makes the admin"));
}

#[test]
fn a_postgresql_that_cannot_be_reached_is_said_to_be_so_and_not_busy() {
    let touchstone = Touchstone::sqlite();
    let finished = touchstone.run(["--database-url", "postgres://nobody@127.0.0.1:1/none", "set", "create", "s"]);
    finished.exit(3).says("cannot be used now");
}

#[test]
fn parameters_of_bm25_outside_their_range_are_refused() {
    let touchstone = Touchstone::sqlite().with_parts(1);
    for bad in ["--b=7", "--b=NaN", "--k1=-5", "--k1=1e300"] {
        touchstone.run(["retrieve", "--set", "parts", bad]).exit(2).says("it must be from 0 to");
    }
}

#[test]
fn what_cannot_be_written_to_stdout_is_an_error_and_no_panic() {
    let touchstone = Touchstone::sqlite().with_parts(1);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let output = touchstone.command(["lint", "--set", "parts"]).stdout(full).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("could not be written"));
}

#[test]
fn while_a_server_holds_the_directory_other_commands_say_so() {
    let touchstone = Touchstone::sqlite();
    let mut server = Serving::start(&touchstone);
    let line = server.line();
    assert!(line.starts_with("Touchstone serves http://127.0.0.1:"), "{line}");
    touchstone.run(["user", "list"]).exit(3).says("another Touchstone is using");
}

#[test]
fn a_server_that_is_told_to_stop_ends_in_order_and_lets_go_of_its_directory() {
    let touchstone = Touchstone::sqlite();
    let mut server = Serving::start(&touchstone);
    server.line();
    server.line(); // the link for the admin
    // The signals are listened to as soon as the server serves, which is right after it said so.
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(server.terminate(), Some(0));
    touchstone.run(["user", "list"]).exit(0);
}
