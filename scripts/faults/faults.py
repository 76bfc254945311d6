#!/usr/bin/env python3
"""Disturbs the program in every way that a machine or another process can. Needs Linux and a C compiler.

usage: faults.py [--program FILE] [--trials N] [--seed N] [--except WORD]... [WORD...]

Each of these files tries the commands of a table, or only those whose line contains one of the given words. The name
of the file counts as a part of its lines.

operations.py   makes file operations fail, and kills commands that write
processes.py    lets two processes write the same file at the same time
memory.py       limits the memory
connections.py  floods the server with connections
clock.py        sets the clock back and forward

Prints the number of trials of each kind of fault, and exits with status 1 if one failed.
"""

import argparse
import pathlib
import shutil
import sys
import time

import clock
import connections
import memory
import operations
import processes
from support import ROOT, Program, Tally, Temporary


class Options(argparse.Namespace):
    def choose(self, lines):
        """Returns the lines of the current subject that contain the chosen words."""
        def contains(line, words):
            return any(word in f"{self.subject} {line}" for word in words)
        return [line for line in lines
                if (not self.words or contains(line, self.words)) and not contains(line, self.left_out)]


def prepare(program):
    """Makes the files that the commands read."""
    folder = program.template

    def run(words):
        code, _, stderr = program.run(words, folder)
        if code != 0:
            raise SystemExit(f"{words}: {stderr}")

    wthor = ROOT / "testdata/wthor"
    for name in ("WTH_1980.wtb", "WTH.JOU", "WTH.TRN"):
        shutil.copy(wthor / name, folder)
    run("convert WTH_1980.wtb all.txt")
    games = (folder / "all.txt").read_bytes().splitlines(keepends=True)
    (folder / "in.txt").write_bytes(b"".join(games[:6]))
    (folder / "more.txt").write_bytes(b"".join(games[6:10]))
    (folder / "large.txt").write_bytes(b"".join(games) * 20)
    (folder / "others.txt").write_bytes(b"".join(games[10:12]))
    (folder / "old.txt").write_bytes(b"f5d6\n")
    (folder / "4x4.obf").write_text("-----OX--XO----- X;\n" * 3)
    run("db --db old.db import WTH_1980.wtb")
    run("practice --db old.db add f5d6c3 --side black --plies 4 --level 1")
    run("book add old.book in.txt --level 1")
    run("book add other.book more.txt --level 1")
    run("book export other.book other.txt")
    run("train selfplay --to own.games --depth 1 --exact 4 --games 40")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/debug/outflank")
    parser.add_argument("--trials", type=int, default=40, help="for each kind and command (default 40)")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices (default 1)")
    parser.add_argument("--except", dest="left_out", metavar="WORD", action="append", default=[],
                        help="leave out commands with this word")
    parser.add_argument("words", nargs="*", metavar="WORD")
    options = parser.parse_args(namespace=Options())
    if sys.platform != "linux":
        print("skipped: file operations can be made to fail only on Linux")
        return False
    tally = Tally()
    with Temporary() as outside:
        program = Program(options.program, outside)
        prepare(program)
        for subject in (operations, processes, memory, connections, clock):
            began = time.monotonic()
            options.subject = subject.__name__
            subject.run(program, options, tally, outside)
            print(f"{subject.__name__}: {time.monotonic() - began:.0f} s", flush=True)
    tally.print()
    if not tally.trials:
        raise SystemExit("no command contains these words")
    return tally.failed.total() > 0


if __name__ == "__main__":
    sys.exit(main())
