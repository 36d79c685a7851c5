"""Rooflines: intensities as published, operations as counted, and no rate above its roof."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sad import SadError, analyze
from tests.support.command import sad
from tests.support.compiler import GCC, needs, run
from tests.support.schemas import validate

KERNELS = {  # bytes that memory moves for one iteration, and its operations
    # STREAM counts 24 bytes for triad and 16 for copy and scale without the line that a store brings in
    # (McCalpin 1995); with it 32 and 24.
    "stream triad": ("X(I) = Y(I) + 3.0D0*Z(I)", 32, 2),
    "stream scale": ("X(I) = 3.0D0*Y(I)", 24, 1),
    "daxpy": ("X(I) = X(I) + 3.0D0*Y(I)", 24, 2),
    "dot product": ("S = S + X(I)*Y(I)", 16, 2),
    "vector triad": ("X(I) = Y(I) + Z(I)*W(I)", 40, 2),
}
LINES = """\
      PROGRAM T
      DOUBLE PRECISION X(9000000), Y(9000000), Z(9000000), W(9000000), S
      READ (*,*) N
      S = 0
      DO 10 I = 1, N
   10 {body}
      WRITE (*,*) S, X(1)
      END
"""
STENCIL = """\
      PROGRAM T
      DOUBLE PRECISION A(4000,4000), B(4000,4000)
      READ (*,*) N
      DO 10 J = 2, N - 1
      DO 10 I = 2, N - 1
   10 B(I,J) = 0.25D0*(A(I-1,J) + A(I+1,J) + A(I,J-1) + A(I,J+1))
      WRITE (*,*) B(2,2)
      END
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.chdir(tmp_path)


def _rooflines(*words: str) -> Any:
    result = sad("roofline", *words, "--format", "json")
    assert result.code == 0, result.err
    found = json.loads(result.out)
    validate(found, "sad-roofline-1")
    return found


@pytest.mark.parametrize("name", KERNELS)
def test_bytes_from_memory_are_those_of_the_published_kernels(name: str):
    body, moved, flops = KERNELS[name]
    Path("t.f").write_text(LINES.format(body=body))
    loop = _rooflines("t.f", "--machine", "zen3", "--set", "N=9000000")["loops"][0]
    assert loop["line"] == 5
    assert loop["flops"] == 9_000_000 * flops
    memory = next(level for level in loop["levels"] if level["name"] == "memory")
    assert memory["bytes"] == pytest.approx(9_000_000 * moved, rel=0.01)
    assert memory["flops_per_byte"] == pytest.approx(flops / moved, rel=0.01)


def test_a_stencil_of_four_neighbours_moves_24_bytes():
    # 24 B for each update while three rows fit the cache (Hammer et al. 2017, 2D-5pt).
    Path("t.f").write_text(STENCIL)
    loop = _rooflines("t.f", "--machine", "zen3", "--set", "N=4000")["loops"][0]
    memory = loop["levels"][-1]
    assert loop["flops"] == 4 * 3998**2
    assert memory["bytes"] / 3998**2 == pytest.approx(24, rel=0.01)


def test_what_fits_the_first_cache_is_bound_by_the_core():
    Path("t.f").write_text(LINES.format(body=KERNELS["stream triad"][0]))
    loop = _rooflines("t.f", "--machine", "zen3", "--set", "N=500")["loops"][0]
    assert loop["bound_by"] == "core"
    assert all(level["bytes"] == 0 for level in loop["levels"])


@pytest.mark.parametrize("machine", ["sparc2", "zen3", "xeon-emerald-rapids", "t3e"])
def test_no_rate_is_above_its_roof(machine: str):
    Path("t.f").write_text(STENCIL)
    for size in (10, 300, 4000):
        found = _rooflines("t.f", "--machine", machine, "--set", f"N={size}")
        assert sum(loop["seconds"] for loop in found["loops"]) == pytest.approx(found["seconds"])
        for loop in found["loops"]:
            limits = [level["flops_per_s"] for level in loop["levels"]]
            roof = min(
                value for value in [*limits, loop["attainable_flops_per_s"]] if value is not None
            )
            assert loop["flops_per_s"] <= roof * (1 + 1e-9)
            assert loop["attainable_flops_per_s"] == pytest.approx(roof)


def test_a_roofline_needs_a_machine_and_values():
    Path("t.f").write_text(STENCIL)
    for words in (("--set", "N=9"), ("--machine", "zen3")):
        result = sad("roofline", "t.f", *words)
        assert result.code == 2
        assert result.err.count("error[SAD850]") == 1


def test_the_table_fits_80_columns_and_the_picture_is_drawn(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("COLUMNS", "80")
    Path("t.f").write_text(STENCIL)
    result = sad("roofline", "t.f", "--machine", "zen3", "--set", "N=4000", "--plot", "r.svg")
    assert result.code == 0
    table = [line for line in result.out.splitlines() if "t.f:" in line or "bound by" in line]
    assert table
    assert max(map(len, table)) <= 80
    assert "<svg" in Path("r.svg").read_text()[:400]


COUNTED = """\
#include <math.h>
#include <stdio.h>
static double x[64][64], y[64];
int main(void) {
    for (int i = 0; i < 64; i++) {
        y[i] = i * 0.5;
        for (int j = 0; j <= i; j++)
            x[i][j] = (i - j) * 0.25 + y[i];
    }
    for (int k = 0; k < 63; k++)
        for (int i = k + 1; i < 64; i++) {
            double f = x[i][k] / (x[k][k] + 1.0);
            if (i % 3 == 0)
                y[i] = y[i] - f * y[k];
            for (int j = k; j < i; j++)
                x[i][j] = x[i][j] - f * x[k][j] + 1.0;
        }
    printf("%g %g\\n", x[63][1], y[5]);
    return 0;
}
"""
FLOPS = {6: 1, 8: 2, 12: 2, 14: 2, 16: 3}  # of one execution of a line, read off the source


@needs(GCC, "gcc")
def test_operations_are_those_that_a_run_counts(tmp_path: Path):
    Path("t.c").write_text(COUNTED)
    run([str(GCC), "-O0", "--coverage", "-c", "t.c"], tmp_path)
    run([str(GCC), "--coverage", "t.o", "-o", "t"], tmp_path)
    run(["./t"], tmp_path)
    listed = run(["gcov", "-t", "t.gcda"], tmp_path).stdout
    executed = 0.0
    for line in listed.splitlines():
        count, number, _ = line.split(":", 2)
        times = count.strip().rstrip("*")
        if times.isdigit():
            executed += FLOPS.get(int(number), 0) * int(times)
    assert executed > 100_000
    loops = _rooflines("t.c", "--machine", "zen3")["loops"]
    assert sum(loop["flops"] for loop in loops) == executed


def test_analyze_tells_the_same_in_each_form():
    Path("t.f").write_text(STENCIL)
    words = ["t.f", "--machine", "zen3", "--set", "N=4000"]
    alone = _rooflines(*words)
    report = json.loads(sad("analyze", *words, "--roofline", "--format", "json").out)
    validate(report, "sad-analysis-1")
    assert report["roofline"]["loops"] == alone["loops"]
    assert "roofline" not in json.loads(sad("analyze", *words, "--format", "json").out)
    table = sad("roofline", *words, "--width", "80").out.split("\n\n", 1)[1]
    text = sad("analyze", *words, "--roofline", "--width", "80").out
    assert table.strip() in text
    assert max(map(len, text.splitlines())) <= 80
    row = next(line for line in table.splitlines() if "t.f:5" in line).split("  ")[-1]
    for form in ("markdown", "html"):
        name = f"r.{form}"
        assert sad("analyze", *words, "--roofline", "--format", form, "-o", name).code == 0
        written = Path(name).read_text()
        assert "What bounds the rate of each loop" in written
        assert row.strip() in written


def test_analyze_says_what_a_roofline_lacks():
    Path("t.f").write_text(STENCIL)
    result = sad("analyze", "t.f", "--machine", "zen3", "--roofline")
    assert result.code == 0
    assert "roofline  not known while counts are open: N" in result.out
    report = json.loads(
        sad("analyze", "t.f", "--machine", "zen3", "--roofline", "--format", "json").out
    )
    assert report["roofline"] is None
    validate(report, "sad-analysis-1")
    result = sad("analyze", "t.f", "--roofline", "--set", "N=9")
    assert result.code == 2
    assert result.err.count("error[SAD850]") == 1


def test_a_library_call_has_the_rates_as_attributes():
    Path("t.f").write_text(STENCIL)
    machine = analyze("t.f").on("xeon-emerald-rapids")
    loop = machine.at(N=4000).roofline()[0]
    assert (loop.line, loop.flops, loop.bytes) == (5, 4 * 3998**2, 40 * 3998**2)
    assert loop.intensity == 0.1
    assert loop.memory_intensity == pytest.approx(4 / 24, rel=0.01)
    assert loop.bound_by == "memory"
    assert loop.rate <= loop.attainable
    with pytest.raises(SadError, match="SAD850"):
        machine.at().roofline()
    unit = STENCIL.replace("PROGRAM T", "SUBROUTINE T").replace("READ (*,*) N", "N = 9")
    Path("u.f").write_text(unit + unit.replace("SUBROUTINE T", "SUBROUTINE U"))
    with pytest.raises(SadError, match=r"SAD850.*no main program"):
        analyze("u.f").on("zen3").at().roofline()
