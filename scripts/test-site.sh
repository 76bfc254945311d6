#!/usr/bin/env bash
# Builds the site and runs its tests in a browser.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup-browser.sh
scripts/site.sh
cd tests/browser
# The limit turns a test that hangs into a failure.
node --test --test-timeout=1800000 site.mjs
