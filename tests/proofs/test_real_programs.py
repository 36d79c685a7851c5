"""Real programs profiled at two sizes and predicted at a third; the section that says so."""

from __future__ import annotations

import pytest

from tests.proofs.compare import Case, Line
from tests.proofs.real_page import TITLE, section, with_section
from tests.proofs.real_programs import prove
from tests.proofs.real_results import Proof
from tests.realruns.everything import PROGRAMS
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran


@pytest.mark.compiler
@needs_gfortran
@needs_gcc
@needs_gcov
@pytest.mark.parametrize("name", ["tridia", "qsort", "parity_csrmv"])
def test_a_program_of_the_corpus_closes(name: str) -> None:
    proof = prove(PROGRAMS[name])
    assert not proof.failed
    assert proof.is_closed, proof.same
    assert 2 * proof.measured >= proof.parameters > 0
    assert (proof.third is not None) == (name == "tridia")


@pytest.mark.compiler
@needs_gfortran
@needs_gcov
def test_a_program_that_takes_too_long_is_named_as_not_done() -> None:
    proof = prove(PROGRAMS["md1"], seconds=1)
    assert (proof.failed, proof.not_done) == ("not done in 1 s", True)
    assert not proof.is_closed


def proof(value: float | None, total: float = 100.0) -> Proof:
    """A program with one run, of which one line is predicted to run ``value`` times, not 10 times."""
    lines = (Line(("a.f", 3), 10.0, value, (9.0, 11.0)), Line(("a.f", 4), total, total, None))
    return Proof("a", "mine", "fortran", ("5",), [Case(lines, {}, None)])


def test_closed_are_lines_within_one_percent_and_totals_within_a_tenth() -> None:
    assert proof(10.0).is_closed
    assert proof(10.05).is_closed
    assert not proof(10.2).is_closed
    assert not proof(None).is_closed
    assert not proof(10.099, total=10.0).is_closed
    assert not Proof("a", "mine", "fortran").is_closed


def test_the_section_names_what_is_off() -> None:
    text = section([proof(None), proof(12.0), Proof("b", "mine", "c", failed="ended")], 12)
    assert "| a | 1 | 2 | open | a.f:3: open, ran 10 times |" in text
    assert "| a | 1 | 2 | 1.82% | a.f:3: 12, ran 10 times |" in text
    assert "* b: ended" in text
    assert "### Not part of this run\n\nadi, " in text
    assert "| `make oracle`: 3 | 2 | 0 | 4 | 0 |" in text


def test_a_section_takes_the_place_of_the_one_before() -> None:
    first = with_section("# Page\n\nWords.\n", f"{TITLE}\nOne.\n")
    assert first == f"# Page\n\nWords.\n\n{TITLE}\nOne.\n"
    assert with_section(first, f"{TITLE}\nTwo.\n") == first.replace("One", "Two")
