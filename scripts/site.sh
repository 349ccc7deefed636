#!/usr/bin/env bash
# Builds the site into target/site: the browser's program, its script, the style. `site.sh dev` makes it quickly, `site.sh`
# makes it small.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
export LEPTOS_OUTPUT_NAME=touchstone
mkdir -p target/site
case ${1:-release} in
  dev) profile=dev folder=debug quality=1 ;; # the server's build shares its macros and their dependencies
  release) profile=wasm-release folder=wasm-release quality=11 ;;
  *) echo "usage: site.sh [dev|release]" >&2; exit 2 ;;
esac
echo "site: compiling the browser's program ($profile)"
cargo rustc --quiet -p app --lib --crate-type cdylib --target wasm32-unknown-unknown --features hydrate --profile "$profile"
echo "site: binding it to its script"
bound=$target/touchstone-bound
cargo run --quiet -p bindgen -- "$target/wasm32-unknown-unknown/$folder/app.wasm" "$bound"
if [ "$profile" = wasm-release ]; then
  echo "site: making it small"
  node_modules/.bin/wasm-opt -Os --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals \
    --enable-reference-types --enable-multivalue "$bound/touchstone_bg.wasm" -o "$bound/touchstone_bg.wasm"
fi
node scripts/site.mjs "$bound" target/site "$quality"
