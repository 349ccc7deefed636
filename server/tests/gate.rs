//! The gate decides with its exit code: 0 pass, 1 fail, 2 cannot be decided.

use crate::touchstone::{Finished, Touchstone};

/// A frozen set of a dozen queries, exported to `golden`; each query's relevant chunk is `c{n}`.
fn golden() -> Touchstone {
    let touchstone = Touchstone::sqlite().with_parts(12);
    touchstone.freeze_parts();
    touchstone.export_parts("touchstone", "golden");
    touchstone
}

/// A run that finds the relevant chunk at this rank for each query; `decoy` stands before it.
fn run(touchstone: &Touchstone, name: &str, decoy: &str, rank: impl Fn(usize) -> usize) -> String {
    let list = |n: usize| {
        let before = (1..rank(n)).map(|at| if decoy == "shared" { "\"shared\"".to_owned() } else { format!("\"{decoy}{at}\"") });
        let ids: Vec<String> = before.chain([format!("\"c{n}\"")]).collect();
        format!("{{\"query_id\":\"q {n}\",\"results\":[{}],\"latency_ms\":{},\"cost_usd\":0.002}}", ids.join(","), 100 + n)
    };
    touchstone.write(name, (0..12).map(list).collect::<Vec<_>>().join("\n"))
}

fn gate(touchstone: &Touchstone, arguments: &[&str]) -> Finished {
    touchstone.run([&["gate", "--golden", &touchstone.path("golden")], arguments].concat())
}

#[test]
fn a_run_that_is_as_good_as_asked_passes() {
    let touchstone = golden();
    let (base, new) = (run(&touchstone, "base", "shared", |_| 2), run(&touchstone, "new", "shared", |n| 1 + n % 2));
    let asked = ["--max-drop", "recall@5=0.02", "--min", "mrr=0.6", "--p95-ms", "800", "--cost", "0.01"];
    let said = gate(&touchstone, &[&["--run", &new, "--baseline", &base], &asked[..]].concat()).exit(0).json();
    assert_eq!(said["verdict"], "pass");
    assert_eq!(said["checks"].as_array().expect("checks").len(), 4);
    assert_eq!(said["checks"][1]["after"], 0.75);
    assert_eq!(said["checks"][2]["after"], 111.0);
}

#[test]
fn a_run_that_is_worse_fails_with_the_check_that_failed() {
    let touchstone = golden();
    let (base, new) = (run(&touchstone, "base", "shared", |_| 1), run(&touchstone, "new", "shared", |_| 2));
    let asked = ["--run", &new, "--baseline", &base, "--max-drop", "mrr=0.1", "--min", "recall@5=0.9"];
    let said = gate(&touchstone, &asked).exit(1).json();
    assert_eq!(said["verdict"], "fail");
    assert_eq!((&said["checks"][0]["verdict"], &said["checks"][1]["verdict"]), (&"fail".into(), &"pass".into()));
    assert_eq!(gate(&touchstone, &["--run", &new, "--p95-ms", "50"]).exit(1).json()["verdict"], "fail");
}

#[test]
fn what_holes_or_few_queries_leave_open_cannot_be_decided() {
    let touchstone = golden();
    let (base, holes) = (run(&touchstone, "base", "shared", |_| 1), run(&touchstone, "holes", "nobody judged ", |_| 3));
    let said = gate(&touchstone, &["--run", &holes, "--baseline", &base, "--max-drop", "mrr=0.1"]).exit(2).json();
    assert_eq!(said["verdict"], "undecidable");
    assert!(said["reasons"][0].as_str().expect("a reason").contains("judge the hits that nobody judged"), "{said}");
    // The difference lies between -2/3 and 0: whatever the two holes before the chunk are worth, it is not better.
    let [low, high] = [0, 1].map(|end| said["checks"][0]["bounds"][end].as_f64().expect("a number"));
    assert!((low + 2.0 / 3.0).abs() < 1e-12 && high.abs() < 1e-12, "{said}");
    let failed = gate(&touchstone, &["--run", &holes, "--baseline", &base, "--max-drop", "mrr=0.1", "--unjudged", "not-relevant"]);
    assert_eq!(failed.exit(1).json()["unjudged"], "not-relevant");

    let said = gate(&touchstone, &["--run", &base, "--min", "mrr=0.5", "--min-queries", "13"]).exit(2).json();
    assert_eq!(said["reasons"][0], "12 queries are too few: at least 13 are wanted (--min-queries)");
}

#[test]
fn what_a_changed_set_leaves_open_cannot_be_decided() {
    let touchstone = golden();
    let base = run(&touchstone, "base", "shared", |_| 1);
    let text = std::fs::read_to_string(touchstone.path("golden/golden.jsonl")).expect("readable");
    touchstone.write("golden/golden.jsonl", text.split_inclusive('\n').take(11).collect::<String>());
    let said = gate(&touchstone, &["--run", &base, "--min", "mrr=0.5"]).exit(2).json();
    assert_eq!(said["verdict"], "undecidable");
    assert!(said["reasons"][0].as_str().expect("a reason").contains("golden.jsonl"), "{said}");
    // Nor is it evaluated against.
    touchstone.run(["eval", "--golden", &touchstone.path("golden"), "--run", &base]).exit(2).says("cannot be verified: golden.jsonl");
}

#[test]
fn a_set_that_cannot_be_verified_is_not_passed_unless_somebody_says_so() {
    let touchstone = golden();
    let base = run(&touchstone, "base", "shared", |_| 1);
    let qrels = (0..12).fold("query-id\tcorpus-id\tscore\n".to_owned(), |text, n| text + &format!("q {n}\tc{n}\t1\n"));
    let qrels = touchstone.write("qrels.tsv", qrels);
    let gate =
        |golden: &str, more: &[&str]| touchstone.run([&["gate", "--golden", golden, "--run", &base, "--min", "mrr=0.5"], more].concat());
    gate(&qrels, &[]).exit(2).prints("it cannot be verified");
    gate(&qrels, &["--unverified"]).exit(0);
    let empty = touchstone.write("empty.tsv", "");
    gate(&empty, &["--unverified"]).exit(2).says("empty.tsv is empty");
}

#[test]
fn bad_input_exits_with_2_and_says_where() {
    let touchstone = golden();
    let base = run(&touchstone, "base", "shared", |_| 1);
    let bad = touchstone.write("bad.run", "q1 Q0 c1 1 2.0 t\nq1 Q0 c2 two\n");
    for (arguments, words) in [
        (vec!["--run", &bad, "--min", "mrr=0.5"], "line 2 (byte 17)"),
        (vec!["--run", &base], "nothing is asked of the run"),
        (vec!["--run", &base, "--max-drop", "mrr=0.1"], "needs a --baseline"),
        (vec!["--run", &base, "--min", "mrr"], "is not of the form"),
        (vec!["--run", "nowhere", "--min", "mrr=0.5"], "nowhere"),
    ] {
        gate(&touchstone, &arguments).exit(2).says(words);
    }
}

#[test]
fn the_decision_is_written_as_markdown_and_junit_too() {
    let touchstone = golden();
    let new = run(&touchstone, "new", "shared", |_| 2);
    let (markdown, junit) = (touchstone.path("gate.md"), touchstone.path("gate.xml"));
    let files = ["--markdown", markdown.as_str(), "--junit", junit.as_str()];
    gate(&touchstone, &[&["--run", &new, "--min", "mrr=0.6", "--min", "recall@5=0.6"], &files[..]].concat()).exit(1);
    let markdown = std::fs::read_to_string(markdown).expect("written");
    assert!(markdown.starts_with("### Touchstone gate: fail\n"), "{markdown}");
    assert!(markdown.contains("| min rr=0.6 | 12 | – | 0.5000 | – | **fail** |"), "{markdown}");
    let junit = std::fs::read_to_string(junit).expect("written");
    assert!(junit.contains("tests=\"2\"") && junit.contains("failures=\"1\"") && junit.contains("min recall@5=0.6"), "{junit}");
}

#[test]
fn a_decision_says_all_that_a_tired_reader_needs() {
    let touchstone = golden();
    let base = run(&touchstone, "base", "shared", |_| 1);
    let new = run(&touchstone, "new", "shared", |n| if n < 7 { 2 } else { 1 });
    let text = std::fs::read_to_string(&new).expect("readable");
    let short = touchstone.write("short", text.lines().take(11).collect::<Vec<_>>().join("\n"));
    let (markdown, junit) = (touchstone.path("gate.md"), touchstone.path("gate.xml"));
    let asked = ["--run", &short, "--baseline", &base, "--max-drop", "mrr=0.1", "--markdown", &markdown, "--junit", &junit];
    let said = gate(&touchstone, &asked).exit(1).json();
    let check = &said["checks"][0];
    let after = (7.0 * 0.5 + 4.0) / 12.0;
    let number = |key: &str| check[key].as_f64().unwrap_or_else(|| panic!("{key}: {said}"));
    assert_eq!(
        (&check["measure"], &check["n"], number("before"), &check["missing"]),
        (&"rr".into(), &12.into(), 1.0, &serde_json::json!(["q 11"]))
    );
    assert!((number("after") - after).abs() < 1e-12 && (number("difference") - (after - 1.0)).abs() < 1e-12, "{said}");
    assert!(number("low") < number("difference") && number("difference") < number("high") && number("p") < 0.05, "{said}");
    assert!((number("judged") - 11.0 / 12.0).abs() < 1e-12 && (number("judged_before") - 1.0).abs() < 1e-12, "{said}");
    assert_eq!((said["run"].as_str(), said["baseline"].as_str()), (Some(short.as_str()), Some(base.as_str())));
    assert_eq!((&said["version"]["set"], &said["version"]["version"]), (&"parts".into(), &1.into()));
    let fell: Vec<&str> = check["fell"].as_array().expect("queries").iter().filter_map(|fall| fall["query_id"].as_str()).collect();
    assert_eq!(fell, ["q 11", "q 0", "q 1", "q 2", "q 3"]);

    let markdown = std::fs::read_to_string(markdown).expect("written");
    let root_hash = said["version"]["root_hash"].as_str().expect("a root hash");
    for words in [
        short.as_str(),
        base.as_str(),
        &format!("set parts, version 1, root hash {root_hash}"),
        "hits that nobody judged count as whatever is worst",
        "n 12 · before 1.0000 · after 0.6250 · difference -0.3750",
        "fell most: q 11 1.0000 → 0.0000, q 0 1.0000 → 0.5000",
        "the run lacks 1 of its queries, which count 0: q 11",
    ] {
        assert!(markdown.contains(words), "{words}: {markdown}");
    }
    assert!(std::fs::read_to_string(junit).expect("written").contains("difference -0.3750"));
}

#[test]
fn a_baseline_that_lacks_queries_and_a_set_of_other_chunks_decide_nothing() {
    let touchstone = golden();
    let base = run(&touchstone, "base", "shared", |_| 1);
    let text = std::fs::read_to_string(&base).expect("readable");
    let short = touchstone.write("short", text.lines().skip(2).collect::<Vec<_>>().join("\n"));
    let said = gate(&touchstone, &["--run", &base, "--baseline", &short, "--max-drop", "mrr=0.1"]).exit(2).json();
    let reason = said["reasons"][0].as_str().expect("a reason");
    assert!(reason.starts_with("the baseline lacks 2 queries that the run has: q 0, q 1."), "{reason}");

    let other = touchstone.write("other", text.replace("\"c", "\"another chunking's "));
    let said = gate(&touchstone, &["--run", &other, "--min", "mrr=0"]).exit(2).json();
    let reason = said["reasons"][0].as_str().expect("a reason");
    assert!(reason.starts_with("the run has no chunk that the golden set judges"), "{reason}");
}

#[test]
fn a_latency_that_is_known_for_fewer_than_95_in_100_queries_decides_nothing() {
    let touchstone = golden();
    let base = run(&touchstone, "base", "shared", |_| 1);
    let text = std::fs::read_to_string(&base).expect("readable");
    let some = touchstone.write("some", text.replace(",\"latency_ms\":103", ""));
    let said = gate(&touchstone, &["--run", &some, "--p95-ms", "800", "--cost", "0.01"]).exit(2).json();
    let verdicts = (&said["checks"][0]["verdict"], &said["checks"][1]["verdict"]);
    assert_eq!(verdicts, (&"undecidable".into(), &"pass".into()));
    assert_eq!(said["checks"][0]["reason"], "it is known for 11 of 12 queries only: at least 95 % are wanted");
}

#[test]
fn an_interval_decides_only_what_other_queries_would_not_change() {
    let touchstone = golden();
    let base = run(&touchstone, "base", "shared", |_| 1);
    let new = run(&touchstone, "new", "shared", |n| if n == 5 { 2 } else { 1 });
    let asked = ["--run", new.as_str(), "--baseline", base.as_str(), "--max-drop", "mrr=0.05"];
    gate(&touchstone, &asked).exit(0);
    let said = gate(&touchstone, &[&asked[..], &["--decide", "interval"]].concat()).exit(2).json();
    assert_eq!((&said["decide"], &said["verdict"]), (&"interval".into(), &"undecidable".into()));
    let same = ["--run", base.as_str(), "--baseline", base.as_str(), "--max-drop", "mrr=0.05", "--decide", "interval"];
    gate(&touchstone, &same).exit(0);
}

#[test]
fn a_path_that_is_not_there_is_said_to_be_not_there() {
    let touchstone = golden();
    let base = run(&touchstone, "base", "shared", |_| 1);
    let (golden, nowhere) = (touchstone.path("golden"), touchstone.path("nowhere"));
    for [golden, run, baseline] in [[&nowhere, &base, &base], [&golden, &nowhere, &base], [&golden, &base, &nowhere]] {
        let files = ["gate", "--golden", golden, "--run", run, "--baseline", baseline, "--max-drop", "mrr=0.1"];
        touchstone.run(files).exit(2).says(&format!("cannot read {nowhere}: No such file or directory"));
    }
    for files in [["eval", "--golden", &nowhere, "--run", &base], ["eval", "--golden", &golden, "--run", &nowhere]] {
        touchstone.run(files).exit(2).says(&format!("cannot read {nowhere}: No such file or directory"));
    }
    touchstone.run(["verify", &nowhere]).exit(1).prints("No such file or directory");
}

#[test]
fn a_cutoff_off_the_scale_and_a_limit_that_is_no_number_are_refused() {
    let touchstone = golden();
    let run = run(&touchstone, "run", "shared", |_| 1);
    for cutoff in ["0", "4", "-1"] {
        let cutoff = format!("--cutoff={cutoff}");
        gate(&touchstone, &["--run", &run, "--min", "mrr=0.5", &cutoff]).exit(2).says("use 1 to 3, the top of the golden set's scale");
        let eval = ["eval", "--golden", &touchstone.path("golden"), "--run", &run, &cutoff];
        touchstone.run(eval).exit(2).says("makes every grade relevant or none");
    }
    for limit in ["--p95-ms=nan", "--p95-ms=-5", "--cost=inf"] {
        gate(&touchstone, &["--run", &run, limit]).exit(2).says("is no number from 0 up");
    }
}

#[test]
fn the_cutoff_that_was_used_is_said_and_so_is_the_golden_sets_own() {
    let touchstone = golden();
    let run = run(&touchstone, "run", "shared", |_| 1);
    let markdown = touchstone.path("gate.md");
    let asked = ["--run", run.as_str(), "--min", "mrr=0.5", "--cutoff", "3", "--markdown", &markdown];
    assert_eq!(gate(&touchstone, &asked).exit(0).json()["cutoff"], 3);
    let said = std::fs::read_to_string(markdown).expect("written");
    assert!(said.contains("- cut-off: 3 (--cutoff), and the golden set's is 2"), "{said}");
}
