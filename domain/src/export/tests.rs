use super::*;
use crate::query::{Answerable, Style};
use crate::version::{Counts, HEAD_SCHEMA, ITEM_SCHEMA, ItemEvidence, item_hash};

fn head() -> Head {
    Head {
        schema: HEAD_SCHEMA.into(),
        set: "guide".parse().expect("a name"),
        title: "Guide".into(),
        version: 1,
        note: String::new(),
        created_at: crate::timestamp::Timestamp(0),
        parent: None,
        root_hash: String::new(),
        counts: Counts::default(),
        corpus: "docs".into(),
        chunking: "default".into(),
        scale: vec!["No".into(), "Yes".into()],
        cutoff: Grade(2),
        mapped_grades: vec![],
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
    assert_eq!(id(&export("langfuse", &two()[..1])), "guide/q1");
}

#[test]
fn a_manifest_of_which_any_byte_was_changed_is_refused() {
    let file = ManifestFile { path: "golden.jsonl".into(), sha256: "00".into(), bytes: 7 };
    let text = Manifest::new(Format::TOUCHSTONE, head(), 0, vec![file]).text();
    assert!(Manifest::parse(&text).is_ok());
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        if let Ok(changed) = String::from_utf8(bytes) {
            assert!(Manifest::parse(&changed).is_err(), "byte {at} of {text}");
        }
    }
}
