#!/usr/bin/env bash
# Packages each published crate, builds it from its package, and fails if a package exceeds the
# 10 MB that crates.io accepts.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t crates < <(cargo metadata --no-deps --format-version 1 --locked | python3 -c '
import json, sys
print(*(p["name"] for p in json.load(sys.stdin)["packages"] if p["publish"] is None), sep="\n")')
limit=$((10 * 1024 * 1024))

# Cargo would reuse the sources and builds of an earlier run, because the version is the same.
rm -rf target/package-check "${CARGO_HOME:-$HOME/.cargo}"/registry/src/-*/outflank-*
cargo package --allow-dirty --quiet --target-dir target/package-check "${crates[@]/#/--package=}"
for crate in "${crates[@]}"; do
    for file in target/package-check/package/"$crate"-*.crate; do
        size=$(stat -c %s "$file")
        echo "$file: $size bytes"
        if [ "$size" -gt "$limit" ]; then
            echo "error: $file exceeds the $limit bytes that crates.io accepts" >&2
            exit 1
        fi
    done
done
