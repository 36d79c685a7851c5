"""Times of threads: lines of the program to sections of a machine file, which is read back."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sad.calibration.threads.times import ThreadTimes, thread_lines, time_threads
from sad.machine.database import get_machine
from sad.machine.multicore import COSTS
from tests.support.command import sad
from tests.support.compiler import needs_gfortran

if TYPE_CHECKING:
    from pathlib import Path

LINES = """\
triad 1 0.02 320000000
triad 1 0.025 320000000
triad 2 0.0125 320000000
triad 4 0.01 320000000
load 1 0.005 64000000
update 1 0.01 128000000
fork_join_s 2 2e-6
fork_join_s 2 1e-6
fork_join_s 4 1.5e-6
barrier_s 2 -4e-9
dispatch_s 2 1.5e-7
atomic_alone_s 1 6e-9
atomic_alone_s 1 5e-9
atomic_s 2 9e-8
atomic_s 2 4e-8
atomic_s 2 1.4e-6
end
"""
FOUGHT_OVER = {"critical_s", "atomic_s", "line_s"}


def _file(folder: Path) -> str:
    times = ThreadTimes(version="cc 1")
    times.add(LINES)
    path = folder / "here.yaml"
    head = ["schema: 1", "name: here", "extends: zen3", "processor: {cores: 4}"]
    path.write_text("\n".join([*head, *thread_lines(times, "memory", "2026-01-01")]) + "\n")
    return str(path)


def test_the_best_of_all_rounds_counts(tmp_path: Path) -> None:
    multicore = get_machine(_file(tmp_path)).multicore
    (memory,) = multicore.shared
    assert memory.bytes_per_s.value == pytest.approx(3.2e10)
    assert memory.one_core is not None
    assert memory.one_core.value == pytest.approx(1.6e10)
    assert multicore.cores == 4
    assert multicore.cost("fork_join_s", 2) == pytest.approx(1e-6)
    assert multicore.cost("fork_join_s", 4) == pytest.approx(1.5e-6)
    assert multicore.cost("fork_join_s", 1) == 0
    assert multicore.cost("barrier_s", 8) == pytest.approx(1e-9)  # no more than noise
    assert multicore.cost("dispatch_s", 2) == pytest.approx(1.5e-7)
    assert multicore.cost("atomic_s", 2) == pytest.approx(4e-8)
    assert multicore.cost("atomic_alone_s", 1) == pytest.approx(5e-9)


def test_what_is_written_passes_the_check(tmp_path: Path) -> None:
    result = sad("machine", "check", _file(tmp_path))
    assert "SAD428" not in result.out


@needs_gfortran
def test_threads_of_this_computer_are_measured(tmp_path: Path) -> None:
    path = tmp_path / "real.yaml"
    result = sad("machine", "calibrate", "--threads", "1,2", "--extends", "zen3", "-o", path)
    assert result.code == 0, result.err
    multicore = get_machine(str(path)).multicore
    assert 1e8 < multicore.shared[0].bytes_per_s.value < 1e13
    assert set(COSTS) - FOUGHT_OVER <= set(multicore.costs) <= set(COSTS)
    assert "rounds differ by" in result.out


@pytest.mark.proof
@needs_gfortran
def test_what_threads_fight_over_is_steady_beside_other_programs(tmp_path: Path) -> None:
    """Rounds used to differ by a hundred times, as one thread waited for a processor."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        times = time_threads([1, 2], "gcc -fopenmp", tmp_path / "work")
    finally:
        for other in others:
            other.kill()
            other.wait()
    (alone,) = times.cost("atomic_alone_s").values()
    for name in ("atomic_s", "line_s"):  # of critical regions the work inside is taken off
        rounds = times.costs.get((name, 2), [])
        if len(rounds) > 1:  # of few processors threads may never have two at once
            assert max(rounds) < 4 * min(rounds), (name, rounds)
    for seconds in times.cost("atomic_s").values():
        assert alone / 2 < seconds < 200 * alone
