#!/bin/sh
# Runs tests under sanitizers, which report invalid accesses and data races. Needs the nightly
# toolchain with rust-src.
set -eu
cd "$(dirname "$0")/.."

test="cargo +nightly test -Zbuild-std --locked --target x86_64-unknown-linux-gnu --target-dir target/sanitize"

# The kernels of every tier that the processor has, the evaluation, the tables and the search. Only Rust
# code gets the address sanitizer: GCC's rejects correct code in zstd.
CFLAGS=-fno-sanitize=address RUSTFLAGS="-Zsanitizer=address --cfg unmapped" \
    $test/address --package outflank-engine --lib

export RUSTFLAGS=-Zsanitizer=thread
export TSAN_OPTIONS="suppressions=$PWD/scripts/thread-sanitizer.supp"
# Searches with several threads. The other tests of midgame searches take half an hour with one thread.
$test/thread --package outflank-engine --lib -- --include-ignored \
    search::exact_tests interrupted_searches --skip a_hundred_thousand --skip the_hard_positions
# The server with its scheduler, and the requests. SQLite is not instrumented, but its mutexes are seen.
$test/thread --package outflank-server --package outflank-api --lib --test suite
