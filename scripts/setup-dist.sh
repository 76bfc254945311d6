#!/usr/bin/env bash
# Installs cargo-deb, which `make dist` needs, into target/tools. Does nothing if that version is
# already installed.
set -euo pipefail
cd "$(dirname "$0")/.."

version=3.8.0
program=target/tools/bin/cargo-deb
if [ -x "$program" ] && [ "$("$program" --version)" = "$version" ]; then
    exit 0
fi
cargo install cargo-deb --version "=$version" --locked --debug --quiet \
    --root target/tools --target-dir target/tools/build
