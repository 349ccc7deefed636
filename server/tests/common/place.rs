//! The program on a database of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

/// A place where the program works.
pub struct Place {
    pub directory: tempfile::TempDir,
    /// What says which database.
    pub database: Vec<String>,
}

impl Place {
    pub fn sqlite() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let database = vec!["--data".into(), directory.path().join("data").to_str().expect("UTF-8").into()];
        Self { directory, database }
    }

    /// A schema of its own on the PostgreSQL that `make test` starts.
    pub fn postgres(name: &str) -> Self {
        let url = std::env::var("TOUCHSTONE_TEST_POSTGRES").expect("TOUCHSTONE_TEST_POSTGRES names a PostgreSQL: run `make test`");
        let schema = format!("v_{name}_{}", std::process::id());
        let made = Command::new("psql").args([&url, "-qc", &format!("CREATE SCHEMA {schema}")]).status();
        assert!(made.expect("psql runs").success());
        let directory = tempfile::tempdir().expect("a directory");
        let data = directory.path().join("data").to_str().expect("UTF-8").to_owned();
        let database = vec!["--data".into(), data, "--database-url".into(), format!("{url}?options=-c%20search_path%3D{schema}")];
        Self { directory, database }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).expect("written");
        self.path(name).to_str().expect("UTF-8").to_owned()
    }

    pub fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = self.command(arguments).output().expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_touchstone"));
        command.args(&self.database).arg("--json").args(arguments);
        command
    }

    pub fn ok(&self, arguments: &[&str]) -> Value {
        let (code, out, error) = self.run(arguments);
        assert_eq!(code, 0, "{arguments:?}: {out}{error}");
        serde_json::from_str(&out).unwrap_or_else(|problem| panic!("{problem}: {out}"))
    }

    /// Makes a set in which `queries` are labelled by a file.
    pub fn labelled(self, queries: usize) -> Self {
        let lines = |line: &dyn Fn(usize) -> Value| (0..queries).map(|n| line(n).to_string()).collect::<Vec<_>>().join("\n");
        let asked = self.write(
            "q.jsonl",
            &lines(&|n| json!({ "id": format!("q {n}"), "query": format!("=how does part {n} work?"), "source": "log", "team": n })),
        );
        let run = self.write("r.jsonl", &lines(&|n| json!({ "query_id": format!("q {n}"), "results": [{ "id": format!("c{n}"), "text": format!("Part {n} turns.\r\nNUL-free, ünï 🦀"), "title": "Parts" }, { "id": "shared", "text": "All parts." }] })));
        let labels = self.write(
            "l.jsonl",
            &format!(
                "{}\n{}",
                lines(&|n| json!({ "query_id": format!("q {n}"), "chunk_id": format!("c{n}"), "grade": 3, "evidence": ["turns"], "note": "sure" })),
                lines(&|n| json!({ "query_id": format!("q {n}"), "chunk_id": "shared", "grade": n % 2 }))
            ),
        );
        self.ok(&["set", "create", "parts"]);
        self.ok(&["import", "queries", "--set", "parts", &asked]);
        self.ok(&["import", "run", "--set", "parts", "--retriever", "r", &run]);
        assert_eq!(self.ok(&["import", "labels", "--set", "parts", "--labeller", "ana", &labels])["accepted"], 2 * queries);
        self
    }

    /// The bytes of every file of an export, by path.
    pub fn export(&self, format: &str, out: &str) -> Vec<(String, Vec<u8>)> {
        let folder = self.path(out);
        self.ok(&["export", "--set", "parts", "--version", "1", "--format", format, "--out", folder.to_str().expect("UTF-8")]);
        read(&folder)
    }
}

/// The bytes of every file of a folder, by path.
pub fn read(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(at) = folders.pop() {
        for entry in std::fs::read_dir(at).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push((
                    path.strip_prefix(folder).expect("inside").to_string_lossy().into_owned(),
                    std::fs::read(&path).expect("readable"),
                ));
            }
        }
    }
    files.sort();
    files
}
