#!/usr/bin/env bash
# Builds the Python package with the dev profile, installs it into .venv and runs its tests.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup-python.sh
python=$PWD/.venv/bin/python
wheels=${CARGO_TARGET_DIR:-target}/python-test
rm -rf "$wheels"
.venv/bin/maturin build --quiet --profile dev --locked --manifest-path crates/python/Cargo.toml \
    --interpreter "$python" --out "$wheels"
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall \
    "$wheels"/outflank-*.whl
cd crates/python
"$python" -m pytest --quiet "$@"
