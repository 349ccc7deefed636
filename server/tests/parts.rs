//! The set `parts`, labelled by files, with ids and texts that formats have to take care of.

use std::path::Path;

use serde_json::{Value, json};

use crate::touchstone::Touchstone;

/// What an export is: the bytes of every file, by path.
pub type Files = Vec<(String, Vec<u8>)>;

impl Touchstone {
    /// Makes the set, where Ana labelled this many queries: `c{n}` answers `q {n}`, and `shared` is half relevant to each second.
    pub fn with_parts(self, queries: usize) -> Self {
        let lines = |line: fn(usize) -> Value| (0..queries).map(|n| line(n).to_string() + "\n").collect::<String>();
        let asked = lines(|n| json!({ "id": format!("q {n}"), "query": format!("=how does part {n} work?"), "source": "log", "team": n }));
        let found = lines(|n| {
            let text = format!("Part {n} turns.\r\nNUL-free, ünï 🦀");
            let results = json!([{ "id": format!("c{n}"), "text": text, "title": "Parts" }, { "id": "shared", "text": "All parts." }]);
            json!({ "query_id": format!("q {n}"), "results": results })
        });
        let own = lines(
            |n| json!({ "query_id": format!("q {n}"), "chunk_id": format!("c{n}"), "grade": 3, "evidence": ["turns"], "note": "sure" }),
        );
        let shared = lines(|n| json!({ "query_id": format!("q {n}"), "chunk_id": "shared", "grade": n % 2 }));

        self.run(["set", "create", "parts"]).exit(0);
        self.run(["import", "queries", "--set", "parts", &self.write("q.jsonl", asked)]).exit(0);
        self.run(["import", "run", "--set", "parts", "--retriever", "r", &self.write("r.jsonl", found)]).exit(0);
        let labels = self.write("l.jsonl", own + &shared);
        let labels = self.run(["import", "labels", "--set", "parts", "--labeller", "ana", &labels]).exit(0).json();
        assert_eq!(labels["accepted"], 2 * queries);
        self
    }

    pub fn freeze_parts(&self) -> Value {
        self.run(["freeze", "--set", "parts"]).exit(0).json()
    }

    /// Exports version 1 into a folder.
    pub fn export_parts(&self, format: &str, out: &str) -> Files {
        let folder = self.path(out);
        self.run(["export", "--set", "parts", "--version", "1", "--format", format, "--out", &folder]).exit(0);
        files(Path::new(&folder))
    }
}

/// The bytes of every file of a folder, by path.
pub fn files(folder: &Path) -> Files {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(at) = folders.pop() {
        for entry in std::fs::read_dir(at).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("inside").to_string_lossy().into_owned();
                files.push((name, std::fs::read(&path).expect("readable")));
            }
        }
    }
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files.sort();
    files
}
