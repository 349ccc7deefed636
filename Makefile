# What a laptop does is what CI does. Every target sets up what it needs and says so.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
.PHONY: run release dev tools site test test-interop lint screenshots

# Builds and starts the product with something to label; quick to build, with checks in it, not the program to ship.
run:
	@scripts/tools.sh run
	@scripts/site.sh dev
	@echo "run: compiling the server"
	cargo build --quiet -p server
	$${CARGO_TARGET_DIR:-target}/debug/touchstone --data touchstone-data serve --demo

# The program to ship, with the site inside it: target/release/touchstone.
release: site
	@echo "release: compiling the server (optimised)"
	cargo build --quiet --release -p server
	@echo "release: $${CARGO_TARGET_DIR:-target}/release/touchstone"

# Debug build, rebuilt when a file changes.
dev: tools
	node scripts/dev.mjs

tools:
	@scripts/tools.sh

site: tools
	@scripts/site.sh

# Everything: Rust tests on SQLite and on a PostgreSQL that is started here, then browser tests in Chromium.
test:
	@scripts/tools.sh test
	@scripts/site.sh
	@scripts/postgres.sh scripts/test.sh

# Reads our exports with the tools that they are for: ir_measures, Ragas, DeepEval, promptfoo and others.
test-interop: site
	@scripts/interop.sh

lint:
	@scripts/tools.sh lint
	@scripts/lint.sh

# Measuring scripts are in bench/: node bench/crash.mjs, rag24, next, load, memory. They say what they need.
screenshots: site
	cargo build --quiet -p server
	node scripts/screenshots.mjs $${CARGO_TARGET_DIR:-target}/debug/touchstone
