//! The command line that scripts and CI depend on.

mod common;

use std::path::Path;

use common::touchstone;

fn write(directory: &Path, name: &str, text: &str) -> String {
    let path = directory.join(name);
    std::fs::write(&path, text).expect("written");
    path.to_str().expect("UTF-8").to_owned()
}

fn json(out: &str) -> serde_json::Value {
    serde_json::from_str(out).unwrap_or_else(|error| panic!("{error}: {out}"))
}

#[test]
fn a_set_is_made_filled_and_retrieved_and_the_same_files_again_change_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path().join("data");
    let run = |arguments: &[&str]| {
        let (code, out, error) = touchstone(&data, &[&["--json"], arguments].concat());
        assert_eq!(code, 0, "{arguments:?}: {error}");
        json(&out)
    };
    let chunks = write(
        directory.path(),
        "c.jsonl",
        "{\"id\":\"a\",\"text\":\"how to undo a grade\"}\n{\"id\":\"b\",\"text\":\"nothing here\"}\n{\"id\":\"c\"}\n",
    );
    let queries = write(directory.path(), "q.csv", "id,query\n1,\"undo, please\"\n2,Undo please\n3,\n");
    let trec = write(directory.path(), "r.run", "1 Q0 b 1 2.0 t\n1 Q0 a 2 1.0 t\n9 Q0 a 1 1.0 t\n1 Q0 zzz 3 0.5\n");
    let prelabels = write(
        directory.path(),
        "p.jsonl",
        "{\"query_id\":\"1\",\"chunk_id\":\"a\",\"grade\":3,\"evidence\":\"undo a  grade\"}\n{\"query_id\":\"1\",\"chunk_id\":\"a\",\"grade\":9}\n",
    );
    assert_eq!(run(&["set", "create", "s"])["set"], "s");
    for (again, file) in [(false, &chunks), (true, &chunks)] {
        let report = run(&["import", "corpus", "--corpus", "docs", file]);
        let (accepted, merged) = if again { (0, 2) } else { (2, 0) };
        assert_eq!(
            (&report["read"], &report["accepted"], &report["merged"], &report["refused"]),
            (&3.into(), &accepted.into(), &merged.into(), &1.into())
        );
        assert_eq!(report["refusals"][0]["line"], 3);
    }
    let report = run(&["import", "queries", "--set", "s", &queries]);
    assert_eq!((&report["detected"], &report["accepted"], &report["refused"]), (&"CSV with a header".into(), &2.into(), &1.into()));
    let report = run(&["import", "run", "--set", "s", "--retriever", "r", "--corpus", "docs", &trec]);
    assert_eq!((&report["read"], &report["accepted"], &report["refused"]), (&4.into(), &2.into(), &2.into()), "{report}");
    assert_eq!(run(&["import", "run", "--set", "s", "--retriever", "r", &trec])["merged"], 2);
    assert_eq!(run(&["import", "prelabels", "--set", "s", "--judge", "j", &prelabels])["accepted"], 1);
    let made = run(&["retrieve", "--set", "s", "--k", "20"]);
    assert_eq!((&made["queries"], &made["hits"]), (&2.into(), &2.into()));
}

#[test]
fn bad_input_ends_with_2_and_says_what_to_do() {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path().join("data");
    let file = write(directory.path(), "q.txt", "one\n");
    let (code, out, error) = touchstone(&data, &["import", "queries", "--set", "none", &file]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(error.contains("touchstone set create none"), "{error}");
    touchstone(&data, &["set", "create", "s"]);
    let (code, _, error) = touchstone(&data, &["set", "create", "s"]);
    assert_eq!(code, 2);
    assert!(error.contains("a set of this name already"), "{error}");
    let (code, _, error) = touchstone(&data, &["import", "queries", "--set", "s", "no-such-file"]);
    assert_eq!(code, 2);
    assert!(error.contains("cannot read no-such-file"), "{error}");
    let utf16 = directory.path().join("u.txt");
    std::fs::write(&utf16, [0xFF, 0xFE, b'a', 0]).expect("written");
    let (code, _, error) = touchstone(&data, &["import", "queries", "--set", "s", utf16.to_str().expect("UTF-8")]);
    assert!(code == 2 && error.contains("UTF-16"), "{error}");
    let (code, _, error) = touchstone(&data, &["retrieve", "--set", "s"]);
    assert!(code == 2 && error.contains("no corpus yet"), "{error}");
}

#[test]
fn the_same_query_twice_in_one_file_counts_and_the_file_again_does_not() {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path().join("data");
    let file = write(directory.path(), "q.txt", "How to undo?\nhow to undo\nother words here\n");
    touchstone(&data, &["set", "create", "s"]);
    for (accepted, merged) in [(2, 1), (0, 3)] {
        let report = json(&touchstone(&data, &["--json", "import", "queries", "--set", "s", &file]).1);
        assert_eq!((&report["accepted"], &report["merged"]), (&accepted.into(), &merged.into()));
    }
}

#[test]
fn an_unterminated_quote_does_not_swallow_the_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path().join("data");
    let rows: Vec<String> = (0..400).map(|n| format!("{n},query number {n}")).collect();
    let file = write(directory.path(), "q.csv", &format!("id,query\nx,\"never closed\n{}\n", rows.join("\n")));
    touchstone(&data, &["set", "create", "s"]);
    let report = json(&touchstone(&data, &["--json", "import", "queries", "--set", "s", &file]).1);
    assert_eq!((&report["accepted"], &report["refused"]), (&201.into(), &1.into()), "{report}");
}

#[test]
fn while_a_server_holds_the_directory_other_commands_say_so() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut server = std::process::Command::new(env!("CARGO_BIN_EXE_touchstone"))
        .arg("--data")
        .arg(directory.path())
        .args(["serve", "--listen", "127.0.0.1:0"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("a server");
    let mut first = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(server.stdout.take().expect("stdout")), &mut first).expect("a line");
    let (code, _, error) = touchstone(directory.path(), &["user", "list"]);
    server.kill().expect("ended");
    server.wait().expect("ended");
    assert!(first.starts_with("Touchstone serves http://127.0.0.1:"), "{first}");
    assert!(code == 3 && error.contains("another Touchstone is using"), "{code}: {error}");
}

#[test]
fn an_index_that_is_stale_or_missing_is_made_anew() {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path().join("data");
    let run = |arguments: &[&str]| {
        let (code, out, error) = touchstone(&data, &[&["--json"], arguments].concat());
        assert_eq!(code, 0, "{arguments:?}: {error}");
        json(&out)
    };
    let first = write(directory.path(), "1.jsonl", "{\"id\":\"a\",\"text\":\"undo a grade\"}\n");
    let more = write(directory.path(), "2.jsonl", "{\"id\":\"b\",\"text\":\"undo it again\"}\n");
    let queries = write(directory.path(), "q.txt", "undo\n");
    run(&["set", "create", "s"]);
    run(&["import", "queries", "--set", "s", &queries]);
    run(&["import", "corpus", "--corpus", "docs", &first]);
    assert_eq!(run(&["retrieve", "--set", "s", "--corpus", "docs"])["hits"], 1);
    run(&["import", "corpus", "--corpus", "docs", &more]);
    assert_eq!(run(&["retrieve", "--set", "s"])["hits"], 2, "stale");
    std::fs::remove_dir_all(data.join("index")).expect("removed");
    assert_eq!(run(&["retrieve", "--set", "s"])["hits"], 2, "missing");
}

#[test]
fn a_server_that_is_told_to_stop_ends_in_order_and_lets_go_of_its_directory() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut server = std::process::Command::new(env!("CARGO_BIN_EXE_touchstone"))
        .arg("--data")
        .arg(directory.path())
        .args(["serve", "--listen", "127.0.0.1:0"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("a server");
    let mut said = std::io::BufReader::new(server.stdout.take().expect("stdout"));
    std::io::BufRead::read_line(&mut said, &mut String::new()).expect("a line");
    std::io::BufRead::read_line(&mut said, &mut String::new()).expect("the link for the admin");
    // The signals are listened to as soon as the server serves, which is right after it said so.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let told = std::process::Command::new("kill").args(["-TERM", &server.id().to_string()]).status().expect("kill runs");
    assert!(told.success());
    assert_eq!(server.wait().expect("ended").code(), Some(0));
    assert_eq!(touchstone(directory.path(), &["user", "list"]).0, 0);
}
