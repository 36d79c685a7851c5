"""The programs of corpus/mpi under a real MPI: results, and traffic against formulas by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.spmd.programs import PROGRAMS
from tests.spmd.said import NAMED, NAMED_IN_C, TOLD, compare, named, said, told_by
from tests.spmd.traffic import recorded
from tests.support.command import CORPUS
from tests.support.mpi import LANGUAGES, SOURCES, counted_routines, needs_mpi

if TYPE_CHECKING:
    from pathlib import Path

RANKS = (1, 2, 4)
FOLDERS = sorted(path.parent.name for path in (CORPUS / "mpi").glob("*/expected.out"))


@pytest.fixture(scope="session")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mpi")


def test_every_program_has_its_formulas_and_a_twin():
    assert sorted(PROGRAMS) == FOLDERS
    for name in FOLDERS:
        assert all((CORPUS / "mpi" / name / file).exists() for file in SOURCES.values())


def test_the_counter_knows_the_routines_of_the_formulas():
    used = {
        routine
        for program in PROGRAMS.values()
        for routine in program.formula(4, 1, program.small | {"iterations": 1, "tasks": 1})
    }
    assert used <= counted_routines()
    assert {*NAMED, *NAMED_IN_C, *TOLD} <= PROGRAMS.keys()


@pytest.mark.sampled(7)
@needs_mpi
@pytest.mark.compiler
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_passes_what_its_method_and_the_analysis_say(name, language, builds):
    program = PROGRAMS[name]
    checksum = float((CORPUS / "mpi" / name / "expected.out").read_text().split(":")[1])
    open_routines = set()
    for nprocs in RANKS:
        run = program.run(language, nprocs, program.small, builds)
        assert run.output["checksum"] == pytest.approx(checksum, rel=1e-11)
        for rank, routines in enumerate(run.ranks):
            wanted = program.wanted(run, rank, program.small)
            assert recorded(routines) == wanted, (nprocs, rank)
        found = compare(run, said(name, language, nprocs, program.small))
        assert found.wrong == [], nprocs
        open_routines |= found.named
        told = told_by(run, name, language)
        if told:
            again = compare(run, said(name, language, nprocs, program.small, told))
            assert again.wrong == [], (nprocs, told)
            assert again.without_number == []
    assert open_routines == named(name, language).keys()
