//! Binds the browser's program to its script: `bindgen PROGRAM.wasm FOLDER`.

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let (program, folder) = arguments.next().zip(arguments.next()).context("usage: bindgen PROGRAM.wasm FOLDER")?;
    Bindgen::new().input_path(program).web(true)?.typescript(false).out_name("touchstone").generate(folder)
}
