#!/usr/bin/env bash
# Installs what the page tests need: Chromium, Firefox, Node.js, and the packages of tests/browser. Does
# nothing if everything is already installed.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=tests/browser
stamp=$folder/node_modules/packages.installed

has() { command -v "$1" >/dev/null; }

missing=()
if [ -z "${OUTFLANK_BROWSER:-}" ] && ! has chromium && ! has chromium-browser && ! has google-chrome; then
    missing+=(chromium)
fi
if [ -z "${OUTFLANK_FIREFOX:-}" ] && ! has firefox-esr && ! has firefox; then
    missing+=(firefox-esr)
fi
has node || missing+=(nodejs)
has npm || missing+=(npm)
if [ ${#missing[@]} -gt 0 ]; then
    if [ "$(id -u)" = 0 ] && has apt-get; then
        apt-get update -q
        DEBIAN_FRONTEND=noninteractive apt-get install -q -y "${missing[@]}"
    else
        echo "error: missing ${missing[*]}, needed to test the pages in a browser" >&2
        exit 1
    fi
fi
if [ -f "$stamp" ] && cmp -s "$folder/package-lock.json" "$stamp"; then
    exit 0
fi
npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund
cp "$folder/package-lock.json" "$stamp"
