#!/usr/bin/env bash
# Reads our exports with the tools that they are for. The tools are installed outside the clone, once; it takes some minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
place=${TOUCHSTONE_INTEROP:-$HOME/.cache/touchstone/interop}
python=${PYTHON:-python3}
command -v "$python" >/dev/null || { echo "interop: python3 is missing. Install it, for instance with: apt-get install python3-venv" >&2; exit 3; }
if ! cmp -s interop/requirements.txt "$place/requirements.txt"; then
  echo "interop: installing the Python tools in $place (some minutes)"
  [ -x "$place/bin/pip" ] || "$python" -m venv "$place"
  "$place/bin/pip" install --quiet -r interop/requirements.txt
  cp interop/requirements.txt "$place/requirements.txt"
fi
if ! cmp -s interop/package.json "$place/node/package.json"; then
  echo "interop: installing promptfoo in $place (some minutes)"
  mkdir -p "$place/node"
  cp interop/package.json "$place/node/package.new"
  (cd "$place/node" && cp package.new package.json && npm install --silent --no-audit --no-fund || { rm -f package.json; exit 1; })
fi
cargo build --quiet -p server
"$place/bin/python" interop/check.py "${CARGO_TARGET_DIR:-target}/debug/touchstone" "$place/node/node_modules"
