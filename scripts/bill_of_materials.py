#!/usr/bin/env python3
"""Prints the software bill of materials (CycloneDX) of the programs: every crate that is compiled into them.

    scripts/bill_of_materials.py TARGET...

Lists the crates of all these targets together, with the checksums of Cargo.lock.
"""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = ("outflank-cli", "outflank-proof-check")


def compiled(target: str) -> dict[str, tuple[dict, set[str]]]:
    """Returns the packages that the programs contain on a target, with what each depends on, by package id."""
    command = ["cargo", "metadata", "--format-version=1", "--locked", f"--filter-platform={target}"]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    found: dict[str, tuple[dict, set[str]]] = {}
    waiting = [name for name, package in packages.items() if package["name"] in PROGRAMS]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        # A kind of null is a normal dependency; build scripts and tests ship nothing.
        needs = {dep["pkg"] for dep in nodes[name]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])}
        found[name] = (packages[name], needs)
        waiting += needs
    return found


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("usage: bill_of_materials.py TARGET...")
    crates: dict[str, tuple[dict, set[str]]] = {}
    for target in sys.argv[1:]:
        for name, (package, needs) in compiled(target).items():
            crates.setdefault(name, (package, set()))[1].update(needs)
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))
    checksums = {(entry["name"], entry["version"]): entry.get("checksum") for entry in lock["package"]}

    def reference(name: str) -> str:
        package = crates[name][0]
        return f"pkg:cargo/{package['name']}@{package['version'].replace('+', '%2B')}"

    components = []
    for name, (package, _) in crates.items():
        component = {
            "type": "application" if package["name"] in PROGRAMS else "library",
            "bom-ref": reference(name),
            "name": package["name"],
            "version": package["version"],
            "purl": reference(name),
        }
        if package["license"]:
            # Old crates write a slash for OR.
            component["licenses"] = [{"expression": package["license"].replace("/", " OR ").replace("  ", " ")}]
        if checksum := checksums[package["name"], package["version"]]:
            component["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        components.append(component)
    program = next(package for package, _ in crates.values() if package["name"] == PROGRAMS[0])
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "outflank", "version": program["version"]}},
        "components": sorted(components, key=lambda component: component["bom-ref"]),
        "dependencies": sorted(
            ({"ref": reference(name), "dependsOn": sorted(map(reference, needs))} for name, (_, needs) in crates.items()),
            key=lambda dependency: dependency["ref"],
        ),
    }
    json.dump(bill, sys.stdout, indent=1)
    print()


main()
