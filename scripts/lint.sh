#!/usr/bin/env bash
# Format, of the views too, lints on the host and for the browser, documentation, licences where cargo-deny is installed,
# unused dependencies where cargo-machete is.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p target/site
cargo fmt --all --check
leptosfmt --quiet --check app/src
cargo clippy --quiet --workspace --exclude app --all-targets -- -D warnings
cargo clippy --quiet -p app --features ssr --all-targets -- -D warnings
cargo clippy --quiet -p app --features hydrate --target wasm32-unknown-unknown -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps -p domain -p store -p server
scripts/invariants.sh
if command -v cargo-deny >/dev/null; then cargo deny --offline check licenses bans sources; else echo "lint: cargo-deny is not installed; deny.toml was not checked"; fi
if command -v cargo-machete >/dev/null; then cargo machete; else echo "lint: cargo-machete is not installed; unused dependencies were not looked for"; fi
echo "lint: clean"
