#!/usr/bin/env bash
# Installs every package of target/dist in a clean environment and plays a game with it: unpacks the
# archive, installs the Debian package in a new root with only the libraries that it depends on, and
# installs the wheel and the sdist in new virtual environments. Also installs the program with
# `cargo install`.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

version=$(scripts/check_versions.py --print)
target=$(rustc -vV | sed -n 's/^host: //p')
dist=$root/target/dist
name=outflank-$version-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

step() { printf '== %s\n' "$1"; }
fail() {
    printf 'error: %s\n' "$1" >&2
    exit 1
}

# Tests the programs through a command prefix, as in `try_program chroot ROOT`.
try_program() {
    [ "$("$@" outflank --version)" = "outflank $version" ] || fail "not version $version"
    "$@" outflank match outflank@1 textbook:positional@1 --games 2 --threads 1 --seed 1 --json | tail -n 1 |
        grep -q '"total":true.*"games":2,.*"complete":true' || fail "the match of two games did not finish"
    # The first position of the FFO test suite: +18 by g8.
    "$@" outflank solve --json -- \
        '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X' |
        grep -q '"score":18,' || fail "a wrong exact score"
    if "$@" outflank-check /dev/null >/dev/null 2>&1; then
        fail "outflank-check accepts an empty file"
    fi
}

step "checksums"
(cd "$dist" && sha256sum --check --quiet SHA256SUMS)
files=$(cd "$dist" && ls)
for file in "$name.tar.gz" "$name.cdx.json" "outflank_${version}-1_*.deb" "outflank-$version.tar.gz" \
    "outflank-$version-cp310-abi3-*.whl"; do
    # shellcheck disable=SC2086 # a pattern
    (cd "$dist" && ls $file) >/dev/null 2>&1 || fail "$file is not among: $files"
    # shellcheck disable=SC2086
    (cd "$dist" && grep -qF "$(ls $file)" SHA256SUMS) || fail "no checksum of $file"
done

step "bill of materials"
python3 - "$dist/$name.cdx.json" "$root/Cargo.lock" <<'PY'
import json, re, sys

bill = json.load(open(sys.argv[1]))
named = {(part["name"], part["version"]) for part in bill["components"]}
locked = set(re.findall(r'name = "(.+)"\nversion = "(.+)"', open(sys.argv[2]).read()))
needed = {"clap", "parquet", "rusqlite", "zstd", "outflank-engine", "outflank-othello"}
missing = needed - {name for name, _ in named}
if missing or not named <= locked:
    sys.exit(f"error: missing {missing}, not in Cargo.lock {named - locked}")
print(f"{len(named)} components")
PY

step "archive"
tar --extract --file "$dist/$name.tar.gz" --directory "$work"
try_program env -i "PATH=$work/$name/bin"
for file in share/man/man1/outflank.1 share/man/man1/outflank-solve.1 share/doc/outflank/LICENSE-MIT \
    share/bash-completion/completions/outflank share/zsh/vendor-completions/_outflank \
    share/fish/vendor_completions.d/outflank.fish share/doc/outflank/README.md; do
    [ -s "$work/$name/$file" ] || fail "no $file in the archive"
done
bash -n "$work/$name/share/bash-completion/completions/outflank"

step "Debian package"
deb=$(ls "$dist"/outflank_*.deb)
# A root with only the package's dependencies, copied from this system.
new=$work/root
mkdir -p "$new/var/lib/dpkg/info" "$new/var/lib/dpkg/updates" "$new/usr/lib" "$new/usr/lib64" "$new/tmp"
for place in lib lib64; do
    if [ -L "/$place" ]; then ln -s "usr/$place" "$new/$place"; fi
done
depends=$(dpkg-deb --field "$deb" Depends | sed 's/([^)]*)//g; s/|[^,]*//g; s/,/ /g')
printf 'depends on: %s\n' "$depends"
for package in $depends; do
    # The program does not need the dependencies of these packages.
    dpkg-query --status "$package" | sed '/^Depends:/d; /^Pre-Depends:/d'
    echo
done >"$new/var/lib/dpkg/status"
for package in $depends; do dpkg-query --listfiles "$package"; done | while read -r file; do
    if [ ! -d "$file" ] || [ -L "$file" ]; then printf '%s\n' "${file#/}"; fi
done | sort -u >"$work/libraries"
tar --create --directory / --files-from "$work/libraries" |
    tar --extract --directory "$new" --keep-directory-symlink
dpkg --root="$new" --install "$deb" >/dev/null
try_program env -i PATH=/usr/bin "$(command -v chroot)" "$new"
[ -s "$new/usr/share/man/man1/outflank-solve.1.gz" ] || fail "no manual page in $deb"
dpkg --root="$new" --remove outflank >/dev/null
left=$(find "$new" -name '*outflank*' -not -path '*/var/lib/dpkg/*')
[ -z "$left" ] || fail "files left after removal: $left"

# Tests the Python package in a virtual environment.
try_package() {
    local python=$1/bin/python
    (
        cd "$work"
        [ "$("$python" -c 'import outflank; print(outflank.__version__)')" = "$version" ]
        "$python" - "$root/crates/python/README.md" <<'PY'
import re, sys, time
began = time.perf_counter()
import outflank
print(f"imported in {time.perf_counter() - began:.3f} s")
bot = re.findall(r"```python\n(.*?)```", open(sys.argv[1]).read(), re.DOTALL)[0]
exec(bot)
assert game.is_over
PY
    ) || fail "the Python package does not work"
}

step "wheel"
python3 -m venv "$work/wheel"
"$work/wheel/bin/pip" install --quiet --disable-pip-version-check "$dist"/outflank-*.whl
try_package "$work/wheel"

step "sdist"
python3 -m venv "$work/sdist"
CARGO_TARGET_DIR=$root/target/dist-check \
    "$work/sdist/bin/pip" install --quiet --disable-pip-version-check "$dist/outflank-$version.tar.gz"
try_package "$work/sdist"

step "cargo install"
cargo install --quiet --locked --path crates/cli --root "$work/cargo" --target-dir target
[ "$("$work/cargo/bin/outflank" --version)" = "outflank $version" ] || fail "cargo install"

step "all packages work"
