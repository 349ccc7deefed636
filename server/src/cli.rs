//! The command line. Exit: 0 done, 1 a check said no, 2 bad input or usage, 3 the environment failed.

mod agreement;
mod assign;
mod diff;
mod disagreements;
mod eval;
mod export;
mod freeze;
mod gate;
mod guideline;
mod import;
mod lint;
mod query;
mod retrieve;
mod said;
mod serve;
mod set;
mod settle;
mod token;
mod user;
mod verify;
mod version;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use store::Store;

use crate::Error;
use crate::config::{OF_EVERY_COMMAND, ServeConfig, Storage};
use crate::edge::Edge;
use crate::work::{Context, Progress};
use said::Said;

/// Build and keep the golden set of a RAG system.
#[derive(Debug, Parser)]
#[command(name = "touchstone", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    storage: Storage,
    /// Print exactly one JSON object on stdout; messages go to stderr.
    #[arg(long, global = true, display_order = OF_EVERY_COMMAND)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the pages and the API.
    Serve(ServeConfig),
    /// Golden sets.
    #[command(subcommand)]
    Set(set::SetCommand),
    /// Show a set's guidelines, or make a file's text their next version.
    Guideline(guideline::GuidelineCommand),
    /// Bring data in from a file.
    #[command(subcommand)]
    Import(import::ImportCommand),
    /// Give queries to a labeller by hand.
    Assign(assign::Assign),
    /// Let the built-in BM25 make a run over a set's queries.
    Retrieve(retrieve::Retrieve),
    /// Score runs against a golden set.
    Eval(eval::Eval),
    /// How far labellers agree, with each other and with judges.
    Agreement(agreement::AgreementOf),
    /// What labellers, or labellers and judges, say differently.
    Disagreements(disagreements::Disagreements),
    /// Settle many disagreements of a kind by a rule, or take that back.
    Settle(settle::Settle),
    /// Check what would be frozen.
    Lint(lint::Lint),
    /// Freeze what is settled as the next version.
    Freeze(freeze::Freeze),
    /// Write a version as files.
    Export(export::Export),
    /// What changed between two versions.
    Diff(diff::DiffOf),
    /// Check an exported folder or file.
    Verify(verify::Verify),
    /// Decide whether a run is good enough: exit 0 pass, 1 fail, 2 cannot be decided.
    Gate(gate::Gate),
    /// Queries of a set.
    #[command(subcommand)]
    Query(query::QueryCommand),
    /// API tokens for programs.
    #[command(subcommand)]
    Token(token::TokenCommand),
    /// Members.
    #[command(subcommand)]
    User(user::UserCommand),
}

/// Runs the command of this process.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&Error::Environment(format!("the runtime could not start: {error}"))),
    };
    match runtime.block_on(dispatch(cli, Edge::MACHINE)) {
        Ok(code) => ExitCode::from(code),
        Err(error) => fail(&error),
    }
}

fn fail(error: &Error) -> ExitCode {
    eprintln!("touchstone: {error}");
    ExitCode::from(error.exit_code())
}

async fn dispatch(cli: Cli, edge: Edge) -> Result<u8, Error> {
    let Cli { storage, json, command } = cli;
    let said = match command {
        Command::Serve(config) => return serve::serve(storage, config, edge).await.map(|()| 0),
        Command::Eval(command) if !command.of_database() => eval::run(&command)?,
        Command::Gate(command) => gate::run(&command)?,
        Command::Verify(command) => verify::run(&command),
        command => match with_store(&storage, edge, command, json).await? {
            Some(said) => said,
            None => return Ok(0),
        },
    };
    if json {
        print(&said.json)?;
    } else {
        print(&said.words)?;
    }
    Ok(said.code)
}

/// Writes what a command says to stdout.
fn print(said: impl std::fmt::Display) -> Result<(), Error> {
    let written = writeln!(std::io::stdout(), "{said}");
    written.map_err(|error| Error::Environment(format!("what the command says could not be written: {error}")))
}

/// The commands that need the database; nothing is said by one that wrote to stdout itself.
async fn with_store(storage: &Storage, edge: Edge, command: Command, json: bool) -> Result<Option<Said>, Error> {
    let store = Store::open(&storage.location()).await?;
    let progress = if json { Progress::silent() } else { Progress::on_terminal() };
    let said = match command {
        Command::Eval(command) => eval::run_on(&store, &command).await?,
        Command::Serve(_) | Command::Gate(_) | Command::Verify(_) => unreachable!("they open no database here"),
        Command::Export(command) => return export::run(&store, command).await,
        Command::Agreement(command) => agreement::run(&store, command).await?,
        Command::Disagreements(command) => disagreements::run(&store, command).await?,
        Command::Settle(command) => settle::run(Context { store: &store, edge, progress: &progress }, command).await?,
        Command::Lint(command) => lint::run(&store, &progress, command).await?,
        Command::Freeze(command) => freeze::run(Context { store: &store, edge, progress: &progress }, command).await?,
        Command::Diff(command) => diff::run(&store, command).await?,
        Command::Set(command) => set::run(&store, edge, command).await?,
        Command::Guideline(command) => guideline::run(&store, edge, command).await?,
        Command::Import(command) => import::run(Context { store: &store, edge, progress: &progress }, command).await?,
        Command::Retrieve(command) => retrieve::run(Context { store: &store, edge, progress: &progress }, &storage.data, command).await?,
        Command::Assign(command) => assign::run(&store, command).await?,
        Command::Query(command) => query::run(&store, command).await?,
        Command::Token(command) => token::run(&store, edge, command).await?,
        Command::User(command) => user::run(&store, edge, command).await?,
    };
    store.close().await;
    Ok(Some(said))
}
