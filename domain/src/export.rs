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
mod langfuse;
mod langsmith;
mod manifest;
mod opensearch;
mod promptfoo;
mod ragas;
mod table;
mod touchstone;
mod trec;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::Invalid;
use crate::scale::Grade;
use crate::version::{HashedItem, Head, Item, ItemLabel};
pub use manifest::{MANIFEST, MANIFEST_SCHEMA, Manifest, ManifestFile};
pub use touchstone::{ERASED, NATIVE};

/// A format that a version can be exported in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Format(usize);

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

impl Format {
    /// The native format, the only one that loses nothing.
    pub const TOUCHSTONE: Self = Self(0);

    /// All formats, the native one first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TABLE.len()).map(Self)
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        TABLE[self.0].word
    }

    /// The paths of its files; the first is the one that is meant when only one is asked for.
    pub fn paths(self) -> impl Iterator<Item = &'static str> {
        TABLE[self.0].files.iter().map(|file| file.path)
    }

    /// The media type of the file at this place of its paths.
    pub fn media_type(self, file: usize) -> Option<&'static str> {
        TABLE[self.0].files.get(file).map(|file| file.media_type)
    }
}

impl std::str::FromStr for Format {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        TABLE.iter().position(|row| row.word == word).map(Self).ok_or_else(|| {
            let words: Vec<&str> = TABLE.iter().map(|row| row.word).collect();
            Invalid::new(format!("there is no format {word:?}: use one of {}", words.join(", ")))
        })
    }
}

impl TryFrom<String> for Format {
    type Error = Invalid;
    fn try_from(word: String) -> Result<Self, Invalid> {
        word.parse()
    }
}

impl From<Format> for String {
    fn from(format: Format) -> Self {
        format.word().to_owned()
    }
}

/// Writes a version, item by item. Each call gives what is to be appended to each file, in the order of the format's paths.
#[derive(Debug)]
pub struct Exporter {
    format: Format,
    set: String,
    cutoff: Grade,
    items: usize,
    /// Chunks that were written already, where a format writes each once.
    written: HashSet<String>,
}

impl Exporter {
    /// An exporter of the version with this head.
    pub fn new(format: Format, head: &Head) -> Self {
        Self { format, set: head.set.to_string(), cutoff: head.cutoff, items: 0, written: HashSet::new() }
    }

    /// What stands before the first item.
    pub fn begin(&self) -> Vec<String> {
        TABLE[self.format.0].files.iter().map(|file| file.before.to_owned()).collect()
    }

    /// One item; of a query that was erased only its hash is left.
    pub fn item(&mut self, hashed: &HashedItem) -> Vec<String> {
        let definition = &TABLE[self.format.0];
        let mut files = vec![String::new(); definition.files.len()];
        if self.format == Format::TOUCHSTONE {
            files[1] = touchstone::hash_line(hashed);
        }
        if let Some((_, item)) = &hashed.item {
            (definition.write)(self, item, &mut files);
            self.items += 1;
        }
        files
    }

    /// What stands after the last item.
    pub fn end(&self) -> Vec<String> {
        TABLE[self.format.0].files.iter().map(|file| file.after.to_owned()).collect()
    }

    /// What parts an item of a JSON list from the one before it.
    fn comma(&self) -> &'static str {
        if self.items == 0 { "" } else { ",\n" }
    }

    fn relevant<'a>(&self, item: &'a Item) -> Vec<&'a ItemLabel> {
        item.relevant(self.cutoff).collect()
    }
}

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

/// What every tool may want to know about an item beside what its format has a place for.
#[derive(Serialize)]
struct ItemMetadata<'a> {
    query_id: &'a str,
    style: &'a str,
    answerable: Option<bool>,
    source: &'a str,
    seen: i64,
    citations: &'a [String],
    relevant_chunk_ids: Vec<&'a str>,
}

impl<'a> ItemMetadata<'a> {
    fn of(exporter: &Exporter, item: &'a Item) -> Self {
        use crate::query::Answerable;
        Self {
            query_id: &item.query_id,
            style: item.style.word(),
            answerable: match item.answerable {
                Answerable::Yes => Some(true),
                Answerable::No => Some(false),
                Answerable::Unknown => None,
            },
            source: &item.source,
            seen: item.seen,
            citations: &item.citations,
            relevant_chunk_ids: exporter.relevant(item).iter().map(|label| label.chunk_id.as_str()).collect(),
        }
    }
}

#[cfg(test)]
mod tests;
