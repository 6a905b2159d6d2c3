"""Plays the parts of a run on a Ray cluster and puts them together.

    python3 tools/simulate_on_ray.py --shards 16 --out run.json -- warwright simulate battlelore/skirmish -n 100000

Without `--address` it starts a cluster of two workers on this machine. A part whose worker is lost is played again by another.
`--lose-one` kills the worker of the first part once, to see that; `--check` then plays the run undivided and compares the files.
Needs Ray (`pip install ray`) here, and the command on the path of every machine of the cluster.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import ray


def play(command, shard, shards, lose):
    """Plays one part and gives the bytes of its file. `lose` names a file that is made by the first worker, which then dies."""
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / "part.json"
        call = [*command, "--shard", f"{shard}/{shards}", "--out", str(part)]
        playing = subprocess.Popen(call, stdout=subprocess.DEVNULL)
        if lose and not os.path.exists(lose):
            Path(lose).touch()
            playing.kill()
            os.kill(os.getpid(), signal.SIGKILL)
        if playing.wait() != 0:
            raise SystemExit(f"part {shard} of {shards} went wrong: {' '.join(call)}")
        return part.read_bytes()


def cluster(address, workers):
    """Joins the cluster at an address, or starts one of so many workers with a processor each."""
    if address:
        ray.init(address=address)
        return
    from ray.cluster_utils import Cluster

    local = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    for _ in range(workers):
        local.add_node(num_cpus=1)
    local.wait_for_nodes()
    ray.init(address=local.address)


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--shards", type=int, default=16, help="how many parts the run is shared out into")
    asked.add_argument("--address", help="the cluster; without it one is started on this machine")
    asked.add_argument("--workers", type=int, default=2, help="how many workers a cluster on this machine has")
    asked.add_argument("--out", type=Path, required=True, help="the file of the whole run")
    asked.add_argument("--lose-one", action="store_true", help="kill the worker of the first part once")
    asked.add_argument("--check", action="store_true", help="play the run undivided as well, and compare")
    asked.add_argument("command", nargs="+", help="`warwright simulate ..`, without --shard and --out")
    ask = asked.parse_args()

    cluster(ask.address, ask.workers)
    # A part is a process with threads of its own: one to a processor that Ray gives.
    command = [*ask.command, "--jobs", "1"]
    part = ray.remote(num_cpus=1, max_retries=3)(play)
    with tempfile.TemporaryDirectory() as folder:
        lost = str(Path(folder) / "lost") if ask.lose_one else None
        played = [part.remote(command, shard, ask.shards, lost if shard == 1 else None) for shard in range(1, ask.shards + 1)]
        files = []
        for shard, content in enumerate(ray.get(played), start=1):
            file = Path(folder) / f"{shard}.json"
            file.write_bytes(content)
            files.append(str(file))
        if lost and not os.path.exists(lost):
            sys.exit("no worker was lost")
        ask.out.unlink(missing_ok=True)
        subprocess.run([command[0], "simulate", "merge", *files, "--out", str(ask.out)], check=True)
        if ask.check:
            whole = Path(folder) / "whole.json"
            subprocess.run([*ask.command, "--out", str(whole)], check=True, stdout=subprocess.DEVNULL)
            if whole.read_bytes() != ask.out.read_bytes():
                sys.exit("the parts come to something else than the whole")
            print("the parts come to what the whole comes to, to the last byte", file=sys.stderr)


if __name__ == "__main__":
    main()
