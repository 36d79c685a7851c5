"""Random programs of ranks: what sad calls exact is what an MPI that counts has counted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.oracle.programs.pieces import Piece
from tests.oracle.programs.shrink import shrink
from tests.oracle.random_spmd import checked
from tests.oracle.spmd.against_sad import Comparison, compare, described
from tests.oracle.spmd.programs import INPUTS, SpmdProgram, random_spmd
from tests.oracle.spmd.runs import BuildFailed, run
from tests.spmd.programs import PROGRAMS as PROGRAMS_OF_CORPUS
from tests.spmd.traffic import called, recorded
from tests.support.command import CORPUS
from tests.support.compiler import needs_gcc, needs_gfortran

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = 7


@pytest.mark.sampled(2)
@pytest.mark.compiler
@needs_gcc
@needs_gfortran
@pytest.mark.parametrize("language", ["fortran", "c"])
def test_exact_numbers_are_those_counted(language: str, tmp_path: Path):
    total = Comparison()
    for seed in range(PROGRAMS):
        # Two of the inputs each: over the seeds all of them are used.
        inputs = tuple(INPUTS[(seed + step) % len(INPUTS)] for step in (0, 2))
        found = compare(random_spmd(seed, language), inputs, tmp_path)
        assert found.differences == [], f"seed {seed}"
        assert found.refused == [], f"seed {seed}"
        total.add(found)
    assert total.runs > 9 * PROGRAMS
    assert total.exact > 50 * PROGRAMS
    assert total.exact > total.open


@pytest.mark.compiler
@needs_gcc
@pytest.mark.parametrize("name", ["heat2d", "split", "zoo"])
def test_the_library_counts_what_our_formulas_say(name: str, tmp_path: Path):
    program = PROGRAMS_OF_CORPUS[name]
    values = program.small
    made = SpmdProgram(0, (_source(name),), "main", True, "c", ("n", "m"))
    runs = run(made, [tuple(values.values())], tmp_path)
    for nprocs in (1, 2, 4):
        ranks = runs[tuple(values.values()), nprocs]
        for rank, routines in enumerate(ranks):
            formula = program.formula(nprocs, rank, values)
            assert recorded(routines) == called(formula), (nprocs, rank)


def _source(name: str) -> Piece:
    """A program of the corpus as one piece."""
    return Piece(tuple((CORPUS / "mpi" / name / "source.c").read_text().splitlines()))


@pytest.mark.compiler
@needs_gcc
def test_runs_that_go_wrong_are_left_out(tmp_path: Path):
    program = _sending("rank + 1")
    runs = run(program, INPUTS[:1], tmp_path)
    assert runs == {}
    program = _sending("rank + 1 < nprocs ? rank + 1 : MPI_PROC_NULL")
    runs = run(program, INPUTS[:1], tmp_path)
    assert [len(ranks) for ranks in runs.values()] == [1, 2, 3, 4, 6]
    assert [rank["mpi_send"]["sent_bytes"] for rank in runs[INPUTS[0], 3]] == [48, 48, 0]
    with pytest.raises(BuildFailed):
        run(_sending("unheard_of"), INPUTS[:1], tmp_path)


@pytest.mark.compiler
@needs_gcc
def test_a_wrong_number_is_seen_and_the_program_made_short(tmp_path: Path):
    program, other = _sending("0"), _sending("0").text.replace("a, n,", "a, n + 1,")
    pieces = tuple(Piece((text,)) for text in other.splitlines())
    description = described(replace(program, pieces=pieces), tmp_path)
    found = compare(program, INPUTS[:1], tmp_path, description)
    assert found.exact == 0
    assert found.differences[0] == "(12, 3), 1 processes, rank 0, mpi_send: sent_bytes 52 (48)"

    def fails(candidate: SpmdProgram) -> bool:
        return checked(candidate, tmp_path).exact > 0

    shortest = shrink(random_spmd(3, "c"), fails, tries=12)
    assert len(shortest.text) < len(random_spmd(3, "c").text)


def _sending(partner: str) -> SpmdProgram:
    text = f"""#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{{
    int a[100], n, rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    scanf("%d", &n);
    MPI_Send(a, n, MPI_INT, {partner}, 1, MPI_COMM_WORLD);
    MPI_Finalize();
}}"""
    pieces = tuple(Piece((item.strip(),)) for item in text.splitlines())
    return SpmdProgram(0, pieces, "main", True, "c", ("n", "m"))


def test_programs_are_the_same_each_time():
    for language in ("fortran", "c"):
        assert random_spmd(7, language).text == random_spmd(7, language).text
        assert random_spmd(7, language).text != random_spmd(8, language).text
