"""Sweeps on a real cluster of processes: every byte as here, even if a worker is killed meanwhile."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from sad.cluster.connection import connect
from sad.experiments.grid import Grid
from sad.experiments.remote import Blocks, rows_on
from sad.experiments.store import store
from sad.experiments.sweep_table import empty_table
from tests.cluster.work import digest
from tests.support.command import sad

pytest.importorskip("distributed", reason="Dask is not installed: f2sad[dask]")
pytest.importorskip("zarr", reason="zarr is not installed: f2sad[dask]")
pytest.importorskip("pyarrow", reason="pyarrow is not installed: f2sad[dask]")

from tests.experiments.test_stored import sides

SOLVE = ["solve.f", "--vary", "N=1:40", "--vary", "X1=1,2.5,7", "--set", "P1=0.1"]
SHORT = ["solve.f", "--vary", "N=2,9,40", "--set", "X1=3", "--set", "P1=0.1"]
MACHINES = ["--machine", "sparc2", "--machine", "t3d"]
CASES = {
    "times": [*SOLVE, *MACHINES],
    "throughput": [*SHORT, "--machine", "xeon-emerald-rapids"],
    "large counts": ["direct.f", "--vary", "N=10**9,10**20", "--quantity", "operations:*"],
    "warnings": ["blocks.f", "--vary", "N=1:5", "--vary", "N2=1:3", "--quantity", "entries:blocks"],
    "defaults": ["early.f", "--vary", "N=5:20", "--defaults", "heuristics", *MACHINES],
    "impossible": ["early.f", "--vary", "N=9,8,2,3", "--set", "X1=3", "--set", "P1=0.5", *MACHINES],
    "unused": ["constant.f", "--vary", "N=1:5", *MACHINES],
}


def tree(path: str) -> dict[str, bytes]:
    return {
        str(found.relative_to(path)): found.read_bytes()
        for found in Path(path).rglob("*")
        if found.is_file()
    }


@pytest.mark.parametrize("arguments", CASES.values(), ids=CASES)
def test_the_command_says_the_same(arguments, address):
    here = sad("sweep", *arguments, "--format", "json")
    there = sad("sweep", *arguments, "--format", "json", "--scheduler", address)
    assert there == here


@pytest.mark.parametrize("suffix", ["zarr", "parquet"])
def test_files_are_the_same(suffix, address):
    arguments = ["solve.f", "--vary", "N=1:700", "--vary", "X1=1:1600", "--set", "P1=0.1"]
    arguments += ["--machine", "sparc2"]
    here = sad("sweep", *arguments, "--to", f"all.{suffix}")
    Path(f"all.{suffix}").rename(f"here.{suffix}")
    there = sad("sweep", *arguments, "--to", f"all.{suffix}", "--scheduler", address)
    assert (there.code, there.out) == (here.code, here.out), there.err
    assert len(tree(f"here.{suffix}")) >= 2  # blocks
    assert tree(f"all.{suffix}") == tree(f"here.{suffix}")


def kill_one(cluster, begun, killed):
    """Kill a worker as soon as the work has begun."""
    pids = list(cluster.client.run(os.getpid).values())
    end = time.monotonic() + 20
    while not begun():
        if time.monotonic() > end:
            return
        time.sleep(0.002)
    os.kill(pids[0], signal.SIGKILL)
    killed.append(begun())


@pytest.mark.proof
@pytest.mark.parametrize("suffix", ["zarr", "parquet"])
def test_a_worker_killed_meanwhile_does_not_show_in_files(suffix, address):
    found, axes = sides("solve.f", ["N=1:60", "X1=1:50"], ["P1=0.1"])
    blocks, table = Blocks(Grid(axes, 50), found[0].curves), empty_table(found, axes)
    store(blocks, table, f"here.{suffix}")
    parts = "t3d/*.0" if suffix == "zarr" else "*.parquet"
    killed: list[int] = []

    def written() -> int:
        return len(list(Path().glob(f".all.{suffix}.*/{parts}")))

    with connect(address, digest) as cluster:
        other = threading.Thread(target=kill_one, args=(cluster, written, killed))
        other.start()
        store(blocks, table, f"all.{suffix}", cluster)
        other.join()
    assert 0 < killed[0] < 60
    assert tree(f"all.{suffix}") == tree(f"here.{suffix}")


def test_a_worker_killed_meanwhile_does_not_show_in_a_table(address):
    found, axes = sides("solve.f", ["N=1:60", "X1=1:50"], ["P1=0.1"])
    curves, points = found[0].curves, list(Grid(axes).points(((0, 60), (0, 50))))
    done, killed = [0], []

    def tick(rows: int, _: int) -> None:
        done[0] = rows

    with connect(address, digest) as cluster:
        other = threading.Thread(target=kill_one, args=(cluster, lambda: done[0], killed))
        other.start()
        rows = rows_on(cluster, curves, points, tick)
        other.join()
    assert 0 < killed[0] < 3000
    assert rows == [curves.at(point) for point in points]


def test_a_folder_that_workers_do_not_see_is_told(address, monkeypatch):
    monkeypatch.setattr("sad.experiments.store.os.path.isdir", _unseen)
    result = sad("sweep", *SOLVE, *MACHINES, "--to", "all.zarr", "--scheduler", address)
    assert (result.code, "error[SAD954]" in result.err) == (2, True)
    assert "does not see" in result.err
    assert [path for path in Path().iterdir() if "all" in path.name] == []


def _unseen(path: str) -> bool:
    return not path


@pytest.mark.parametrize(
    ("scheduler", "code"), [("nowhere", "SAD951"), ("tcp://127.0.0.1:1", "SAD952")]
)
def test_a_scheduler_that_is_none_is_told(scheduler, code):
    result = sad("sweep", *SOLVE, *MACHINES, "--scheduler", scheduler)
    assert (result.code, result.out) == (2, "")
    assert f"error[{code}]" in result.err
