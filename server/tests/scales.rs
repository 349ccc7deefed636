//! Scales of two to ten grades, and files whose grades are not on them.

use serde_json::{Value, json};

use crate::touchstone::Touchstone;

/// A set of one query whose pool has the chunks `a`, `b` and `c`, on this scale.
fn with_scale(scale: &str) -> Touchstone {
    let touchstone = Touchstone::sqlite();
    let queries = touchstone.write("q.jsonl", r#"{"id":"q","query":"how does it work?"}"#);
    let results = json!(["a", "b", "c"].map(|id| json!({ "id": id, "text": format!("text of {id}") })));
    let run = touchstone.write("r.jsonl", json!({ "query_id": "q", "results": results }).to_string());
    touchstone.run(["set", "create", "s", "--scale", scale]).exit(0);
    touchstone.run(["import", "queries", "--set", "s", &queries]).exit(0);
    touchstone.run(["import", "run", "--set", "s", "--retriever", "r", &run]).exit(0);
    touchstone
}

impl Touchstone {
    /// The manifest's head of version 1, frozen now, and the grades that it holds.
    fn frozen(&self) -> (Value, Vec<i64>) {
        self.run(["freeze", "--set", "s"]).exit(0);
        let out = self.path("out");
        self.run(["export", "--set", "s", "--version", "1", "--format", "touchstone", "--out", &out]).exit(0);
        let read = |name: &str| std::fs::read_to_string(format!("{out}/{name}")).expect("exported");
        let line: Value = serde_json::from_str(&read("golden.jsonl")).expect("a line");
        let head: Value = serde_json::from_str(&read("manifest.json")).expect("a manifest");
        let grades = line["labels"].as_array().expect("labels").iter().map(|label| label["grade"].as_i64().expect("a grade"));
        (head["head"].clone(), grades.collect())
    }
}

#[test]
fn a_set_of_ten_named_grades_takes_each_of_them_and_its_version_names_them() {
    let touchstone = with_scale("zero,one,two,three,four,five,six,seven,eight,nine");
    let qrels = touchstone.write("l.txt", "q 0 a 9\nq 0 b 4\nq 0 c 0\n");
    let report = touchstone.run(["import", "labels", "--set", "s", "--labeller", "ana", &qrels]).exit(0).json();
    assert_eq!(report["accepted"], 3);
    let (head, grades) = touchstone.frozen();
    assert_eq!(grades, [9, 4, 0]);
    assert_eq!((&head["cutoff"], &head["scale"][9], &head["mapped_grades"]), (&json!(5), &json!("nine"), &json!([])));
}

#[test]
fn a_scale_that_is_none_is_refused_with_what_can_be_said() {
    let touchstone = Touchstone::sqlite();
    for (scale, words) in [
        ("0-4", "use 0-3, binary, or the names of 2 to 10 grades"),
        ("a,b,c,d,e,f,g,h,i,j,k", "a scale has 2 to 10 grades, and this has 11"),
        ("good,Good", "are both called"),
        ("good,", "grade 1 has no name"),
    ] {
        touchstone.run(["set", "create", "s", "--scale", scale]).exit(2).says(words);
    }
    touchstone.run(["set", "create", "s", "--scale", "a,b,c", "--cutoff", "3"]).exit(2).says("the cut-off 3 is not between 1 and 2");
}

#[test]
fn a_file_with_a_grade_off_the_scale_changes_nothing_whatever_its_format() {
    let touchstone = with_scale("0-3");
    let book = json!({ "query_doc_pairs": [
        { "query_text": "how does it work?", "doc_id": "a", "judgements": [{ "rating": 1.0, "user_email": "ana" }] },
        { "query_text": "how does it work?", "doc_id": "b", "judgements": [{ "rating": 4.0, "user_email": "ana" }] },
    ] });
    let line = |chunk: &str, grade: i32| json!({ "query_id": "q", "chunk_id": chunk, "grade": grade }).to_string();
    for (name, content) in [
        ("qrels.txt", "q 0 a 1\nq 0 b 4\n".to_owned()),
        ("beir.tsv", "query-id\tcorpus-id\tscore\nq\ta\t1\nq\tb\t4\n".to_owned()),
        ("lines.jsonl", [line("a", 1), line("b", 4)].join("\n")),
        ("book.json", book.to_string()),
    ] {
        let file = touchstone.write(name, content);
        let refused = touchstone.run(["import", "labels", "--set", "s", "--labeller", "ana", &file]);
        refused.exit(2).says("nothing was imported: the scale is 0 to 3, and the file has the grade 4 (1×)").says("--map=4=3");
    }
    let judged = touchstone.write("p.jsonl", [line("a", 1), line("b", 4)].join("\n"));
    touchstone.run(["import", "prelabels", "--set", "s", "--judge", "j", &judged]).exit(2).says("nothing was imported");
    touchstone.run(["freeze", "--set", "s"]).exit(2).says("there is nothing to freeze");
}

#[test]
fn mapped_grades_are_taken_and_the_version_says_which_and_how_many() {
    let touchstone = with_scale("0-3");
    let qrels = touchstone.write("l.txt", "q 0 a 4\nq 0 b -1\nq 0 c 2\n");
    let import = ["import", "labels", "--set", "s", "--labeller", "ana", "--map", "4=3", "--map", "-1=0", &qrels];
    assert_eq!(touchstone.run(import).exit(0).json()["accepted"], 3);
    assert_eq!(touchstone.run(import).exit(0).json()["merged"], 3, "the same file again changes nothing");
    let (head, grades) = touchstone.frozen();
    assert_eq!(grades, [3, 0, 2]);
    let mapped = json!([{ "from": -1, "to": 0, "labels": 1 }, { "from": 4, "to": 3, "labels": 1 }]);
    assert_eq!(head["mapped_grades"], mapped);
}

#[test]
fn a_map_that_makes_no_sense_is_refused() {
    let touchstone = with_scale("0-3");
    let qrels = touchstone.write("l.txt", "q 0 a 4\n");
    for (map, words) in
        [("4=9", "grade 9 is not on the scale 0 to 3"), ("four=3", "maps no grade"), ("4=1,4=2", "cannot become both 1 and 2")]
    {
        touchstone.run(["import", "labels", "--set", "s", "--labeller", "ana", "--map", map, &qrels]).exit(2).says(words);
    }
}

#[test]
fn a_version_on_another_scale_is_not_brought_into_a_set() {
    let touchstone = with_scale("0-3");
    let qrels = touchstone.write("l.txt", "q 0 a 3\n");
    touchstone.run(["import", "labels", "--set", "s", "--labeller", "ana", &qrels]).exit(0);
    touchstone.frozen();
    touchstone.run(["set", "create", "binary", "--scale", "binary"]).exit(0);
    let refused = touchstone.run(["import", "version", "--set", "binary", &touchstone.path("out")]);
    refused.exit(2).says("the version is on a scale of 4 grades, and the set binary on one of 2");
}
