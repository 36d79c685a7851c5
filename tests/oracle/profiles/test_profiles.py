"""What profiles of random programs say is what the interpreter counted; changed counts are noticed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.oracle.c_programs.units import random_program as random_c_program
from tests.oracle.profiles.corruption import corrupt
from tests.oracle.profiles.estimates import check
from tests.oracle.profiles.f90 import check_f90
from tests.oracle.profiles.layout import relaid
from tests.oracle.profiles.tools import CLANG, LCOV
from tests.oracle.programs.units import INPUTS, random_program
from tests.support.compiler import needs, needs_gcc, needs_gcov, needs_gfortran

if TYPE_CHECKING:
    from pathlib import Path

_RUNS = INPUTS[:3]


@pytest.mark.compiler
@needs_gfortran
@needs_gcov
def test_counts_of_gfortrans_code(tmp_path: Path):
    seeds = (*range(8), 9004, 9036)  # the last two with IF (Q) and ELSE IF (Q) in one block
    found = check([random_program(seed, plain=True) for seed in seeds], _RUNS, tmp_path)
    assert found.different == []
    assert found.facts > 100 * found.programs
    assert found.found > 0.85 * found.ratios


@pytest.mark.compiler
@needs_gcc
@needs_gcov
@needs(LCOV, "lcov")
@pytest.mark.parametrize("tool", ["gcov", "lcov"])
def test_counts_of_gccs_code(tmp_path: Path, tool: str):
    found = check([random_c_program(seed) for seed in range(100, 108)], _RUNS, tmp_path, tool)
    assert found.different == []
    assert found.facts > 100 * found.programs
    assert found.found > 0.7 * found.ratios


@pytest.mark.compiler
@needs_gcc
@needs(CLANG, "clang")
def test_counts_of_clangs_code(tmp_path: Path):
    programs = [random_c_program(seed) for seed in (*range(5), 17, 20017, 20053)]
    found = check(programs, _RUNS, tmp_path, "llvm")
    assert found.different == []
    assert found.facts > 100 * found.programs
    assert found.found > 0.8 * found.ratios


def test_programs_that_cannot_be_interpreted_are_left_out(tmp_path: Path):
    assert check([random_c_program(9036)], INPUTS[:4], tmp_path).programs == 0


@pytest.mark.parametrize("language", ["fortran", "c"])
def test_counts_in_a_table(tmp_path: Path, language: str):
    make = random_c_program if language == "c" else random_program
    found = check([make(seed) for seed in range(8)], _RUNS, tmp_path, "csv")
    assert found.different == []
    assert found.facts > 100 * found.programs
    assert found.found > 0.6 * found.ratios


@pytest.mark.compiler
@needs_gfortran
@needs_gcc
@needs_gcov
@pytest.mark.parametrize("language", ["fortran", "c"])
def test_changed_counts_give_no_other_values(tmp_path: Path, language: str):
    programs = [random_c_program(1)] if language == "c" else [random_program(0, plain=True)]
    found = corrupt(programs, _RUNS, tmp_path, "gcov")
    assert found.wrong == 0
    assert found.silent <= 0.02 * found.profiles
    assert found.errors > 0.3 * found.profiles


@pytest.mark.compiler
@needs_gfortran
@needs_gcc
@needs_gcov
@pytest.mark.parametrize("language", ["fortran", "c"])
def test_loops_that_vary_together_close(tmp_path: Path, language: str):
    """The model at the inputs of the run gives each line's count exactly."""
    seeds = range(50_000, 50_004)
    if language == "c":
        twice = 61_019  # a function that calls itself in both arms of a choice
        programs = [random_c_program(seed, correlated=True) for seed in (*seeds, twice)]
    else:
        programs = [random_program(seed, plain=True, correlated=True) for seed in seeds]
    found = check(programs, _RUNS, tmp_path)
    assert found.different == []
    assert found.given > 40 * found.programs


@pytest.mark.sampled(2)
@pytest.mark.compiler
@needs_gfortran
@needs_gcc
@needs_gcov
@pytest.mark.parametrize("language", ["fortran", "c"])
def test_jumps_on_lines_of_all_layouts(language: str, tmp_path: Path):
    """Each seed had a wrong count once: of what a line has behind its first statement, mostly."""
    if language == "c":
        made = [random_c_program(seed, correlated=True) for seed in (506, 509, 520, 523)]
    else:
        made = [random_program(seed, plain=True, correlated=True) for seed in (500, 510, 433043)]
    found = check([relaid(program) for program in made], _RUNS, tmp_path)
    assert found.programs == len(made)
    assert found.different == []


@pytest.mark.proof
@pytest.mark.compiler
@needs_gcc
@needs(CLANG, "clang")
def test_clangs_counts_on_lines_of_all_layouts(tmp_path: Path):
    """A line may go on from the one above, and clang tests operands that the frontend has decided."""
    made = [relaid(random_c_program(seed, correlated=True)) for seed in (503, 509, 433000)]
    found = check(made, _RUNS, tmp_path, "llvm")
    assert found.programs == len(made)
    assert found.different == []


@pytest.mark.compiler
@needs_gfortran
@needs_gcov
def test_counts_of_array_statements(tmp_path: Path):
    found = check_f90([2, 5], tmp_path)
    assert found.programs == 2
    assert found.different == []
    assert found.facts > 3 * found.unknown


@pytest.mark.sampled(2)
@pytest.mark.compiler
@needs_gfortran
@needs_gcov
@needs(LCOV, "lcov")
@pytest.mark.parametrize("tool", ["lcov", "lcov-lines"])
def test_counts_of_lines_that_are_charged_with_jumps(tmp_path: Path, tool: str):
    """Ends of cases and of loops behind what goes on over lines, and entries that nobody calls."""
    seeds = (430487, 430490, 430499, 431036)
    made = [relaid(random_program(seed, plain=True, correlated=True)) for seed in seeds]
    found = check(made, _RUNS, tmp_path, tool)
    assert found.programs == len(made)
    assert found.different == []


@pytest.mark.compiler
@needs_gcc
@needs(LCOV, "lcov")
def test_lines_of_c_that_end_in_a_parenthesis_and_go_on(tmp_path: Path):
    """``s += (a)`` and ``|| (b) ? 1 : n;``: gcc charges the first line with some of the operands."""
    made = [relaid(random_c_program(seed, correlated=True)) for seed in (432010, 432011)]
    found = check(made, _RUNS, tmp_path, "lcov-lines")
    assert found.programs == len(made)
    assert found.different == []


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_conditions_of_c_that_begin_where_another_ends(tmp_path: Path):
    """``&& b) { if (c``, arms of ``?:`` that are converted, and negations over two lines."""
    made = [relaid(random_c_program(seed, correlated=True)) for seed in (433042, 433045, 434111)]
    found = check(made, _RUNS, tmp_path)
    assert found.programs == len(made)
    assert found.different == []
