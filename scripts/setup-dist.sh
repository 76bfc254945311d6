#!/usr/bin/env bash
# Installs what `make dist` and `make arm` need: zig and mingw, which compile and link for other systems (zig with
# cargo-zigbuild in target/tools/zig); the Rust targets of a release; emulators; archivers. Does nothing if all of it is
# installed.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(uname -sm)" != "Linux x86_64" ]; then
    echo "error: releases are built on Linux x86-64, not on $(uname -sm)" >&2
    exit 1
fi

declare -A programs=([zip]=zip [unzip]=unzip [curl]=curl [dpkg-deb]=dpkg [qemu-aarch64]=qemu-user [wine64]=wine64
    [x86_64-w64-mingw32-gcc]=gcc-mingw-w64-x86-64-win32)
missing=()
for program in "${!programs[@]}"; do
    # Debian's wine64 is not in PATH.
    PATH=$PATH:/usr/lib/wine command -v "$program" >/dev/null || missing+=("${programs[$program]}")
done
if [ ${#missing[@]} -gt 0 ]; then
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "error: missing ${missing[*]}, needed to build or test a release" >&2
        exit 1
    fi
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
fi

rustup --quiet target add {x86_64,aarch64}-unknown-linux-{musl,gnu} {x86_64,aarch64}-apple-darwin x86_64-pc-windows-gnu

packages=(ziglang==0.17.1 cargo-zigbuild==0.24.1)
folder=target/tools/zig
if [ "$(cat "$folder/packages.installed" 2>/dev/null)" != "${packages[*]}" ]; then
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"
    echo "${packages[*]}" >"$folder/packages.installed"
fi
