#!/usr/bin/env bash
# Checks that all crates up to `study`, and `api`, compile for WebAssembly, and runs a solve and a review there.
# Installs the target.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
rustup target list --installed | grep -qx "$target" || rustup target add "$target"
crates=(gametree othello textbook engine support protocol proof human trees study)
# Checks the crate `book` as `study` uses it, without its feature `files`.
cargo clippy --target "$target" --locked --lib "${crates[@]/#/--package=outflank-}" -- -D warnings
# The requests of the page, without those to files.
cargo clippy --target "$target" --locked --lib --package outflank-api --no-default-features -- -D warnings
cargo check --target "$target" --locked --package outflank-proof-check
# Searches need more stack than the 1 MiB that the linker reserves by default.
cargo rustc --target "$target" --locked --package outflank-wasm-test -- \
    -C link-arg=-zstack-size=16777216
node tests/wasm/run.mjs "target/$target/debug/outflank_wasm_test.wasm"
