"""Every function and operator means the same in every place where expressions are written."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from sad.algebra import growth
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import Poly
from sad.applications.database import read_application
from sad.checks.contracts.order import read_order
from sad.evaluation.given import resolve
from sad.experiments.sizes import Sizes, Subject
from sad.expr.arrays import evaluate_arrays
from sad.expr.dimensions import NUMBER, dimension_of
from sad.expr.exact import NotExact, count_of
from sad.expr.functions import FUNCTIONS, OPERATORS, Kind
from sad.expr.numbers import evaluate_expression
from sad.expr.parse import parse
from sad.expr.tree import ExpressionError
from sad.ir.expr import Type
from sad.profiles.settings import settings_from_arguments
from sad.stubs.formula import Formulas
from sad.stubs.load import read_stubs
from sad.stubs.unit import value_of
from tests.evaluation.test_open_values import model_of
from tests.experiments.scaling_programs import Program

ROOT = Path(__file__).resolve().parents[2]
N, M = 12, 5
CASES = {
    "abs": ("abs(m - n)", 7),
    "ceil": ("ceil(n/m)", 3),
    "floor": ("floor(n/m)", 2),
    "gcd": ("gcd(-n*2, m + 13)", 6),
    "log": ("log(n)", 2.4849066497880004),
    "log2": ("log2(n + 4)", 4),
    "max": ("max(m, n, 3)", 12),
    "min": ("min(m, n, 7)", 5),
    "sqrt": ("sqrt(n + 4)", 4),
    "steps": ("steps(n, 1, 10, 8, m, 20, 30)", 5),
    "sum": ("sum(i, 1, m, i*n)", 180),
    "table": ("table(n, 2: 10, 22: 30)", 20),
    "trunc": ("trunc((m - n)/2)", -3),
    "+": ("n + m", 17),
    "-": ("n - m - 3", 4),
    "*": ("n*m", 60),
    "/": ("n*(n + 1)/2", 78),
    "//": ("n//m", 2),
    "%": ("n % m", 2),
    "**": ("m**2**1", 25),
    "neg": ("-m**2", -25),
    "==": ("3*(n == 12)", 3),
    "!=": ("3*(n != 12)", 0),
    "<": ("(m < n)*n", 12),
    "<=": ("1*(m <= 5 <= n)", 1),
    ">": ("(m > n)*n", 0),
    ">=": ("4*(n >= 13)", 0),
    "and": ("2*(n > m and n < 13)", 2),
    "or": ("2*(n < m or n < 13)", 2),
    "not": ("2*(not n < m)", 2),
    "if": ("n if n < m else m", 5),
    "True": ("n*True", 12),
    "False": ("n*False", 0),
}
TEXTS = {"option", "same_letter"}
NO_COUNT = {"log", "sqrt", "table"}
SOURCE = """\
      SUBROUTINE S(K, N, M, X)
      DO 9 I = 1, K*N*M
    9 X = 1
      END
"""
VALUES = {"n": N, "m": M}


def value(name: str) -> int:
    return VALUES[name.lower()]


def test_every_function_has_a_case():
    assert CASES.keys() | TEXTS == {*FUNCTIONS, *OPERATORS}
    assert {name for name, item in FUNCTIONS.items() if item.kind is Kind.TEXTS} == TEXTS


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_numbers_and_arrays(text: str, expected: float):
    assert evaluate_expression(text, value) == pytest.approx(expected)
    ones = np.ones(3)
    found = evaluate_arrays(text, lambda name: value(name) * ones)
    assert np.broadcast_to(found, 3) == pytest.approx([expected] * 3)
    assert dimension_of(parse(text), lambda _: NUMBER) in (NUMBER, None)


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_a_value_of_the_command_line_and_of_scale(text: str, expected: float):
    given = [f"K={text}", f"n={N}", f"m={M}"]
    names = model_of(
        "      SUBROUTINE S(K, N, M, X)\n      DO 9 I = 1, K*N*M\n    9 X = 1\n      END\n"
    ).names
    if float(expected).is_integer():
        assert resolve(settings_from_arguments(given), names).values["S.K"] == expected
    sizes = Sizes(
        Subject(Program(lambda _: (0, 0, False), ("K", "n", "m"))), settings_from_arguments(given)
    )
    found = sizes.at(np.zeros(1, dtype=int), np.ones(1, dtype=int))["K"]
    assert found.tolist() == pytest.approx([expected])


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_an_application(text: str, expected: float, tmp_path: Path):
    path = tmp_path / "a.yaml"
    path.write_text(
        "schema: 1\napplication: a\nparameters:\n  n: {default: 12}\n  m: {default: 5}\n"
        f"where:\n  found: '{text}'\nphases:\n  - {{name: p, computation: found + 100}}\n"
    )
    found = read_application(str(path)).definitions["found"].formula
    assert evaluate_expression(text, value) == pytest.approx(expected)
    assert found == parse(text)


@pytest.mark.parametrize("name", CASES)
def test_counts_of_contracts_stubs_and_open_values(name: str):
    text, expected = CASES[name]
    whole = {"F.N": N, "F.M": M}
    stub = read_stubs(
        "schema: 1\nstubs:\n  F:\n    arguments: [N integer, M integer]\n    seconds: 0\n",
        "lib.yaml",
    )["F"]
    symbols = [
        lambda: count_of(text, lambda name: Poly.symbol(f"F.{name.upper()}")),
        lambda: count_of(text, lambda name: Poly.symbol(f"F.{name.upper()}"), lambda _: True),
        lambda: Formulas(stub).number_of(parse(text)),
    ]
    for count in symbols:
        is_open = count is symbols[1]
        if name in NO_COUNT or (is_open and name in ("log2", "//", "%", "ceil", "floor")):
            with pytest.raises(NotExact):
                count()
        else:
            assert Fraction(evaluate(count(), whole)) == expected


@pytest.mark.parametrize("name", [*FUNCTIONS, *OPERATORS])
def test_an_order_takes_a_function_or_names_it(name: str):
    text = {
        "abs": "abs(n)", "ceil": "ceil(n)", "floor": "floor(n)", "trunc": "trunc(n)", "-": "n - 1",
        "max": "max(n, 1)", "min": "min(n, n)", "+": "n + 3", "*": "3*n", "/": "n/2", "//": "n//2",
        "**": "n**1", "sqrt": "sqrt(n**2)",
    }.get(name)  # fmt: skip
    if name in ("log", "log2"):
        assert read_order(f"{name}(n)", str) == (growth.bound_logarithm(growth.bound_of("n")),)
    elif text is not None:
        assert set(read_order(text, str)) == {growth.bound_of("n")}
    elif name in CASES:
        with pytest.raises(ExpressionError):
            read_order(CASES[name][0], str)


@pytest.mark.parametrize("name", CASES)
def test_sympy(name: str):
    sympy = pytest.importorskip("sympy")
    from sad.expr.symbolic import symbolic

    text, expected = CASES[name]
    symbols = {name: sympy.Symbol(name, integer=True) for name in VALUES}
    found = symbolic(text, symbols.__getitem__)
    assert float(
        found.subs({symbols[name]: value for name, value in VALUES.items()})
    ) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("option(T, 'N', 'c')", 1), ("option(T, 'x')", 0), ("same_letter(T, U)", 1), ("T == U", 0)],
)
def test_texts_of_stubs(text: str, expected: int):
    stub = read_stubs(
        "schema: 1\nstubs:\n  F:\n    arguments: [T character, U character, L logical]\n"
        f'    writes: [L]\n    leaves: {{L: "{text}"}}\n    seconds: 0\n',
        "lib.yaml",
    )["F"]
    count = Formulas(stub).number_of(parse(text))
    assert evaluate(count, {"F.T": ord("n"), "F.U": ord("N")}) == expected
    assert value_of(stub, stub.leaves["L"], Type.LOGICAL).type is Type.LOGICAL


def test_the_table_in_the_page_is_that_of_the_code():
    page = (ROOT / "docs" / "expressions.md").read_text()
    rows = [f"| `{item.form}` | {item.meaning} |" for item in FUNCTIONS.values()]
    found = page.split("| function | value |\n|---|---|\n")[1].split("\n\n")[0]
    assert found.split("\n") == rows
