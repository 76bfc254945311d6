#!/usr/bin/env python3
"""Prints the processor, the oldest macOS and the libraries of 64-bit Mach-O files, and checks their signatures.

    scripts/inspect_macho.py FILE...

On AArch64, macOS kills a program that has no signature, and everywhere one whose pages do not have the hashes in it.
An ad-hoc signature, which linkers write, has no other content.
"""

import hashlib
import struct
import sys
from pathlib import Path

PROCESSORS = {0x01000007: "x86_64", 0x0100000C: "arm64"}
LOAD_DYLIB, CODE_SIGNATURE, BUILD_VERSION = 0xC, 0x1D, 0x32
SIGNATURE, CODE_DIRECTORY = 0xFADE0CC0, 0xFADE0C02
SHA256 = 2


def check_signature(data: bytes, start: int) -> int:
    """Compares the hashes of a signature at `start` with the pages of the file, and returns their number."""
    magic, _, count = struct.unpack_from(">3I", data, start)
    if magic != SIGNATURE:
        raise ValueError(f"byte {start}: expected a signature")
    for index in range(count):
        directory = start + struct.unpack_from(">2I", data, start + 12 + 8 * index)[1]
        fields = struct.unpack_from(">9I4B", data, directory)
        magic, hashes, slots, limit = fields[0], directory + fields[4], fields[7], fields[8]
        size, kind, page = fields[9], fields[10], 1 << fields[12]
        if magic != CODE_DIRECTORY:
            continue
        if kind != SHA256 or limit != start or slots != -(-limit // page):
            raise ValueError(f"byte {directory}: expected SHA-256 hashes of all {start} bytes before the signature")
        for slot in range(slots):
            content = data[slot * page : min((slot + 1) * page, limit)]
            if hashlib.sha256(content).digest() != data[hashes + slot * size : hashes + (slot + 1) * size]:
                raise ValueError(f"byte {slot * page}: this page does not have the hash in the signature")
        return slots
    raise ValueError(f"byte {start}: expected a code directory")


def inspect(data: bytes) -> str:
    """Describes a Mach-O file."""
    magic, processor = struct.unpack_from("<2I", data)
    if magic != 0xFEEDFACF or processor not in PROCESSORS:
        raise ValueError("expected a 64-bit Mach-O file for x86-64 or AArch64")
    oldest, libraries, pages = "?", [], 0
    at = 32
    for _ in range(struct.unpack_from("<I", data, 16)[0]):
        command, length, first = struct.unpack_from("<3I", data, at)
        if command == LOAD_DYLIB:
            libraries.append(data[at + first : at + length].rstrip(b"\0").decode())
        elif command == BUILD_VERSION:
            version = struct.unpack_from("<I", data, at + 12)[0]
            oldest = f"{version >> 16}.{version >> 8 & 255}"
        elif command == CODE_SIGNATURE:
            pages = check_signature(data, first)
        at += length
    if not pages and PROCESSORS[processor] == "arm64":
        raise ValueError("expected a signature, found none")
    signed = f"{pages} pages as signed" if pages else "no signature"
    return f"{PROCESSORS[processor]}, macOS {oldest} or later, {signed}, needs {' '.join(libraries)}"


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("usage: inspect_macho.py FILE...")
    for path in map(Path, sys.argv[1:]):
        try:
            print(f"{path.name}: {inspect(path.read_bytes())}")
        except (ValueError, struct.error) as error:
            sys.exit(f"error: {path}: {error}")


main()
