#!/usr/bin/env bash
# Reads our exports with the tools that they are for. The tools are installed outside the clone, once; it takes some minutes.
# TOUCHSTONE_BIN names a program that is built already.
set -euo pipefail
cd "$(dirname "$0")/.."
place=${TOUCHSTONE_INTEROP:-$HOME/.cache/touchstone/interop}
python=${PYTHON:-python3}
command -v "$python" >/dev/null || { echo "interop: python3 is missing. Install it, for instance with: apt-get install python3-venv" >&2; exit 3; }
command -v npm >/dev/null || { echo "interop: npm is missing. Install it, for instance with: apt-get install npm" >&2; exit 3; }
wanted=$(cat interop/requirements.txt interop/requirements-alone.txt)
if [ "$wanted" != "$(cat "$place/requirements.installed" 2>/dev/null)" ]; then
  echo "interop: installing the Python tools in $place (some minutes)"
  [ -x "$place/bin/pip" ] || "$python" -m venv "$place"
  "$place/bin/pip" install --quiet -r interop/requirements.txt
  "$place/bin/pip" install --quiet --no-deps -r interop/requirements-alone.txt
  printf '%s\n' "$wanted" > "$place/requirements.installed"
fi
if ! cmp -s interop/package.json "$place/node/package.json"; then
  echo "interop: installing promptfoo in $place (some minutes)"
  mkdir -p "$place/node"
  cp interop/package.json "$place/node/package.new"
  (cd "$place/node" && cp package.new package.json && npm install --silent --no-audit --no-fund || { rm -f package.json; exit 1; })
fi
binary=${TOUCHSTONE_BIN:-}
if [ -z "$binary" ]; then
  cargo build --quiet -p server
  binary=${CARGO_TARGET_DIR:-target}/debug/touchstone
fi
"$place/bin/python" interop/check.py "$binary" "$place/node/node_modules"
