#!/usr/bin/env python3
"""Checks that all files give the version in Cargo.toml.

--print prints the version; --set VERSION writes it to all files.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Where the version is written; the first place is authoritative.
PLACES = [
    ("Cargo.toml", r'(?m)^\[workspace\.package\]\nversion = "([^"]+)"'),
    ("Cargo.toml", r'(?m)^outflank-[a-z]+ = \{ path = "[^"]+", version = "([^"]+)"'),
    ("Cargo.lock", r'(?m)^name = "outflank-[a-z-]+"\nversion = "([^"]+)"'),
    ("CITATION.cff", r"(?m)^version: (\S+)$"),
    ("CHANGELOG.md", r"\A# Changes\n+## (\S+)"),
]


def main() -> None:
    arguments = sys.argv[1:]
    text = {name: (ROOT / name).read_text(encoding="utf-8") for name, _ in PLACES}
    found = [(name, re.findall(pattern, text[name])) for name, pattern in PLACES]
    for name, versions in found:
        if not versions:
            sys.exit(f"error: {name}: expected a version, found none")
    version = found[0][1][0]
    if arguments[:1] == ["--set"] and len(arguments) == 2:
        if not re.fullmatch(r"\d+\.\d+\.\d+(-[0-9a-z.]+)?", arguments[1]):
            sys.exit(f"error: version {arguments[1]}: expected one such as 1.2.3")
        for name, pattern in PLACES:

            def replaced(match: re.Match[str]) -> str:
                start, end = match.start(1) - match.start(), match.end(1) - match.start()
                return match[0][:start] + arguments[1] + match[0][end:]

            text[name] = re.sub(pattern, replaced, text[name])
        for name, content in text.items():
            (ROOT / name).write_text(content, encoding="utf-8")
    elif arguments == ["--print"]:
        print(version)
    elif not arguments:
        wrong = [(name, other) for name, others in found for other in others if other != version]
        for name, other in wrong:
            print(f"error: {name}: version {other}: expected {version}, as in Cargo.toml", file=sys.stderr)
        sys.exit(bool(wrong))
    else:
        sys.exit("usage: check_versions.py [--print | --set VERSION]")


main()
