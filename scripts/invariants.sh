#!/usr/bin/env bash
# The invariants of ARCHITECTURE.md that a search can check. Each line that it prints breaks one.
set -uo pipefail
cd "$(dirname "$0")/.."
broken=0
never() { # what, pattern, files…
  local what=$1 pattern=$2
  shift 2
  if grep -nE "$pattern" "$@" /dev/null; then echo "broken: $what" >&2; broken=1; fi
}
rs() { git ls-files "$@" | grep '\.rs$'; }
never "only store names sqlx, but for derives in domain" '\bsqlx::(query|Pool|Sqlite|Pg)' $(rs domain app server)
never "of app, only the context of server functions names axum" '\baxum::' $(rs app | grep -v 'api/context.rs')
never "domain and store know neither HTTP nor pages" '\b(axum|leptos)::' $(rs domain store)
never "domain does not await or read a clock" '\basync fn\b|SystemTime::now|now_v7' $(rs domain)
never "time, ids and randomness come in at the edge" '(SystemTime|Instant)::now|now_v7|new_v4|\brand::|\bedge::(now|new_id)\(' \
  $(rs server/src store/src | grep -v -E 'server/src/edge.rs|store/src/db.rs') # db.rs measures for the log how long a statement takes
never "an outcome follows from a variant, not from a downcast" '\.downcast|error\.is::<' $(rs server/src app/src)
never "pages do not call the store" '\bstore::' $(rs app/src/pages app/src/ui)
never "HTML is set in two audited places only" 'inner_html' $(rs app | grep -v -E 'ui/markdown.rs|src/shell.rs')
never "nothing stands inside a textarea" '<textarea[^>]*>[^<"]*\{' $(rs app)
never "titles go through PageTitle, which escapes them" 'leptos_meta::.*Title' $(rs app | grep -v 'ui/page_title.rs')
LC_ALL=C.UTF-8 never "a line of Rust has at most 140 characters" '^.{141,}$' $(rs)
for file in $(git ls-files 'store/tests/*.rs' 'server/tests/*.rs' | grep -vE 'tests/main.rs|tests/.*/'); do
  name=$(basename "$file" .rs)
  grep -q "^mod $name;" "$(dirname "$file")/main.rs" || { echo "broken: $file is not in main.rs, so it is no test" >&2; broken=1; }
done
exit $broken
