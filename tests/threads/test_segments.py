"""Segments between barriers, locks, sections, what one thread does, and what memory makes of it."""

from __future__ import annotations

import csv
import json
import re
from itertools import pairwise
from math import isnan, log
from typing import TYPE_CHECKING

import pytest

from sad.stochastic.queueing.clients import cycle_time
from tests.analysis import test_threads as counted
from tests.support.command import sad
from tests.threads.programs import counting_machine, run_of, threaded

if TYPE_CHECKING:
    from pathlib import Path

    from sad.threads.program import RunTime

COSTS = """\
threading:
  fork_join_s: {formula: "100*threads", source: x}
  barrier_s: {value: 10, source: x}
  critical_s: {value: 5, source: x}
  atomic_s: {value: 3, source: x}
  dispatch_s: {value: 2, source: x}
  reduction_s: {value: 7, source: x}
"""
ADD = "s[{0}] = s[{0}] + 1.0;"
LOOP = f"for (int j = 0; j < n; j++) {ADD.format('j')}"


def seconds(tmp_path: Path, body: str, threads: int, more: str = "", **values: float) -> float:
    """The estimate of a function with this body."""
    return _run(tmp_path, body, threads, more, **values).estimate


def _run(tmp_path: Path, body: str, threads: int, more: str = "", **values: float) -> RunTime:
    source = tmp_path / "f.c"
    source.write_text(f"void f(int n, int k, double *s) {{ int i, it; double t;\n{body}\n}}\n")
    return run_of(threaded(source, counting_machine(tmp_path, more)), threads, **values)


def test_every_thread_does_what_is_not_shared_out(tmp_path: Path) -> None:
    body = f"""
#pragma omp parallel private(i)
  {{ for (i = 0; i < n; i++) {ADD.format("i")} }}
  {ADD.format(0)}
"""
    assert [seconds(tmp_path, body, t, n=9) for t in (1, 2, 8)] == [10, 10, 10]


def test_a_segment_ends_at_each_barrier(tmp_path: Path) -> None:
    two = """
#pragma omp parallel private(i)
  {
#pragma omp for schedule(static) WAIT
    for (i = 0; i < 5; i++) s[i] = s[i] + 1.0;
#pragma omp single
    s[0] = s[0] + 1.0;
#pragma omp for schedule(static, 1)
    for (i = 0; i < 5; i++) s[i] = s[i] + 1.0;
  }
"""
    # 3 and 2; then one thread; then 3 and 2
    assert seconds(tmp_path, two.replace("WAIT", ""), 2) == 3 + 1 + 3
    assert seconds(tmp_path, two.replace("WAIT", "nowait"), 2) == 3 + 3  # the second thread is free
    assert seconds(tmp_path, two.replace("WAIT", ""), 1) == 11


def test_barriers_in_a_loop_that_every_thread_runs(tmp_path: Path) -> None:
    body = """
#pragma omp parallel private(i, it)
  for (it = 0; it < k; it++) {
#pragma omp master
    s[0] = s[0] + 1.0;
#pragma omp barrier
#pragma omp for
    for (i = it; i < n; i++) s[i] = s[i] + 1.0;
  }
"""
    expected = sum(1 + -(-(20 - it) // 4) for it in range(6))
    assert seconds(tmp_path, body, 4, n=20, k=6) == expected
    expected += 100 * 4 + 6 * 2 * 10
    assert seconds(tmp_path, body, 4, COSTS, n=20, k=6) == expected


def test_sections_go_to_who_comes_first(tmp_path: Path) -> None:
    body = """
#pragma omp parallel sections private(i)
  {
#pragma omp section
    for (i = 0; i < 6; i++) s[i] = s[i] + 1.0;
#pragma omp section
    for (i = 0; i < 3; i++) s[i] = s[i] + 1.0;
#pragma omp section
    s[0] = s[0] + 1.0;
  }
"""
    assert [seconds(tmp_path, body, t) for t in (1, 2, 3, 4)] == [10, 6, 6, 6]


def test_critical_is_the_machine_repair_model(tmp_path: Path) -> None:
    body = """
#pragma omp parallel for private(i)
  for (i = 0; i < n; i++) {
    s[i] = s[i] + 1.0; s[i] = s[i] + 1.0; s[i] = s[i] + 1.0;
#pragma omp critical
    s[0] = s[0] + 1.0;
  }
"""
    for threads in (1, 2, 4, 8):
        run = _run(tmp_path, body, threads, n=64)
        assert run.low == max(64 / threads * 4, 64 if threads > 1 else 0)  # max(own + lock, T lock)
        assert run.theta == pytest.approx(log(64 / (64 / threads * 4)))
        share = 64 / threads
        expected = share * cycle_time(threads, 3.0, [(1.0, 1)]) if threads > 1 else 256
        assert run.estimate == pytest.approx(expected)
        assert isnan(run.high) or run.low <= run.estimate <= run.high
        assert run.busiest == "critical"
    with_entry = _run(tmp_path, body, 8, COSTS, n=64)
    assert with_entry.low == 64 * (1 + 5) + 800


def test_costs_of_the_library_are_added(tmp_path: Path) -> None:
    body = """
#pragma omp parallel for reduction(+:t) schedule(dynamic, 2)
  for (i = 0; i < 8; i++) s[i] = s[i] + 1.0;
"""
    # eight iterations in four chunks on two threads: 4 s, two dispatches of 2 s each, start, reduction
    assert seconds(tmp_path, body, 2, COSTS) == 4 + 2 * 2 + 200 + 2 * 7
    assert seconds(tmp_path, body, 1, COSTS) == 8


def test_atomic_updates_of_one_variable_wait_for_each_other(tmp_path: Path) -> None:
    body = """
#pragma omp parallel for
  for (i = 0; i < n; i++) {
#pragma omp atomic
    TARGET += 1.0;
  }
"""
    one = _run(tmp_path, body.replace("TARGET", "t"), 8, COSTS, n=80)
    many = _run(tmp_path, body.replace("TARGET", "s[i]"), 8, COSTS, n=80)
    assert (one.busiest, many.busiest) == ("atomic, line 5", "")
    assert one.low == 80 * 3 + 800
    assert many.low == 10 * (1 + 3) + 800


def test_atomic_updates_all_over_an_array_get_lines_of_other_threads(tmp_path: Path) -> None:
    body = """
#pragma omp parallel for
  for (i = 0; i < n; i++) {
#pragma omp atomic
    s[i*7 % 5] += 1.0;
  }
"""
    costs = (
        f"{COSTS}\n  atomic_alone_s: {{value: 2, source: x}}\n  line_s: {{value: 16, source: x}}"
    )
    assert seconds(tmp_path, body, 1, costs, n=80) == 80 * (1 + 2)
    assert _run(tmp_path, body, 2, costs, n=80).low == 40 * (1 + 2 + 8) + 200
    assert _run(tmp_path, body, 8, costs, n=80).low == 10 * (1 + 2 + 14) + 800


def test_collapsed_loops_are_shared_out_together(tmp_path: Path) -> None:
    body = """
#pragma omp parallel for collapse(2)
  for (i = 0; i < 3; i++)
    for (it = 0; it < 5; it++) s[i] = s[i] + 1.0;
"""
    assert seconds(tmp_path, body, 4) == pytest.approx(4)
    assert seconds(tmp_path, body, 1) == pytest.approx(15)


def test_collapsed_triangles_have_all_their_iterations(tmp_path: Path) -> None:
    body = """
#pragma omp parallel for collapse(2)
  for (i = 0; i < 6; i++)
    for (it = 0; it < i; it++) s[i] = s[i] + 1.0;
"""
    assert seconds(tmp_path, body, 1) == pytest.approx(15)
    assert seconds(tmp_path, body, 5) == pytest.approx(3)


@pytest.mark.parametrize("name", counted.FORTRAN)
def test_one_thread_takes_what_analyze_says(tmp_path: Path, name: str) -> None:
    source = tmp_path / "p.f"
    source.write_text(counted.FORTRAN[name] + counted.PROCEDURES_F, encoding="utf-8")
    machine = counting_machine(tmp_path)
    for chosen in (machine, "sparc2"):
        program = threaded(source, chosen)
        if program.parameters:
            continue
        out = json.loads(sad("analyze", source, "--machine", chosen, "--format", "json").out)
        run = program.at(1, {})
        assert run.estimate == pytest.approx(out["seconds"]["value"], rel=1e-12)
        assert run.low == run.estimate == run.high


def test_contention_shows_what_is_held_and_what_would_be_faster(tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    source.write_text(
        """\
void f(int n, double *s) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = i; j < n; j++)
      s[j] = s[j] + 1.0;
#pragma omp critical
    s[0] = s[0] + 1.0;
  }
}
""",
        encoding="utf-8",
    )
    command = ("contention", source, "--machine", counting_machine(tmp_path), "--set", "n=64")
    result = sad(*command, "--threads", "4")
    assert result.code == 0, result.err
    assert "critical" in result.out
    assert "f.c:6" in result.out
    work = [sum(64 - i for i in range(t, 64, 4)) + 16 for t in range(4)]
    uneven = sum(64 - i for i in range(16)) + 16
    faster = float(result.out.partition("would be ")[2].partition(" ")[0])
    assert faster == pytest.approx(uneven / max(work), rel=0.05)
    for words, part in (
        (("--threads", "0"), "no number of threads"),
        (("--threads", "1:4"), "no number of threads"),
        (("--threads", "4", "--vary", "n=1:4"), "one run"),
        (("--threads", "4", "--format", "csv"), "one run"),
    ):
        refused = sad(*command, *words)
        assert refused.code == 2, words
        assert "SAD946" in refused.err
        assert part in refused.err


CALLEES = """\
static double t;
static void part(int n, double *s) {
#pragma omp for
  for (int i = 0; i < n; i++)
    s[i] = s[i] + 1.0;
#pragma omp single
  s[0] = s[0] + 1.0;
}
static void adds(double x) {
#pragma omp critical
  t = t + x;
}
static void alone(int n, double *s) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    s[i] = s[i] + 1.0;
}
"""


@pytest.mark.parametrize(
    ("body", "times"),
    [
        ("#pragma omp parallel\nfor (int k = 0; k < 3; k++) part(n, s);", [39, 21, 12]),
        ("#pragma omp parallel for\nfor (int k = 0; k < n; k++) adds(s[k]);", [12, 12, 12]),
        ("#pragma omp parallel\nalone(n, s);", [12, 12, 12]),
        ("#pragma omp parallel\n{\n#pragma omp parallel for\n" + LOOP + "}", [12, 12, 12]),
        ("alone(n, s);", [12, 6, 3]),
        ("part(n, s);\n#pragma omp parallel for\n" + LOOP, [25, 19, 16]),
        ("#pragma omp parallel for num_threads(2)\n" + LOOP, [12, 6, 6]),
        ("#pragma omp parallel for num_threads(n/3)\n" + LOOP, [12, 3, 3]),
        ("#pragma omp parallel for if(n > 12)\n" + LOOP, [12, 12, 12]),
        ("#pragma omp parallel for if(parallel: n > 11) num_threads(2)\n" + LOOP, [12, 6, 6]),
    ],
)
def test_teams_reach_into_callees_and_have_the_size_of_their_clauses(
    tmp_path: Path, body: str, times: list[float]
) -> None:
    source = tmp_path / "f.c"
    source.write_text(f"{CALLEES}void f(int n, double *s) {{\n{body}\n}}\n")
    program = threaded(source, counting_machine(tmp_path), "f")
    assert [run_of(program, t, n=12).low for t in (1, 2, 4)] == times


def test_a_number_of_threads_that_no_count_needs_may_be_given(tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    head = "void f(int n, int few, double *s) {\n#pragma omp parallel for num_threads(few)\n"
    source.write_text(f"{head}for (int i = 0; i < n; i++) s[i] = s[i] + 1.0;\n}}\n")
    options = ("--machine", counting_machine(tmp_path), "--threads", "4", "--format", "csv")
    for given, expected in (((), 3.0), (("--set", "few=2"), 6.0)):
        rows = sad("scale", source, *options, "--set", "n=12", *given).out.splitlines()
        (row,) = csv.DictReader(line for line in rows if not line.startswith("#"))
        assert float(row["estimate"]) == pytest.approx(expected)


def test_what_is_left_out_is_named(tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    source.write_text(
        """\
void part(int n, double *s) {
#pragma omp for
  for (int i = 0; i < n; i++)
    s[i] = s[i] + 1.0;
}
void f(int n, double *s) {
  int k = s[2];
#pragma omp parallel num_threads(n/k)
  {
    part(n, s);
#pragma omp parallel
    s[0] = s[0] + 1.0;
#pragma omp task
    s[1] = s[1] + 1.0;
  }
}
""",
        encoding="utf-8",
    )
    machine = counting_machine(tmp_path)
    result = sad("scale", source, "--machine", machine, "--threads", "2", "--set", "n=10")
    assert result.code == 0, result.err
    noted = re.findall(r"f.c:(\d+)[^ ]*: note\[SAD949\]", result.err)
    assert noted == ["8", "11", "13"]


TRIAD = (13.91, 26.49, 38.42, 49.71, 59.07, 66.45, 71.56, 75.53, 78.95, 81.50, 83.89, 85.02, 86.42,
         87.69, 87.58, 86.54, 87.19, 86.77, 86.41, 85.88)  # fmt: skip
"""Published rates of the triad with 1 to 20 cores [GB/s]: the source named in xeon-gold-6148.yaml."""


def test_the_published_curve_is_met(tmp_path: Path) -> None:
    source = tmp_path / "triad.c"
    source.write_text(
        """\
double a[20000000], b[20000000], c[20000000], d[20000000];
void triad(void) {
#pragma omp parallel for
  for (int i = 0; i < 20000000; i++)
    a[i] = b[i] + c[i]*d[i];
}
""",
        encoding="utf-8",
    )
    out = sad(
        *("scale", source, "--machine", "xeon-gold-6148", "--toolchain", "gcc-O3"),
        *("--threads", "1:20", "--format", "json"),
    ).out
    rows = json.loads(out)["rows"]
    errors: list[float] = [
        row["speedup"] / (rate / TRIAD[0]) - 1 for row, rate in zip(rows, TRIAD, strict=True)
    ]
    assert max(map(abs, errors)) < 0.075
    assert sum(map(abs, errors)) / len(errors) < 0.035


def test_memory_of_the_published_machine_is_a_shared_resource(tmp_path: Path) -> None:
    source = tmp_path / "triad.c"
    source.write_text(
        """\
double a[20000000], b[20000000], c[20000000], d[20000000];
void triad(void) {
#pragma omp parallel for
  for (int i = 0; i < 20000000; i++)
    a[i] = b[i] + c[i]*d[i];
}
""",
        encoding="utf-8",
    )
    program = threaded(source, "xeon-gold-6148")
    runs = [run_of(program, threads) for threads in (1, 2, 4, 8, 16, 20, 40)]
    assert all(run.busiest == "memory" for run in runs)
    moved = 20_000_000 * 8 * 5  # three arrays are read, one is read and written
    assert runs[2].omega == pytest.approx(moved / 1.0961e11, rel=1e-4)
    assert runs[-1].omega == pytest.approx(moved / 1.0961e11 / 2, rel=1e-4)  # on two sockets
    for before, run in pairwise(runs):
        assert run.phi < before.phi
        assert run.low <= run.estimate <= run.high
    serial = threaded(source, "xeon-gold-6148", first_touch="serial")
    assert run_of(serial, 40).omega == pytest.approx(moved / 1.0961e11, rel=1e-4)
    spread = threaded(source, "xeon-gold-6148", bind="spread")
    assert run_of(spread, 4).omega == pytest.approx(moved / 1.0961e11 / 2, rel=1e-4)


def test_more_threads_than_cores_are_told(tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    source.write_text(f"void f(int n, double *s) {{\n#pragma omp parallel for\n{LOOP}\n}}\n")
    machine = counting_machine(tmp_path)
    for threads, told in ((8, False), (16, True)):
        found = sad("scale", source, "--machine", machine, "--threads", threads, "--set", "n=100")
        assert ("16 threads on the 8 cores of counting" in found.err) is told
    none = sad("scale", source, "--machine", machine, "--threads", "0", "--set", "n=100")
    assert "--threads 0: 0 is no number of threads" in none.err
