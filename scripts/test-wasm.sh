#!/usr/bin/env bash
# Checks that `study`, the crates below it and `api` compile for WebAssembly, and runs a solve, a review, searches of
# `outflank bench` and the engine's tests of kernels, evaluation, memory and perft in Node.js. Installs the Rust targets.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
# WASI provides the system calls that the test harness needs.
wasi=wasm32-wasip1
for each in "$target" "$wasi"; do
    rustup target list --installed | grep -qx "$each" || rustup target add "$each"
done
simd="-C target-feature=+simd128"
# Searches need more stack than the 1 MiB that the linker reserves by default.
stack=(-C link-arg=-zstack-size=16777216)
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$simd"
export CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS="$simd ${stack[*]}"
export CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings $PWD/tests/wasm/wasi.mjs"
crates=(gametree othello textbook engine support protocol proof human trees study)
# Checks the crate `book` as `study` uses it, without its feature `files`.
cargo clippy --target "$target" --locked --lib "${crates[@]/#/--package=outflank-}" -- -D warnings
# The requests of the page, except those that use files.
cargo clippy --target "$target" --locked --lib --package outflank-api --no-default-features -- -D warnings
cargo check --target "$target" --locked --package outflank-proof-check
cargo rustc --target "$target" --locked --package outflank-wasm-test -- "${stack[@]}"
node tests/wasm/run.mjs "target/$target/debug/outflank_wasm_test.wasm"
cargo test --target "$wasi" --locked --package outflank-engine --lib -- \
    kernels evaluation memory perft
