#!/usr/bin/env bash
# Builds the site into target/site: the browser's program, its script, the style. `site.sh dev` builds it unoptimised.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
export LEPTOS_OUTPUT_NAME=touchstone
mkdir -p target/site
if [ "${1:-release}" = dev ]; then
  profile=dev folder=debug
else
  profile=wasm-release folder=wasm-release
fi
echo "site: compiling the browser's program ($profile)"
cargo build --quiet -p app --lib --target wasm32-unknown-unknown --features hydrate --profile "$profile"
bound=$target/touchstone-bound
wasm-bindgen --target web --no-typescript --out-name touchstone --out-dir "$bound" "$target/wasm32-unknown-unknown/$folder/app.wasm"
if [ "$profile" = wasm-release ]; then
  echo "site: making it small"
  node_modules/.bin/wasm-opt -Os --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals \
    --enable-reference-types --enable-multivalue "$bound/touchstone_bg.wasm" -o "$bound/touchstone_bg.wasm"
  node scripts/site.mjs "$bound" target/site 11
else
  node scripts/site.mjs "$bound" target/site 1
fi
