#!/usr/bin/env bash
# Builds everything that a release publishes into target/dist and lists it: a binary archive and a
# Debian package (both with manual pages and completions), a wheel and an sdist of the Python package,
# a software bill of materials and checksums.
#
#   scripts/dist.sh [PROFILE]
#
# PROFILE is the Cargo profile of the programs, `release` by default. Another profile also applies to
# the wheel, so that the packages can be tested without an optimized build.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

scripts/check_versions.py
scripts/setup-python.sh
scripts/setup-dist.sh
version=$(scripts/check_versions.py --print)
target=$(rustc -vV | sed -n 's/^host: //p')
profile=${1:-release}
built=${CARGO_TARGET_DIR:-target}/${profile/#dev/debug}
dist=target/dist
name=outflank-$version-$target
# The time of the last commit, so that the same commit gives the same archive.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
rm -rf "$dist"
mkdir -p "$dist/stage/$name"

step() { printf '== %s\n' "$1" >&2; }

step "programs"
cargo build --profile "$profile" --locked --package outflank-cli --package outflank-proof-check
stage=$dist/stage/$name
install -D -t "$stage/bin" "$built/outflank" "$built/outflank-check"
"$stage/bin/outflank" manual "$stage/share/man/man1" >/dev/null
completion() { mkdir -p "$(dirname "$2")" && "$stage/bin/outflank" completions "$1" >"$2"; }
completion bash "$stage/share/bash-completion/completions/outflank"
completion zsh "$stage/share/zsh/vendor-completions/_outflank"
completion fish "$stage/share/fish/vendor_completions.d/outflank.fish"
install -D -m 644 -t "$stage/share/doc/outflank" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE

step "archive"
tar --create --gzip --file "$dist/$name.tar.gz" --directory "$dist/stage" --sort=name \
    --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" "$name"

step "Debian package"
# cargo-deb takes the files from this fixed path.
ln -s "$name" "$dist/stage/current"
target/tools/bin/cargo-deb --quiet --profile "$profile" --no-build --no-strip --locked --package outflank-cli \
    --output "$dist/"

step "Python package"
# maturin determines the oldest C library that the wheel runs with. There are two calls, because with
# `--sdist` it would build the wheel from the sdist, whose Cargo.lock names crates that it lacks.
.venv/bin/maturin sdist --manifest-path crates/python/Cargo.toml --out "$dist"
.venv/bin/maturin build --quiet --locked --manifest-path crates/python/Cargo.toml \
    --interpreter "$root/.venv/bin/python" --out "$dist" ${1:+--profile "$1"}

step "software bill of materials"
# maturin generates one for each package with the library of cargo-cyclonedx.
.venv/bin/maturin build --quiet --locked --manifest-path crates/cli/Cargo.toml --profile "$profile" \
    --compatibility linux --out "$dist/stage/sbom"
unzip -q -p "$dist"/stage/sbom/*.whl '*.cyclonedx.json' >"$dist/$name.cdx.json"

rm -r "$dist/stage"
(cd "$dist" && sha256sum -- * >SHA256SUMS)
step "$dist"
(cd "$dist" && stat --format '%10s  %n' -- *)
