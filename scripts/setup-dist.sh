#!/usr/bin/env bash
# Installs cargo-deb and cargo-cyclonedx, which `make dist` needs, into target/tools. Does nothing
# if these versions are already installed.
set -euo pipefail
cd "$(dirname "$0")/.."

setup() {
    local crate=$1 version=$2
    if grep -q "^\"$crate $version " target/tools/.crates.toml 2>/dev/null; then
        return
    fi
    cargo install "$crate" --version "=$version" --locked --debug --quiet \
        --root target/tools --target-dir target/tools/build
}
setup cargo-deb 3.8.0
setup cargo-cyclonedx 0.5.9
