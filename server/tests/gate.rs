//! The gate decides with its exit code: 0 pass, 1 fail, 2 cannot be decided.

mod common;

use common::place::Place;
use serde_json::Value;

/// A frozen set of a dozen queries, exported; each query's relevant chunk is `c{n}`.
fn golden() -> Place {
    let place = Place::sqlite().labelled(12);
    place.ok(&["freeze", "--set", "parts"]);
    place.export("touchstone", "golden");
    place
}

/// A run that finds the relevant chunk at this rank for each query; `decoy` stands before it.
fn run(place: &Place, name: &str, decoy: &str, rank: impl Fn(usize) -> usize) -> String {
    let list = |n: usize| {
        let before = (1..rank(n)).map(|at| if decoy == "shared" { "\"shared\"".to_owned() } else { format!("\"{decoy}{at}\"") });
        let ids: Vec<String> = before.chain([format!("\"c{n}\"")]).collect();
        format!("{{\"query_id\":\"q {n}\",\"results\":[{}],\"latency_ms\":{},\"cost_usd\":0.002}}", ids.join(","), 100 + n)
    };
    place.write(name, &(0..12).map(list).collect::<Vec<_>>().join("\n"))
}

/// The exit code, and what was said.
fn gate(place: &Place, arguments: &[&str]) -> (i32, Value) {
    let golden = place.path("golden");
    let (code, out, error) = place.run(&[&["gate", "--golden", golden.to_str().expect("UTF-8")], arguments].concat());
    (code, serde_json::from_str(&out).unwrap_or_else(|problem| panic!("{problem}: {out}{error}")))
}

#[test]
fn a_run_that_is_as_good_as_asked_passes() {
    let place = golden();
    let (base, new) = (run(&place, "base", "shared", |_| 2), run(&place, "new", "shared", |n| 1 + n % 2));
    let (code, said) = gate(
        &place,
        &["--run", &new, "--baseline", &base, "--max-drop", "recall@5=0.02", "--min", "mrr=0.6", "--p95-ms", "800", "--cost", "0.01"],
    );
    assert_eq!((code, &said["verdict"]), (0, &"pass".into()), "{said}");
    assert_eq!(said["checks"].as_array().expect("checks").len(), 4);
    assert_eq!(said["checks"][1]["value"], 0.75);
    assert_eq!(said["checks"][2]["value"], 111.0);
}

#[test]
fn a_run_that_is_worse_fails_with_the_check_that_failed() {
    let place = golden();
    let (base, new) = (run(&place, "base", "shared", |_| 1), run(&place, "new", "shared", |_| 2));
    let (code, said) = gate(&place, &["--run", &new, "--baseline", &base, "--max-drop", "mrr=0.1", "--min", "recall@5=0.9"]);
    assert_eq!((code, &said["verdict"]), (1, &"fail".into()), "{said}");
    assert_eq!((&said["checks"][0]["verdict"], &said["checks"][1]["verdict"]), (&"fail".into(), &"pass".into()));
    assert_eq!(gate(&place, &["--run", &new, "--p95-ms", "50"]).0, 1);
}

#[test]
fn what_holes_few_queries_or_a_changed_set_leave_open_cannot_be_decided() {
    let place = golden();
    let (base, holes) = (run(&place, "base", "shared", |_| 1), run(&place, "holes", "nobody judged ", |_| 3));
    let (code, said) = gate(&place, &["--run", &holes, "--baseline", &base, "--max-drop", "mrr=0.1"]);
    assert_eq!((code, &said["verdict"]), (2, &"undecidable".into()), "{said}");
    assert!(said["reasons"][0].as_str().expect("a reason").contains("judged"));

    let (code, said) = gate(&place, &["--run", &base, "--min", "mrr=0.5", "--min-queries", "13"]);
    assert_eq!((code, said["reasons"][0].as_str()), (2, Some("12 queries are too few: at least 13 are wanted (--min-queries)")));

    let file = place.path("golden/golden.jsonl");
    let text = std::fs::read_to_string(&file).expect("readable");
    std::fs::write(&file, text.split_inclusive('\n').take(11).collect::<String>()).expect("written");
    let (code, said) = gate(&place, &["--run", &base, "--min", "mrr=0.5"]);
    assert_eq!((code, &said["verdict"]), (2, &"undecidable".into()), "a truncated set: {said}");
    let (code, _, error) = place.run(&["eval", "--golden", place.path("golden").to_str().expect("UTF-8"), "--run", &base]);
    assert_eq!(code, 2, "nor is it evaluated against");
    assert!(error.contains("not as it was frozen"), "{error}");
    assert!(said["reasons"][0].as_str().expect("a reason").contains("golden.jsonl"));
}

#[test]
fn a_set_that_cannot_be_verified_is_not_passed_unless_somebody_says_so() {
    let place = golden();
    let base = run(&place, "base", "shared", |_| 1);
    let qrels =
        place.write("qrels.tsv", &(0..12).fold("query-id\tcorpus-id\tscore\n".to_owned(), |text, n| text + &format!("q {n}\tc{n}\t1\n")));
    let arguments = ["gate", "--golden", &qrels, "--run", &base, "--min", "mrr=0.5"];
    assert_eq!(place.run(&arguments).0, 2);
    assert_eq!(place.run(&[&arguments[..], &["--unverified"]].concat()).0, 0);
    let empty = place.write("empty.tsv", "");
    assert_eq!(place.run(&["gate", "--golden", &empty, "--run", &base, "--min", "mrr=0.5", "--unverified"]).0, 2);
}

#[test]
fn bad_input_exits_with_2_and_says_where() {
    let place = golden();
    let base = run(&place, "base", "shared", |_| 1);
    let golden = place.path("golden");
    let golden = golden.to_str().expect("UTF-8");
    let bad = place.write("bad.run", "q1 Q0 c1 1 2.0 t\nq1 Q0 c2 two\n");
    for (arguments, says) in [
        (vec!["--run", &bad, "--min", "mrr=0.5"], "line 2 (byte 17)"),
        (vec!["--run", &base], "nothing is asked of the run"),
        (vec!["--run", &base, "--max-drop", "mrr=0.1"], "needs a --baseline"),
        (vec!["--run", &base, "--min", "mrr"], "is not of the form"),
        (vec!["--run", "nowhere", "--min", "mrr=0.5"], "nowhere"),
    ] {
        let (code, _, error) = place.run(&[&["gate", "--golden", golden], &arguments[..]].concat());
        assert_eq!(code, 2, "{arguments:?}: {error}");
        assert!(error.contains(says), "{arguments:?}: {error}");
    }
}

#[test]
fn the_decision_is_written_as_markdown_and_junit_too() {
    let place = golden();
    let new = run(&place, "new", "shared", |_| 2);
    let (markdown, junit) = (place.path("gate.md"), place.path("gate.xml"));
    let files = ["--markdown", markdown.to_str().expect("UTF-8"), "--junit", junit.to_str().expect("UTF-8")];
    let (code, _) = gate(&place, &[&["--run", &new, "--min", "mrr=0.6", "--min", "recall@5=0.6"], &files[..]].concat());
    assert_eq!(code, 1);
    let markdown = std::fs::read_to_string(markdown).expect("written");
    assert!(
        markdown.starts_with("### Touchstone gate: fail\n") && markdown.contains("| min rr=0.6 | – | 0.5000 | **fail** |"),
        "{markdown}"
    );
    let junit = std::fs::read_to_string(junit).expect("written");
    assert!(junit.contains("tests=\"2\"") && junit.contains("failures=\"1\"") && junit.contains("min recall@5=0.6"), "{junit}");
}

#[test]
fn a_run_is_scored_the_same_however_its_lines_are_ordered_packed_or_ended() {
    let place = Place::sqlite();
    let qrels = place.write("qrels.txt", &(0..40).fold(String::new(), |lines, q| lines + &format!("q{q} 0 c1 1\nq{q} 0 c3 2\n")));
    // More than a block of a megabyte, so that queries go over from one block into the next.
    let line = |q: usize, n: usize| format!("q{q} Q0 c{n} {n} {} a-tag-that-makes-lines-long-{:0200}", 2000 - n, 0);
    let by_query: Vec<String> = (0..41).flat_map(|q| (0..150).map(move |n| line(q, n))).collect();
    let scattered: Vec<String> = (0..150).flat_map(|n| (0..41).map(move |q| line(q, n))).collect();
    let measured = |name: &str, text: &str| {
        let run = place.write(name, text);
        let mut said = place.ok(&["eval", "--golden", &qrels, "--run", &run, "--measures", "recall@5,rr,ndcg@10,ap"]);
        said["runs"][0]["run"] = Value::Null;
        said
    };
    let first = measured("plain", &by_query.join("\n"));
    assert_eq!(
        (&first["runs"][0]["n"], &first["runs"][0]["unknown_queries"], &first["runs"][0]["measures"]["rr"]),
        (&40.into(), &1.into(), &0.5.into())
    );
    assert_eq!(measured("ended", &(by_query.join("\r\n") + "\r\n\r\n")), first);
    assert_eq!(measured("marked", &format!("\u{feff}{}", by_query.join("\n"))), first);
    assert_eq!(measured("scattered", &scattered.join("\n")), first);
    let bad = place.write("bad", &format!("{}\nq1 Q0 c1\n", by_query.join("\n")));
    let (code, _, error) = place.run(&["eval", "--golden", &qrels, "--run", &bad]);
    assert_eq!(code, 2);
    assert!(error.contains("line 6151 (byte "), "{error}");
}

#[test]
fn the_worked_example_of_the_guide_gives_its_numbers() {
    let place = Place::sqlite();
    let qrels = place.write("qrels.txt", "q1 0 a 1\nq2 0 b 1\nq3 0 c 1\nq4 0 d 1\n");
    let other =
        |query: &str, count: usize| (0..count).fold(String::new(), |lines, n| lines + &format!("{query} Q0 x{n} 0 {} r\n", 100 - n));
    let found = |query: &str, chunk: &str, rank: usize| format!("{}{query} Q0 {chunk} 0 50 r\n", other(query, rank - 1));
    let run = |second: usize| [found("q1", "a", 1), found("q2", "b", second), other("q3", 5), found("q4", "d", 2)].concat();
    for (second, mrr) in [(3, 11.0 / 24.0), (1, 0.625)] {
        let run = place.write("run.txt", &run(second));
        let said = place.ok(&["eval", "--golden", &qrels, "--run", &run, "--measures", "recall@5,mrr"]);
        let measures = &said["runs"][0]["measures"];
        assert!((measures["recall@5"].as_f64().expect("a number") - 0.75).abs() < 1e-12);
        assert!((measures["rr"].as_f64().expect("a number") - mrr).abs() < 1e-12, "{measures}");
    }
}
