#!/usr/bin/env bash
# Checks the tools that a build needs, and installs what is missing: `tools.sh run` for a quick build, `tools.sh` for the
# program to ship, `tools.sh test` for the tests, `tools.sh lint` for the lints.
set -euo pipefail
cd "$(dirname "$0")/.."
say() { echo "tools: $*"; }
missing() { echo "tools: $1 is missing. $2" >&2; exit 3; }

command -v cargo >/dev/null || missing cargo "Install Rust with rustup: the page of the Rust project says how."
command -v node >/dev/null || missing node "Install Node.js, for instance with: apt-get install nodejs npm"
command -v npm >/dev/null || missing npm "Install it, for instance with: apt-get install npm"
command -v cc >/dev/null || missing "a C compiler" "Install one, for instance with: apt-get install gcc"

if ! rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null | xargs -r test -d; then
  command -v rustup >/dev/null || missing "the target wasm32-unknown-unknown" "Install it with the package of your Rust, or use rustup."
  say "adding the target wasm32-unknown-unknown"
  rustup target add wasm32-unknown-unknown
fi
[ "${1:-}" != run ] || exit 0
if [ ! -x node_modules/.bin/wasm-opt ] || [ ! -d node_modules/playwright-core ]; then
  say "installing npm packages"
  npm ci --silent --no-audit --no-fund
fi
# The browser tests and the measuring scripts want Node.js 20, and some distributions have an older one. Where make
# finds this one it is used before the system's.
if [ "$(node --version | sed 's/^v\([0-9]*\).*/\1/')" -lt 20 ] && [ ! -x node_modules/.bin/node ]; then
  say "installing a newer Node.js beside the other npm packages (the system's is $(node --version))"
  npm install --silent --no-save --no-audit --no-fund node@22
fi

if [ "${1:-}" = lint ]; then
  # The views are formatted by this version; another one may break lines elsewhere.
  wanted=0.1.33
  if [ "$(leptosfmt --version 2>/dev/null | cut -d' ' -f2)" != "$wanted" ]; then
    say "installing leptosfmt $wanted (some minutes)"
    cargo install --quiet --force --locked leptosfmt --version "$wanted"
  fi
fi
[ "${1:-}" = test ] || exit 0
install() {
  command -v apt-get >/dev/null || missing "$1" "Install it with your system's packages."
  [ "$(id -u)" = 0 ] || missing "$1" "Install it, for instance with: sudo apt-get install $1"
  say "installing $1"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1" >/dev/null
}
command -v chromium >/dev/null || command -v google-chrome >/dev/null || install chromium
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || install postgresql
say "ready"
