//! `touchstone serve` in a process of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};

use std::time::Duration;

use serde_json::Value;

use crate::touchstone::Touchstone;

/// A server that runs; it is ended when nobody holds it any more.
pub struct Serving {
    process: Child,
    out: BufReader<ChildStdout>,
    /// Where it listens, once it said so.
    address: String,
}

impl Serving {
    /// Starts a server on a free port.
    pub fn start(touchstone: &Touchstone) -> Self {
        Self::with(touchstone, &[])
    }

    /// Starts a demo, and waits until it serves.
    pub fn demo(touchstone: &Touchstone) -> Self {
        Self::with(touchstone, &["--demo"]).listening()
    }

    /// Waits until it serves.
    pub fn listening(mut self) -> Self {
        let line = self.line();
        line.trim().trim_end_matches('/').rsplit('/').next().expect("an address").clone_into(&mut self.address);
        self
    }

    fn with(touchstone: &Touchstone, arguments: &[&str]) -> Self {
        let mut command = touchstone.command(["serve", "--listen", "127.0.0.1:0"].into_iter().chain(arguments.iter().copied()));
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a server");
        let out = BufReader::new(process.stdout.take().expect("stdout"));
        Self { process, out, address: String::new() }
    }

    /// Asks a server function; gives what it answers.
    pub fn post(&self, path: &str, arguments: &Value) -> String {
        self.post_as("", path, arguments)
    }

    /// The same as who has this cookie.
    pub fn post_as(&self, cookie: &str, path: &str, arguments: &Value) -> String {
        let body = arguments.to_string();
        let mut answer = String::new();
        let head = format!(
            "cookie: {cookie}\r\ncontent-type: application/json\r\naccept: application/json\r\ncontent-length: {}\r\nconnection: close",
            body.len()
        );
        self.request("POST", path, &head, &body).read_to_string(&mut answer).expect("an answer");
        answer.split_once("\r\n\r\n").expect("a head").1.to_owned()
    }

    /// Begins to read an answer that goes on.
    pub fn stream(&self, path: &str) -> BufReader<TcpStream> {
        let mut stream = BufReader::new(self.request("GET", path, "accept: text/event-stream", ""));
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            stream.read_line(&mut line).expect("a head");
        }
        stream
    }

    fn request(&self, method: &str, path: &str, head: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("connected");
        stream.set_read_timeout(Some(Duration::from_mins(1))).expect("set");
        let request = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\n{head}\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).expect("sent");
        stream
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
