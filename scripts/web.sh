#!/usr/bin/env bash
# Builds the site's WebAssembly modules in target/browser/engine: the engine, the storage, and the engine with
# threads; with their bindings and the data files. Installs the Rust target, a nightly toolchain and, as root, clang,
# which compiles SQLite.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
rustup target list --installed | grep -qx "$target" || rustup target add "$target"
command -v clang >/dev/null || {
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "error: clang is missing; install it, for example with 'apt-get install clang'" >&2
        exit 1
    fi
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends clang
}

# SQLite without the parts that no query uses.
extras=(FTS5 RTREE SESSION PREUPDATE_HOOK BYTECODE_VTAB DBPAGE_VTAB DBSTAT_VTAB STMTVTAB MATH_FUNCTIONS
    OFFSET_SQL_FUNC UNKNOWN_SQL_FUNCTION COLUMN_METADATA UNLOCK_NOTIFY API_ARMOR)
parts=(JSON DESERIALIZE TRACE AUTHORIZATION INTROSPECTION_PRAGMAS COMPILEOPTION_DIAGS)
export SQLITE_WASM_RS_FLAGS="${extras[*]/#/-USQLITE_ENABLE_} ${parts[*]/#/-DSQLITE_OMIT_}"
export CC_wasm32_unknown_unknown=clang
# Searches need more stack than the 1 MiB that the linker reserves by default.
flags="--cfg external_data -C target-feature=+simd128 -C link-arg=-zstack-size=16777216"

# Writes the JavaScript bindings of a module.
bind() {
    cargo run --quiet --locked --manifest-path crates/web/bindgen/Cargo.toml \
        --target-dir target/tools/bindgen -- "$1" "$out"
}

out=target/browser/engine
rm -rf "$out"
mkdir -p "$out"
# Built separately: in one build, Cargo would unify features, and the engine's module would contain those of the other.
for module in web web_storage; do
    RUSTFLAGS=$flags cargo build --profile web --target "$target" --locked --package "outflank-${module/_/-}"
    bind "target/$target/web/outflank_$module.wasm"
done
# The multithreaded engine. It needs a nightly toolchain, because the standard library must be compiled with atomics.
toolchain=nightly-2026-05-20
rustup component list --installed --toolchain "$toolchain" 2>/dev/null | grep -q rust-src ||
    rustup toolchain install "$toolchain" --profile minimal --component rust-src
flags+=" -C target-feature=+atomics -C link-arg=--shared-memory -C link-arg=--import-memory"
# 1 GiB. A browser may reserve the maximum size of a shared memory at the start.
flags+=" -C link-arg=--max-memory=1073741824"
for symbol in __wasm_init_tls __tls_size __tls_align __tls_base; do flags+=" -C link-arg=--export=$symbol"; done
RUSTFLAGS=$flags cargo "+$toolchain" build --profile web --target "$target" --locked --package outflank-web \
    -Zbuild-std=std,panic_abort --target-dir target/threads
cp "target/threads/$target/web/outflank_web.wasm" target/threads/outflank_web_threads.wasm
bind target/threads/outflank_web_threads.wasm
cp crates/engine/weights/8x8.weights crates/engine/weights/8x8-order.weights \
    crates/network-weights/8x8.network crates/human/8x8.human crates/book/shipped/8x8.compact "$out"
