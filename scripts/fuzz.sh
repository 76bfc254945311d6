#!/bin/sh
# Runs the fuzz targets one after another, each for SECONDS.
# Needs the nightly toolchain and cargo-fuzz (`cargo install cargo-fuzz`).
#
#   scripts/fuzz.sh [SECONDS [TARGET...]]
#
# Builds with debug assertions and checks of overflow. Does not add new inputs to the committed corpus.
# A failure ends the run and prints the input.
set -eu
cd "$(dirname "$0")/../fuzz"

seconds=${1:-600}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- $(cargo +nightly fuzz list)
# Only Rust code gets the address sanitizer: it slows SQLite and zstd, and GCC's rejects correct code
# in zstd.
export CFLAGS=-fno-sanitize=address
new=$(mktemp -d)
trap 'rm -r "$new"' EXIT
for target in "$@"; do
    mkdir -p "$new/$target"
    echo "$target: $seconds s"
    cargo +nightly fuzz run "$target" "$new/$target" "corpus/$target" -- \
        -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1
done
