//! The program on a database of its own: `touchstone.run(["freeze", "--set", "parts"]).exit(0).json()`.

use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// The program, and the database and directory that it works on.
pub struct Touchstone {
    directory: TempDir,
    /// The arguments that name the database.
    database: Vec<String>,
}

impl Touchstone {
    pub fn sqlite() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let database = vec!["--data".into(), path(&directory, "data")];
        Self { directory, database }
    }

    /// On a schema of its own on the PostgreSQL that `make test` starts.
    #[expect(clippy::disallowed_methods, reason = "the tests' PostgreSQL is named by the environment")]
    pub fn postgres(name: &str) -> Self {
        let url = std::env::var("TOUCHSTONE_TEST_POSTGRES").expect("TOUCHSTONE_TEST_POSTGRES names a PostgreSQL: run `make test`");
        let schema = format!("v_{name}_{}", std::process::id());
        let made = Command::new("psql").args([&url, "-qc", &format!("CREATE SCHEMA {schema}")]).status();
        assert!(made.expect("psql runs").success());
        let mut touchstone = Self::sqlite();
        touchstone.database.extend(["--database-url".into(), format!("{url}?options=-c%20search_path%3D{schema}")]);
        touchstone
    }

    /// The address of its schema on PostgreSQL.
    pub fn database_url(&self) -> String {
        self.database.last().expect("a database").clone()
    }

    /// What PostgreSQL answers to a statement on its schema.
    pub fn sql(&self, statement: &str) -> String {
        let url = self.database.last().expect("a database");
        let done = Command::new("psql").args([url, "-qtAc", statement]).output().expect("psql runs");
        assert!(done.status.success(), "{done:?}");
        String::from_utf8(done.stdout).expect("UTF-8").trim().into()
    }

    /// A path in its directory.
    pub fn path(&self, name: &str) -> String {
        path(&self.directory, name)
    }

    /// Writes a file into its directory; gives the file's path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), content).expect("written");
        self.path(name)
    }

    /// Runs a command to its end, with `--json`.
    pub fn run<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Finished {
        let mut command = self.command(arguments);
        let output = command.output().expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        let command = command.get_args().map(|argument| argument.to_string_lossy()).collect::<Vec<_>>().join(" ");
        Finished { command, code: output.status.code(), out: text(output.stdout), error: text(output.stderr) }
    }

    /// What a command that succeeds says to people.
    pub fn in_words<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> String {
        let output = self.program().args(arguments).output().expect("the program runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// What a command that succeeds tells people on stderr, while it stops at points.
    pub fn said_to_people<'a>(&self, arguments: impl IntoIterator<Item = &'a str>, points: &str) -> String {
        let output = self.program().args(arguments).env("FAILPOINTS", points).output().expect("the program runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    }

    pub fn command<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = self.program();
        command.arg("--json").args(arguments);
        command
    }

    fn program(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_touchstone"));
        command.args(&self.database);
        command
    }
}

/// What a command said.
#[must_use = "a command that failed would go unnoticed"]
pub struct Finished {
    command: String,
    code: Option<i32>,
    pub out: String,
    error: String,
}

impl Finished {
    #[track_caller]
    pub fn exit(&self, code: i32) -> &Self {
        assert_eq!(self.code, Some(code), "{self}");
        self
    }

    /// Says these words on stderr.
    #[track_caller]
    pub fn says(&self, words: &str) -> &Self {
        assert!(self.error.contains(words), "it does not say {words:?}: {self}");
        self
    }

    /// Prints these words on stdout.
    #[track_caller]
    pub fn prints(&self, words: &str) -> &Self {
        assert!(self.out.contains(words), "it does not print {words:?}: {self}");
        self
    }

    /// The object that it printed.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self}"))
    }
}

impl std::fmt::Display for Finished {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ended with {:?}\n{}{}", self.command, self.code, self.out, self.error)
    }
}

fn path(directory: &TempDir, name: &str) -> String {
    directory.path().join(name).to_str().expect("UTF-8").to_owned()
}
