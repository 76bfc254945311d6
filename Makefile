# `make run` shows the program at work; `make test` runs every check.

.PHONY: run test page suites quick bench doc documents mdbook format-check lint python python-package notebooks \
	browser loom miri sanitize fuzz fuzz-coverage faults few-faults soak package ray arm wasm dist site \
	run-site test-site

# Reviews a game of the 1980 world championship, move by move. Optimizes only the engine and the
# rules, and leaves out the commands of the feature `full`.
run:
	cargo run --profile quick --no-default-features -- analyze testdata/wthor/WTH_1980.wtb --game 1

# Two stages at a time: one compiles while the tests of the other wait for a browser or for their
# last test. Each prints its duration.
STAGES := format-check page suites test-site wasm loom package python-package lint doc
test: python browser
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=line $(STAGES:%=stage-%)
	@$(MAKE) --no-print-directory notebooks few-faults

# Clears MAKEFLAGS: otherwise cargo would take its jobs from make's two slots, and a stage that waits
# for the build folder would hold a slot that the other could use.
stage-%:
	@start=$$(date +%s); \
	MAKEFLAGS= $(MAKE) --no-print-directory $* || exit 1; \
	echo "== $*: $$(( $$(date +%s) - start )) s"

# Property tests use the same cases in every run; plain `cargo test` generates new ones.
suites: export PROPTEST_RNG_SEED ?= 1
# Many tests wait for a browser or another process.
suites: export RUST_TEST_THREADS ?= $(shell expr 2 '*' $$(getconf _NPROCESSORS_ONLN))
suites: python browser
	cargo test --workspace --locked --no-fail-fast -- --include-ignored

# Checks the types of the page's scripts, with those of requests and answers from openapi.json, and tests the
# modules that need no browser.
page: browser
	node tests/browser/api-types.mjs
	tests/browser/node_modules/.bin/tsc --project tests/page
	node --test tests/page/

# Runs the suites without slow tests, Python or a browser.
quick:
	cargo test --workspace --locked

format-check: browser
	cargo fmt --all --check
	tests/browser/node_modules/.bin/biome ci

# Checks for lints, misspellings, retired words, inconsistent versions and bad commit subjects.
lint: python
	cargo clippy --workspace --all-targets --features outflank-engine/bench-support --locked -- -D warnings
	cargo clippy --package outflank-cli --no-default-features --locked -- -D warnings
	.venv/bin/typos
	scripts/check_words.py
	scripts/check_versions.py
	scripts/check_commits.py

# Builds the API documentation in target/doc and the book in target/book.
doc: mdbook
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked
	target/tools/bin/mdbook build

# Updates the program output shown in the README and docs, the command reference, the JSON schemas
# and openapi.json. Times and speeds are those of PROGRAM.
PROGRAM ?= target/release/outflank
documents:
	$(if $(findstring /release/,$(PROGRAM)),cargo build --release --locked --package outflank-cli)
	REWRITE_DOCUMENTS=$(PROGRAM) cargo test --locked --package outflank-cli --package outflank-api \
		--test program --lib -- --nocapture --test-threads 1 documents:: the_committed

mdbook:
	scripts/setup-mdbook.sh

# Builds the site in target/site: the board, the documents and a landing page, as static files for any
# web host.
site:
	scripts/site.sh

# Builds the site and runs its tests, and those of the page with the engine in the browser.
test-site: browser
	scripts/test-site.sh

run-site: site
	node site/serve.mjs target/site

# The Python environment: typos, open_spiel (our rules are compared with its rules), and the
# dependencies of the Python package's tests.
python:
	scripts/setup-python.sh

# Builds the Python package for tests, checks its types and runs its tests.
python-package: python
	scripts/test-python.sh

# Checks that the notebooks print their stored output. Needs the builds of `suites` and
# `python-package`.
notebooks:
	PATH="$(CURDIR)/target/debug:$$PATH" .venv/bin/python scripts/notebooks.py --check

# Tests labelling on a local Ray cluster while its nodes and driver are killed. Installs Ray.
ray:
	scripts/test-ray.sh

# Tests the kernels and the rules on AArch64. Installs zig, which compiles for it, and an emulator.
arm:
	scripts/test-arm.sh

# Compiles all crates up to `study` for WebAssembly, and runs them and the tests of the kernels in Node.js.
# Installs the targets.
wasm: browser
	scripts/test-wasm.sh

# Builds all files of a release, for Linux, Windows and macOS, in target/dist, then tries each of them in a clean
# environment, an emulator or Wine. Needs Linux on x86-64; installs zig, qemu-user and Wine.
dist:
	scripts/dist.sh
	scripts/check-dist.sh

# Installs the browser of the page tests, and the packages that drive it.
browser:
	scripts/setup-browser.sh

# Tests the transposition table and the splitting of nodes between threads under a model checker
# that tries every interleaving.
loom:
	RUSTFLAGS="--cfg loom" cargo test --package outflank-engine --lib --profile quick --locked \
		--target-dir target/loom loom_tests

# Tests the kernels, the tables and small searches of every tier under Miri, which finds undefined
# behaviour. With these target features, Miri acts as a processor with AVX-512. Needs the nightly
# toolchain with miri.
MIRI_FEATURES := +avx2,+bmi1,+bmi2,+lzcnt,+popcnt,+avx512f,+avx512vl,+avx512cd,+avx512bw,+avx512dq,+avx512vnni
miri:
	MIRIFLAGS="-Zmiri-disable-isolation" RUSTFLAGS="-Ctarget-feature=$(MIRI_FEATURES)" \
		cargo +nightly miri test --package outflank-engine --lib --locked \
		--target x86_64-unknown-linux-gnu --target-dir target/miri -- \
		kernels_follow_the_rules forms_agree values_match direct_mapped memory every_tier_solves

# Runs the engine's tests under the address sanitizer, and searches with several threads, the server
# and the requests under ThreadSanitizer. Needs the nightly toolchain with rust-src.
sanitize:
	scripts/sanitize.sh

# Checks that each published crate is complete and within the 10 MB that crates.io accepts.
package:
	scripts/check-packages.sh

bench:
	cargo bench --workspace --features outflank-engine/bench-support --locked

# Fuzzes the readers of files, text, requests and both protocols, and compares changes of books with a model:
# each of TARGETS for SECONDS. The weekly workflow gives two hours to each. Needs the nightly toolchain and
# cargo-fuzz.
TARGETS ?=
SECONDS ?= 600
fuzz:
	scripts/fuzz.sh $(SECONDS) $(TARGETS)

# Prints the line coverage of the readers by the inputs of the fuzz targets.
fuzz-coverage:
	scripts/fuzz-coverage.sh $(TARGETS)

# Disturbs the program as a machine or another process can: makes file operations fail, kills it, runs two
# processes on one file, limits the memory, floods the server with connections, sets the clock. Needs Linux and a
# C compiler.
faults:
	cargo build --locked --package outflank-cli
	scripts/faults/faults.py

# The same with one operation for each kind of fault and one start of each pair of processes, for all commands but
# the slowest. Needs the build of `suites`.
few-faults:
	scripts/faults/faults.py --trials 1 --except "train network" --except "lab people" --except memory --except connections --except clock

# Soak-tests the server with fifty tabs, both protocols, self-play and a match, for about two hours in all: finds
# memory leaks, descriptor leaks and slowdowns. Needs Linux.
soak:
	cargo build --release --locked --package outflank-cli
	scripts/soak/soak.py
