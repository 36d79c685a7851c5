"""Expressions of stubs mean what Python means by them, for whole numbers and conditions."""

from __future__ import annotations

import random
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import Poly
from sad.diagnostics import SadError
from sad.stubs.formula import Formulas
from sad.stubs.load import read_stubs

if TYPE_CHECKING:
    from sad.stubs.schema import Stub

ARGUMENTS = (
    "[N integer, M integer, K integer, T character, L logical, A double, X double array, "
    "W character*4]"
)
NAMES = {"N", "M", "K"}


def stub_of(expression: str, more: str = "") -> Stub:
    text = f"schema: 1\nstubs:\n  F:\n    arguments: {ARGUMENTS}\n{more}"
    return read_stubs(
        f"{text}    operations:\n      add.double: >-\n        {expression}\n", "lib.yaml"
    )["F"]


def count_of(expression: str, more: str = "") -> Poly:
    stub = stub_of(expression, more)
    return Formulas(stub).count(stub.operations["add.double"])


def value_of(expression: str, more: str = "", **values: int):
    known = {f"F.{name}": value for name, value in values.items()}
    return evaluate(count_of(expression, more), known)


def python_sum(function, first, last):
    return sum(function(item) for item in range(first, last + 1))


@pytest.mark.parametrize(
    "expression",
    [
        "N*(N + 1)/2",
        "N**3/6 - N/6 + 2.5*M",
        "max(0, N - M) + min(N, M, 3)",
        "N//3 + M//2 - (N + M)//5",
        "N % 4 + M % 3",
        "(N - M)//(K + 9)",
        "abs(N - M)",
        "floor(N/3) + ceil(M/4)",
        "M if N > 2 else K",
        "(M if N > M else K)*(2 if N > M else 5)",
        "M*(N > 2) + K*(N <= 2)",
        "1 if N > 2 and M > 3 or K == 1 else 0",
        "1 if not (N == M or N != K) else 2",
        "1 if 1 < N <= M else 0",
        "(N if M > 2 else K) if K > 1 else -M",
        "1 if (N > 2 if K > 1 else M > 2) else 0",
        "-N + +M",
    ],
)
def test_an_expression_has_the_value_python_gives_it(expression: str):
    rng = random.Random(expression)
    for _ in range(60):
        values = {name: rng.randint(-6, 9) for name in sorted(NAMES)}
        exact = {name: Fraction(value) for name, value in values.items()}
        scope = {"max": max, "min": min, "abs": abs, "floor": floor, "ceil": ceil}
        expected = eval(expression, scope, exact)
        assert float(value_of(expression, **values)) == pytest.approx(float(expected)), values


@pytest.mark.parametrize(
    ("expression", "body"),
    [
        ("sum(J, 1, N, J*J)", lambda n, *_: python_sum(lambda j: j * j, 1, n)),
        ("sum(J, 1, N, min(K, J - 1))", lambda n, _m, k: python_sum(lambda j: min(k, j - 1), 1, n)),
        (
            "sum(J, 1, N, sum(I, max(1, J - K), min(M, J + K), 1))",
            lambda n, m, k: python_sum(lambda j: max(0, min(m, j + k) - max(1, j - k) + 1), 1, n),
        ),
        (
            "sum(J, M, N, J if J > K else 0)",
            lambda n, m, k: python_sum(lambda j: j * (j > k), m, n),
        ),
    ],
)
def test_a_sum_adds_up_what_its_loop_would(expression: str, body):
    count = count_of(expression)
    for n in range(6):
        for m in range(5):
            for k in range(4):
                assert evaluate(count, {"F.N": n, "F.M": m, "F.K": k}) == body(n, m, k)


@pytest.mark.parametrize(("letter", "expected"), [("N", 7), ("n", 7), ("T", 1), ("c", 1), ("X", 0)])
def test_options_are_letters_in_either_case(letter: str, expected: int):
    count = count_of("7 if option(T, 'N') else 1 if option(T, 't', 'C') else 0")
    assert evaluate(count, {"F.T": ord(letter)}) == expected


def test_texts_are_compared_with_blanks_behind_the_shorter_one():
    code = int.from_bytes(b"AB  ", "big")
    count = count_of("1 if W == 'AB' else 0")
    assert evaluate(count, {"F.W": code}) == 1
    assert evaluate(count, {"F.W": code + 1}) == 0


def test_logical_and_real_arguments_decide():
    count = count_of("(N if L else 1) if A != 0 else 5")
    assert evaluate(count, {"F.N": 9, "F.L": 1, "F.A": 2}) == 9
    assert evaluate(count, {"F.N": 9, "F.L": 0, "F.A": 2}) == 1
    assert evaluate(count, {"F.N": 9, "F.L": 0, "F.A": 0}) == 5


def test_a_condition_on_a_value_nobody_knows_is_a_named_probability():
    where = "    where:\n      BIG: N > 100\n"
    count = bind(count_of("BIG*BIG*M", where), {"F.N": Poly.symbol("MAIN.value@x")})
    assert atoms.free_symbols(count) == {"F.prob@BIG", "F.M"}
    assert evaluate(count, {"F.prob@BIG": 0.5, "F.M": 2}) == 1  # not the probability squared


def test_opposite_conditions_exclude_each_other():
    count = bind(count_of("(N > 3)*(1 - (N > 3))"), {"F.N": Poly.symbol("MAIN.value@x")})
    assert not count


def test_a_conditional_inside_a_conditional_counts_its_probability_once():
    text = "((M if N > 3 else 0) if N > 3 else 0)"
    count = bind(count_of(text), {"F.N": Poly.symbol("MAIN.value@x")})
    assert evaluate(count, {"F.prob@case1": 0.5, "F.M": 4}) == 2


@pytest.mark.parametrize(
    ("expression", "complaint"),
    [
        ("2*NN", "there is no NN"),
        ("2*", "is no expression"),
        ("2if", "is no expression"),
        ("M/N", "does not come out even"),
        ("M/0", "division by zero"),
        ("M//0", "division by zero"),
        ("2**99", "a power is"),
        ("X", "is an array"),
        ("T + 1", "no whole number"),
        ("A*2", "no whole number"),
        ("A > 0", "real arguments"),
        ("1 if A == 0.5 else 0", "real arguments"),
        ("1 if T == 3 else 0", "text is compared"),
        ("1 if N else 0", "is no condition"),
        ("1 if L == True else 0", "joined with"),
        ("sqrt(N)", "no exact count"),
        ("N[1]", "unexpected"),
        ("N.real", "there is no N.real"),
        ("1 if N in (1, 2) else 0", "'else' is missing"),
        ("N @ M", "unexpected"),
        ("sum(N, 1, M, 1)", "means something else"),
        ("sum(1, 1, M, 1)", "sum is"),
        ("option(T, 'NN')", "letters"),
        ("option(W, 'N')", "single character"),
        ("max()", "unexpected"),
        ("1e999", "too large"),
    ],
)
def test_what_cannot_be_counted_is_refused(expression: str, complaint: str):
    with pytest.raises(SadError, match=complaint) as caught:
        stub_of(expression)
    assert caught.value.diagnostic.code == "SAD602"
    assert caught.value.diagnostic.span.line == 6
    assert caught.value.diagnostic.hint


def test_named_values_may_use_each_other_but_not_themselves():
    assert value_of("TWICE", "    where:\n      TWICE: ONCE + ONCE\n      ONCE: 3*N\n", N=2) == 12
    with pytest.raises(SadError, match="depends on itself"):
        stub_of("N", "    where:\n      P: Q\n      Q: P\n")
