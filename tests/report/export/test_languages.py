"""Exported files give the exact values when run in their languages."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, Poly
from sad.machine.database import get_machine
from sad.report.export.quantities import Exported, exported
from tests.support.compiler import needs_gcc
from tests.support.corpus import PROGRAMS
from tests.support.exports import differences, exact_answers, of_formulas, random_point
from tests.support.formulas import EVERY_KIND, NAMES, kinds_in, random_formula
from tests.support.languages import (
    in_c,
    in_javascript,
    in_numpy,
    in_python,
    needs_node,
)
from tests.support.model import prediction_of
from tests.support.nests import indices_and_body, runner
from tests.support.random_nests import random_nest, random_values

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES = [
    pytest.param(in_python, id="python"),
    pytest.param(in_numpy, id="numpy"),
    pytest.param(in_c, id="c", marks=needs_gcc),
    pytest.param(in_javascript, id="javascript", marks=needs_node),
]


def program_of(source: str | Path, **values: object) -> Exported:
    return exported(prediction_of(source, get_machine("sparc2"), **values))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("first", [0, 200, 400])
def test_random_formulas(language, first: int, tmp_path: Path):
    polys = [random_formula(random.Random(seed)) for seed in range(first, first + 200)]
    assert set().union(*map(kinds_in, polys)) == EVERY_KIND
    program = of_formulas(polys)
    rng = random.Random(first)
    points = [{name: rng.randint(-4, 9) for name in NAMES} for _ in range(6)]
    expected = exact_answers(program, points)
    got = language(program, points, tmp_path)
    assert differences(program, got, expected) == []
    if language is in_python:
        assert got == expected  # exact, and without a value where the formula has none


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_nests_run_iteration_by_iteration(language, tmp_path: Path):
    nests = [random_nest(random.Random(seed)) for seed in range(200)]
    program = of_formulas([sum_nest(*indices_and_body(nest)) for nest in nests])
    rng = random.Random(5)
    points = [random_values(rng, -4, 7) for _ in range(4)]
    expected = [[Fraction(runner(nest)(point)) for nest in nests] for point in points]
    given = [{item.symbol: point[item.symbol] for item in program.arguments} for point in points]
    got = language(program, given, tmp_path)
    assert len({value for row in expected for value in row}) > 20
    assert differences(program, got, expected) == []


@pytest.mark.sampled(9)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_corpus_programs(language, name: str, tmp_path: Path):
    program = program_of(PROGRAMS[name].source)
    rng = random.Random(name)
    points = [random_point(program, rng) for _ in range(3)]
    got = language(program, points, tmp_path)
    assert len(program.quantities) > 3
    assert differences(program, got, exact_answers(program, points)) == []


HOSTILE = """\
      subroutine double(int, lambda, class, t1, p, ratio, quotient, np,
     & nan, errno, arguments, eval, greater, piece, seconds, def, let,
     & max, Math, none)
      integer int, lambda, class, t1, p, ratio, quotient, np, nan, errno
      integer arguments, eval, greater, piece, seconds, def, let, max
      integer Math, none
      do 10 i = 1, int + 2*lambda + 3*class + 4*t1 + 5*p + 6*ratio
     & + 7*quotient + 8*np + 9*nan
      x = x + 1.0
   10 continue
      do 20 i = 1, errno + 2*arguments + 3*eval + 4*greater + 5*piece
     & + 6*seconds + 7*def + 8*let
      do 20 j = 1, max + 2*Math + 3*none
      if (x .gt. y) call return(x)
   20 continue
      end
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_mean_something_in_the_language(language, tmp_path: Path):
    program = program_of(HOSTILE)
    assert len(program.arguments) == 22  # 20 inputs, a probability, the time of a call
    points = [random_point(program, random.Random(seed)) for seed in range(3)]
    got = language(program, points, tmp_path)
    assert differences(program, got, exact_answers(program, points)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_differ_in_what_identifiers_cannot_have(language, tmp_path: Path):
    names = ["A.B", "A B", "A_B", "A_B_2", "/A/B", "1", "n1", "_", "é", "A\nB", 'q"', "\\", "*/"]
    poly = Poly({(name,): 10**place for place, name in enumerate(names)})
    program = of_formulas([poly])
    points = [{name: place for place, name in enumerate(names)}]
    got = language(program, points, tmp_path)
    assert got == [[sum(place * 10**place for place in range(len(names)))]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_given_values_become_constants(language, tmp_path: Path):
    source = PROGRAMS["md1"].source
    free, given = program_of(source), program_of(source, NSTEP=7, P1=0.25, X7="5/2")
    values = {"NSTEP": 7, "P1": Fraction(1, 4), "X7": Fraction(5, 2)}
    fixed = {item.symbol: values[item.label] for item in free.arguments if item.label in values}
    assert len(fixed) == 3
    point = {**random_point(free, random.Random(1)), **fixed}
    expected = language(free, [point], tmp_path)
    rest = {symbol: value for symbol, value in point.items() if symbol not in fixed}
    got = language(given, [rest], tmp_path)
    assert differences(free, got, expected) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_formula(language, tmp_path: Path):
    terms = {tuple(sorted(["n"] * (i % 5) + [f"x{i % 40}"])): i - 700 or 1 for i in range(1500)}
    program = of_formulas([Poly({m: c for m, c in terms.items() if c}, 3)])
    points = [random_point(program, random.Random(2))]
    got = language(program, points, tmp_path)
    assert differences(program, got, exact_answers(program, points)) == []


def test_python_is_exact_at_any_size(tmp_path: Path):
    n = Poly.symbol("n")
    half = atoms.floor_quotient(n * n, Poly.constant(7))
    program = of_formulas([half, (n * (n + ONE)).over(2)])
    big = 10**30 + 1
    assert in_python(program, [{"n": big}], tmp_path) == [[big * big // 7, big * (big + 1) // 2]]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_what_has_no_value_is_not_a_number(language, tmp_path: Path):
    n, m = Poly.symbol("n"), Poly.symbol("m")
    quotient = atoms.intern_atom(atoms.Floor(n, m))
    polys = [
        quotient,
        atoms.max_of([quotient, ONE]),
        atoms.min_of([ONE, quotient]),
        atoms.pieces_of([((quotient,), n)]),
        atoms.pieces_of([((n, quotient), n)]),
        atoms.intern_atom(atoms.Mod(n, m)),
        atoms.log_of(m, n),
        atoms.sum_of("@i", ONE, quotient, Poly.symbol("@i")),
        atoms.sum_of("@i", quotient, ONE, Poly.symbol("@i")),
    ]
    program = of_formulas(polys)
    assert language(program, [{"n": 3, "m": 0}], tmp_path) == [[None] * len(polys)]


def test_javascript_refuses_a_missing_argument(tmp_path: Path):
    program = of_formulas([Poly.symbol("n") + Poly.symbol("m")])
    with pytest.raises(AssertionError, match="TypeError: m has no value"):
        in_javascript(program, [{"n": 3}], tmp_path)


def test_python_refuses_a_missing_argument(tmp_path: Path):
    program = of_formulas([Poly.symbol("n") + Poly.symbol("m")])
    with pytest.raises(AssertionError, match="'m'"):
        in_python(program, [{"n": 3}], tmp_path)
