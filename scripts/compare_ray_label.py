#!/usr/bin/env python3
"""Compares the processor time of a Ray cluster that labels positions with that of `outflank train label`.

The cluster has two nodes with one worker each on this machine. All its processes run in a control
group, whose processor time includes processes that end early. Alternates both with a run of a cluster
that labels nothing. Fails if a byte of the shards differs. Needs root for the control group,
pip install './crates/python[ray,arrow]', and `outflank` on the PATH.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import pyarrow
from compare_python_solve import boards_with
from pyarrow import parquet

GROUPS = Path("/sys/fs/cgroup/cpuacct")

DRIVER = """
import sys
import ray
from ray.cluster_utils import Cluster
import outflank.ray
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
cluster.add_node(num_cpus=1)
ray.init(address=cluster.address, log_to_driver=False)
if len(sys.argv) > 1:
    source, folder, exact, size = sys.argv[1:]
    print(outflank.ray.label([source], folder, progress=False, exact=int(exact), shard_size=int(size)))
ray.shutdown()
cluster.shutdown()
"""


def watch(group, seconds):
    """Records the processor time of each process of a control group every half second, until the group is gone."""
    tick = os.sysconf("SC_CLK_TCK")
    while True:
        try:
            numbers = (group / "cgroup.procs").read_text().split()
        except OSError:
            return
        for number in numbers:
            try:
                name = Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
                fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            # The name of the program, or of the script that Python runs.
            words = [Path(word.decode()).name for word in name if word and not word.startswith(b"-")] or ["?"]
            name = words[1] if words[0].startswith("python") and len(words) > 1 else words[0]
            seconds[number] = name.split("\n")[0] or "driver", (int(fields[11]) + int(fields[12])) / tick
        time.sleep(0.5)


def processor_time(command):
    """Runs `command` and returns the processor seconds that it and all its child processes took."""
    version2 = not GROUPS.exists()
    group = (Path("/sys/fs/cgroup") if version2 else GROUPS) / f"outflank-{os.getpid()}"
    group.mkdir()

    def enter():
        (group / "cgroup.procs").write_text(str(os.getpid()))

    began, processes = time.monotonic(), {}
    watcher = threading.Thread(target=watch, args=(group, processes))
    watcher.start()
    subprocess.run(command, check=True, preexec_fn=enter)
    wall = time.monotonic() - began
    while (group / "cgroup.procs").read_text():
        time.sleep(0.1)
    if version2:
        lines = dict(line.split() for line in (group / "cpu.stat").read_text().splitlines())
        seconds = int(lines["usage_usec"]) / 1e6
    else:
        seconds = int((group / "cpuacct.usage").read_text()) / 1e9
    group.rmdir()
    watcher.join()
    print(f"  {seconds:.2f} s of processor time, {wall:.1f} s of wall time", flush=True)
    names = Counter()
    for name, spent in processes.values():
        names[name] += spent
    print("   ", ", ".join(f"{name} {spent:.1f}" for name, spent in names.most_common(9)), flush=True)
    return seconds


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--outflank", default="outflank", help="the program")
    parser.add_argument("--positions", type=int, default=4000)
    parser.add_argument("--empties", type=int, default=18)
    parser.add_argument("--shard-size", type=int, default=100)
    parser.add_argument("--runs", type=int, default=1)
    arguments = parser.parse_args()
    boards = boards_with(arguments.empties, arguments.positions)
    # With a lower priority, workers would wait for other programs, and the cluster for its workers.
    os.environ["RAY_worker_niceness"] = "0"
    times = []
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "boards.parquet"
        parquet.write_table(pyarrow.table({"mover": boards[:, 0], "opponent": boards[:, 1]}), source)
        settings = [str(arguments.empties), str(arguments.shard_size)]
        for run in range(arguments.runs):
            plain, cluster = Path(folder) / f"plain{run}", Path(folder) / f"cluster{run}"
            label = [arguments.outflank, "train", "label", source, "--to", plain, "--threads", "2", "--json"]
            label += ["--exact", settings[0], "--shard-size", settings[1]]
            start = [sys.executable, "-c", DRIVER]
            times.append([processor_time(c) for c in (label, [*start, source, cluster, *settings], start)])
            if contents(plain) != contents(cluster):
                sys.exit("error: shards differ")
    plain, cluster, start = map(min, zip(*times))
    print(
        f"{len(boards)} positions of {arguments.empties} empties: outflank train label {plain:.2f} s, "
        f"Ray {cluster:.2f} s, {cluster / plain - 1:+.1%}; starting the cluster alone {start:.2f} s, "
        f"without it {(cluster - start) / plain - 1:+.1%}; shards equal"
    )


if __name__ == "__main__":
    main()
