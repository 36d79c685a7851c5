"""Rates of programs whose rates are known: patterns that can be learnt, and data that cannot."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.profiles.misses.programs import PATTERNS_C, PATTERNS_F, profiled
from tests.support.compiler import needs, needs_gcc, needs_gcov, needs_gfortran

if TYPE_CHECKING:
    from pathlib import Path

CLANG = shutil.which("clang")
LITTLE = 0.01
"""Of what can be learnt, the first times are missed."""


@pytest.fixture(scope="module")
def c_rates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    folder = tmp_path_factory.mktemp("c")
    return profiled(folder, f"patterns.c\n{PATTERNS_C}", "gcc -O0")


@pytest.fixture(scope="module")
def f_rates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    folder = tmp_path_factory.mktemp("f")
    return profiled(folder, f"patterns.f\n{PATTERNS_F}", "gfortran -O0")


def check_c(rates: dict[str, float]) -> None:
    assert rates["patterns.branch@loop1.if1"] == 0  # always the same way
    assert rates["patterns.branch@loop1.if2"] < LITTLE  # every other time
    assert rates["patterns.branch@loop1.if3"] < LITTLE  # every seventh time
    assert rates["even.branch@loop1.if1"] == pytest.approx(0.5, abs=0.02)
    assert rates["tenth.branch@loop1.if1"] == pytest.approx(0.1, abs=0.02)
    assert rates["short_loop.loop@loop1.loop1"] < LITTLE
    assert rates["long_loop.loop@loop1.loop1"] == pytest.approx(1, abs=0.1)
    assert rates["split.branch@loop1.if1"] < LITTLE  # sorted
    assert rates["both.branch@loop1.if1"] == pytest.approx(0.25, abs=0.02)
    assert rates["both.branch@loop1.if1.and2"] == pytest.approx(1 / 3, abs=0.02)


@needs_gcc
@needs_gcov
def test_c_by_gcc(c_rates: dict[str, float]) -> None:
    check_c(c_rates)
    assert 0 < c_rates["main.loop@while1"] <= 2  # entered once, with two tests


@needs(CLANG, "clang")
def test_c_by_clang(tmp_path: Path) -> None:
    check_c(profiled(tmp_path, f"patterns.c\n{PATTERNS_C}", f"{CLANG} -O0"))


@needs_gfortran
@needs_gcov
def test_fortran(f_rates: dict[str, float]) -> None:
    rates = f_rates
    assert rates["P.branch@do10.if1"] == 0
    assert rates["P.branch@do10.if2"] < LITTLE
    assert rates["P.branch@do10.if3"] < LITTLE
    assert rates["P.branch@do20.if1"] == pytest.approx(0.5, abs=0.03)
    assert rates["P.loop@do40.do30"] < LITTLE
    assert rates["P.loop@do60.do50"] == pytest.approx(1, abs=0.1)
    assert rates["P.loop@do80.do70"] < LITTLE  # counted down, tested after each iteration
    assert rates["P.loop@goto90"] == pytest.approx(1)  # entered once


@needs_gcc
@needs_gcov
def test_a_loop_and_its_branches_have_one_rate_each(c_rates: dict[str, float]) -> None:
    assert "main.branch@while1" not in c_rates  # its operands are in the rate of the loop
    assert "patterns.branch@loop1" not in c_rates


@needs_gcc
@needs_gcov
def test_branches_that_cannot_be_told_apart_have_none(tmp_path: Path) -> None:
    """Two on one line, reached as often and taken as often, of which one can be learnt."""
    source = """\
twins.c
static unsigned seed = 12345;
static int draw(void)
{
    seed = seed * 1103515245u + 12345u;
    return (seed >> 16) & 1;
}
int main(void)
{
    int a[4096], t = 0, ones = 0;
    for (int i = 0; i < 4096; i++)
        ones += a[i] = draw();
    for (int i = 0; ones > 2048; i++)
        if (a[i]) { a[i] = 0; ones--; }
    for (int i = 0; ones < 2048; i++)
        if (!a[i]) { a[i] = 1; ones++; }
    for (int i = 0; i < 4096; i++) {
        if (a[i]) t++; if (i % 2) t--;
    }
    return t;
}
"""
    rates = profiled(tmp_path, source, "gcc -O0 -w")
    assert "main.loop@loop2" in rates
    assert "main.branch@loop2.if1" not in rates
    assert "main.branch@loop2.if2" not in rates
