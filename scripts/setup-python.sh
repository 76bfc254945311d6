#!/usr/bin/env bash
# Creates the Python environment .venv, which the comparison with open_spiel and the tests of the
# Python package need. Does nothing if it already exists.
set -euo pipefail
cd "$(dirname "$0")/.."

requirements=scripts/requirements.txt
stamp=.venv/requirements.installed
if [ -f "$stamp" ] && cmp -s "$requirements" "$stamp"; then
    exit 0
fi
if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -q
        apt-get install -q -y python3 python3-venv
    else
        echo "error: python3 with its venv module is needed to test the rules" >&2
        exit 1
    fi
fi
rm -rf .venv
python3 -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check -r "$requirements"
cp "$requirements" "$stamp"
