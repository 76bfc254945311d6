#!/usr/bin/env python3
"""Prints the section of CHANGELOG.md about the current version, which must have a date."""

import re
import sys
from pathlib import Path

text = (Path(__file__).resolve().parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
section = re.search(r"(?ms)^## (.+?)$\n(.*?)(?=^## |\Z)", text)
if section is None:
    sys.exit("error: CHANGELOG.md: expected a heading with a version, found none")
if not re.fullmatch(r"\S+ \(\d{4}-\d\d-\d\d\)", section[1]):
    sys.exit(f"error: CHANGELOG.md: expected a date after the version, as in '0.1.0 (2026-01-31)', found '{section[1]}'")
# Hosts keep the line breaks of release notes, so paragraphs are joined.
print(re.sub(r"\n(?:  )?(?=[^\s#-])", " ", section[2].strip()))
