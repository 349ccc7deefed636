//! `touchstone serve` in a process of its own.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::touchstone::Touchstone;

/// A server that runs; it is ended when nobody holds it any more.
pub struct Serving {
    process: Child,
    out: BufReader<ChildStdout>,
}

impl Serving {
    /// Starts a server on a free port.
    pub fn start(touchstone: &Touchstone) -> Self {
        let mut command = touchstone.command(["serve", "--listen", "127.0.0.1:0"]);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a server");
        let out = BufReader::new(process.stdout.take().expect("stdout"));
        Self { process, out }
    }

    /// The next line that it prints.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).expect("a line");
        line
    }

    /// Tells it to stop, and waits; gives its exit code.
    pub fn terminate(&mut self) -> Option<i32> {
        let told = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status().expect("kill runs");
        assert!(told.success());
        self.process.wait().expect("ended").code()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // One that has ended already cannot be killed.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
