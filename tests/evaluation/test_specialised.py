"""Known numbers put into counts: the rest evaluates to the same, and what never runs is gone."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.algebra.known import with_known
from sad.algebra.poly import Poly
from sad.evaluation.predict import predict
from sad.machine.database import get_machine
from sad.model.parameters import Kind
from tests.oracle.programs.units import random_program
from tests.support.command import sad
from tests.support.corpus import PROGRAMS
from tests.support.model import counts_by_line, model_of, prediction_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.algebra.evaluate import Number
    from sad.evaluation.model import Model

MODE = """\
      PROGRAM P
      COMMON /C/ A(100)
      READ *, MODE, N
      IF (MODE .EQ. 1) READ *, K
      DO 10 I = 1, N
         IF (MODE .EQ. 1) THEN
            DO 20 J = 1, K
   20       A(J) = A(J) + 1.0
         ELSE
            A(I) = A(I)*2.0
         END IF
   10 CONTINUE
      PRINT *, A(1)
      END
"""


def random_value(kind: Kind | None, rng: random.Random) -> Number:
    match kind:
        case Kind.PROBABILITY:
            return Fraction(rng.randint(0, 4), 4)
        case Kind.TRIP_COUNT:
            return Fraction(rng.randint(2, 12), 2)
        case _:
            return rng.randint(1, 9)


def differences(model: Model, rng: random.Random) -> list[str]:
    """Blocks whose count is another one after some values are put in, the others given later."""
    parameters = model.names.parameters
    values = {
        symbol: random_value(parameters[symbol].kind if symbol in parameters else None, rng)
        for symbol in sorted(model.used)
    }
    some = {symbol: value for symbol, value in values.items() if rng.random() < 0.5}
    put_in = with_known(some)
    counts = [block.count for block in model.expansion.blocks]
    rest = [put_in(count) for count in counts]
    for before, after in zip(counts, rest, strict=True):
        assert atoms.free_symbols(after) <= atoms.free_symbols(before) - some.keys()
    expected = compile_polys(counts).where_it_counts(values)
    found = compile_polys(rest).where_it_counts(values)
    return [
        f"{block.id}: {one} and {other}"
        for block, one, other in zip(model.expansion.blocks, expected, found, strict=True)
        if one != other and one is not None
    ]


@pytest.mark.parametrize("name", ["adi", "ludec", "md1", "quadra", "relax", "sorts", "truss"])
def test_programs_count_the_same_with_some_values_put_in(name: str):
    model = model_of(PROGRAMS[name].source)
    rng = random.Random(name)
    for _ in range(3):
        assert differences(model, rng) == []


def test_random_programs_count_the_same_with_some_values_put_in():
    rng = random.Random(28)
    compared = 0
    for seed in range(25):
        model = model_of(random_program(seed).text)
        for _ in range(4):
            assert differences(model, rng) == [], f"seed {seed}"
        compared += len(model.expansion.blocks)
    assert compared > 300


def test_branches_that_values_decide_are_gone_with_their_rows_and_inputs():
    model = model_of(MODE, MODE=2)
    assert {"K", "N", "MODE"} <= {model.names.label(symbol) for symbol in model.used}
    assert [model.names.label(symbol) for symbol in model.symbols] == ["MODE", "N"]
    assert [model.names.label(symbol) for symbol in model.missing] == ["N"]
    shown = counts_by_line(model.specialised)
    assert 7 not in shown
    assert shown[10] == "N"
    assert 4 in shown  # the IF, not what it guards
    assert model.specialised.specialised is model.specialised


def test_what_makes_no_difference_need_not_be_known():
    machine = get_machine("sparc2")
    prediction = prediction_of(MODE, machine, None, MODE=2, N=10)
    assert prediction.total is not None
    other = prediction_of(MODE, machine, None, MODE=2, N=10, K=1000)
    assert other.total == prediction.total
    assert prediction_of(MODE, machine, None, MODE=1, N=10).total is None


def test_a_specialised_prediction_has_the_same_times():
    prediction = prediction_of(MODE, get_machine("sparc2"), None, MODE=2)
    special = prediction.specialised
    assert special.bound is not None
    assert prediction.bound is not None
    assert 0 < len(special.bound.blocks) < len(prediction.bound.blocks)
    left = {item.block.id: item.seconds for item in special.bound.blocks}
    before = {item.block.id: item.seconds for item in prediction.bound.blocks}
    assert left.items() <= before.items()
    assert predict(special.model, special.bound).coverage.unresolved == 0


def test_counts_still_say_what_was_put_in():
    model = model_of(MODE, MODE=2, N=10)
    rests = [model.specialised.rests_on(block) for block in model.specialised.expansion.blocks]
    names = {model.names.label(symbol) for symbols in rests for symbol in symbols}
    assert {"MODE", "N"} <= names


def test_numbers_are_put_into_sums_and_divisions():
    n, m, i = Poly.symbol("n"), Poly.symbol("m"), Poly.symbol("@i")
    atom = atoms.sum_of("@i", Poly.constant(1), n, atoms.floor_quotient(m + i, i))
    assert with_known({"n": 3, "m": 6})(atom) == Poly.constant(7 + 4 + 3)
    half = atoms.trunc_quotient(n, Poly.constant(2))
    assert with_known({"n": 6.5})(half * m) == 3 * m
    nothing = atoms.floor_quotient(m, n)
    assert with_known({"n": 0})(nothing).as_constant is None  # the program would stop there


def test_a_sweep_needs_no_value_for_what_makes_no_difference(tmp_path: Path):
    source = tmp_path / "mode.f"
    source.write_text(MODE)
    command = ("sweep", str(source), "--machine", "sparc2", "--format", "csv", "--vary", "N=10,20")
    without = sad(*command, "--set", "MODE=2")
    assert without.code == 0, without.err
    rows = [line.split(",") for line in without.out.splitlines()]
    known = sad(*command, "--set", "MODE=2", "--set", "K=5").out.splitlines()
    assert rows == [line.split(",") for line in known]
    needed = sad(*command, "--set", "MODE=1")
    assert needed.code == 2
    assert "no value for K" in needed.err
