#!/usr/bin/env bash
# Runs all tests. TOUCHSTONE_TEST_POSTGRES names the PostgreSQL to test on; scripts/postgres.sh starts one.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
export RUST_BACKTRACE=${RUST_BACKTRACE:-0}
echo "test: Rust, on SQLite and PostgreSQL"
cargo test --workspace --exclude app --quiet
cargo test -p app --features ssr --quiet
echo "test: the browser" # on the program that the Rust tests were built with
TOUCHSTONE_BIN=$target/debug/touchstone node --test --test-concurrency=1 app/e2e/*.test.mjs
echo "test: kill -9 under writing clients"
node bench/crash.mjs --cycles 3 --clients 16 --bin "$target/debug/touchstone"
