#!/usr/bin/env bash
# Tries every file of target/dist in a clean environment. Programs for Linux run in a root that holds only the package,
# those for AArch64 in qemu, those for Windows in Wine: version, exact scores, signature of `bench`, games, the server.
# Installs the wheels for Linux and the sdist. There is nothing here to run macOS: its files, and the wheel for Windows,
# are inspected, which prints their processor and the libraries that they need.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

scripts/setup-dist.sh
version=$(scripts/check_versions.py --print)
dist=$root/target/dist
name=outflank-$version
work=$(mktemp -d)
export WINEDEBUG=-all WINEPREFIX=$work/wine DISPLAY=
PATH=$PATH:/usr/lib/wine
clean_up() {
    jobs -p | xargs --no-run-if-empty kill 2>/dev/null || true
    wineserver -k 2>/dev/null || true
    rm -rf "$work"
}
trap clean_up EXIT

step() { printf '== %4d s: %s\n' "$SECONDS" "$1"; }
fail() {
    printf 'error: %s\n' "$1" >&2
    exit 1
}
milliseconds() { printf '%s' $(($(date +%s%N) / 1000000)); }

signature=$(sed -n 's/^signature \([0-9]*\),.*/\1/p' docs/reference/benchmarks.md)
positions=$(head -n 10 testdata/positions/fforum-1-19.obf)
# A self-played game cannot last longer: 60 moves and the passes between them.
moves=$(printf 'genmove black\ngenmove white\n%.0s' {1..60} && echo quit)

# Tries the programs that `COMMAND FOLDER/outflank` and `COMMAND FOLDER/outflank-check` start, as in
# `try_programs FOLDER SUFFIX COMMAND...`.
try_programs() {
    local program=$1/outflank$2 checker=$1/outflank-check$2 run=("${@:3}") began printed output=$work/output
    [ "$("${run[@]}" "$program" --version)" = "outflank $version" ] || fail "$program is not version $version"
    began=$(milliseconds)
    "${run[@]}" "$program" --version >/dev/null
    echo "outflank --version: $(($(milliseconds) - began)) ms"

    "${run[@]}" "$program" solve --check - <<<"$positions" >"$output" || fail "$program solves FFO 1-10 wrongly"
    printed=$(tail -n 1 "$output")
    echo "outflank solve --check: $printed"
    [[ $printed == "10 positions, 0 wrong,"* ]] || fail "$program solves FFO 1-10 wrongly"

    "${run[@]}" "$program" bench >"$output" || fail "outflank bench"
    printed=$(tail -n 1 "$output")
    echo "outflank bench: $printed"
    [[ $printed == "signature $signature,"* ]] || fail "$program has another signature than $signature"

    "${run[@]}" "$program" gtp --level 1 --threads 1 <<<"$moves" >"$output" || fail "outflank gtp"
    printed=$(grep -ciE '^= [a-h][1-8]' "$output")
    echo "outflank gtp: a game of $printed moves"
    [ "$printed" -ge 50 ] || fail "$program does not play a game over GTP"
    "${run[@]}" "$program" match outflank@1 textbook:positional@1 --games 2 --threads 1 --seed 1 --json >"$output" ||
        fail "outflank match"
    tail -n 1 "$output" | grep -q '"total":true.*"games":2,.*"complete":true' || fail "$program does not finish a match"

    try_server "${run[@]}" "$program"
    if "${run[@]}" "$checker" /dev/null >/dev/null 2>&1; then
        fail "$checker accepts an empty file"
    fi
}

# Starts the server, asks it for the page and for the openings, and stops it.
try_server() {
    local address='' pid
    : >"$work/serve"
    "$@" serve --port 0 --no-library >"$work/serve" 2>&1 &
    pid=$!
    for _ in {1..600}; do
        address=$(sed -n 's|.*\(http://[0-9.:]*/\).*|\1|p' "$work/serve" | head -n 1)
        if [ -n "$address" ] || ! kill -0 "$pid" 2>/dev/null; then break; fi
        sleep 0.1
    done
    [ -n "$address" ] || fail "outflank serve did not start: $(cat "$work/serve")"
    [[ $(curl --silent --fail "$address") == *"<title>Outflank</title>"* ]] || fail "outflank serve has no page"
    [[ $(curl --silent --fail "${address}api/openings") == *Tiger* ]] || fail "outflank serve has no openings"
    echo "outflank serve: $address answers"
    kill "$pid"
    wait "$pid" 2>/dev/null || true
}

step "checksums"
(cd "$dist" && sha256sum --check --quiet SHA256SUMS)
linux=(x86_64-unknown-linux-musl aarch64-unknown-linux-musl)
apple=(x86_64-apple-darwin aarch64-apple-darwin)
windows=x86_64-pc-windows-gnu
wheel=$name-cp310-abi3
expected=$(printf '%s\n' "${linux[@]/%/.tar.gz}" "${apple[@]/%/.tar.gz}" "$windows.zip" site.zip | sed "s/^/$name-/" &&
    printf '%s\n' "$name.cdx.json" "$name.tar.gz" "outflank_$version-1_amd64.deb" "outflank_$version-1_arm64.deb" \
        "$wheel-macosx_11_0_arm64.whl" "$wheel-macosx_11_0_x86_64.whl" "$wheel-win_amd64.whl" \
        "$wheel-manylinux2014_aarch64.manylinux_2_17_aarch64.whl" \
        "$wheel-manylinux2014_x86_64.manylinux_2_17_x86_64.whl")
diff <(sort <<<"$expected") <(sed 's/^[0-9a-f]* [ *]//' "$dist/SHA256SUMS" | sort) ||
    fail "the files of SHA256SUMS (right) are not those of a release (left)"

step "bill of materials"
python3 - "$dist/$name.cdx.json" "$root/Cargo.lock" <<'PY'
import json, re, sys

bill = json.load(open(sys.argv[1]))
named = {(part["name"], part["version"]) for part in bill["components"]}
locked = set(re.findall(r'name = "(.+)"\nversion = "(.+)"', open(sys.argv[2]).read()))
needed = {"clap", "parquet", "rusqlite", "zstd", "objc2", "windows-sys", "outflank-engine", "outflank-proof-check"}
missing = needed - {name for name, _ in named}
if missing or not named <= locked:
    sys.exit(f"error: missing {missing}, not in Cargo.lock {named - locked}")
print(f"{len(named)} components")
PY

step "archives"
for file in "$dist/$name"-*.tar.gz; do tar --extract --file "$file" --directory "$work"; done
unzip -q "$dist/$name-$windows.zip" -d "$work"
for target in "${linux[@]}" "${apple[@]}" "$windows"; do
    for file in man/man1/outflank.1 man/man1/outflank-solve.1 doc/outflank/README.md doc/outflank/LICENSE-MIT \
        bash-completion/completions/outflank zsh/vendor-completions/_outflank \
        fish/vendor_completions.d/outflank.fish powershell/outflank.ps1; do
        [ -s "$work/$name-$target/share/$file" ] || fail "no share/$file in the archive for $target"
    done
done
bash -n "$work/$name-${linux[0]}/share/bash-completion/completions/outflank"

step "Linux x86-64: the Debian package in an empty root"
# Installs a Debian package into an empty root, and checks that it leaves nothing behind once removed.
install_package() {
    mkdir -p "$1/var/lib/dpkg/info" "$1/var/lib/dpkg/updates" "$1/dev"
    : >"$1/var/lib/dpkg/status"
    dpkg --root="$1" --force-architecture --install "$2" >/dev/null
    [ -s "$1/usr/share/man/man1/outflank-solve.1.gz" ] || fail "no manual page in $2"
}
remove_package() {
    dpkg --root="$1" --remove outflank >/dev/null
    left=$(find "$1" -name '*outflank*' -not -path '*/var/lib/dpkg/*')
    [ -z "$left" ] || fail "files left after removal: $left"
}
install_package "$work/amd64" "$dist/outflank_$version-1_amd64.deb"
try_programs /usr/bin "" env -i "$(command -v chroot)" "$work/amd64"
remove_package "$work/amd64"
step "Linux x86-64: the archive"
try_programs "$work/$name-${linux[0]}/bin" "" env -i

step "Linux AArch64: the Debian package in qemu"
install_package "$work/arm64" "$dist/outflank_$version-1_arm64.deb"
cmp "$work/arm64/usr/bin/outflank" "$work/$name-${linux[1]}/bin/outflank"
try_programs "$work/arm64/usr/bin" "" env -i "$(command -v qemu-aarch64)"
remove_package "$work/arm64"

step "Windows: the archive in Wine"
# Wine before 8.18 lacks the library that Rust takes random numbers from.
cat >"$work/random.c" <<'C'
#include <windows.h>
BOOLEAN WINAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, size); }
C
x86_64-w64-mingw32-gcc -shared -o "$work/$name-$windows/bcryptprimitives.dll" "$work/random.c" -ladvapi32
wine64 wineboot --init 2>/dev/null
# A path with spaces and letters outside ASCII.
folder="$work/Spiele für Öthello"
mv "$work/$name-$windows" "$folder"
try_programs "$folder" .exe wine64
# shellcheck disable=SC2001 # each line
sed 's/$/\r/' <<<"$positions" >"$folder/größe.obf"
printed=$(wine64 "$folder/outflank.exe" solve --check "$folder/größe.obf" | tail -n 1)
echo "outflank solve --check größe.obf, with CRLF: $printed"
[[ $printed == "10 positions, 0 wrong,"* ]] || fail "a file with CRLF"
printed=$(wine64 "$folder/outflank.exe" hint start --level 1 --threads 1)
[[ $printed != *$'\e'* ]] || fail "ANSI colours in a pipe"
# Windows Explorer starts the program without arguments.
cat >"$work/explorer.c" <<'C'
#include <process.h>
#include <stddef.h>
int main(void) { return (int)_spawnl(_P_WAIT, "outflank.exe", "outflank.exe", NULL); }
C
x86_64-w64-mingw32-gcc -o "$folder/explorer.exe" "$work/explorer.c"
(cd "$folder" && timeout 120 wine64 ./explorer.exe) >/dev/null 2>&1 &
for _ in {1..120}; do
    if curl --silent --fail http://127.0.0.1:8664/api/status >"$work/status"; then break; fi
    sleep 1
done
[ -s "$work/status" ] || fail "a double click opens no board"
[ -n "$(find "$WINEPREFIX" -path '*/AppData/Roaming/outflank/library.db')" ] || fail "no library in %APPDATA%"
curl --silent --fail --json '{}' http://127.0.0.1:8664/api/stop >/dev/null
for _ in {1..30}; do
    if ! pgrep -f 'outflank.exe serve --open' >/dev/null; then break; fi
    sleep 1
done
if pgrep -f 'outflank.exe serve --open' >/dev/null; then fail "the page does not stop the program"; fi
echo "double click: the board opens, has its library in %APPDATA%, and stops on request"

step "macOS: inspection only"
for target in "${apple[@]}"; do
    scripts/inspect_macho.py "$work/$name-$target"/bin/*
done

# Tries the Python package with an interpreter, as in `try_package COMMAND...`.
try_package() {
    # shellcheck disable=SC2016 # the backquotes are Python's
    (cd "$work" && "$@" -c '
import re, sys, time

began = time.perf_counter()
import outflank
print(f"import outflank: {1000 * (time.perf_counter() - began):.0f} ms")
# numpy, which takes longer, is loaded when it is needed.
assert "numpy" not in sys.modules
assert outflank.__version__ == sys.argv[1]
exec(re.findall(r"```python\n(.*?)```", sys.stdin.read(), re.DOTALL)[0])
assert game.is_over
' "$version" <"$root/crates/python/README.md") || fail "the Python package does not work"
}

# Unpacks Debian's Python and the C++ library that numpy needs into a new root, and installs the wheel there. Takes the
# names of the architecture in Debian and in wheels, as in `python_root amd64 x86_64`.
python_root() {
    local apt=$work/apt-$1 new=$work/python-$1 get file
    mkdir -p "$apt"/{state/lists/partial,cache/archives/partial} "$new"
    : >"$apt/status"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] https://deb.debian.org/debian bookworm main" \
        >"$apt/sources.list"
    get=(apt-get -qq -o "APT::Architecture=$1" -o "APT::Architectures=$1" -o "Dir::State=$apt/state"
        -o "Dir::State::status=$apt/status" -o "Dir::Cache=$apt/cache" -o "Dir::Etc::sourcelist=$apt/sources.list"
        -o Dir::Etc::sourceparts=/dev/null -o APT::Sandbox::User=root)
    "${get[@]}" update
    "${get[@]}" install --yes --no-install-recommends --download-only python3.11 libstdc++6 >/dev/null
    for file in "$apt"/cache/archives/*.deb; do dpkg-deb --extract "$file" "$new"; done
    "${pip[@]}" install --root-user-action ignore --only-binary :all: --platform "manylinux2014_$2" \
        --python-version 3.11 --target "$new/packages" "$dist/$wheel"-manylinux*"_$2.whl"
}

step "wheels"
python3 -m venv "$work/wheel"
pip=("$work/wheel/bin/pip" --disable-pip-version-check --quiet)
began=$(milliseconds)
"${pip[@]}" install "$dist/$wheel"-manylinux*_x86_64.whl
echo "pip install: $(($(milliseconds) - began)) ms, with numpy"
try_package "$work/wheel/bin/python"
python_root amd64 x86_64
try_package env -i PYTHONPATH=/packages "$(command -v chroot)" "$work/python-amd64" /usr/bin/python3.11
python_root arm64 aarch64
try_package env -i "PYTHONPATH=$work/python-arm64/packages" "$(command -v qemu-aarch64)" -L "$work/python-arm64" \
    "$work/python-arm64/usr/bin/python3.11"
for target in macosx_11_0_arm64 macosx_11_0_x86_64; do
    unzip -q "$dist/$wheel-$target.whl" -d "$work/$target"
    scripts/inspect_macho.py "$work/$target"/outflank/_native*.so
done
unzip -q "$dist/$wheel-win_amd64.whl" -d "$work/win"
libraries=$(objdump --private-headers "$work"/win/outflank/_native*.pyd | sed -n 's/.*DLL Name: //p' | xargs)
echo "_native.pyd: x86-64, needs $libraries"
[[ " $libraries " == *" python3.dll "* ]] || fail "the wheel for Windows is bound to one version of Python"

step "sdist"
python3 -m venv "$work/sdist"
# Without optimization, to save time. With --verbose, pip shows each crate as it compiles.
MATURIN_PEP517_ARGS="--profile quick" CARGO_TARGET_DIR=$root/target \
    "$work/sdist/bin/pip" install --verbose --disable-pip-version-check "$dist/$name.tar.gz" >"$work/output" 2>&1 ||
    fail "$(cat "$work/output")"
grep -q 'Compiling outflank-engine' "$work/output" || fail "the installation of the sdist does not say what it does"
try_package "$work/sdist/bin/python"

step "site"
unzip -q "$dist/$name-site.zip" -d "$work"
for file in index.html play/index.html play/engine/outflank_web_bg.wasm docs/index.html; do
    [ -s "$work/$name-site/$file" ] || fail "no $file in the site"
done

step "formulas"
scripts/fill_formulas.py https://example.org/outflank "$work/formulas"
! grep -rn '@' "$work/formulas" || fail "a formula is not filled"
python3 -m json.tool "$work/formulas/scoop/outflank.json" >/dev/null
bash -n "$work/formulas/aur/PKGBUILD"

step "cargo install"
cargo install --quiet --locked --path crates/cli --profile quick --root "$work/cargo" --target-dir target
[ "$("$work/cargo/bin/outflank" --version)" = "outflank $version" ] || fail "cargo install"

step "AArch64: tests of the kernels and rules"
scripts/test-arm.sh

step "every file works"
