# `make run` shows the main job, `make test` the whole truth.

.PHONY: run test quick bench doc format-check lint python

# Reviews a game of the 1980 world championship, move by move.
run:
	cargo run --release --quiet -- analyze testdata/wthor/WTH_1980.wtb --game 1

test: format-check lint doc python
	cargo test --workspace --locked -- --include-ignored

# The suites without the slow ones and without Python.
quick:
	cargo test --workspace --locked

format-check:
	cargo fmt --all --check

lint:
	cargo clippy --workspace --all-targets --features outflank-engine/bench-support --locked -- -D warnings

doc:
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

# The independent rules implementation that ours is compared with.
python:
	scripts/setup-python.sh

bench:
	cargo bench --workspace --features outflank-engine/bench-support --locked
