use super::*;
use crate::query::{Answerable, Style};
use crate::scale::Grade;
use crate::version::{Counts, HEAD_SCHEMA, HashedItem, Head, ITEM_SCHEMA, ItemEvidence, ItemLabel, item_hash};

fn head() -> Head {
    Head {
        schema: HEAD_SCHEMA.into(),
        set: "guide".parse().expect("a name"),
        title: "Guide".into(),
        version: 1,
        note: String::new(),
        created_at: crate::timestamp::Timestamp(0),
        parent: None,
        root_hash: "0".repeat(64),
        counts: Counts::default(),
        corpus: "docs".into(),
        chunking: "default".into(),
        scale: vec!["No".into(), "Yes".into()],
        cutoff: Grade(2),
        resolution: crate::adjudication::Resolution::Agreed,
        mapped_grades: vec![],
        guideline: 0,
        guidelines_sha256: String::new(),
        judges: vec![],
        warnings: vec![],
    }
}

fn item(id: &str, query: &str) -> Item {
    let label = |chunk: &str, grade: i16| ItemLabel {
        chunk_id: chunk.into(),
        doc_id: "d1".into(),
        ordinal: 0,
        title: "Title".into(),
        grade: Grade(grade),
        text: format!("text of {chunk}"),
        evidence: vec![ItemEvidence { start: 0, end: 4, quote: "text".into() }],
    };
    Item {
        schema: ITEM_SCHEMA.into(),
        query_id: id.into(),
        query: query.into(),
        style: Style::Question,
        answerable: Answerable::Yes,
        answer: "So [1].".into(),
        citations: vec!["c 1".into()],
        labels: vec![label("c 1", 3), label("c%2", 0)],
        disputed: vec![],
        source: "log".into(),
        seen: 2,
        metadata: serde_json::Map::new(),
    }
}

fn hashed(item: Item) -> HashedItem {
    HashedItem { hash: item_hash("5a17", &item.line()), item: Some(("5a17".into(), item)) }
}

/// The files of a format, whole.
fn export(format: &str, items: &[HashedItem]) -> Vec<String> {
    let mut exporter = Exporter::new(format.parse().expect("a format"), &head());
    let mut files = exporter.begin();
    for item in items {
        exporter.item(item).into_iter().enumerate().for_each(|(at, part)| files[at].push_str(&part));
    }
    exporter.end().into_iter().enumerate().for_each(|(at, part)| files[at].push_str(&part));
    files
}

fn two() -> [HashedItem; 2] {
    [hashed(item("q1", "how?")), hashed(item("q 2", "=why\tso?"))]
}

#[test]
fn every_format_gives_its_files_and_every_json_is_one() {
    for format in Format::all() {
        let files = export(format.word(), &two());
        assert_eq!(files.len(), format.paths().count());
        for (path, text) in format.paths().zip(&files) {
            assert!(text.ends_with('\n'), "{path} ends in a newline");
            match path.rsplit('.').next() {
                Some("jsonl") => text.lines().for_each(|line| drop(serde_json::from_str::<serde_json::Value>(line).expect(line))),
                Some("json") => drop(serde_json::from_str::<serde_json::Value>(text).expect(text)),
                _ => {}
            }
        }
    }
}

#[test]
fn an_empty_version_is_still_well_formed() {
    for format in Format::all() {
        for (path, text) in format.paths().zip(export(format.word(), &[])) {
            match path.rsplit('.').next() {
                Some("json") => drop(serde_json::from_str::<serde_json::Value>(&text).expect(&text)),
                Some("jsonl") => assert_eq!(text, "", "{path}"),
                _ => assert!(text.lines().count() <= 1, "{path} has a header at most: {text}"),
            }
        }
    }
}

#[test]
fn white_space_in_ids_is_encoded_for_trec_and_the_map_is_written() {
    let files = export("trec", &two());
    assert_eq!(files[0], "q1 0 c%201 3\nq1 0 c%252 0\nq%202 0 c%201 3\nq%202 0 c%252 0\n");
    assert_eq!(files[1], "q1\thow?\nq%202\t=why so?\n");
    assert_eq!(files[2], "kind\twritten\tid\nchunk\tc%201\t\"c 1\"\nchunk\tc%252\t\"c%2\"\nquery\tq%202\t\"q 2\"\n");
}

#[test]
fn beir_has_its_header_and_each_judged_chunk_once() {
    let files = export("beir", &two());
    assert!(files[0].starts_with("query-id\tcorpus-id\tscore\nq1\tc 1\t3\n"));
    assert_eq!(files[2].lines().count(), 2);
}

#[test]
fn an_id_with_a_quote_is_the_same_in_the_three_files_of_beir() {
    let mut quoted = item("\"q\"", "how?");
    quoted.labels[0].chunk_id = "\"intro\" part".into();
    let files = export("beir", &[hashed(quoted)]);
    let read = crate::format::trec::beir_judgement(files[0].lines().nth(1).expect("a line")).expect("a judgement");
    assert_eq!(read, ("\"q\"".into(), "\"intro\" part".into(), 3));
    assert!(files[1].contains(r#""_id":"\"q\"""#) && files[2].contains(r#""_id":"\"intro\" part""#), "{files:?}");
}

#[test]
fn every_sample_of_ragas_has_the_same_columns_whatever_the_first_one_holds() {
    let unanswerable = Item { answerable: Answerable::No, answer: String::new(), labels: vec![], ..item("a", "how?") };
    let files = export("ragas", &[hashed(unanswerable), hashed(item("b", "how?"))]);
    let columns = |line: &str| {
        let sample: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).expect("json");
        sample.into_iter().filter(|(_, value)| !value.is_null()).map(|(key, _)| key).collect::<Vec<_>>()
    };
    let lines: Vec<Vec<String>> = files[0].lines().map(columns).collect();
    assert_eq!(lines[0], ["reference", "reference_context_ids", "reference_contexts", "user_input"]);
    assert_eq!(lines[0], lines[1]);
}

#[test]
fn every_file_has_a_media_type_that_its_ending_promises() {
    for (format, file, path) in Format::all().flat_map(|format| format.paths().enumerate().map(move |(file, path)| (format, file, path))) {
        let promised = match path.rsplit('.').next().expect("an ending") {
            "jsonl" => "application/jsonl",
            "json" => "application/json",
            "tsv" => "text/tab-separated-values; charset=utf-8",
            "csv" => "text/csv; charset=utf-8",
            _ => "text/plain; charset=utf-8",
        };
        assert_eq!(format.media_type(file), Some(promised), "{path}");
    }
}

#[test]
fn ratings_for_opensearch_are_strings() {
    let judgments: serde_json::Value = serde_json::from_str(&export("opensearch", &two())[0]).expect("json");
    assert_eq!(judgments["judgmentRatings"][0]["ratings"][0]["rating"], "3");
}

#[test]
fn contexts_are_the_relevant_chunks_only() {
    let sample: serde_json::Value = serde_json::from_str(&export("ragas", &two()[..1])[0]).expect("json");
    assert_eq!(sample["reference_context_ids"], serde_json::json!(["c 1"]));
    assert_eq!(sample["reference"], "So [1].");
}

#[test]
fn a_formula_is_harmless_in_the_spreadsheet_and_exact_otherwise() {
    assert!(export("csv", &two())[0].contains("q 2,=why\tso?,"));
    assert!(export("csv-spreadsheet", &two())[0].contains("q 2,'=why\tso?,"));
}

#[test]
fn of_an_erased_query_only_the_hash_is_left() {
    let erased = HashedItem { hash: "00ff".into(), item: None };
    let files = export("touchstone", &[hashed(item("q1", "how?")), erased]);
    assert_eq!(files[0].lines().count(), 1);
    assert_eq!(files[1].lines().nth(1), Some("00ff\terased"));
}

#[test]
fn ids_for_upload_are_always_the_same() {
    let id = |files: &[String]| serde_json::from_str::<serde_json::Value>(&files[0]).expect("json")["id"].clone();
    // printf 'guide\0q1' | sha256sum | head -c 32, with the bits of version 8 and of the variant set
    assert_eq!(id(&export("langsmith", &two()[..1])), "978802b1-a839-8ac0-8f88-e0afb89ea21c");
    assert_eq!(id(&export("langsmith", &two()[1..])), "550a0f28-b7c1-8bc3-b49a-8973233a703d");
    assert_eq!(id(&export("langfuse", &two()[..1])), "guide~q1");
}

#[test]
fn a_manifest_of_which_any_byte_was_changed_is_refused() {
    let file = |path: &str| ManifestFile { path: path.into(), sha256: "00".into(), bytes: 7 };
    let manifest = |paths: &[&str]| Manifest::new(Format::TOUCHSTONE, head(), 0, paths.iter().map(|path| file(path)).collect());
    for paths in [&["golden.jsonl"][..], &["golden.jsonl", "../hashes.tsv"], &["hashes.tsv", "golden.jsonl"], &[]] {
        assert!(Manifest::parse(&manifest(paths).text()).is_err(), "{paths:?}");
    }
    let text = manifest(&["golden.jsonl", "hashes.tsv"]).text();
    assert!(Manifest::parse(&text).is_ok());
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        if let Ok(changed) = String::from_utf8(bytes) {
            assert!(Manifest::parse(&changed).is_err(), "byte {at} of {text}");
        }
    }
}
