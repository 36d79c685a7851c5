"""Random programs: what sad calls exact is what happens, and gcov agrees with the interpreter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.oracle.c_programs.kinds import kinds_of
from tests.oracle.c_programs.units import INPUTS as C_INPUTS
from tests.oracle.c_programs.units import random_program as random_c_program
from tests.oracle.f90_programs.against_runs import Found
from tests.oracle.f90_programs.against_runs import compare as compare_f90
from tests.oracle.gcov.batch import differences
from tests.oracle.gcov.c_batch import built_together, check, stdin
from tests.oracle.gcov.f_batch import check as check_fortran
from tests.oracle.gcov.figures import execute
from tests.oracle.gcov.mentions import Mentions
from tests.oracle.programs.against_sad import Comparison, compare
from tests.oracle.programs.kinds import KINDS, kind_of
from tests.oracle.programs.pieces import Piece, line
from tests.oracle.programs.program import RandomProgram
from tests.oracle.programs.shrink import shrink
from tests.oracle.programs.units import INPUTS, random_program
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = 50
SEEDS_WITH_FOREIGN_LINES = (7013, 910347, 910362)


def test_exact_counts_are_the_interpreters():
    total = Comparison()
    for seed in range(PROGRAMS):
        # Three of the inputs each: over the seeds all of them are used.
        inputs = tuple(INPUTS[(seed + step) % len(INPUTS)] for step in (0, 3, 5))
        found = compare(random_program(seed), inputs)
        assert found.differences == [], f"seed {seed}"
        total.add(found)
    assert total.runs > 2.8 * PROGRAMS
    assert total.exact > 100 * PROGRAMS


@pytest.mark.compiler
@needs_gfortran
def test_programs_in_fortran_90_count_what_they_do():
    total = Found()
    for seed in (0, 1, 24, 28):  # each once showed a fault
        found = compare_f90(seed, shown=True)
        assert found.differences == []
        total.add(found)
    assert total.runs == 12
    assert total.exact > 0.5 * total.lines


@pytest.mark.compiler
@needs_gfortran
@needs_gcov
def test_gcov_gives_every_line_the_predicted_figure(tmp_path: Path):
    programs = [random_program(seed, plain=True) for seed in range(20)]
    found = differences(programs, INPUTS[:3], tmp_path)
    assert found.different == []
    assert found.lines > 60 * len(programs)
    assert len(found.contradicted) <= len(programs) // 10


@pytest.mark.compiler
@needs_gfortran
@needs_gcov
def test_lines_that_gcov_gives_to_another_unit_keep_the_interpreters_count(tmp_path: Path):
    programs = [random_program(seed, plain=True) for seed in SEEDS_WITH_FOREIGN_LINES]
    found = differences(programs, INPUTS[:4], tmp_path)
    assert found.different == []
    assert {text.split()[0] for text in found.contradicted} <= {item.name for item in programs}
    assert found.contradicted


def test_only_what_gcov_gave_away_is_explained():
    shared = Mentions()
    shared.add(50, [10, 20])  # blocks of lines 10 and 20 mention line 50 of another unit
    figures = {10: 1, 20: 5, 30: 2, 50: 4}
    predicted = {10: 5, 20: 5, 30: 3, 50: 0}
    assert shared.explain(50, figures, predicted)
    assert shared.explain(10, figures, predicted)
    assert not shared.explain(30, figures, predicted)  # no block gives line 30 away
    assert not shared.explain(10, {**figures, 10: 6}, predicted)  # a line that gives does not gain
    assert not shared.explain(10, {**figures, 50: 0}, predicted)  # nothing was given
    assert not shared.explain(50, {**figures, 50: 11}, predicted)  # more than there is to give
    assert not shared.explain(50, figures, {**predicted, 50: 6})  # a line that gets does not lose


def test_exact_counts_in_c_are_the_interpreters():
    total = Comparison()
    for seed in range(PROGRAMS // 2):
        inputs = tuple(C_INPUTS[(seed + step) % len(C_INPUTS)] for step in (0, 3, 5))
        found = compare(random_c_program(seed), inputs)
        assert found.differences == [], f"seed {seed}"
        total.add(found)
    assert total.runs > 1.2 * PROGRAMS
    assert total.exact > 20 * PROGRAMS


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_gcov_agrees_with_sad_and_with_the_interpreter_on_c(tmp_path: Path):
    programs = [random_c_program(seed) for seed in range(20)]
    found = check(programs, C_INPUTS[:4], tmp_path)
    assert found.differences == {}
    assert found.not_predicted == {}
    assert found.exact > 15 * len(programs)
    assert found.predicted > 50 * len(programs)


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_gcov_agrees_with_sad_on_unusual_memory_in_c(tmp_path: Path):
    programs = [random_c_program(seed, with_records=True) for seed in range(2012, 2022)]
    kinds = {kind.name for seed in range(2012, 2022) for kind in kinds_of(seed)}
    assert len(kinds) >= 4
    found = check(programs, C_INPUTS[:3], tmp_path)
    assert found.differences == {}
    assert found.exact > 10 * len(programs)


@pytest.mark.compiler
@needs_gfortran
@needs_gcov
def test_gcov_agrees_with_sad_on_unusual_memory_in_fortran(tmp_path: Path):
    seeds = [next(seed for seed in range(99) if kind_of(seed) is kind) for kind in KINDS]
    programs = [random_program(seed, all_kinds=True) for seed in seeds]
    found = check_fortran(programs, INPUTS[:4], tmp_path)
    assert found.differences == {}
    assert found.exact > 5 * len(programs)


@pytest.mark.compiler
@needs_gcc
def test_programs_in_c_do_nothing_undefined(tmp_path: Path):
    programs = [random_c_program(seed, with_records=seed % 2 == 1) for seed in range(100, 120)]
    sanitised = ("-fsanitize=undefined", "-fno-sanitize-recover=all")
    built = built_together(programs, tmp_path, *sanitised)
    for program in programs:
        for values in C_INPUTS[:4]:
            assert execute(built, stdin(program, values)) == 0, program.name


def test_programs_are_the_same_each_time():
    assert random_c_program(7).text == random_c_program(7).text
    assert random_program(7).text == random_program(7).text
    assert random_program(7).text != random_program(8).text


def test_a_wrong_count_is_seen_and_the_program_made_short():
    programs = map(random_program, range(3, 100))
    program = next(item for item in programs if f"CALL S{item.seed}(" in item.text)
    wrong = f"CALL S{program.seed}("

    def fails(candidate: RandomProgram) -> bool:
        compare(candidate, INPUTS[:1])  # raises if what is left is no program any more
        return wrong in candidate.text

    shortest = shrink(program, fails, tries=400)
    statements = [text for text in shortest.text.splitlines() if wrong in text]
    assert len(statements) == 1
    assert len(shortest.text.splitlines()) < 12 < len(program.text.splitlines())


def test_a_piece_that_is_fixed_stays():
    fixed = Piece((line("RETURN"),), fixed=True)
    loose = Piece((line("K = 1"),))
    unit = Piece((line("SUBROUTINE S"), (loose, fixed), line("END")), unit=True)
    program = RandomProgram(0, (unit,), "S", reads=False)
    shortest = shrink(program, lambda candidate: "SUBROUTINE" in candidate.text)
    assert [text.strip() for text in shortest.text.splitlines()] == [
        "SUBROUTINE S",
        "RETURN",
        "END",
    ]
