//! Binds the browser's program to its script: `bindgen PROGRAM.wasm FOLDER`.

use anyhow::{Context, ensure};
use walrus::ir::{InstrLocId, Unreachable};
use walrus::{FunctionKind, Module, ModuleConfig};
use wasm_bindgen_cli_support::Bindgen;

/// Functions of Leptos that are never called here and that every view points to: views are hydrated asynchronously only in
/// lazy pages, and from templates only by `template!`.
const NEVER_CALLED: [&str; 2] = ["hydrate_async", "hydrate_from_template"];

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let (program, folder) = arguments.next().zip(arguments.next()).context("usage: bindgen PROGRAM.wasm FOLDER")?;
    let mut module = ModuleConfig::new().strict_validate(false).parse_file(program)?;
    empty_never_called(&mut module)?;
    Bindgen::new().input_module("touchstone", module).web(true)?.typescript(false).out_name("touchstone").generate(folder)
}

/// Takes the bodies of functions out that are never called, which makes the program a fifteenth smaller.
fn empty_never_called(module: &mut Module) -> anyhow::Result<()> {
    let mut emptied = 0;
    for function in module.funcs.iter_mut() {
        let never_called = function.name.as_deref().is_some_and(|name| NEVER_CALLED.iter().any(|part| name.contains(part)));
        if let (true, FunctionKind::Local(function)) = (never_called, &mut function.kind) {
            let entry = function.entry_block();
            function.block_mut(entry).instrs = vec![(Unreachable {}.into(), InstrLocId::default())];
            emptied += 1;
        }
    }
    ensure!(emptied > 0, "the program has no function named {NEVER_CALLED:?}: Leptos changed, or the names were stripped");
    Ok(())
}
