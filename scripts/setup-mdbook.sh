#!/usr/bin/env bash
# Installs mdBook, which builds the documents, into target/tools. Does nothing if that version is
# already installed. Omits search and live reload, so that it compiles in a minute.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.5.4
program=target/tools/bin/mdbook
if [ -x "$program" ] && [ "$("$program" --version)" = "mdbook v$version" ]; then
    exit 0
fi
# Debug information would only slow the build down.
CARGO_PROFILE_DEV_DEBUG=0 cargo install mdbook --version "=$version" --locked \
    --no-default-features --debug --quiet --root target/tools --target-dir target/tools/build
