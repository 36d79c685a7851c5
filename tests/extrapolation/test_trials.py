"""Lines that are computed faster, and two runs side by side: against traces that say so themselves."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from sad.extrapolation.compare import compared_text, pairs_of
from sad.extrapolation.ratio import Ratio
from sad.extrapolation.runs import Extrapolated, extrapolate, target_of
from sad.extrapolation.speed_up import parse_speed_up, sped_up
from sad.machine.database import get_machine
from tests.support.command import ROOT, sad
from tests.traces.made import trace_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.extrapolation.runs import Target
    from sad.traces.format import Trace

HEAD = ("# clock cpu", "0 0 begin", "1 0 begin")
KINDS = (
    ("send 1 800", "recv 1 80", "coll allreduce 8"),
    ("recv 0 800", "send 0 80", "coll allreduce 8"),
)


@pytest.fixture(scope="module")
def cm5() -> Target:
    return target_of(get_machine("cm5"), "extrap", None, None)


def text_of(gaps: tuple[list[int], list[int]], kinds: list[int]) -> str:
    """Two ranks that pass the same messages; ``gaps`` is what each computes before its calls [us]."""
    lines = [*HEAD]
    for rank in (0, 1):
        time = 0
        for kind, gap in zip(kinds, gaps[rank], strict=True):
            time += gap
            lines.append(f"{rank} {time} {KINDS[rank][kind]}")
    return "\n".join([*lines, ""])


def times(found: Extrapolated) -> list[float]:
    return [value for row in found.ranks for value in (row.computation, row.waiting, row.end)]


def test_lines_that_are_faster_are_as_in_a_trace_that_has_them_so(tmp_path: Path, cm5: Target):
    for seed in range(40):
        draw = random.Random(seed)
        kinds = [draw.randrange(3) for _ in range(6)]
        gaps = (
            [draw.randrange(2, 200) * 2 for _ in kinds],
            [draw.randrange(2, 200) * 2 for _ in kinds],
        )
        chosen = sorted(draw.sample(range(12), 3))
        first, second = list(gaps[0]), list(gaps[1])
        for place in chosen:
            (first if place < 6 else second)[place % 6] //= 2
        change = ",".join(f"{place + 4}=2" for place in chosen)  # three lines are before the calls
        trace = trace_of(text_of(gaps, kinds), tmp_path)
        faster = trace_of(text_of((first, second), kinds), tmp_path, "faster.txt")
        tried = extrapolate(
            trace, cm5, sped_up(trace, Ratio(0.41, "given"), parse_speed_up(change))
        )
        made = extrapolate(faster, cm5, Ratio(0.41, "given"))
        assert times(tried) == pytest.approx(times(made), rel=1e-12, abs=1e-15)
        assert times(tried) != pytest.approx(times(extrapolate(trace, cm5, Ratio(0.41, "given"))))


def test_two_runs_add_up_call_by_call(tmp_path: Path, cm5: Target):
    gaps = [30, 40, 50], [10, 90, 20]
    trace = trace_of(text_of(gaps, [0, 1, 2]), tmp_path)
    less = trace_of(text_of(gaps, [0, 2, 2]), tmp_path, "less.txt")
    runs = [extrapolate(each, cm5, Ratio(1.0, "given")) for each in (trace, less)]
    pairs = pairs_of(*runs)
    for number, run in enumerate(runs):
        whole = sum(row.end for row in run.ranks)
        assert sum(pair.totals[number] for pair in pairs) == pytest.approx(whole)
    # the second call of each is another one: what one run alone has stands alone
    alone = [pair.place for pair in pairs if pair.before is None or pair.after is None]
    assert sorted(alone) == ["-, less.txt:5", "-, less.txt:8", "made.txt:5, -", "made.txt:8, -"]
    assert "made.txt:8, -" in compared_text([({}, runs[0]), ({}, runs[1])])


def calls_of(trace: Trace) -> set[int]:
    return {site.line for site in trace.sites}


def test_lines_that_moved_are_paired_in_their_order(tmp_path: Path, cm5: Target):
    text = text_of(([30, 40, 50], [10, 90, 20]), [0, 1, 2])
    moved = text.replace("0 0 begin", "# a line more\n0 0 begin")
    traces = trace_of(text, tmp_path), trace_of(moved, tmp_path, "moved.txt")
    assert calls_of(traces[0]) != calls_of(traces[1])
    pairs = pairs_of(*(extrapolate(each, cm5, Ratio(1.0, "given")) for each in traces))
    assert all(pair.totals[0] == pair.totals[1] for pair in pairs)
    assert not any(pair.mostly for pair in pairs)


def test_a_trial_is_shown_beside_the_run_as_it_is():
    halo = str(ROOT / "corpus" / "traces" / "halo.trace")
    words = ("extrapolate", halo, "--machine", "cm5", "--ratio", "0.41", "--speed-up", "6=2")
    table = [line.split() for line in sad(*words).out.splitlines()[3:]]
    assert [row[1] for row in table] == ["none", "6=2"]
    result = sad(*words, "--compare")
    assert result.code == 0, result.err
    assert "call sites that do not change: 7" in result.out
