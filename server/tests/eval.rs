//! `touchstone eval` on files: the same scores however they are written.

use serde_json::{Value, json};

use crate::touchstone::Touchstone;

#[test]
fn a_run_is_scored_the_same_however_its_lines_are_ordered_packed_or_ended() {
    let touchstone = Touchstone::sqlite();
    let qrels = (0..40).fold(String::new(), |lines, q| lines + &format!("q{q} 0 c1 1\nq{q} 0 c3 2\n"));
    let qrels = touchstone.write("qrels.txt", qrels);
    // More than a block of a megabyte, so that queries go over from one block into the next.
    let line = |q: usize, n: usize| format!("q{q} Q0 c{n} {n} {} a-tag-that-makes-lines-long-{:0200}", 2000 - n, 0);
    let by_query: Vec<String> = (0..41).flat_map(|q| (0..150).map(move |n| line(q, n))).collect();
    let scattered: Vec<String> = (0..150).flat_map(|n| (0..41).map(move |q| line(q, n))).collect();
    let measured = |name: &str, text: &str| {
        let run = touchstone.write(name, text);
        let measures = "recall@5,rr,ndcg@10,ap";
        let mut said = touchstone.run(["eval", "--golden", &qrels, "--run", &run, "--measures", measures]).exit(0).json();
        said["runs"][0]["run"] = Value::Null;
        said
    };
    let first = measured("plain", &by_query.join("\n"));
    let scored = &first["runs"][0];
    assert_eq!((&scored["n"], &scored["unknown_queries"], &scored["measures"]["rr"]), (&json!(40), &json!(1), &json!(0.5)));
    assert_eq!(measured("ended", &(by_query.join("\r\n") + "\r\n\r\n")), first);
    assert_eq!(measured("marked", &format!("\u{feff}{}", by_query.join("\n"))), first);
    assert_eq!(measured("scattered", &scattered.join("\n")), first);
    let bad = touchstone.write("bad", format!("{}\nq1 Q0 c1\n", by_query.join("\n")));
    touchstone.run(["eval", "--golden", &qrels, "--run", &bad]).exit(2).says("line 6151 (byte ");
}

#[test]
fn the_worked_example_of_the_guide_gives_its_numbers() {
    let touchstone = Touchstone::sqlite();
    let qrels = touchstone.write("qrels.txt", "q1 0 a 1\nq2 0 b 1\nq3 0 c 1\nq4 0 d 1\n");
    let other =
        |query: &str, count: usize| (0..count).fold(String::new(), |lines, n| lines + &format!("{query} Q0 x{n} 0 {} r\n", 100 - n));
    let found = |query: &str, chunk: &str, rank: usize| format!("{}{query} Q0 {chunk} 0 50 r\n", other(query, rank - 1));
    let run = |second: usize| [found("q1", "a", 1), found("q2", "b", second), other("q3", 5), found("q4", "d", 2)].concat();
    for (second, mrr) in [(3, 11.0 / 24.0), (1, 0.625)] {
        let run = touchstone.write("run.txt", run(second));
        let said = touchstone.run(["eval", "--golden", &qrels, "--run", &run, "--measures", "recall@5,mrr"]).exit(0).json();
        let measures = &said["runs"][0]["measures"];
        assert!((measures["recall@5"].as_f64().expect("a number") - 0.75).abs() < 1e-12);
        assert!((measures["rr"].as_f64().expect("a number") - mrr).abs() < 1e-12, "{measures}");
    }
}

#[test]
fn the_file_of_an_export_is_scored_and_checked_like_its_folder() {
    let touchstone = Touchstone::sqlite().with_parts(4);
    touchstone.freeze_parts();
    touchstone.export_parts("touchstone", "golden");
    let run = touchstone.path("r.jsonl");
    let scored = |golden: &str| touchstone.run(["eval", "--golden", &touchstone.path(golden), "--run", &run]);
    assert_eq!(scored("golden/golden.jsonl").exit(0).out, scored("golden").exit(0).out);
    let text = std::fs::read_to_string(touchstone.path("golden/golden.jsonl")).expect("readable");
    touchstone.write("golden/golden.jsonl", text.lines().skip(1).collect::<Vec<_>>().join("\n"));
    for golden in ["golden", "golden/golden.jsonl"] {
        scored(golden).exit(2).says("cannot be verified: golden.jsonl");
    }
}
