#!/usr/bin/env bash
# Format, lints on the host and for the browser, documentation, licences and advisories where cargo-deny is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p target/site
cargo fmt --all --check
cargo clippy --quiet --workspace --exclude app --all-targets -- -D warnings
cargo clippy --quiet -p app --features ssr --all-targets -- -D warnings
cargo clippy --quiet -p app --features hydrate --target wasm32-unknown-unknown -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps -p domain -p store -p server
scripts/invariants.sh
if command -v cargo-deny >/dev/null; then cargo deny --offline check licenses bans sources; else echo "lint: cargo-deny is not installed; deny.toml was not checked"; fi
echo "lint: clean"
