#!/usr/bin/env python3
"""Fails if the sources or the documents use a word that the glossary retires.

The list is the block `retired` at the end of docs/reference/glossary.md. Each line has a regular
expression, ` → `, and what to write instead. Only files that git tracks are checked.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GLOSSARY = "docs/reference/glossary.md"
SUFFIXES = {".rs", ".md", ".toml", ".js", ".mjs", ".html", ".css", ".sh", ".py"}
# The change log may use old names.
EXCEPTED = {GLOSSARY, "CHANGELOG.md"}


def retired_words():
    text = (ROOT / GLOSSARY).read_text(encoding="utf-8")
    block = re.search(r"^```retired\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    if block is None:
        sys.exit(f"error: {GLOSSARY} has no block of retired words")
    entries = [line.rsplit(" → ", 1) for line in block[1].splitlines()]
    return [(re.compile(pattern), instead) for pattern, instead in entries]


def main():
    words = retired_words()
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    found = 0
    for name in listed.stdout.split("\0"):
        path = ROOT / name
        if name in EXCEPTED or path.suffix not in SUFFIXES or not path.is_file():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for pattern, instead in words:
                if match := pattern.search(line):
                    print(f"{name}:{number}: {match[0]!r}, write: {instead}", file=sys.stderr)
                    found += 1
    if found:
        sys.exit(f"error: {found} uses of words that {GLOSSARY} retires")


main()
