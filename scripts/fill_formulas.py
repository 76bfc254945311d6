#!/usr/bin/env python3
"""Writes the formulas for package managers: the templates of packaging/ with version, address and checksums.

    scripts/fill_formulas.py REPOSITORY FOLDER

REPOSITORY is the address of the project, below which its releases are; the checksums are those of target/dist.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: fill_formulas.py REPOSITORY FOLDER")
    repository, folder = sys.argv[1].rstrip("/"), Path(sys.argv[2])
    version = subprocess.check_output([ROOT / "scripts/check_versions.py", "--print"], text=True).strip()
    lines = (ROOT / "target/dist/SHA256SUMS").read_text(encoding="utf-8").splitlines()
    sums = {name.lstrip("*"): digest for digest, name in (line.split(maxsplit=1) for line in lines)}
    for template in sorted((ROOT / "packaging").glob("*/*")):
        text = template.read_text(encoding="utf-8").replace("@VERSION@", version).replace("@REPOSITORY@", repository)

        def checksum(match: re.Match[str]) -> str:
            if match[1] not in sums:
                sys.exit(f"error: {template}: {match[1]} is not in target/dist/SHA256SUMS")
            return sums[match[1]]

        target = folder / template.relative_to(ROOT / "packaging")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(re.sub(r"@SHA256:([^@]+)@", checksum, text), encoding="utf-8")


main()
