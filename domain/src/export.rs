//! What a version looks like to the tools downstream: an item at a time, so that no version is held in memory, and the same
//! bytes each time.
//!
//! | format | files | read by |
//! |---|---|---|
//! | `touchstone` | `golden.jsonl`, `hashes.tsv` | `touchstone import version`, `eval`, `verify` |
//! | `trec` | `qrels.txt`, `topics.tsv`, `ids.tsv` | trec_eval, pytrec_eval, ir_measures |
//! | `beir` | `corpus.jsonl`, `queries.jsonl`, `qrels/test.tsv` | BEIR, MTEB |
//! | `ragas` | `ragas.jsonl` | Ragas |
//! | `deepeval` | `deepeval.json` | DeepEval |
//! | `promptfoo` | `tests.jsonl` | promptfoo |
//! | `langsmith`, `langfuse` | `langsmith.jsonl`, `langfuse.jsonl` | LangSmith, Langfuse |
//! | `opensearch` | `judgments.json`, `rank_eval.json` | OpenSearch, Elasticsearch |
//! | `csv`, `csv-spreadsheet` | `golden.csv` | whatever reads CSV; spreadsheets, which would take `=…` for a formula |

mod beir;
mod deepeval;
mod exporter;
mod format;
mod langfuse;
mod langsmith;
mod manifest;
mod metadata;
mod opensearch;
mod promptfoo;
mod ragas;
mod table;
mod touchstone;
mod trec;

use serde::Serialize;

use crate::version::Item;
pub use exporter::Exporter;
pub use format::Format;
pub use manifest::{MANIFEST, MANIFEST_SCHEMA, Manifest, ManifestFile};
use metadata::ItemMetadata;
pub use touchstone::{ERASED, NATIVE};

/// One line of the table of formats.
struct Definition {
    word: &'static str,
    files: &'static [File],
    write: fn(&mut Exporter, &Item, &mut [String]),
}

/// A file of a format, with what stands before the first item and after the last.
struct File {
    path: &'static str,
    media_type: &'static str,
    before: &'static str,
    after: &'static str,
}

impl File {
    const fn lines(path: &'static str, media_type: &'static str) -> Self {
        Self { path, media_type, before: "", after: "" }
    }
}

const JSONL: &str = "application/jsonl";
const TEXT: &str = "text/plain; charset=utf-8";
const TSV: &str = "text/tab-separated-values; charset=utf-8";
const JSON: &str = "application/json";

const TABLE: [Definition; 11] = [
    Definition { word: "touchstone", files: &[File::lines(NATIVE, JSONL), File::lines("hashes.tsv", TSV)], write: touchstone::write },
    Definition {
        word: "trec",
        files: &[
            File::lines("qrels.txt", TEXT),
            File::lines("topics.tsv", TSV),
            File { before: "kind\twritten\tid\n", ..File::lines("ids.tsv", TSV) },
        ],
        write: trec::write,
    },
    Definition {
        word: "beir",
        files: &[
            File { before: "query-id\tcorpus-id\tscore\n", ..File::lines("qrels/test.tsv", TSV) },
            File::lines("queries.jsonl", JSONL),
            File::lines("corpus.jsonl", JSONL),
        ],
        write: beir::write,
    },
    Definition { word: "ragas", files: &[File::lines("ragas.jsonl", JSONL)], write: ragas::write },
    Definition {
        word: "deepeval",
        files: &[File { path: "deepeval.json", media_type: JSON, before: "[\n", after: "\n]\n" }],
        write: deepeval::write,
    },
    Definition { word: "promptfoo", files: &[File::lines("tests.jsonl", JSONL)], write: promptfoo::write },
    Definition { word: "langsmith", files: &[File::lines("langsmith.jsonl", JSONL)], write: langsmith::write },
    Definition { word: "langfuse", files: &[File::lines("langfuse.jsonl", JSONL)], write: langfuse::write },
    Definition {
        word: "opensearch",
        files: &[
            File { path: "judgments.json", media_type: JSON, before: opensearch::JUDGMENTS, after: "\n]}\n" },
            File { path: "rank_eval.json", media_type: JSON, before: opensearch::RANK_EVAL, after: opensearch::RANK_EVAL_END },
        ],
        write: opensearch::write,
    },
    Definition {
        word: "csv",
        files: &[File { before: table::HEADER, ..File::lines("golden.csv", "text/csv; charset=utf-8") }],
        write: table::exact,
    },
    Definition {
        word: "csv-spreadsheet",
        files: &[File { before: table::HEADER, ..File::lines("golden.csv", "text/csv; charset=utf-8") }],
        write: table::for_spreadsheets,
    },
];

/// The answer, when the corpus has one and somebody wrote it.
fn answer(item: &Item) -> Option<&str> {
    (item.answerable != crate::query::Answerable::No && !item.answer.is_empty()).then_some(item.answer.as_str())
}

/// A value as one line of JSON.
fn json_line(value: &impl Serialize) -> String {
    let mut line = json(value);
    line.push('\n');
    line
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("exports have string keys only")
}

#[cfg(test)]
mod tests;
