#!/usr/bin/env bash
# Runs the tests of the kernels, NEON among them, and of the rules on AArch64 in an emulator.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup-dist.sh
export PATH=$PWD/target/tools/zig/bin:$PATH
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=qemu-aarch64
for tests in kernels perft; do
    cargo-zigbuild test --package outflank-engine --lib --target aarch64-unknown-linux-musl --target-dir target/arm \
        --locked "$tests"
done
