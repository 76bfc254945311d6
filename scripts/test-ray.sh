#!/usr/bin/env bash
# Tests labelling on a local Ray cluster of two nodes, killing a node and the driver during the run.
# Installs Ray into .venv, which takes a minute.
set -euo pipefail
cd "$(dirname "$0")/.."

requirements=scripts/requirements-ray.txt
stamp=.venv/ray.installed
scripts/setup-python.sh
if ! { [ -f "$stamp" ] && cmp -s "$requirements" "$stamp"; }; then
    .venv/bin/python -m pip install --quiet --disable-pip-version-check -r scripts/requirements.txt -r "$requirements"
    cp "$requirements" "$stamp"
fi
scripts/test-python.sh -s tests/test_ray.py
