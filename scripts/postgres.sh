#!/usr/bin/env bash
# Starts a PostgreSQL of its own for the tests, on a free port of loopback, in a temporary directory, and runs a command
# with TOUCHSTONE_TEST_POSTGRES set to it. It stops and goes when the command ends.
set -euo pipefail
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1 || true)
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb || echo /missing/initdb)")
[ -x "$bin/initdb" ] || { echo "PostgreSQL's server is missing: run scripts/tools.sh test, or install the package 'postgresql'" >&2; exit 3; }

directory=$(mktemp -d /tmp/touchstone-postgres.XXXXXX)
as=()
if [ "$(id -u)" = 0 ]; then
  # PostgreSQL refuses to run as root.
  id postgres >/dev/null 2>&1 && user=postgres || user=nobody
  chown "$user" "$directory"
  as=(runuser -u "$user" --)
fi
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])' 2>/dev/null \
  || node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
stop() { "${as[@]}" "$bin/pg_ctl" -D "$directory/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$directory"; }
trap stop EXIT
cd "$directory"
"${as[@]}" "$bin/initdb" -D "$directory/data" -U touchstone -A trust --no-sync >/dev/null
"${as[@]}" "$bin/pg_ctl" -D "$directory/data" -w -l "$directory/log" \
  -o "-c listen_addresses=127.0.0.1 -p $port -k $directory -c fsync=off -c max_connections=300" start >/dev/null
cd - >/dev/null
export PATH="$PATH:$bin"
export TOUCHSTONE_TEST_POSTGRES="postgres://touchstone@127.0.0.1:$port/postgres"
"$@"
