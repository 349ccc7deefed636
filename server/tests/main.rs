//! The process: in process over HTTP, and as the program on the command line.

mod client;
mod event_stream;
mod parts;
mod response;
mod serving;
mod test_app;
mod test_data;
mod ties;
mod touchstone;

#[path = "../../store/tests/databases.rs"]
mod databases;
#[expect(dead_code, reason = "the store's tests use the rest of it")]
#[path = "../../store/tests/seed/mod.rs"]
mod seed;

mod access;
mod agreement;
mod assigning;
mod blind;
mod clock;
mod command_line;
mod disagreements;
mod eval;
mod evaluations;
mod events;
mod forms;
mod freezes;
mod gate;
mod guidelines;
mod headers;
mod hostile;
mod jobs;
mod labelling;
mod lints;
mod machine_api;
mod many_labellers;
mod members;
mod mtrag;
mod oracle;
mod pages;
mod rag24;
mod retrieval;
mod review;
mod scales;
mod set_roles;
mod settle;
mod verified;
mod versions;
