"""Blocked loops with a block size that is not known: the blocks cover the loop, nothing else."""

from __future__ import annotations

import pytest

from sad.algebra.affine import at_least_zero
from sad.algebra.evaluate import evaluate
from sad.algebra.nest import sum_nest
from sad.algebra.numeric import has_numeric_sum
from sad.algebra.poly import Poly
from sad.algebra.simplify import simplified
from sad.algebra.text import formula
from tests.support.nests import Loop, Nest, indices_and_body, runner

n, b = Poly.symbol("n"), Poly.symbol("b")

BLOCKED = {
    "one loop": (Nest((Loop("ii", "1", "n", "b"), Loop("i", "ii", "min(ii + b - 1, n)"))), "n"),
    "matrix product": (
        Nest(
            (
                Loop("ii", "1", "n", "b"),
                Loop("jj", "1", "n", "b"),
                Loop("kk", "1", "n", "b"),
                Loop("i", "ii", "min(ii + b - 1, n)"),
                Loop("j", "jj", "min(jj + b - 1, n)"),
                Loop("k", "kk", "min(n, kk + b - 1)"),
            )
        ),
        "n**3",
    ),
    "triangle": (
        Nest(
            (
                Loop("ii", "1", "n", "b"),
                Loop("i", "ii", "min(ii + b - 1, n)"),
                Loop("j", "i", "n"),
            )
        ),
        "n*(n + 1)/2",
    ),
    "inner loop in blocks": (
        Nest(
            (
                Loop("k", "1", "n - 1"),
                Loop("jj", "k + 1", "n", "b"),
                Loop("j", "jj", "min(jj + b - 1, n)"),
            )
        ),
        "n*(n - 1)/2",
    ),
    "condition inside": (
        Nest(
            (Loop("ii", "1", "n", "b"), Loop("i", "ii", "min(ii + b - 1, n)")),
            ("mod(i, 2) == 0",),
        ),
        "floor(n/2)",
    ),
    "length taken before": (
        Nest((Loop("ii", "1", "n", "b"), Loop("i", "ii", "ii + min(b, n - ii + 1) - 1"))),
        "n",
    ),
    "counted from one": (
        Nest((Loop("ii", "1", "n", "b"), Loop("i", "1", "min(b, n - ii + 1)"))),
        "n",
    ),
    "double blocks": (
        Nest((Loop("ii", "1", "n", "2*b"), Loop("i", "ii", "min(ii + 2*b - 1, n)"))),
        "n",
    ),
}


@pytest.mark.parametrize("name", BLOCKED)
def test_blocks_of_any_length_are_the_loop_itself(name: str):
    nest, expected = BLOCKED[name]
    closed = sum_nest(*indices_and_body(nest))
    assert not has_numeric_sum(closed)
    shown, assumed = simplified(closed)
    assert formula(shown) == expected
    assert "b" in assumed
    run = runner(nest)
    for values in ({"n": size, "b": width} for size in range(-2, 7) for width in (-2, -1, 1, 2, 9)):
        assert evaluate(closed, values) == run(values), values


def test_a_known_block_length_needs_no_condition():
    nest, _ = BLOCKED["one loop"]
    closed = sum_nest(*indices_and_body(nest), frozenset({at_least_zero(b - 1), at_least_zero(n)}))
    assert closed == n


@pytest.mark.parametrize(
    "last",
    ["ii + b - 1", "min(ii + b, n)", "min(ii + b - 2, n)", "min(ii + b - 1, n + 5)", "min(ii, n)"],
)
def test_blocks_that_overlap_or_stick_out_are_no_plain_loop(last: str):
    nest = Nest((Loop("ii", "1", "n", "b"), Loop("i", "ii", last)))
    closed = sum_nest(*indices_and_body(nest))
    run = runner(nest)
    for values in ({"n": size, "b": width} for size in range(-2, 9) for width in (-3, -1, 1, 2, 4)):
        assert evaluate(closed, values) == run(values), values


def test_a_block_counter_that_is_used_stays():
    nest = Nest((Loop("ii", "1", "n", "b"), Loop("i", "ii", "min(ii + b - 1, n)")), body="i - ii")
    closed = sum_nest(*indices_and_body(nest))
    run = runner(nest)
    for values in ({"n": size, "b": width} for size in range(-2, 9) for width in (-3, -1, 1, 2, 4)):
        assert evaluate(closed, values) == run(values), values
