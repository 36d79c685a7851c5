"""`sad machine list` and `show`: every section of a file is there to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from sad.machine.database import database_names
from tests.machine.test_check import THROUGHPUT
from tests.machine.test_schema import FULL
from tests.support.command import sad


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


CALIBRATED = (
    "  calibrated 2026-01-31 on chip, cc 1.0, 150 kernels, measured/predicted 0.8 to 1.3 "
    "(5 to 95 % of kernels left out)"
)
LINKS = (
    "  links a hop, mean and most, 16 processors: of a ring 1.88 and 6, of a 4 x 4 mesh 1 and 1, "
    "of a binomial tree 1.33 and 2, of a binary tree 2.27 and 5"
)
SHOWN = [
    "full (measured)  full.yaml",
    "  processor chip (x86-64), 2000 MHz",
    "  L1: 1 KiB, lines of 32 bytes, latency 1 ns, sequential 1 ns a line",
    "  TLB: 64 pages of 4 KiB, 20 ns a miss",
    "network wires: mesh 4 x 4, 16 nodes",
    "  link_bytes_per_s  1 MB/s",
    "  hop_s  1 us  x",
    "  packet_bytes  64 bytes",
    "programming model mpi: a library",
    "  setup_s  100 us",
    "  send = setup_s + bytes/link_bytes_per_s + hops*hop_s",
    "    8 bytes 109 us, 1000 bytes 1.1 ms, 1000000 bytes 1 s (16 processors, neighbours)",
    "  broadcast = ceil(log2(nprocs))*send +-20 %  tree",
    "  ranks on nodes: row major; 16 processors: 2.67 links on average, 6 at most",
    # a ring row by row: see test_topology
    LINKS,
    "    of that the processor works: setup_s",
    "  operations of all 16 processors by algorithm, as mpich chooses  a paper",
    # a message of b bytes: 100 + 164 + b + hops us. Shifts by 1, 2, 4, 8 cross 6, 5, 3 and 2 links
    "    barrier: 0 bytes 1.07 ms (dissemination)",
    # 15 times 8 bytes and the 4 links between rows
    "    scan: 8 bytes 4.14 ms (linear), 1000 bytes 19 ms (linear), 1000000 bytes 15 s (linear)",
    CALIBRATED,
    "  bound issue: any 0.2 ns",
    "  latencies: add 1 ns",
    "  extras: call 2 ns",
]


def test_a_file_with_everything_is_shown():
    Path("full.yaml").write_text(
        FULL.replace("      operations_s:", THROUGHPUT + "      operations_s:")
    )
    result = sad("machine", "show", "full.yaml")
    assert (result.code, result.err) == (0, "")
    assert [line for line in SHOWN if line not in result.out.splitlines()] == []
    assert "optimised view: norm 6, memory norm 2" in result.out


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", database_names())
def test_every_machine_is_listed_and_shown(name: str):
    assert f"\n{name} " in "\n" + sad("machine", "list").out
    result = sad("machine", "show", name)
    assert result.code == 0
    assert result.out.startswith(f"{name} (")


def test_instructions_stand_before_the_operations_made_of_them():
    out = sad("machine", "show", "t3e").out
    assert out.index("  [add_double] ") < out.index("  add.double ")
    assert "estimate: rules optimised: 2*add_double" in out
