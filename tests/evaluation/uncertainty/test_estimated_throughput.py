"""Estimated machine files under the throughput model: times from tables, intervals of their own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sad.machine.database import get_machine
from sad.machine.throughput import find_prefix
from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

ESTIMATED = ("zen3", "x86_64-generic", "neoverse-n1", "epyc-genoa")

DOT = """\
      PROGRAM P
      INTEGER I
      DOUBLE PRECISION X(1000), S
      S = 0.0D0
      DO 10 I = 1, 1000
        X(I) = 1.0D0
   10 CONTINUE
      DO 20 I = 1, 1000
        S = S + X(I)
   20 CONTINUE
      PRINT *, S
      END
"""


@pytest.mark.parametrize("name", ESTIMATED)
@pytest.mark.parametrize("toolchain", ["gfortran-O2", "gcc-O2"])
def test_every_number_of_the_section_has_a_source(name: str, toolchain: str):
    throughput = get_machine(name).toolchains[toolchain].throughput
    assert throughput is not None
    tables = [*throughput.bounds.values(), throughput.latencies, throughput.extras]
    assert [
        key for table in tables for key, value in table.items() if value.value and not value.source
    ] == []


@pytest.mark.parametrize("name", ESTIMATED)
def test_a_sum_waits_for_its_additions(name: str, tmp_path: Path):
    """Cycles of the table are times of this clock, and the interval is that of the section."""
    path = tmp_path / "p.f"
    path.write_text(DOT)
    words = ("analyze", path, "--machine", name, "--format", "json")
    done = sad(*words, "--no-cache")
    assert done.code == 0, done.err
    seconds = json.loads(done.out)["seconds"]
    machine = get_machine(name)
    throughput = machine.toolchains["gfortran-O2"].throughput
    assert throughput is not None
    latency = find_prefix(throughput.latencies, "add.double")
    assert latency is not None
    assert 2 <= latency.value * machine.clock_hz <= 4
    assert seconds["value"] > 1000 * latency.value
    assert seconds["interval"]["machine"] == "estimate"
    low = seconds["value"] / seconds["interval"]["low"]
    assert low > 1 / throughput.residual_quantiles[0.05]


PAIRS = """\
      PROGRAM P
      INTEGER I, J, N
      COMMON /A/ X(131072), Y(131072), Z(131072)
      DOUBLE PRECISION X, Y, Z
      N = 800
      DO 20 I = 1, N
      DO 10 J = 1, N
        CALL PAIR(I, J)
   10 CONTINUE
   20 CONTINUE
      DO 30 I = 1, 131072
   30 X(I) = Y(I) + Z(I)
      PRINT *, X(1)
      END
      SUBROUTINE PAIR(I, J)
      INTEGER I, J
      COMMON /A/ X(131072), Y(131072), Z(131072)
      COMMON /B/ U(131072), V(131072), W(131072)
      DOUBLE PRECISION X, Y, Z, U, V, W
      U(I) = U(I) + X(I) - X(J)
      V(I) = V(I) + Y(I) - Y(J)
      W(I) = W(I) + Z(I) - Z(J)
      U(J) = U(J) - X(I)
      V(J) = V(J) - Y(I)
      W(J) = W(J) - Z(I)
      END
"""


def test_places_that_callers_tell_are_not_all_in_one_set(tmp_path: Path):
    path = tmp_path / "pairs.f"
    path.write_text(PAIRS)
    words = ("analyze", path, "--machine", "zen3", "--format", "json")
    done = sad(*words, "--no-cache")
    assert done.code == 0, done.err
    assert json.loads(done.out)["seconds"]["value"] < 800**2 * 2.0e-8


def test_counts_that_no_float_holds(tmp_path: Path):
    path = tmp_path / "p.f"
    inner = "      DO 10 I = 1, N\n      DO 10 J = 1, N\n   10 S = S + 1.0D0\n"
    path.write_text(f"      SUBROUTINE P(N, S)\n      DOUBLE PRECISION S\n{inner}      END\n")
    words = ("analyze", path, "--machine", "zen3", "--set", f"N={10**200}", "--no-cache")
    for model in ("additive", "throughput"):
        done = sad(*words, "--model", model)
        assert done.code == 2, done.err
        assert "SAD503" in done.err


@pytest.mark.parametrize("body", ["0.5D0*(A(I-1) + B(I))", "0.5D0*(B(I-1) + B(I))"])
def test_open_counts_have_the_times_of_long_loops(body: str, tmp_path: Path):
    """One iteration of a chain does not overlap with the next, and vectors are full."""
    path = tmp_path / "p.f"
    loops = f"      DO 10 J = 1, N\n      DO 10 I = 2, 1025\n   10 A(I) = {body}\n"
    path.write_text(
        "      SUBROUTINE P(N, A, B)\n      DOUBLE PRECISION A(1025), B(1025)\n"
        + loops
        + "      END\n"
    )

    def each(*given: str) -> float:
        words = ("--machine", "zen3", "--format", "json", "--no-cache", *given)
        seconds = json.loads(sad("analyze", path, *words).out)["units"][0]["seconds"]
        return float(seconds["leading"].partition("*")[0])

    assert each() == pytest.approx(each("--set", "N=100"), rel=0.05)
    said = sad("analyze", path, "--machine", "zen3", "--explain-cost", "5", "--no-cache").out
    assert "counts are open" in said
    assert "mul.double" in said
