# `make run` shows the main job, `make test` the whole truth.

.PHONY: run test suites quick bench doc documents mdbook format-check lint python python-package notebooks \
	browser loom miri sanitize fuzz package ray arm dist

# Reviews a game of the 1980 world championship, move by move. Builds in half the time of a
# release: only the engine is optimized.
run:
	cargo run --profile quick -- analyze testdata/wthor/WTH_1980.wtb --game 1

# Two stages at a time, so that one compiles while the tests of another wait for a browser or for
# their last test. Each says how long it took.
STAGES := format-check suites loom package python-package lint doc
test: python browser
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=line $(STAGES:%=stage-%)
	@$(MAKE) --no-print-directory notebooks

# Without the flags of this make: cargo would share its two jobs among the stages, and one that
# waits for the build folder holds a job that another could use.
stage-%:
	@start=$$(date +%s); \
	MAKEFLAGS= $(MAKE) --no-print-directory $* || exit 1; \
	echo "== $*: $$(( $$(date +%s) - start )) s"

# The same cases of the property tests in every run; `cargo test` by itself draws new ones.
suites: export PROPTEST_RNG_SEED ?= 1
suites: python browser
	cargo test --workspace --locked --no-fail-fast -- --include-ignored

# The suites without the slow ones, without Python and without a browser.
quick:
	cargo test --workspace --locked

format-check:
	cargo fmt --all --check

# Clippy, spelling, the words that the glossary retires, and one version everywhere.
lint: python
	cargo clippy --workspace --all-targets --features outflank-engine/bench-support --locked -- -D warnings
	.venv/bin/typos
	scripts/check_words.py
	scripts/check_versions.py

# The API documentation in target/doc, the book in target/book.
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

# The independent rules implementation that ours is compared with, typos, and what tests of the
# Python package need.
python:
	scripts/setup-python.sh

# The Python package: its wheel, built for tests, its types and its tests.
python-package: python
	scripts/test-python.sh

# The notebooks print what they show. Uses what `suites` and `python-package` have built.
notebooks:
	PATH="$(CURDIR)/target/debug:$$PATH" .venv/bin/python scripts/notebooks.py --check

# Labels on a Ray cluster on this machine, whose nodes and driver are killed. Installs Ray.
ray:
	scripts/test-ray.sh

# The kernels and the rules on AArch64, in an emulator. Installs a compiler for it and the emulator.
arm:
	scripts/test-arm.sh

# Everything that a release publishes, in target/dist; each package is installed in a clean place
# and plays a game from there. Takes forty minutes on two busy cores.
dist:
	scripts/dist.sh
	scripts/check-dist.sh

# The browser that pages are tried in, and what drives it.
browser:
	scripts/setup-browser.sh

# The transposition table and the splitting of nodes between threads, under a
# model checker that tries every order of events.
loom:
	RUSTFLAGS="--cfg loom" cargo test --package outflank-engine --lib --profile quick --locked \
		--target-dir target/loom loom_tests

# The portable kernels and the table under an interpreter that finds undefined
# behaviour. Needs the nightly toolchain with miri.
miri:
	MIRIFLAGS="-Zmiri-disable-isolation" cargo +nightly miri test --package outflank-engine --lib \
		--locked --target-dir target/miri -- portable

# The threads of the solver under ThreadSanitizer. Needs the nightly toolchain
# with rust-src.
sanitize:
	RUSTFLAGS="-Zsanitizer=thread" cargo +nightly test -Zbuild-std --package outflank-engine --lib \
		--locked --target x86_64-unknown-linux-gnu --target-dir target/sanitize -- threads

# Each published crate as crates.io would take it: complete, and at most 10 MB.
package:
	scripts/check-packages.sh

bench:
	cargo bench --workspace --features outflank-engine/bench-support --locked

# Every reader and both protocols on inputs made by a fuzzer, ten minutes each. Needs the
# nightly toolchain and cargo-fuzz.
fuzz:
	scripts/fuzz.sh 600
