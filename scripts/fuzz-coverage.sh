#!/bin/sh
# Prints the line coverage of each reader by the inputs of its fuzz target.
# Needs the nightly toolchain with llvm-tools, and cargo-fuzz.
#
#   scripts/fuzz-coverage.sh [TARGET...]
#
# Runs the committed corpus and the inputs that scripts/fuzz.sh has found. Writes the lines to
# fuzz/coverage/TARGET/html.
set -eu
cd "$(dirname "$0")/../fuzz"

[ $# -gt 0 ] || set -- $(cargo +nightly fuzz list)
export CFLAGS=-fno-sanitize=address
host=$(rustc +nightly --print host-tuple)
tools=$(rustc +nightly --print sysroot)/lib/rustlib/$host/bin

# The files whose lines count for a target, below crates.
files_of() {
    case $1 in
        books) echo book/src/formats/edax.rs book/src/formats/egaroucid.rs book/src/formats/compact.rs \
            book/src/formats/import.rs book/src/store/header.rs book/src/store/map.rs book/src/store/page.rs \
            book/src/store/reader.rs book/src/entry.rs ;;
        certificates) echo proof-check/src/certificate.rs proof-check/src/proof.rs proof-check/src/rules.rs ;;
        checkpoints) echo archive/src/checkpoint training/src/checkpoint.rs training/src/dataset/games.rs \
            training/src/dataset/games_reader.rs training/src/dataset/positions.rs \
            training/src/dataset/positions_reader.rs training/src/dataset/columns.rs \
            matches/src/tournament/results.rs matches/src/tournament/stored.rs ;;
        edits) echo book/src/editor.rs book/src/overlay.rs book/src/formats/text.rs ;;
        evaluations) echo engine/src/evaluation/file_header.rs engine/src/evaluation/weights.rs \
            engine/src/evaluation/network/file.rs engine/src/evaluation/zstandard.rs ;;
        expressions) echo gametree/src/typed_tree.rs othello/src/shape.rs \
            othello/src/notation/position.rs othello/src/notation/error.rs \
            textbook/src/evaluation/parameters ;;
        files) echo othello/src/format/detect.rs othello/src/format/read othello/src/format/write \
            othello/src/format/move_replay.rs ;;
        gtp | nboard) echo "protocol/src/$1" ;;
        obf) echo othello/src/format/obf.rs ;;
        requests) echo api/src archive/src/library.rs archive/src/backup.rs archive/src/cards.rs ;;
        transcript) echo othello/src/notation/transcript.rs ;;
        *) echo "othello/src/format/$1" ;;
    esac
}

for target in "$@"; do
    mkdir -p coverage "found/$target"
    cargo +nightly fuzz coverage "$target" "corpus/$target" "found/$target" >"coverage/$target.log" 2>&1 || {
        tail -n 20 "coverage/$target.log" | cut -c 1-200 >&2
        exit 1
    }
    sources=
    for file in $(files_of "$target"); do
        [ -e "../crates/$file" ] || { echo "$target: no crates/$file" >&2; exit 1; }
        sources="$sources $(realpath "../crates/$file")"
    done
    program=target/$host/coverage/$host/release/$target
    profile=coverage/$target/coverage.profdata
    # shellcheck disable=SC2086
    "$tools/llvm-cov" show "$program" -instr-profile="$profile" -format=html -output-dir="coverage/$target/html" \
        $sources >/dev/null
    # shellcheck disable=SC2086
    "$tools/llvm-cov" report "$program" -instr-profile="$profile" $sources |
        awk -v target="$target" '$1 == "TOTAL" { print target ": " $10 " of " $8 " lines" }'
done
