"""Rooflines: intensities as published, operations as counted, and no rate above its roof."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import sad
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
