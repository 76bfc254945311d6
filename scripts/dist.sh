#!/usr/bin/env bash
# Builds everything that a release publishes into target/dist and lists it: for Linux, Windows and macOS an archive of
# the programs with manual pages and completions, and a wheel of the Python package; Debian packages; the sdist; the
# site; a software bill of materials; checksums. Runs on Linux x86-64.
#
#   scripts/dist.sh [PROFILE]
#
# PROFILE is the Cargo profile of programs and wheels, `release` by default. Another one, such as `quick`, builds
# packages to test the packaging itself.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/check_versions.py
scripts/setup-python.sh
scripts/setup-dist.sh
export PATH=$PWD/target/tools/zig/bin:$PATH
version=$(scripts/check_versions.py --print)
profile=${1:-release}
dist=$PWD/target/dist
stage=$dist/stage
linux=(x86_64-unknown-linux-musl aarch64-unknown-linux-musl)
windows=x86_64-pc-windows-gnu
apple=(x86_64-apple-darwin aarch64-apple-darwin)
# The time of the last commit, so that the same commit gives the same files.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH TZ=UTC
# Apple's libraries exist only on a Mac; scripts/apple names the symbols that the linker must know.
export MACOSX_DEPLOYMENT_TARGET=11.0
stubs="-L native=$PWD/scripts/apple -L framework=$PWD/scripts/apple"
export CARGO_TARGET_X86_64_APPLE_DARWIN_RUSTFLAGS=$stubs CARGO_TARGET_AARCH64_APPLE_DARWIN_RUSTFLAGS=$stubs
rm -rf "$dist"
mkdir -p "$stage"

step() { printf '== %4d s: %s\n' "$SECONDS" "$1" >&2; }
# The folder of the programs that Cargo built for a target.
built() { printf '%s' "target/$1/${profile/#dev/debug}"; }
# Gives the files of a folder the time of the commit.
date_files() { find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +; }
zip_folder() { (cd "$(dirname "$2")" && find "$(basename "$2")" | LC_ALL=C sort | zip -q -X -@ "$1"); }

step "programs"
options=(--profile "$profile" --locked --package outflank-cli --package outflank-proof-check)
cargo-zigbuild zigbuild "${options[@]}" "${linux[@]/#/--target=}" "${apple[@]/#/--target=}"
# With mingw: zig would export every symbol of the Python module, more than Windows allows.
cargo build "${options[@]}" --target "$windows"

step "archives and Debian packages"
# The manual pages and completions are the same for all systems.
share=$stage/share
program=$(built x86_64-unknown-linux-musl)/outflank
"$program" manual "$share/man/man1" >/dev/null
completion() { mkdir -p "$(dirname "$2")" && "$program" completions "$1" >"$2"; }
completion bash "$share/bash-completion/completions/outflank"
completion zsh "$share/zsh/vendor-completions/_outflank"
completion fish "$share/fish/vendor_completions.d/outflank.fish"
completion powershell "$share/powershell/outflank.ps1"
install -D -m 644 -t "$share/doc/outflank" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE
for target in "${linux[@]}" "${apple[@]}" "$windows"; do
    name=outflank-$version-$target
    # On Windows, the program is in view for a double click.
    case $target in "$windows") exe=.exe folder=. ;; *) exe='' folder=bin ;; esac
    install -D -t "$stage/$name/$folder" "$(built "$target")"/outflank{,-check}"$exe"
    cp -R "$share" "$stage/$name"
    date_files "$stage/$name"
    case $target in
        "$windows") zip_folder "$dist/$name.zip" "$stage/$name" ;;
        *) tar --create --gzip --file "$dist/$name.tar.gz" --directory "$stage" --sort=name \
            --owner=0 --group=0 --numeric-owner "$name" ;;
    esac
done
for target in "${linux[@]}"; do
    case $target in x86_64*) architecture=amd64 ;; *) architecture=arm64 ;; esac
    package=$stage/deb-$architecture
    mkdir -p "$package/DEBIAN" "$package/usr"
    cp -R "$stage/outflank-$version-$target"/* "$package/usr"
    rm "$package/usr/share/powershell" -r
    gzip -9 --no-name "$package"/usr/share/man/man1/*.1 "$package/usr/share/doc/outflank/CHANGELOG.md"
    mv "$package/usr/share/doc/outflank/LICENSE-MIT" "$package/usr/share/doc/outflank/copyright"
    cat >"$package/DEBIAN/control" <<CONTROL
Package: outflank
Version: $version-1
Architecture: $architecture
Maintainer: The Outflank developers
Section: games
Priority: optional
Installed-Size: $(du -sk --apparent-size "$package/usr" | cut -f1)
Description: Othello engine, exact solver and game-tree laboratory
 A strong Othello (Reversi) engine for the terminal and the browser: game review with reasons, an analysis board, exact
 scores, opening books, matches between engines by GTP and NBoard, and drawn minimax and alpha-beta trees.
CONTROL
    dpkg-deb --root-owner-group -Zxz --build "$package" "$dist/outflank_$version-1_$architecture.deb" >/dev/null
done

step "Python package"
# Its wheels serve every CPython from 3.10. Those for Linux use the system's C library, of 2014 or later.
maturin() { .venv/bin/maturin "$1" --manifest-path crates/python/Cargo.toml --out "$dist" "${@:2}"; }
maturin sdist
wheel() {
    maturin build --quiet --locked --profile "$profile" --interpreter "$PWD/.venv/bin/python" --target "$@"
}
for target in "${linux[@]/%musl/gnu}"; do wheel "$target" --zig --compatibility manylinux2014; done
for target in "${apple[@]}"; do wheel "$target" --zig; done
wheel "$windows"

step "site"
scripts/site.sh
cp -R target/site "$stage/outflank-$version-site"
date_files "$stage/outflank-$version-site"
zip_folder "$dist/outflank-$version-site.zip" "$stage/outflank-$version-site"

step "software bill of materials"
scripts/bill_of_materials.py "${linux[@]}" "${apple[@]}" "$windows" >"$dist/outflank-$version.cdx.json"

rm -r "$stage"
(cd "$dist" && sha256sum -- * >SHA256SUMS)
step "$dist"
(cd "$dist" && stat --format '%10s  %n' -- *)
