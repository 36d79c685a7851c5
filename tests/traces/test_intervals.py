"""Computation between calls, and one trace of threads that take turns as traces of one thread each."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from sad.diagnostics import SadError
from sad.traces.align import aligned
from sad.traces.counts import counts
from sad.traces.intervals import computation, translated
from tests.traces.made import RING, trace_of

if TYPE_CHECKING:
    from pathlib import Path

TURNS = """\
0 0 begin
0 30 enter
1 30 begin
1 80 enter
0 80 exit
1 80 exit
"""


def test_threads_that_took_turns_run_at_once(tmp_path: Path):
    """H10a."""
    found = translated(trace_of(TURNS, tmp_path))
    microseconds = [[(name, round(time * 1e6, 9)) for name, time in thread] for thread in found]
    assert microseconds == [
        [("begin", 0.0), ("enter", 30.0), ("exit", 50.0)],
        [("begin", 0.0), ("enter", 50.0), ("exit", 50.0)],
    ]


def turns(draw: random.Random) -> tuple[str, list[list[list[float]]]]:
    """A run of threads that switch at barriers only, and what each computes between its events."""
    threads, phases = draw.randint(1, 5), draw.randint(0, 4)
    work = [
        [[float(draw.randint(0, 50)) for _ in range(draw.randint(1, 4))] for _ in range(phases + 1)]
        for _ in range(threads)
    ]
    clock, lines = 0.0, list[str]()
    for phase in range(phases + 1):
        for thread in range(threads):
            lines.append(f"{thread} {clock} {'exit' if phase else 'begin'}")
            pieces = work[thread][phase]
            for place, piece in enumerate(pieces):
                clock += piece
                is_last = place == len(pieces) - 1
                word = ("end" if phase == phases else "enter") if is_last else f"read {thread} 8"
                lines.append(f"{thread} {clock} {word}")
    return "\n".join(lines), work


def test_translation_keeps_intervals_and_ends_barriers_with_the_last(tmp_path: Path):
    """H10b: 100 random runs."""
    for seed in range(100):
        text, work = turns(random.Random(seed))
        found = translated(trace_of(text, tmp_path))
        for thread, events in enumerate(found):
            wanted = [piece for phase in work[thread] for piece in phase]
            gaps = [
                (after - before) * 1e6
                for (_, before), (name, after) in itertools.pairwise(events)
                if name != "exit"
            ]
            assert gaps == pytest.approx(wanted, abs=1e-6)
        entries = [[t for name, t in thread if name == "enter"] for thread in found]
        exits = [[t for name, t in thread if name == "exit"] for thread in found]
        for thread in exits:
            assert thread == [max(row) for row in zip(*entries, strict=True)]


def test_threads_with_different_barriers_are_told(tmp_path: Path):
    text = "0 0 begin\n0 5 enter\n1 5 begin\n0 6 exit\n1 9 end\n"
    with pytest.raises(SadError, match="thread 1 enters 0 barriers, thread 0 enters 1") as raised:
        translated(trace_of(text, tmp_path))
    assert raised.value.diagnostic.code == "SAD672"


def test_what_clocks_cost_is_subtracted_and_never_leaves_less_than_nothing(tmp_path: Path):
    trace = trace_of(RING, tmp_path)
    before = computation(trace, 0)
    trace.clock_cost_s = 5e-6
    after = computation(trace, 0)
    assert before.seconds * 1e6 == pytest.approx([0, 10, 0, 20, 0, 1, 9])
    assert after.seconds * 1e6 == pytest.approx([0, 5, 0, 15, 0, 0, 4])
    assert (before.clipped, after.clipped) == (0, 2)


def test_of_aligned_runs_the_least_of_each_interval_counts(tmp_path: Path):
    other = RING.replace("0 10 ", "0 4 ").replace("1 20 ", "1 24 ")
    found = aligned([trace_of(RING, tmp_path), trace_of(other, tmp_path)])
    assert computation(found, 0).seconds * 1e6 == pytest.approx([0, 4, 0, 20, 0, 1, 9])
    assert computation(found, 1).seconds * 1e6 == pytest.approx([0, 20, 1, 1, 14])
    most, least = 10 + 26 + 1 + 9 + 24 + 5 + 1 + 14, 4 + 20 + 1 + 9 + 20 + 1 + 1 + 14
    assert found.spread == pytest.approx(most / least - 1)
    assert found.runs == 2


def test_runs_with_other_calls_are_not_aligned(tmp_path: Path):
    other = RING.replace("send 0 400 8", "send 0 200 8")
    found = aligned([trace_of(RING, tmp_path), trace_of(other, tmp_path)])
    assert found.notes == (
        "run 2 differs from the first at call 3 of rank 1 (mpi_send): the first alone is kept",
    )
    assert computation(found, 0).total == computation(trace_of(RING, tmp_path), 0).total


def test_counts_are_by_rank_and_routine(tmp_path: Path):
    found = counts(trace_of(RING, tmp_path), 0)
    assert found["mpi_isend"]["sent_bytes"] == 800
    assert found["mpi_irecv"] == {
        "calls": 1,
        "messages": 1,
        "bytes": 400,
        "sent": 0,
        "sent_bytes": 0,
        "posted": 1,
        "posted_bytes": 400,
        "moved_bytes": 0,
    }
    assert found["mpi_waitall"]["calls"] == 1
    assert found["mpi_allreduce"]["moved_bytes"] == 8
    assert np.sum([item["messages"] for item in found.values()]) == 2
