"""Units that call themselves in ways that have no closed form: named recurrences, exact at numbers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.diagnostics import SadError
from sad.evaluation.predict import predict
from sad.model.saved import from_json, to_json
from tests.analysis.recurrence_programs import FORTRAN, C
from tests.oracle.c_programs.units import CProgram
from tests.oracle.gcov.batch import differences
from tests.oracle.gcov.c_batch import check
from tests.oracle.programs.against_sad import compare
from tests.oracle.programs.pieces import Piece
from tests.oracle.programs.program import RandomProgram
from tests.oracle.programs.recursive import INPUTS, recursive_program
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran
from tests.support.model import counts_by_line, description_of, model_of

if TYPE_CHECKING:
    from pathlib import Path

SIZES = tuple((size, 0) for size in (0, 1, 2, 5, 9, 12))
NAMES = [*C, *FORTRAN]


def program_named(name: str) -> RandomProgram:
    """Return a program as the oracles take it; its top unit has the name of a random program's."""
    seed = 9000 + NAMES.index(name)
    if name in C:
        lines = map(str.strip, C[name].replace("int top(", f"int p{seed}(").splitlines())
        return CProgram(seed, (Piece(tuple(lines)),), f"p{seed}", reads=False)
    lines = FORTRAN[name].replace("SUBROUTINE TOP(", f"SUBROUTINE P{seed}(").splitlines()
    return RandomProgram(seed, (Piece(tuple(lines)),), f"P{seed}", reads=False)


@pytest.mark.parametrize("name", NAMES)
def test_every_line_has_a_formula_and_the_interpreters_count(name: str):
    found = compare(program_named(name), SIZES)
    assert found.differences == []
    assert found.exact == found.lines
    assert not found.evaluated
    assert found.runs >= 3


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_gcov_agrees_in_c(tmp_path: Path):
    programs = [program_named(name) for name in C]
    programs += [recursive_program(seed, "c") for seed in range(10)]
    found = check([p for p in programs if isinstance(p, CProgram)], SIZES[:5], tmp_path)
    assert found.differences == {}
    assert found.exact > 250


@pytest.mark.compiler
@needs_gfortran
@needs_gcov
def test_gcov_agrees_in_fortran(tmp_path: Path):
    programs = [program_named(name) for name in FORTRAN]
    found = differences(programs, SIZES[:5], tmp_path)
    assert [text for text in found.different if not _is_end(text, programs)] == []
    assert found.lines > 30


def _is_end(difference: str, programs: list[RandomProgram]) -> bool:
    """Whether a line is an END: in a recursive unit gcov's figure for it has no rule."""
    name, number = difference.replace(":", " ").split()[0:3:2]
    program = next(item for item in programs if item.name == name)
    return program.text.splitlines()[int(number) - 1].split() == ["END"]


@pytest.mark.parametrize("language", ["fortran", "c"])
@pytest.mark.parametrize("seed", range(12))
def test_random_programs(language: str, seed: int):
    found = compare(recursive_program(seed, language), INPUTS)
    assert found.differences == []
    assert found.runs
    assert not found.evaluated


FIB = C["fib"].replace("static ", "").partition("int top")[0]


@cache
def fib_count():
    """How often ``fib`` starts, as a formula in its argument."""
    return _model(FIB, "fib").expansion.activations["fib"]


def _model(text: str, entry: str, **values: object):
    from sad.analysis.unit import analyse
    from sad.evaluation.model import build_model
    from sad.lowering.build import describe
    from sad.profiles.settings import settings_from_arguments
    from tests.oracle.programs.against_sad import program_of

    settings = settings_from_arguments([f"{name}={value}" for name, value in values.items()])
    return build_model(describe(analyse(program_of(text, "c"))), entry, settings)


def test_a_recurrence_is_exact_far_out_and_needs_no_stack():
    (name,) = atoms.free_symbols(fib_count())
    before, last = 1, 1
    for _ in range(1000):
        before, last = last, before + last + 1
    assert evaluate(fib_count(), {name: 1001}) == last


def test_what_would_take_too_long_or_never_ends_is_an_error():
    (name,) = atoms.free_symbols(fib_count())
    with pytest.raises(OverflowError, match="more calls than a number"):
        evaluate(fib_count(), {name: 100_000})
    endless = (
        "int f(int n)\n{\n    if (n == 3)\n        return 1;\n    return f(n + 1) + f(7 - n);\n}\n"
    )
    model = _model(endless, "f", n=4)
    with pytest.raises(SadError, match="a recursion") as raised:
        predict(model, None)
    assert raised.value.diagnostic.code == "SAD503"


def test_it_reads_well():
    model = _model(FIB, "fib")
    shown = counts_by_line(model)
    assert {"fib.calls(n)", "fib.calls(n)/2 - 1/2"} <= {*shown.values()}


def test_where_data_decides_the_unit_starts_a_named_number_of_times():
    test = "    if (n <= 0)\n        return m;\n"
    text = f"int a(int n, int m)\n{{\n{test}    return a(n - 1, a(m, n - 2));\n}}\n"
    model = _model(text, "a")
    assert not any(model.is_exact(block.count) for block in model.expansion.blocks)


def test_a_saved_description_has_it(tmp_path: Path):
    source = tmp_path / "fib.c"
    source.write_text(C["fib"])
    description = description_of(source)
    again = from_json(to_json(description), "fib.json")
    assert again == description
    counts = [block.count for block in model_of(source, "top").expansion.blocks]
    assert any(isinstance(atoms.atom_of(count), atoms.Recurrence) for count in counts)


def test_what_decides_how_often_a_recursion_is_called_stays_a_factor():
    """Multiplied out, the conditions in front of the calls would be 2**12 terms in each count."""
    tests = "".join(f"      IF (X .GT. {number}) RETURN\n" for number in range(12))
    calls = "".join(f"      IF (X .LT. -{number}) CALL DIVIDE(N)\n" for number in range(12))
    source = f"""\
      SUBROUTINE TOP(X, N)
{tests}{calls}      END
      RECURSIVE SUBROUTINE DIVIDE(N)
      IF (N .LE. 1) RETURN
      K = N/2
      CALL DIVIDE(K)
      CALL DIVIDE(N - K)
      END
"""
    blocks = model_of(source, "TOP").expansion.blocks
    counts = [block.count for block in blocks if block.unit.name == "DIVIDE"]
    assert counts
    assert all(len(count.terms) <= 4 for count in counts)
