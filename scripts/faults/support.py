"""What the tests of faults share: the program, a folder of files for it to read, and the count of trials."""

import collections
import contextlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# What differs between runs: times, node counts, dates, sizes of databases, and how much was resumed.
VOLATILE = re.compile(
    rb'"(seconds|nodes|nodes_per_second|due|added|resumed|bytes)":(\[[^]]*\]|[^,}]*)|\[Date [^]]*\]|\d\d\d\d-\d\d-\d\d')

# A run that takes longer hangs.
PATIENCE = 120


class Failed(Exception):
    """A requirement that a trial did not meet."""


class Temporary(tempfile.TemporaryDirectory):
    """A temporary folder with its path resolved, as the system names the files in it."""

    def __init__(self):
        super().__init__(prefix="faults-")
        self.path = pathlib.Path(self.name).resolve()

    def __enter__(self):
        return self.path


class Program:
    """The program under test, and the template of the folders that it runs in."""

    def __init__(self, path, outside):
        self.path = path.resolve()
        self.template = outside / "template"
        self.template.mkdir()

    def place(self):
        """Returns a temporary folder, a context manager, with a copy of the template in `folder`."""
        outside = Temporary()
        shutil.copytree(self.template, outside.path / "folder")
        return outside

    def start(self, words, folder, environment=None, **changes):
        """Starts the program on a command line, which may end in `<` and its input."""
        words, _, text = words.partition(" < ")
        process = subprocess.Popen(
            [self.path, *shlex.split(words)], cwd=folder,
            env=os.environ | {"RUST_BACKTRACE": "0"} | (environment or {}),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **changes)
        # A pipe holds so little text at once, even if the program has ended.
        with contextlib.suppress(BrokenPipeError), process.stdin:
            process.stdin.write(text.encode())
        process.stdin = None
        return process

    def run(self, words, folder, environment=None, **changes):
        """Runs the program on a command line; returns its exit status and its output."""
        return finish(self.start(words, folder, environment, **changes))

    def read(self, reader, folder, stdout):
        """Reads what a command has written: files of a pattern, what a command prints if `reader` begins with `|`,
        or what the command itself has printed. Returns None if there is nothing."""
        if not reader:
            return VOLATILE.sub(b"", stdout)
        if not reader.startswith("|"):
            files = sorted(folder.glob(reader))
            return [(file.name, VOLATILE.sub(b"", file.read_bytes())) for file in files] or None
        words = reader.lstrip("| ").split()
        if not (folder / words[words.index("--db") + 1 if "--db" in words else 2]).exists():
            return None
        # A reader may repair a database, which the next run of the command must do by itself.
        with Temporary() as outside:
            copy = shutil.copytree(folder, outside / "copy")
            code, stdout, stderr = self.run(reader.lstrip("| "), copy)
        if code != 0:
            raise Failed(f"cannot be read: {stderr.strip()}")
        return VOLATILE.sub(b"", stdout)


class Tally:
    """The number of trials and of failed ones, by kind of fault."""

    def __init__(self):
        self.trials, self.failed = collections.Counter(), collections.Counter()

    def add(self, kind, trials, failures):
        """Adds trials, and prints those that failed."""
        self.trials[kind] += trials
        self.failed[kind] += len(failures)
        for failure in failures:
            print(f"    FAILED {kind}: {failure}", flush=True)

    def print(self):
        print(f"{'trials':>8}{'failed':>8}  fault")
        for kind, trials in self.trials.items():
            print(f"{trials:>8}{self.failed[kind]:>8}  {kind}")


def finish(process):
    """Waits for a process; returns its exit status and its output."""
    try:
        stdout, stderr = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise Failed(f"still running after {PATIENCE} s") from None
    return process.returncode, stdout, stderr.decode(errors="replace")


def is_sound(code, stderr):
    """Returns whether a run ended with success or with one error message."""
    return "panicked" not in stderr and (code == 0 or code > 0 and stderr.count("error: ") == 1)


def names(folder):
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*"))


def lines(table):
    """Returns the lines of a table, without empty ones."""
    return [line for line in table.splitlines() if line]


def build(name, outside):
    """Compiles a library that is to be preloaded."""
    library = outside / f"{name}.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, HERE / f"{name}.c", "-ldl"], check=True)
    return library
