"""The program under test, and what /proc says about it."""

import os
import pathlib
import resource
import shlex
import statistics
import subprocess
import threading
import time

TICK = os.sysconf("SC_CLK_TCK")
ONE_AT_A_TIME = threading.Lock()
# Seconds without any work, besides those of a part, after which a program counts as hung.
HANG_TIMEOUT = 600


class Failed(Exception):
    """A requirement that a session did not meet."""


class Session:
    """A running program and the work that it has done."""

    words = ""
    unit = "games"
    # Expected growth in KiB per unit of work: results that the program needs at the end.
    kept = 0
    # Descriptors and threads by which samples may differ.
    spare = 0

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.work, self.latencies, self.failures = 0, [], []
        self.last = 0, 0.0

    def start(self):
        self.errors = open(self.folder / "stderr", "w+")
        self.process = subprocess.Popen(
            [self.options.program, *shlex.split(self.words.format(program=self.options.program, folder=self.folder))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True)

    def expect(self, condition, command, answer):
        if not condition:
            raise Failed(f"{command!r}: {answer!r}")

    def cost(self, baselines):
        """Returns the milliseconds of CPU time per unit of work since the last call, and of the baseline meanwhile."""
        now = self.work, cpu_seconds(self.process.pid)
        work, seconds = (a - b for a, b in zip(now, self.last))
        self.last = now
        return 1000 * seconds / work, statistics.mean(baselines)

    def error_text(self):
        self.errors.seek(0)
        return self.errors.read()[-500:]


def cpu_seconds(pid):
    """Returns the CPU time of a process and its children that have ended."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICK


def baseline(program):
    """Returns the milliseconds of CPU time of a fixed computation in a new process."""
    with ONE_AT_A_TIME:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([program, "perft", "10"], check=True, stdout=subprocess.DEVNULL)
        return 1000 * (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)


class Watch(threading.Thread):
    """Samples a session every two seconds: KiB of memory, file descriptors, threads, milliseconds of the baseline. Ends a
    program that hangs."""

    def __init__(self, session):
        super().__init__(daemon=True)
        self.session, self.folder = session, pathlib.Path(f"/proc/{session.process.pid}")
        self.samples, self.is_over = [], threading.Event()

    def run(self):
        work, since = 0, time.monotonic()
        # Self-play and matches count their work at the end of a part.
        options = self.session.options
        timeout = HANG_TIMEOUT + options.seconds / options.parts
        while not self.is_over.wait(2):
            if work != self.session.work:
                work, since = self.session.work, time.monotonic()
            if time.monotonic() - since > timeout:
                self.session.failures.append(f"no work for {timeout:.0f} s")
                return self.session.process.kill()
            try:
                self.samples.append(self.sample())
            except (OSError, KeyError):
                # The program has ended.
                return

    def sample(self):
        status = dict(line.split(":", 1) for line in (self.folder / "status").read_text().splitlines())
        # Without file-backed pages, which the kernel evicts at will.
        memory = sum(int(status[field].split()[0]) for field in ("RssAnon", "VmSwap"))
        descriptors = len(os.listdir(self.folder / "fd"))
        return memory, descriptors, int(status["Threads"]), baseline(self.session.options.program)

    def take(self):
        """Returns the samples since the last call, at least one."""
        taken, self.samples = [*self.samples, self.sample()], []
        return taken

    def stop(self):
        self.is_over.set()
        self.join()
