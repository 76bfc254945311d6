#!/bin/sh
# Runs each fuzz target, or only those named, for SECONDS.
# Needs the nightly toolchain and cargo-fuzz (`cargo install cargo-fuzz`).
#
#   scripts/fuzz.sh [SECONDS [TARGET...]]
#
# Builds with debug assertions and overflow checks. Keeps new inputs in fuzz/found, from which the next
# run starts; the committed corpus does not change. A failure ends the run and prints the input.
set -eu
cd "$(dirname "$0")/../fuzz"

seconds=${1:-600}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- $(cargo +nightly fuzz list)
# Only Rust code gets the address sanitizer: it slows SQLite and zstd, and GCC's rejects correct code
# in zstd.
export CFLAGS=-fno-sanitize=address
for target in "$@"; do
    mkdir -p "found/$target"
    echo "$target: $seconds s"
    cargo +nightly fuzz run "$target" "found/$target" "corpus/$target" -- \
        -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1
done
